package host_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/types/known/emptypb"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
)

// environment returns the environment of the services of these tests.
func environment(t *testing.T) host.Env {
	t.Helper()
	keys, err := auth.KeysFromSecret("a secret of at least thirty-two characters")
	require.NoError(t, err)
	return host.Env{
		Network: host.NewMemory(), Keys: keys, Now: time.Now, Log: slog.New(slog.DiscardHandler), Admin: http.NewServeMux(),
	}
}

// slow is a service whose only call lasts until release is closed; each call sends to entered when it begins.
func slow(t *testing.T, entered chan<- struct{}, release <-chan struct{}) host.Service {
	t.Helper()
	rpc.Contracts()["/test.Slow/Do"] = &typev1.Call{Access: typev1.Access_ACCESS_PUBLIC.Enum()}
	handle := func(
		_ any, ctx context.Context, decode func(any) error, intercept grpc.UnaryServerInterceptor,
	) (any, error) {
		req := &emptypb.Empty{}
		if err := decode(req); err != nil {
			return nil, err
		}
		return intercept(ctx, req, &grpc.UnaryServerInfo{FullMethod: "/test.Slow/Do"}, func(context.Context, any) (any, error) {
			entered <- struct{}{}
			<-release
			return req, nil
		})
	}
	return host.Service{Name: "slow", Build: func(context.Context, *host.Env) (*host.Parts, error) {
		return &host.Parts{Register: func(s grpc.ServiceRegistrar) {
			s.RegisterService(&grpc.ServiceDesc{
				ServiceName: "test.Slow", HandlerType: (*any)(nil),
				Methods: []grpc.MethodDesc{{MethodName: "Do", Handler: handle}},
			}, struct{}{})
		}}, nil
	}}
}

// look returns the status and the body of a path of the admin address.
func look(admin http.Handler, path string) (int, string) {
	answer := httptest.NewRecorder()
	admin.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	return answer.Code, answer.Body.String()
}

func TestAProgramIsReadyFromItsLastStartToTheFirstWordOfItsStop(t *testing.T) {
	env := environment(t)
	env.DrainPause = 500 * time.Millisecond
	var early int
	late := host.Service{Name: "late", Build: func(context.Context, *host.Env) (*host.Parts, error) {
		early, _ = look(env.Admin, "/readyz")
		return &host.Parts{}, nil
	}}
	entered, release := make(chan struct{}, 8), make(chan struct{})
	h, err := host.Start(t.Context(), env, []host.Service{slow(t, entered, release), late})
	require.NoError(t, err)
	require.Equal(t, http.StatusServiceUnavailable, early, "it was ready before its last service")
	code, text := look(env.Admin, "/readyz")
	require.Equal(t, http.StatusNoContent, code, text)

	conn, err := env.Network.Dial("slow", nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close()) }()
	asked := healthv1.NewHealthClient(conn)
	for _, name := range []string{"", "test.Slow"} {
		res, err := asked.Check(t.Context(), &healthv1.HealthCheckRequest{Service: name})
		require.NoError(t, err)
		require.Equal(t, healthv1.HealthCheckResponse_SERVING, res.GetStatus(), name)
	}

	finished := make(chan error, 1)
	call := func() { finished <- conn.Invoke(t.Context(), "/test.Slow/Do", &emptypb.Empty{}, &emptypb.Empty{}) }
	go call()
	<-entered
	watch, err := asked.Watch(t.Context(), &healthv1.HealthCheckRequest{Service: "test.Slow"})
	require.NoError(t, err)
	first, err := watch.Recv()
	require.NoError(t, err)
	require.Equal(t, healthv1.HealthCheckResponse_SERVING, first.GetStatus())
	stopped := make(chan struct{})
	go func() { defer close(stopped); h.Stop() }()
	told, err := watch.Recv()
	require.NoError(t, err)
	require.Equal(t, healthv1.HealthCheckResponse_NOT_SERVING, told.GetStatus(), "who asks for health was not told")
	code, text = look(env.Admin, "/readyz")
	require.Equal(t, http.StatusServiceUnavailable, code)
	require.Contains(t, text, "asked to stop")
	code, _ = look(env.Admin, "/healthz")
	require.Equal(t, http.StatusNoContent, code)

	close(release)
	require.NoError(t, <-finished, "a call in flight did not finish")
	select {
	case <-stopped:
	case <-time.After(5 * time.Second):
		require.Fail(t, "it does not stop although nothing is left to do")
	}
}

func TestCallsInFlightFinishAndWorkEndsAfterThem(t *testing.T) {
	env := environment(t)
	entered, release := make(chan struct{}, 100), make(chan struct{})
	service := slow(t, entered, release)
	build, ended := service.Build, make(chan struct{})
	service.Build = func(ctx context.Context, env *host.Env) (*host.Parts, error) {
		parts, err := build(ctx, env)
		parts.Run = []host.Runner{func(ctx context.Context) error { <-ctx.Done(); close(ended); return nil }}
		return parts, err
	}
	h, err := host.Start(t.Context(), env, []host.Service{service})
	require.NoError(t, err)
	conn, err := env.Network.Dial("slow", nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close()) }()
	finished := make(chan error, 100)
	for range cap(finished) {
		go func() { finished <- conn.Invoke(t.Context(), "/test.Slow/Do", &emptypb.Empty{}, &emptypb.Empty{}) }()
		<-entered
	}
	stopped := make(chan struct{})
	go func() { defer close(stopped); h.Stop() }()
	require.Eventually(t, func() bool { return h.Ready(t.Context()) != nil }, time.Minute, time.Millisecond)
	select {
	case <-ended:
		require.Fail(t, "background work ended while calls that may need it were in flight")
	case <-time.After(100 * time.Millisecond):
	}
	close(release)
	for range cap(finished) {
		require.NoError(t, <-finished)
	}
	<-stopped
	<-ended
}
