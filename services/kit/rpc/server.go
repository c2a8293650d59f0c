// Package rpc builds all gRPC servers and clients of the product alike: callers are authenticated, requests are
// validated by their proto rules, failures leave as faults, panics do not end the process, and every call has a
// deadline.
package rpc

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"buf.build/go/protovalidate"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

const maxMessage = 16 << 20

// Options configure a server.
type Options struct {
	Keys auth.Keys
	// Name is the name of the service.
	Name string
	// Calls declare the access to each method.
	Calls Calls
	// Once stores the answers of calls with idempotency keys; nil for a service without such calls.
	Once Once
	Log  *slog.Logger
	// Credentials protect connections; insecure.NewCredentials leaves them plain.
	Credentials credentials.TransportCredentials
	// Age is how long a connection accepts new calls, give or take a tenth; 0 means five minutes.
	Age time.Duration
}

// usualAge is the default age. New addresses behind a name receive calls within it, since names are resolved again when
// a connection ends. Calls that still run on an old connection continue for as long as they need: a limit would break
// downloads and watches off for nothing, and a stop has its own.
const usualAge = 5 * time.Minute

var (
	errNoToken      = fault.New(fault.Unauthenticated, reason.TokenInvalid, "the token is missing, malformed or expired")
	errInternalOnly = fault.New(fault.Forbidden, reason.ServiceOnly, "this call is for services only")
	errOwnPeople    = fault.New(fault.Forbidden, reason.OwnPeopleOnly,
		"only the account's own users, signed in to it, can give, renew or end lasting access")
)

// NewServer makes the server of a service. It checks every call by its contract.
func NewServer(o Options) (*Server, error) {
	validator, err := protovalidate.New()
	if err != nil {
		return nil, fmt.Errorf("make validator: %w", err)
	}
	if o.Age == 0 {
		o.Age = usualAge
	}
	g := guard{keys: o.Keys, name: o.Name, calls: o.Calls, now: time.Now}
	unary := chain(
		unaryErrors(o.Log), g.unary, unaryValidate(validator), unaryInLine(changing()), unaryOnce(o.Calls, o.Once),
	)
	wire := grpc.NewServer(
		grpc.StatsHandler(otelgrpc.NewServerHandler()),
		grpc.MaxRecvMsgSize(maxMessage), grpc.MaxSendMsgSize(maxMessage),
		grpc.Creds(o.Credentials),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			MaxConnectionAge: o.Age, Time: 30 * time.Second, Timeout: 10 * time.Second,
		}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 10 * time.Second, PermitWithoutStream: true}),
		grpc.UnaryInterceptor(unary),
		grpc.ChainStreamInterceptor(streamErrors(o.Log), g.stream, streamValidate(validator)),
	)
	return newServer(wire, unary), nil
}

type guard struct {
	keys  auth.Keys
	name  string
	calls Calls
	now   func() time.Time
}

func (g guard) check(ctx context.Context, method string) (context.Context, error) {
	access := g.calls[method].GetAccess()
	if access == typev1.Access_ACCESS_PUBLIC || access == typev1.Access_ACCESS_API_KEY {
		return ctx, nil
	}
	token := bearer(ctx)
	id, err := g.keys.Verify(token, g.name, g.now())
	switch {
	case err != nil:
		return nil, errNoToken
	case access == typev1.Access_ACCESS_SERVICE && id.Service == "":
		return nil, errInternalOnly
	case access != typev1.Access_ACCESS_SERVICE && id.Account == 0:
		return nil, errNoToken
	case g.calls[method].GetLasting() && !id.OwnPerson():
		return nil, errOwnPeople
	}
	return auth.WithIdentity(ctx, id, token), nil
}

func bearer(ctx context.Context) string {
	values := metadata.ValueFromIncomingContext(ctx, "authorization")
	if len(values) != 1 {
		return ""
	}
	scheme, token, found := strings.Cut(values[0], " ")
	if !found || !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return token
}

func (g guard) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	ctx, err := g.check(ctx, info.FullMethod)
	if err != nil {
		return nil, err
	}
	return handler(ctx, req)
}

func (g guard) stream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	ctx, err := g.check(ss.Context(), info.FullMethod)
	if err != nil {
		return err
	}
	return handler(srv, &contextStream{ServerStream: ss, ctx: ctx})
}

type contextStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s *contextStream) Context() context.Context { return s.ctx }

func unaryValidate(v protovalidate.Validator) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		if err := validateMessage(v, req); err != nil {
			return nil, err
		}
		return handler(ctx, req)
	}
}

func streamValidate(v protovalidate.Validator) grpc.StreamServerInterceptor {
	return func(srv any, ss grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		return handler(srv, &validatingStream{ServerStream: ss, validator: v})
	}
}

type validatingStream struct {
	grpc.ServerStream
	validator protovalidate.Validator
}

func (s *validatingStream) RecvMsg(m any) error {
	if err := s.ServerStream.RecvMsg(m); err != nil {
		return err
	}
	return validateMessage(s.validator, m)
}

func validateMessage(v protovalidate.Validator, req any) error {
	message, ok := req.(proto.Message)
	if !ok {
		return nil
	}
	err := v.Validate(message)
	if err == nil {
		return nil
	}
	return invalidRequest(message, err)
}
