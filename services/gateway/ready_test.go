package gateway_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
)

// line is a network whose connection to contacts can be cut.
type line struct {
	host.Network
	cut *atomic.Bool
}

func (l line) Dial(name string, identify rpc.Identify) (host.Conn, error) {
	conn, err := l.Network.Dial(name, identify)
	if name == "contacts" {
		return cable{conn, l.cut}, err
	}
	return conn, err
}

type cable struct {
	host.Conn
	cut *atomic.Bool
}

func (c cable) Invoke(ctx context.Context, method string, in, out any, options ...grpc.CallOption) error {
	if c.cut.Load() {
		return status.Error(codes.Unavailable, "the line is cut")
	}
	return c.Conn.Invoke(ctx, method, in, out, options...)
}

func TestAGatewayWithoutAccountServesOtherServicesAndReportsThatSignInsFail(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	var cut atomic.Bool
	s := startWith(t, nil, newPeers(), func(env *host.Env) {
		env.Network = line{env.Network, &cut}
		env.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	})
	s.peers.set(func() { s.peers.refused = nil })
	later.Add(int64(11 * time.Second)) // longer than a list of ended sessions is current
	s.eventually(func() bool { return s.get("/readyz").StatusCode == http.StatusOK })
	require.Equal(t, "account does not answer: signing in is impossible\n", s.get("/readyz").body)
	require.Equal(t, "the page", s.get("/").body)
	require.Equal(t, http.StatusOK, s.get(me, "Authorization", "Bearer "+s.token(nil)).StatusCode, "sessions go on")

	cut.Store(true)
	require.Equal(t, http.StatusServiceUnavailable, s.get("/readyz").StatusCode, "this gateway is cut off; another may not be")
	cut.Store(false)
	require.Equal(t, http.StatusOK, s.get("/readyz").StatusCode)
	s.peers.set(func() { s.peers.refused = &accountv1.ListRefusalsResponse{} })
	s.eventually(func() bool { return s.get("/readyz").StatusCode == http.StatusNoContent })
}
