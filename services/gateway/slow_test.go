package gateway_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestASilentClientIsNotWaitedForForever(t *testing.T) {
	t.Parallel()
	if os.Getenv("PULS_SLOW_TESTS") == "" {
		t.Skip("takes 15 s; PULS_SLOW_TESTS=1 runs it")
	}
	s := start(t, nil)
	for begun, limit := range map[string]time.Duration{
		"POST " + login + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{": 20 * time.Second,
		"POST " + login + " HTTP/1.1\r\nHost: a\r\nContent-T":                                                      8 * time.Second,
	} {
		var dialer net.Dialer
		conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.address, "http://"))
		require.NoError(t, err)
		_, err = io.WriteString(conn, begun)
		require.NoError(t, err)
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(limit)))
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err == nil {
			require.Equal(t, http.StatusBadRequest, res.StatusCode)
			require.NoError(t, res.Body.Close())
		} else {
			require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
		}
		require.NoError(t, conn.Close())
	}
}
