package rpc_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/rpc"
)

// handler is the handler of a method of the test's services.
type handler func(context.Context) error

// calls are the methods of the test's services.
var calls = rpc.Calls{
	"/test.People/Do":   {Access: typev1.Access_ACCESS_PERSON.Enum()},
	"/test.Services/Do": {Access: typev1.Access_ACCESS_SERVICE.Enum()},
	"/test.Open/Do":     {Access: typev1.Access_ACCESS_PUBLIC.Enum()},
}

// listening serves one method of each of calls at a listener until the test ends.
func listening(t *testing.T, listener net.Listener, o rpc.Options, do handler) *rpc.Server {
	t.Helper()
	var err error
	o.Keys, err = auth.KeysFromSecret("a secret of at least thirty-two characters")
	require.NoError(t, err)
	o.Name, o.Calls, o.Log = "peer", calls, slog.New(slog.DiscardHandler)
	if o.Credentials == nil {
		o.Credentials = insecure.NewCredentials()
	}
	server, err := rpc.NewServer(o)
	require.NoError(t, err)
	for _, name := range []string{"test.People", "test.Services", "test.Open"} {
		server.RegisterService(&grpc.ServiceDesc{ServiceName: name, HandlerType: (*any)(nil), Methods: []grpc.MethodDesc{{
			MethodName: "Do",
			Handler: func(
				_ any, ctx context.Context, decode func(any) error, intercept grpc.UnaryServerInterceptor,
			) (any, error) {
				req := &emptypb.Empty{}
				if err := decode(req); err != nil {
					return nil, err
				}
				return intercept(ctx, req, &grpc.UnaryServerInfo{
					FullMethod: "/" + name + "/Do",
				}, func(ctx context.Context, _ any) (any, error) {
					return &emptypb.Empty{}, do(ctx)
				})
			},
		}}}, struct{}{})
	}
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	return server
}

// serve serves calls in this process and returns a function that makes them both over a connection and without one.
func serve(t *testing.T, do handler) (keys auth.Keys, call func(method string, identify rpc.Identify) error) {
	t.Helper()
	keys, err := auth.KeysFromSecret("a secret of at least thirty-two characters")
	require.NoError(t, err)
	listener := bufconn.Listen(1 << 20)
	server := listening(t, listener, rpc.Options{}, do)
	dial := func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }
	return keys, func(method string, identify rpc.Identify) error {
		conn, err := rpc.Dial(rpc.Way{
			Address: "passthrough:///test", Dialer: dial, Credentials: insecure.NewCredentials(),
		}, identify)
		require.NoError(t, err)
		defer func() { require.NoError(t, conn.Close()) }()
		direct := rpc.NewDirect(conn, identify, func(context.Context) (*rpc.Server, error) { return server, nil })
		wired := conn.Invoke(t.Context(), method, &emptypb.Empty{}, &emptypb.Empty{})
		err = direct.Invoke(t.Context(), method, &emptypb.Empty{}, &emptypb.Empty{})
		require.Equal(t, status.Convert(wired).Proto().String(), status.Convert(err).Proto().String())
		return err
	}
}

func TestTheContractDecidesTheCallersOfAMethod(t *testing.T) {
	keys, call := serve(t, func(context.Context) error { return nil })
	now := time.Now()
	token, err := keys.Sign(auth.Identity{Account: 1, Home: 1, User: 1}, now, now.Add(time.Minute))
	require.NoError(t, err)
	person := func(context.Context) (string, error) { return token, nil }
	service := rpc.AsService(keys, "test", "peer", time.Now)
	broken := func(context.Context) (string, error) { return "nonsense", nil }
	for _, c := range []struct {
		method string
		who    rpc.Identify
		code   codes.Code
	}{
		{"/test.People/Do", person, codes.OK},
		{"/test.People/Do", service, codes.Unauthenticated},
		{"/test.People/Do", nil, codes.Unauthenticated},
		{"/test.People/Do", broken, codes.Unauthenticated},
		{"/test.Services/Do", service, codes.OK},
		{"/test.Services/Do", person, codes.PermissionDenied},
		{"/test.Services/Do", nil, codes.Unauthenticated},
		{"/test.Services/Do", broken, codes.Unauthenticated},
		{"/test.Open/Do", nil, codes.OK},
		{"/test.Open/Do", broken, codes.OK},
	} {
		require.Equal(t, c.code, status.Code(call(c.method, c.who)), c.method)
	}
}

func TestFailuresLeaveAsFaultsAndNothingElse(t *testing.T) {
	var failure error
	_, call := serve(t, func(ctx context.Context) error {
		if _, bounded := ctx.Deadline(); !bounded {
			return errors.New("a call came without a deadline")
		}
		if failure == nil {
			panic("secret")
		}
		return failure
	})
	for _, c := range []struct {
		failure error
		code    codes.Code
		reason  string
	}{
		{fault.New(fault.NotFound, testReason("TEST_NOT_FOUND"), "no"), codes.NotFound, "TEST_NOT_FOUND"},
		{fault.New(fault.Busy, testReason("TEST_BUSY"), "no"), codes.ResourceExhausted, "TEST_BUSY"},
		{errors.New("password of the database: secret"), codes.Internal, "INTERNAL"},
		{nil, codes.Internal, "INTERNAL"},
		{status.Error(codes.Unimplemented, "later"), codes.Unimplemented, ""},
		{status.Error(codes.Unauthenticated, "of another service: secret"), codes.Internal, "INTERNAL"},
	} {
		failure = c.failure
		err := call("/test.Open/Do", nil)
		require.Equal(t, c.code, status.Code(err), "%v", c.failure)
		require.Equal(t, c.reason, rpc.Reason(err))
		require.NotContains(t, err.Error(), "secret")
	}
}

func TestAFailureCarriesEverythingAPageNeeds(t *testing.T) {
	fields := []fault.Field{
		{Name: "name", Class: fault.TextTooShort, Params: map[string]any{"min": float64(4)}, Message: "too short"},
		{Name: "config", Class: "TEST_STALE", Params: map[string]any{}, Message: "old"},
	}
	var failure *fault.Fault
	_, call := serve(t, func(context.Context) error { return failure })
	failure = fault.New(fault.Stale, testReason("TEST_STALE"), "somebody was faster").With(fields[0]).WithField(
		"config", "old",
	).WithCurrent(wrapperspb.String("what stands"))
	got := rpc.FailureOf(call("/test.Open/Do", nil))
	require.Equal(t, "TEST_STALE", got.Reason)
	require.Equal(t, fields, got.Fields)
	require.Equal(t, "what stands", got.Current.(*wrapperspb.StringValue).GetValue())
	require.Zero(t, got.HTTP)

	failure = fault.New(fault.Busy, testReason("TEST_BUSY"), "later").After(90 * time.Second)
	require.Equal(t, 90*time.Second, rpc.FailureOf(call("/test.Open/Do", nil)).Wait)
	failure = fault.New(fault.Full, testReason("TEST_FULL"), "no room")
	require.Equal(t, 507, rpc.FailureOf(call("/test.Open/Do", nil)).HTTP)
}

func TestADatabaseThatDoesNotServeIsUnavailableAndTheCallIsNotRepeated(t *testing.T) {
	for name, c := range map[string]struct {
		failure error
		code    codes.Code
		reason  string
	}{
		"refused":     {&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, codes.Unavailable, "UNAVAILABLE"},
		"reset":       {&net.OpError{Op: "read", Err: syscall.ECONNRESET}, codes.Unavailable, "UNAVAILABLE"},
		"cut off":     {io.ErrUnexpectedEOF, codes.Unavailable, "UNAVAILABLE"},
		"shut down":   {&pgconn.PgError{Code: "57P01"}, codes.Unavailable, "UNAVAILABLE"},
		"crashed":     {&pgconn.PgError{Code: "57P02"}, codes.Unavailable, "UNAVAILABLE"},
		"starting":    {&pgconn.PgError{Code: "57P03"}, codes.Unavailable, "UNAVAILABLE"},
		"crowded":     {&pgconn.PgError{Code: "53300"}, codes.Unavailable, "UNAVAILABLE"},
		"lost":        {&pgconn.PgError{Code: "08006"}, codes.Unavailable, "UNAVAILABLE"},
		"disk full":   {&pgconn.PgError{Code: "53100"}, codes.ResourceExhausted, "STORAGE_FULL"},
		"no space":    {&os.PathError{Op: "write", Err: syscall.ENOSPC}, codes.ResourceExhausted, "STORAGE_FULL"},
		"a statement": {&pgconn.PgError{Code: "22021"}, codes.Internal, "INTERNAL"},
	} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int32
			_, call := serve(t, func(context.Context) error {
				calls.Add(1)
				return fmt.Errorf("read something: %w", c.failure)
			})
			err := call("/test.Open/Do", nil)
			require.Equal(t, c.code, status.Code(err))
			require.Equal(t, c.reason, rpc.Reason(err))
			require.EqualValues(t, 2, calls.Load(), "a call of either way that may have changed something was repeated")
		})
	}
}

// testReason is a reason that no contract has.
type testReason string

func (r testReason) String() string { return string(r) }
