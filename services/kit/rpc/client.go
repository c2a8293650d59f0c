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

// streamWindow is the number of bytes of a stream that wait at the client for its reader. It allows some gigabytes a
// second within a machine and a hundred megabytes between two, and holds little memory where a slow reader at the end
// of a chain of streams keeps it full.
const streamWindow = 128 << 10

// serviceConfig spreads calls over all addresses of a peer. It retries once the calls that reached no handler and those
// that only read, after about the time that a database needs to drop broken connections. It stops retrying after 50
// failures that are not offset by ten times as many other responses: more than a restarting database breaks off at
// once.
const serviceConfig = `{"loadBalancingConfig":[{"round_robin":{}}],
"methodConfig":[{"name":[{}],"waitForReady":true,"retryPolicy":{"maxAttempts":2,
"initialBackoff":"0.25s","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}],
"retryThrottling":{"maxTokens":100,"tokenRatio":0.1}}`

// reconnect bounds the delay until a recovered peer is used again: the library's default of two minutes would be an
// outage.
var reconnect = backoff.Config{
	BaseDelay: retry.First, Multiplier: retry.Growth, Jitter: retry.Jitter, MaxDelay: retry.Longest,
}

// A name is resolved again whenever a connection ends, but not more often than this. The library's default of 30
// seconds is longer than a rollout takes to replace every address.
var _ = lookUpEvery(2 * time.Second)

func lookUpEvery(least time.Duration) bool {
	dns.SetMinResolutionInterval(least) // at initialization time only
	return true
}

// Way describes how to reach a peer.
type Way struct {
	// Address is a gRPC target such as "dns:///peer:9000", whose addresses all take calls in turn. It may be several
	// addresses separated by |.
	Address string
	// Dialer is nil for TCP.
	Dialer func(context.Context, string) (net.Conn, error)
	// Credentials protect the connection; insecure.NewCredentials leaves it plain.
	Credentials credentials.TransportCredentials
	// Silence is how long a stream may be silent; 0 means 20 minutes.
	Silence time.Duration
}

// Identify returns the token that proves the caller's identity. It implements credentials.PerRPCCredentials.
type Identify func(ctx context.Context) (token string, err error)

// GetRequestMetadata returns the token of a call.
func (i Identify) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	token, err := i(ctx)
	if err != nil {
		return nil, fmt.Errorf("prove identity: %w", err)
	}
	return map[string]string{"authorization": "Bearer " + token}, nil
}

// RequireTransportSecurity returns false: services of one process connect without it.
func (Identify) RequireTransportSecurity() bool { return false }

// fresh is how long a service's token is reused: half of its validity.
const fresh = auth.ServiceLife / 2

// AsService authenticates calls to a peer with this service's token.
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

// Dial makes a lazy client: the peer may start later. A nil identify adds no token, as in the gateway, which passes on
// the token of its request.
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

// list resolves to known addresses, each with its own server name for its certificate.
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
