package gateway_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// FindSender finds every key but one.
func (i *intake) FindSender(
	_ context.Context, req *contactsv1.FindSenderRequest,
) (*contactsv1.FindSenderResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.found++
	if req.GetMailProvider().GetKey() == "NOBODY" {
		return nil, fault.New(fault.NotFound, reason.ProviderNotFound, "no")
	}
	if req.GetWriteKey() == "NOBODY" {
		return nil, fault.New(fault.Unauthenticated, reason.IntakeKeyUnknown, "no")
	}
	return &contactsv1.FindSenderResponse{}, nil
}

// withheld are connections that have sent a whole body but its last byte.
type withheld []net.Conn

const mebibyte = 1 << 20

// withhold opens connections to a path and sends as much of each body as the gateway reads.
func (s *system) withhold(connections, size int, method, path, contentType string) withheld {
	s.t.Helper()
	head := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
		method, path, s.token(nil), contentType, size)
	body := []byte(head + `{"` + strings.Repeat("a", size-3))
	all := make(withheld, connections)
	var workers sync.WaitGroup
	next := make(chan int)
	for range 32 {
		workers.Go(func() {
			for i := range next {
				conn, err := (&net.Dialer{}).DialContext(s.t.Context(), "tcp", strings.TrimPrefix(s.address, "http://"))
				if err != nil {
					s.t.Error(err)
					continue
				}
				_ = conn.SetWriteDeadline(time.Now().Add(200 * time.Millisecond)) // a refused connection accepts no more
				_, _ = conn.Write(body)
				all[i] = conn
			}
		})
	}
	for i := range connections {
		next <- i
	}
	close(next)
	workers.Wait()
	return all
}

// answered counts the connections that the gateway has answered or closed.
func (all withheld) answered() *atomic.Int32 {
	answered := new(atomic.Int32)
	for _, conn := range all {
		go func() {
			if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
				answered.Add(1)
			}
		}()
	}
	return answered
}

func (all withheld) close() {
	for _, conn := range all {
		if conn != nil {
			_ = conn.Close()
		}
	}
}

// inUse returns the heap in use, including the test's own ends of the connections.
func inUse() int {
	runtime.GC()
	runtime.GC() // pools are emptied by the second
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc + stats.StackInuse)
}

// times measures honest sign-ins from an address without other requests.
func (s *system) times(requests int) (took []time.Duration) {
	s.t.Helper()
	client := &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{
		LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)},
	}).DialContext}}
	defer client.CloseIdleConnections()
	for range requests {
		began := time.Now()
		req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.address+login,
			strings.NewReader(`{"email":"a@example.com","password":"x"}`))
		require.NoError(s.t, err)
		req.Header.Set("Content-Type", "application/json")
		res, err := client.Do(req)
		require.NoError(s.t, err)
		_, err = io.Copy(io.Discard, res.Body)
		require.NoError(s.t, err)
		require.NoError(s.t, res.Body.Close())
		require.Equal(s.t, http.StatusOK, res.StatusCode)
		took = append(took, time.Since(began))
	}
	return took
}

// p99 returns the 99th percentile.
func p99(took []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[len(sorted)*99/100]
}

// bodyCalls returns one call for each way of reading a body.
func bodyCalls() [][3]string {
	const settings = "/api/protected/account/my/account/settings"
	return [][3]string{
		{"POST", "/api/hooks/v1/sendgrid/KEY", "application/json"},
		{"POST", "/api/hooks/v1/sendgrid/NOBODY", "application/json"},
		{"POST", "/api/ingest/v1/batch", "application/json"},
		{"POST", login, "application/json"},
		{"POST", "/api/public/unsubscribe/TOKEN", "application/x-www-form-urlencoded"},
		{"PUT", settings, "application/json"},
		{"GET", settings, "application/json"},
		{"POST", upload, "text/csv"},
		{"POST", "/api/protected/saresystem/imports:inspect", "text/csv"},
		{"POST", "/nowhere", "text/plain"},
	}
}

// allCalls adds every call of the API's description.
func (s *system) allCalls() [][3]string {
	s.t.Helper()
	var described struct {
		Paths map[string]map[string]json.RawMessage
	}
	require.NoError(s.t, json.Unmarshal([]byte(s.get("/api/openapi.json").body), &described))
	calls := bodyCalls()
	for path, methods := range described.Paths {
		for _, name := range []string{"id", "uid", "number", "date", "token", "provider", "key"} {
			path = strings.ReplaceAll(path, "{"+name+"}", "1")
		}
		for method := range methods {
			calls = append(calls, [3]string{strings.ToUpper(method), path, "application/json"})
		}
	}
	return calls
}

func TestNoBodyIsReadOfAnUnknownSender(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for path, class := range map[string]string{
		"/api/hooks/v1/sendgrid/NOBODY": "PROVIDER_NOT_FOUND", "/api/ingest/v1/batch": "INTAKE_KEY_UNKNOWN",
	} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.address, "http://"))
		require.NoError(t, err)
		_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Basic %s\r\nContent-Length: 100\r\n\r\n", path,
			base64.StdEncoding.EncodeToString([]byte("NOBODY:")))
		require.NoError(t, err)
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(20*time.Second)))
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		said, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, class, answer{body: string(said)}.class())
		require.NoError(t, conn.Close())
	}
	for range 3 {
		require.Equal(t, http.StatusOK, s.post("/api/hooks/v1/sendgrid/KEY", "{}").StatusCode)
	}
	require.Equal(t, 3, s.peers.intake.found, "who is known is not asked for again")
}

// A connection that is closed while its client still sends is reset, and the client sees the reset before the response.
func TestAClientThatStillSendsReadsItsRefusal(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	var clients sync.WaitGroup
	for range 4 { // few, since a starved client itself may see the reset before the response
		clients.Go(func() {
			endless := io.LimitReader(zeros{}, 100*mebibyte)
			req, err := http.NewRequestWithContext(
				t.Context(), http.MethodPost, s.address+"/api/protected/saresystem/contacts:import", endless,
			)
			if !assert.NoError(t, err) {
				return
			}
			answer, err := http.DefaultClient.Do(req)
			if assert.NoError(t, err) {
				assert.Equal(t, http.StatusUnauthorized, answer.StatusCode)
				assert.NoError(t, answer.Body.Close())
			}
		})
	}
	clients.Wait()
}

// zeros reads as zeros without end.
type zeros struct{}

func (zeros) Read(to []byte) (int, error) {
	clear(to)
	return len(to), nil
}

func TestACallTakesNoMoreThanItsContractCanMean(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	res := s.post(login, `{"email":"`+strings.Repeat("x", 30<<10)+`"}`)
	require.Equal(t, http.StatusRequestEntityTooLarge, res.StatusCode)
	require.Equal(t, "REQUEST_TOO_LARGE", res.class())
	wide := `{"email":"a@example.com","password":"` + strings.Repeat(`\ud83d\ude00`, 1024) + `"}`
	require.Equal(t, http.StatusOK, s.post(login, wide).StatusCode, "the longest password in its longest form")
	for _, path := range []string{upload, "/api/openapi.json", "/api/ingest/v1/batch", "/nowhere"} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			require.Equal(t, http.StatusRequestEntityTooLarge, s.do(method, path, "{}").StatusCode, "%s %s", method, path)
		}
	}
}

func TestStalledBodiesYieldToSendingOnes(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	// More than twice as many as one address has room for, at 20 KiB each in 8 MiB. All have arrived once the others are
	// gone.
	const connections, room = 1100, 8 << 20 / (20 << 10)
	held := s.withhold(connections, 4<<10, http.MethodPost, login, "application/json")
	defer held.close()
	answered := held.answered()
	s.eventually(func() bool { return answered.Load() >= connections-room-1 })
	s.eventually(func() bool {
		return s.post(login, `{"email":"a@example.com","password":"x"}`).StatusCode == http.StatusOK
	})
	for range 100 {
		res := s.post(login, `{"email":"a@example.com","password":"x"}`)
		require.Equal(t, http.StatusOK, res.StatusCode, res.body)
	}
}

// TestBodiesThatNeverEndTakeLittleMemory withholds the last byte of bodies. PULS_WITHHELD=2000 opens that many
// connections, for every call of the API, with large and small bodies, and compares honest requests meanwhile with
// those of a calm gateway; PULS_WITHHELD_CALLS=some uses only the calls of the small run.
func TestBodiesThatNeverEndTakeLittleMemory(t *testing.T) {
	const bound = 64 * mebibyte
	connections, all := 150, false
	if given := os.Getenv("PULS_WITHHELD"); given != "" {
		var err error
		connections, err = strconv.Atoi(given)
		require.NoError(t, err)
		all = true
	}
	s := start(t, nil)
	calls, sizes, requests := bodyCalls(), []int{mebibyte}, 20
	if all {
		sizes, requests = []int{mebibyte, 4 << 10}, 400
	}
	if given := os.Getenv("PULS_WITHHELD_CALLS"); all && given != "some" {
		calls = s.allCalls()
	}
	var calm, meanwhile []time.Duration
	worst, quiet := 0, runtime.NumGoroutine()
	for _, call := range calls {
		for _, size := range sizes {
			s.eventually(func() bool { return runtime.NumGoroutine() <= quiet+200 })
			calm = append(calm, s.times(requests)...)
			idle := inUse()
			held := s.withhold(connections, size, call[0], call[1], call[2])
			more := inUse() - idle
			for range 4 { // the rest of a refused body is awaited for half a second
				if more > bound {
					time.Sleep(250 * time.Millisecond)
					more = inUse() - idle
				}
			}
			took := s.times(requests)
			held.close()
			worst, meanwhile = max(worst, more), append(meanwhile, took...)
			assert.LessOrEqual(t, more, bound, "%s %s, %d bytes", call[0], call[1], size)
			if all {
				t.Logf("%-6s %-80s %7d bytes: %5.1f MiB more, p99 %v", call[0], call[1], size, float64(more)/mebibyte, p99(took))
			}
		}
	}
	t.Attr("figure", fmt.Sprintf("%d calls × %d connections: at most %.1f MiB more; p99 %v, calm %v", len(calls), connections,
		float64(worst)/mebibyte, p99(meanwhile).Round(time.Microsecond), p99(calm).Round(time.Microsecond)))
	if all {
		require.LessOrEqual(t, p99(meanwhile), 2*p99(calm))
	}
}
