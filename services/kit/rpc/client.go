package rpc

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/dns"
	"google.golang.org/grpc/resolver/manual"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/retry"
)

// streamWindow is how many bytes of a stream wait at the client for whoever reads it: enough for some gigabytes a
// second inside a machine and a hundred megabytes between two, and little where a slow reader at the end of a chain of
// streams leaves it full.
const streamWindow = 128 << 10

// serviceConfig spreads calls over all addresses of a peer, and retries once what never reached a handler and what only
// reads, after about what a database needs to shed broken connections. It retries nothing after 50 failures that ten
// times as many other answers do not make up for: more than break off at once when a database restarts.
const serviceConfig = `{"loadBalancingConfig":[{"round_robin":{}}],
"methodConfig":[{"name":[{}],"waitForReady":true,"retryPolicy":{"maxAttempts":2,
"initialBackoff":"0.25s","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}],
"retryThrottling":{"maxTokens":100,"tokenRatio":0.1}}`

// reconnect bounds how long a peer that is back goes unnoticed: the library's own two minutes would be an outage.
var reconnect = backoff.Config{
	BaseDelay: retry.First, Multiplier: retry.Growth, Jitter: retry.Jitter, MaxDelay: retry.Longest,
}

// A name is asked for again whenever a connection ends, but not more often than this. The library's own 30 seconds are
// longer than a rollout takes to replace every address.
var _ = lookUpEvery(2 * time.Second)

func lookUpEvery(least time.Duration) bool {
	dns.SetMinResolutionInterval(least) // at initialization time only
	return true
}

// Way is how a peer is reached.
type Way struct {
	// Address is one of gRPC's, such as "dns:///peer:9000", whose addresses all take calls in turn. Several may stand with
	// | between them.
	Address string
	// Dialer is nil for TCP.
	Dialer func(context.Context, string) (net.Conn, error)
	// Credentials protect the connection; insecure.NewCredentials leaves it plain.
	Credentials credentials.TransportCredentials
	// Silence is how long a stream is waited for that says nothing; 0 means 20 minutes.
	Silence time.Duration
}

// Identify says how a client proves who calls. It implements credentials.PerRPCCredentials.
type Identify func(ctx context.Context) (token string, err error)

// GetRequestMetadata returns the token of a call.
func (i Identify) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	token, err := i(ctx)
	if err != nil {
		return nil, fmt.Errorf("prove identity: %w", err)
	}
	return map[string]string{"authorization": "Bearer " + token}, nil
}

// RequireTransportSecurity reports false: services of one process meet without.
func (Identify) RequireTransportSecurity() bool { return false }

// fresh is how long a service's token is sent again: half of what it is good for.
const fresh = auth.ServiceLife / 2

// AsService proves the name of this service to a peer on every call.
func AsService(keys auth.Keys, name, peer string, now func() time.Time) Identify {
	var mu sync.Mutex
	var token string
	var made time.Time
	return func(context.Context) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		moment := now()
		if age := moment.Sub(made); token != "" && age >= 0 && age < fresh {
			return token, nil
		}
		signed, err := keys.SignService(name, peer, moment)
		if err == nil {
			token, made = signed, moment
		}
		return signed, err
	}
}

// AsCaller passes on the token of the call being served.
func AsCaller(ctx context.Context) (string, error) { return auth.Token(ctx), nil }

// Dial makes a lazy client: the peer may start later. A nil identify sends no token of its own, as the gateway does,
// which passes on what it was given.
func Dial(way Way, identify Identify) (*grpc.ClientConn, error) {
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(way.Credentials),
		grpc.WithStatsHandler(otelgrpc.NewClientHandler()),
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessage), grpc.MaxCallSendMsgSize(maxMessage)),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: 30 * time.Second, Timeout: 10 * time.Second, PermitWithoutStream: true,
		}),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: reconnect, MinConnectTimeout: 5 * time.Second}),
		grpc.WithInitialWindowSize(streamWindow), grpc.WithInitialConnWindowSize(4 << 20),
		grpc.WithUnaryInterceptor(unaryDeadline), grpc.WithStreamInterceptor(streamPatience(way.Silence)),
	}
	if identify != nil {
		options = append(options, grpc.WithPerRPCCredentials(identify))
	}
	if way.Dialer != nil {
		options = append(options, grpc.WithContextDialer(way.Dialer))
	}
	target := way.Address
	if addresses := strings.Split(way.Address, "|"); len(addresses) > 1 {
		target = "list:///" + way.Address
		options = append(options, grpc.WithResolvers(list(addresses)))
	}
	conn, err := grpc.NewClient(target, options...)
	if err != nil {
		return nil, fmt.Errorf("make client for %s: %w", way.Address, err)
	}
	return conn, nil
}

// list resolves to addresses that are known, each with a name of its own for its certificate.
func list(addresses []string) resolver.Builder {
	var endpoints []resolver.Endpoint
	for _, address := range addresses {
		endpoints = append(endpoints, resolver.Endpoint{
			Addresses: []resolver.Address{{Addr: address, ServerName: address}},
		})
	}
	builder := manual.NewBuilderWithScheme("list")
	builder.InitialState(resolver.State{Endpoints: endpoints})
	return builder
}
