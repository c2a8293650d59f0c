package gateway_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
)

// export returns the path of a download of so many parts of 64 KiB.
func export(parts int) string {
	return fmt.Sprintf("/api/protected/scoring/scorings/01900000-0000-7000-8000-%012d:exportToCsv", parts)
}

// endless is more parts than all buffers between the service and a client hold.
const endless = 4096

// stall is a download of which only the head was read.
type stall struct {
	net.Conn
	status     int
	retryAfter string
	rest       io.Reader
}

func (s *system) stalled(account int32) stall {
	s.t.Helper()
	return s.stalledWith(func(id *auth.Identity) { id.Account, id.Home = account, account })
}

func (s *system) stalledWith(change func(*auth.Identity)) stall {
	s.t.Helper()
	var dialer net.Dialer
	conn, err := dialer.DialContext(s.t.Context(), "tcp", strings.TrimPrefix(s.address, "http://"))
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = conn.Close() })
	require.NoError(s.t, conn.SetDeadline(time.Now().Add(2*time.Minute)))
	token := s.token(change)
	_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 25\r\n\r\n%s",
		export(endless), token, `{"scoringType":"mailing"}`)
	require.NoError(s.t, err)
	res, err := http.ReadResponse(bufio.NewReaderSize(conn, 16), nil) //nolint:bodyclose // the connection is closed
	require.NoError(s.t, err)
	return stall{Conn: conn, status: res.StatusCode, retryAfter: res.Header.Get("Retry-After"), rest: res.Body}
}

func TestAnAccountHasOnlySoManyDownloadsOpen(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_DOWNLOADS_PER_ACCOUNT": "2"})
	first := s.stalled(7)
	require.Equal(t, http.StatusOK, first.status)
	require.Equal(t, http.StatusOK, s.stalled(7).status)
	third := s.stalled(7)
	require.Equal(t, http.StatusTooManyRequests, third.status)
	require.NotEmpty(t, third.retryAfter)
	require.Contains(t, third.text(t), "DOWNLOADS_LIMIT")
	require.Equal(t, http.StatusOK, s.stalled(8).status, "another account's downloads are its own")
	require.Equal(t, 3, s.peers.running())

	require.NoError(t, first.Close())
	s.eventually(func() bool {
		again := s.stalled(7)
		return again.Close() == nil && again.status == http.StatusOK
	})
}

func TestStalledDownloadsYieldToOthersAndReadOnesDoNot(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_DOWNLOADS": "1"})
	stalled := s.stalled(7)
	require.Equal(t, http.StatusOK, stalled.status)
	var next stall
	s.eventually(func() bool {
		next = s.stalled(8)
		return next.status == http.StatusOK
	})
	_, err := io.Copy(io.Discard, stalled.rest)
	require.Error(t, err, "a short file must not look like a whole one")

	for try := int32(1); ; try++ { // a reader that is starved of processors for a second is taken for a stalled one
		reading := make(chan error, 1)
		go func(rest io.Reader) {
			_, err := io.CopyN(io.Discard, slowly{rest}, endless*(64<<10)/8)
			reading <- err
		}(next.rest)
		other := s.stalled(8 + try)
		err := <-reading
		if other.status == http.StatusOK && try < 5 {
			next = other
			continue
		}
		require.Equal(t, http.StatusServiceUnavailable, other.status)
		require.Contains(t, other.text(t), "DOWNLOADS_BUSY")
		require.NoError(t, err)
		return
	}
}

// slowly reads without long pauses.
type slowly struct{ io.Reader }

func (s slowly) Read(b []byte) (int, error) {
	<-time.After(time.Millisecond)
	return s.Reader.Read(b)
}

func TestAReaderThatReadsNothingIsCutOff(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_READ_PATIENCE": "100ms"})
	stalled := s.stalled(7)
	require.Equal(t, http.StatusOK, stalled.status)
	s.eventually(func() bool { return s.peers.running() == 0 })
	_, err := io.Copy(io.Discard, stalled.rest)
	require.Error(t, err, "a short file must not look like a whole one")
}

func TestASlowReaderGetsEverythingHoweverLongItTakes(t *testing.T) {
	const parts, patience = 64, 750 * time.Millisecond
	s := start(t, conf.Values{"PULS_READ_PATIENCE": patience.String()})
	client := &http.Client{Transport: &http.Transport{DialContext: func(
		ctx context.Context, network, address string,
	) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(256 << 10)
		}
		return conn, err
	}}}
	req, err := http.NewRequestWithContext(
		t.Context(), http.MethodPost, s.address+export(parts), strings.NewReader(`{"scoringType":"mailing"}`),
	)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+s.token(nil))
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	began, buf, read := time.Now(), make([]byte, 64<<10), 0
	tick := time.NewTicker(patience / 15) // reads 64 KiB in each
	defer tick.Stop()
	for err == nil {
		var n int
		n, err = io.ReadFull(res.Body, buf)
		read += n
		<-tick.C
	}
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, parts*(64<<10), read)
	require.Greater(t, time.Since(began), 3*patience)
}

func (s stall) text(t *testing.T) string {
	t.Helper()
	content, err := io.ReadAll(s.rest)
	require.NoError(t, err)
	return string(content)
}
