package rpc_test

import (
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/rpc"
)

// reads is a call that is exposed by GET: it may be repeated.
const reads = "/test.Reads/Do"

// Its contract is linked into this test like those of services into a program.
var _ = link()

func link() protoreflect.FileDescriptor {
	options := &descriptorpb.MethodOptions{}
	rule := &annotations.HttpRule{Pattern: &annotations.HttpRule_Get{Get: "/test"}}
	proto.SetExtension(options, annotations.E_Http, rule)
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("test/reads.proto"), Package: proto.String("test"), Syntax: proto.String("proto3"),
		Dependency: []string{"google/protobuf/wrappers.proto"},
		Service: []*descriptorpb.ServiceDescriptorProto{{
			Name: proto.String("Reads"), Method: []*descriptorpb.MethodDescriptorProto{{
				Name: proto.String("Do"), Options: options,
				InputType: proto.String(".google.protobuf.StringValue"), OutputType: proto.String(".google.protobuf.StringValue"),
			}},
		}},
	}, protoregistry.GlobalFiles)
	if err == nil {
		err = protoregistry.GlobalFiles.RegisterFile(file)
	}
	if err != nil {
		panic(err)
	}
	return file
}

type echo func(ctx context.Context, text *wrapperspb.StringValue) (*wrapperspb.StringValue, error)

// echoing returns a server that answers with answer, and a direct client of it.
func echoing(t *testing.T, answer echo) (*rpc.Server, *rpc.Direct) {
	t.Helper()
	keys, err := auth.KeysFromSecret("a secret of at least thirty-two characters")
	require.NoError(t, err)
	server, err := rpc.NewServer(rpc.Options{
		Keys: keys, Name: "peer", Log: slog.New(slog.DiscardHandler), Credentials: insecure.NewCredentials(),
		Calls: rpc.Calls{reads: {Access: typev1.Access_ACCESS_PUBLIC.Enum()}},
	})
	require.NoError(t, err)
	service, method, _ := strings.Cut(reads[1:], "/")
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: service, HandlerType: (*any)(nil),
		Methods: []grpc.MethodDesc{{MethodName: method, Handler: func(
			_ any, ctx context.Context, decode func(any) error, intercept grpc.UnaryServerInterceptor,
		) (any, error) {
			req := &wrapperspb.StringValue{}
			if err := decode(req); err != nil {
				return nil, err
			}
			info := &grpc.UnaryServerInfo{FullMethod: reads}
			return intercept(ctx, req, info, func(ctx context.Context, req any) (any, error) {
				text, _ := req.(*wrapperspb.StringValue)
				return answer(ctx, text)
			})
		}}},
	}, struct{}{})
	t.Cleanup(server.Stop)
	wire, err := rpc.Dial(rpc.Way{Address: "passthrough:///nowhere", Credentials: insecure.NewCredentials()}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = wire.Close() })
	return server, rpc.NewDirect(wire, nil, func(context.Context) (*rpc.Server, error) { return server, nil })
}

type secretKey struct{}

func TestADirectCallSharesNothingWithItsCaller(t *testing.T) {
	var kept *wrapperspb.StringValue
	var left time.Duration
	_, conn := echoing(t, func(ctx context.Context, text *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
		if ctx.Value(secretKey{}) != nil {
			return nil, status.Error(codes.Internal, "the caller's values are seen")
		}
		end, has := ctx.Deadline()
		require.True(t, has, "a call has a deadline")
		left, kept = time.Until(end), text
		text.Value += "!"
		return text, nil
	})
	ctx := context.WithValue(t.Context(), secretKey{}, "a secret")
	sent, got := wrapperspb.String("hello"), &wrapperspb.StringValue{}
	require.NoError(t, conn.Invoke(ctx, reads, sent, got))
	require.Equal(t, "hello", sent.GetValue())
	require.Equal(t, "hello!", got.GetValue())
	require.InDelta(t, 30, left.Seconds(), 5)
	kept.Value = "changed later"
	require.Equal(t, "hello!", got.GetValue())

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.NoError(t, conn.Invoke(ctx, reads, sent, got))
	require.InDelta(t, 60, left.Seconds(), 5)
}

func TestADirectCallTakesNoMoreThanTheWire(t *testing.T) {
	_, conn := echoing(t, func(_ context.Context, text *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
		return wrapperspb.String(strings.Repeat(text.GetValue(), 2)), nil
	})
	for size, code := range map[int]codes.Code{
		7 << 20: codes.OK, 9 << 20: codes.ResourceExhausted, 17 << 20: codes.ResourceExhausted,
	} {
		err := conn.Invoke(t.Context(), reads, wrapperspb.String(strings.Repeat("x", size)), &wrapperspb.StringValue{})
		require.Equal(t, code, status.Code(err), size)
	}
}

func TestADirectCallThatOnlyReadsIsRepeatedOnceWithinABudget(t *testing.T) {
	var calls atomic.Int64
	var serves atomic.Bool
	_, conn := echoing(t, func(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
		if calls.Add(1)%2 == 1 && !serves.Load() {
			return nil, status.Error(codes.Unavailable, "away")
		}
		return &wrapperspb.StringValue{}, nil
	})
	do := func() error {
		return conn.Invoke(t.Context(), reads, &wrapperspb.StringValue{}, &wrapperspb.StringValue{})
	}
	require.NoError(t, do())
	require.EqualValues(t, 2, calls.Load())

	_, conn = echoing(t, func(context.Context, *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
		calls.Add(1)
		return nil, status.Error(codes.Unavailable, "away")
	})
	calls.Store(0)
	failures := make(chan error, 1000)
	for range 1000 {
		go func() { failures <- do() }()
	}
	for range 1000 {
		require.Equal(t, codes.Unavailable, status.Code(<-failures))
	}
	require.LessOrEqual(t, calls.Load(), int64(1100))
	require.Greater(t, calls.Load(), int64(1000), "nothing was tried again")
}

func TestAStopEndsDirectCalls(t *testing.T) {
	entered, ended := make(chan struct{}), make(chan error, 1)
	server, conn := echoing(t, func(ctx context.Context, _ *wrapperspb.StringValue) (*wrapperspb.StringValue, error) {
		close(entered)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	go func() {
		ended <- conn.Invoke(t.Context(), reads, &wrapperspb.StringValue{}, &wrapperspb.StringValue{})
	}()
	<-entered
	stopped := make(chan struct{})
	go func() { defer close(stopped); server.GracefulStop() }()
	select {
	case <-stopped:
		require.Fail(t, "a graceful stop did not wait")
	case <-time.After(50 * time.Millisecond):
	}
	server.Stop()
	require.Equal(t, codes.Canceled, status.Code(<-ended))
	<-stopped
	err := conn.Invoke(t.Context(), reads, &wrapperspb.StringValue{}, &wrapperspb.StringValue{})
	require.Equal(t, codes.Unavailable, status.Code(err))
}
