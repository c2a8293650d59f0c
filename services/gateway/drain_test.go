package gateway_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/host"
)

func TestAGatewayThatStopsSaysSoBeforeItTurnsPeopleAway(t *testing.T) {
	t.Parallel()
	s := startWith(t, nil, newPeers(), func(env *host.Env) { env.DrainPause = 4 * time.Second })
	download := s.stalled(7)
	require.Equal(t, http.StatusOK, download.status)
	stopped := make(chan struct{})
	go func() { defer close(stopped); s.stop() }()
	s.eventually(func() bool {
		return s.get("/readyz", "Connection", "close").StatusCode == http.StatusServiceUnavailable
	})

	// Clients that have not noticed yet are still served, in sessions that are still checked.
	me := s.get("/api/protected/account/users/me", "Connection", "close", "Authorization", "Bearer "+s.token(nil))
	require.Equal(t, http.StatusOK, me.StatusCode, me.body)
	require.Equal(t, "the page", s.get("/", "Connection", "close").body)
	require.NoError(t, download.Close())
	select {
	case <-stopped:
	case <-time.After(15 * time.Second):
		require.Fail(t, "it does not stop although nothing is left to do")
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.address+"/readyz", http.NoBody)
	require.NoError(t, err)
	res, err := http.DefaultTransport.RoundTrip(req)
	if err == nil {
		require.NoError(t, res.Body.Close())
	}
	require.Error(t, err)
}
