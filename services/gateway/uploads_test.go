package gateway_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
)

const upload = "/api/protected/saresystem/contacts:import"

// silent begins an upload that sends no bytes, as soon as there is room for it.
func (s *system) silent(account int32) (held net.Conn) {
	s.t.Helper()
	s.eventually(func() bool {
		held = s.begin(account)
		line, err := bufio.NewReader(held).ReadString('\n')
		require.NoError(s.t, err)
		return strings.Contains(line, "100 Continue") // a handler waits for the body; otherwise the upload is refused
	})
	return held
}

func (s *system) begin(account int32) net.Conn {
	s.t.Helper()
	var dialer net.Dialer
	conn, err := dialer.DialContext(s.t.Context(), "tcp", strings.TrimPrefix(s.address, "http://"))
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n"+
		"Expect: 100-continue\r\n\r\n", upload, s.of(account))
	require.NoError(s.t, err)
	return conn
}

func (s *system) of(account int32) string {
	return s.token(func(id *auth.Identity) { id.Account, id.Home = account, account })
}

func TestOnlySoManyFilesAreOnTheirWay(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_UPLOADS": "2", "PULS_UPLOADS_PER_ACCOUNT": "1"})
	send := func(account int32) answer {
		return s.do(http.MethodPost, upload, "uid\n", "Authorization", "Bearer "+s.of(account), "Content-Type", "text/csv")
	}
	first := s.silent(7)
	refused := send(7)
	require.Equal(t, http.StatusTooManyRequests, refused.StatusCode)
	require.Equal(t, "UPLOADS_BUSY", refused.class())
	require.NotEmpty(t, refused.Header.Get("Retry-After"))
	require.NotEqual(t, http.StatusTooManyRequests, send(8).StatusCode, "another account's uploads are its own")

	s.silent(8)
	require.Equal(t, http.StatusTooManyRequests, send(9).StatusCode, "two are on their way")

	require.NoError(t, first.Close())
	s.eventually(func() bool { return send(9).StatusCode != http.StatusTooManyRequests })
}
