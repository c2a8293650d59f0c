//go:build long

package acceptance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgtest"
)

// faults are the faults of a line in toxiproxy's form.
var faults = map[string]string{
	"200 ms later": `{"type": "latency", "attributes": {"latency": 200}}`,
	"silent":       `{"type": "timeout", "attributes": {"timeout": 0}}`,
	"reset":        `{"type": "reset_peer", "attributes": {"timeout": 0}}`,
	"sliced":       `{"type": "slicer", "attributes": {"average_size": 64, "size_variation": 32, "delay": 500}}`,
}

const (
	// faultDeadline is the deadline of requests, and faultGrace the delay with which they may end.
	faultDeadline = 5 * time.Second
	faultGrace    = 250 * time.Millisecond
	faultRate     = 50
	// faultRecovery is the time after a fault within which all requests succeed again.
	faultRecovery = 30 * time.Second
)

// TestFaultsOnTheWireEndInTime puts toxiproxy between a program and its Postgres, its NATS, and its services' own
// calls. It makes each line late, silent, reset and sliced for PULS_FAULT_SECONDS under requests, and checks that the
// requests end by their deadline, that nothing piles up, and that accepted data is stored once.
func TestFaultsOnTheWireEndInTime(t *testing.T) {
	length := time.Duration(fromEnvironment("PULS_FAULT_SECONDS", 5)) * time.Second
	w := newWire(t)
	people := newSufferers(t, w)
	people.suffer(length) // connections that are made on demand exist from then on
	base := w.settled()
	people.suffer(length)
	t.Logf("at most %.0f%% of a pool's connections; load %s", 100*w.fullest, uptime(t))
	require.LessOrEqual(t, w.fullest, 1.0, "a pool is over its cap")
	people.compare()
	after := w.settled()
	for deadline := time.Now().Add(faultRecovery); after > base+5 && time.Now().Before(deadline); {
		after = w.settled()
	}
	require.LessOrEqual(t, after, base+5, "goroutines are left over")
	t.Logf("%d goroutines, %d before", after, base)
}

// wire is a program whose connections can be disturbed.
type wire struct {
	*suite
	m     *member
	lines map[string][]*toxiproxy.Proxy
	// fullest is the highest utilisation of the connection pools; 1 is their limit.
	fullest float64
}

func newWire(t *testing.T) *wire {
	w := &wire{lines: map[string][]*toxiproxy.Proxy{}}
	proxies := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	over := func(line, upstream string) string {
		proxy := toxiproxy.NewProxy(proxies, fmt.Sprintf("%s %d", line, len(w.lines[line])), "127.0.0.1:0", upstream)
		require.NoError(t, proxy.Start())
		t.Cleanup(proxy.Stop)
		w.lines[line] = append(w.lines[line], proxy)
		return proxy.Listen
	}
	nats, err := natsserver.Start(t.Context(), natsserver.Options{Dir: t.TempDir(), Listen: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, nats.Stop()) })
	address, err := url.Parse(nats.URL())
	require.NoError(t, err)
	address.Host = over("NATS", address.Host)
	w.suite = newSuite(t, suiteOptions{plain: true, nats: address.String(), env: []string{
		"PULS_LIMIT_IMPORTS=100000",
	}})
	w.operate("migrate")
	w.operate("account", "create", "--email", "faults@example.com", "--uids", "001")
	var peers []string
	for _, name := range w.names {
		peers = append(peers, name+"="+over("gRPC", w.grpc(name, 0)))
	}
	w.env = append(w.env, "PULS_PEERS="+strings.Join(peers, ","))
	config, err := pgconn.ParseConfig(w.database)
	require.NoError(t, err)
	l := &line{t: t}
	l.network, l.address = pgconn.NetworkAddress(config.Host, config.Port)
	l.restore()
	t.Cleanup(l.cut)
	_, port, err := net.SplitHostPort(over("Postgres", fmt.Sprintf("127.0.0.1:%d", l.port)))
	require.NoError(t, err)
	for _, schema := range schemas() {
		w.env = append(w.env, "DATABASE_URL_"+strings.ToUpper(schema)+"="+
			through(t, pgtest.As(w.database, pgdb.RoleOf(schema)), port))
	}
	w.m = w.start(0, w.names...)
	w.m.ready()
	return w
}

func (w *wire) spoil(line, fault string) {
	w.t.Helper()
	for _, proxy := range w.lines[line] {
		_, err := proxy.Toxics.AddToxicJson(strings.NewReader(fault))
		require.NoError(w.t, err)
	}
}

func (w *wire) mend(line string) {
	for _, proxy := range w.lines[line] {
		proxy.Toxics.ResetToxics(w.t.Context())
	}
}

var (
	goroutines = regexp.MustCompile(`(?m)^go_goroutine_count\S* (\S+)$`)
	pools      = regexp.MustCompile(`(?m)^pgxpool_(max|total)_connections\{(\S+)\} (\S+)$`)
)

// metrics returns the program's metrics, and records the utilisation of its pools.
func (w *wire) metrics() string {
	w.t.Helper()
	res, err := http.Get("http://" + w.m.admin + "/metrics")
	require.NoError(w.t, err)
	text, err := io.ReadAll(res.Body)
	require.NoError(w.t, errors.Join(err, res.Body.Close()))
	found := map[string]map[string]float64{"max": {}, "total": {}}
	for _, match := range pools.FindAllStringSubmatch(string(text), -1) {
		found[match[1]][match[2]], err = strconv.ParseFloat(match[3], 64)
		require.NoError(w.t, err)
	}
	require.NotEmpty(w.t, found["max"])
	for pool, total := range found["total"] {
		w.fullest = max(w.fullest, total/found["max"][pool])
	}
	return string(text)
}

func (w *wire) goroutines() int {
	w.t.Helper()
	match := goroutines.FindStringSubmatch(w.metrics())
	require.NotNil(w.t, match)
	count, err := strconv.ParseFloat(match[1], 64)
	require.NoError(w.t, err)
	return int(count)
}

// settled returns the number of goroutines at rest: the lowest number in three consecutive seconds.
func (w *wire) settled() int {
	w.t.Helper()
	fewest, same := w.goroutines(), 0
	eventually(w.t, "the program to be at rest", func() bool {
		<-time.After(time.Second)
		if now := w.goroutines(); now < fewest {
			fewest, same = now, 0
		}
		same++
		return same > 3
	})
	return fewest
}

// sufferers are users whose requests go through a program with faults.
type sufferers struct {
	t    *testing.T
	wire *wire
	c    *client
	web  *http.Client

	mu        sync.Mutex
	took      []time.Duration
	statuses  map[int]int
	late, odd []string
	// contacts and files count accepted ones over all runs.
	contacts, files int
	// left has the requests that were not accepted during a fault, to be repeated.
	left []func()
}

func newSufferers(t *testing.T, w *wire) *sufferers {
	c := w.web(0)
	c.login("faults@example.com", testPassword)
	rows := "uid,email,email_consent\n001,person1@example.com,true\n"
	require.Equal(t, 1, c.upload("contacts", "text/csv", strings.NewReader(rows)).Kept)
	return &sufferers{t: t, wire: w, c: c, contacts: 1, web: &http.Client{
		Timeout: faultRecovery, Transport: &http.Transport{MaxIdleConnsPerHost: 512},
	}}
}

// suffer sends requests under each fault of each line.
func (s *sufferers) suffer(length time.Duration) {
	s.t.Helper()
	for _, line := range slices.Sorted(maps.Keys(s.wire.lines)) {
		for _, fault := range slices.Sorted(maps.Keys(faults)) {
			s.run(length, func() { s.wire.spoil(line, faults[fault]) }, func() { s.wire.mend(line) })
			back := s.recovered()
			s.t.Logf("%-8s %-12s %s; answered again after %s", line, fault, s.figures(), back.Round(10*time.Millisecond))
			s.hold(s.t)
		}
	}
	s.web.CloseIdleConnections()
}

// run sends requests for a time, between spoil and mend, and waits for all to end.
func (s *sufferers) run(length time.Duration, spoil, mend func()) {
	s.t.Helper()
	s.took, s.statuses, s.late, s.odd = nil, map[int]int{}, nil, nil
	ctx, cancel := context.WithTimeout(s.t.Context(), length)
	defer cancel()
	spoil()
	var sending sync.WaitGroup
	sending.Go(func() {
		for ctx.Err() == nil {
			s.wire.metrics()
			<-time.After(500 * time.Millisecond)
		}
	})
	for _, add := range []func(context.Context){s.addContact, s.addFile} {
		sending.Go(func() {
			for ctx.Err() == nil {
				add(ctx)
			}
		})
	}
	paths := []string{
		"protected/account/users/me", "protected/scoring/scorings", "protected/saresystem/groups",
		"protected/reports/sendings?start=2026-10-01&end=2026-10-31", "protected/saresystem/contacts/001/0",
	}
	for n, began := 0, time.Now(); ctx.Err() == nil; n++ {
		due := began.Add(time.Duration(n) * time.Second / faultRate)
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(due)):
			sending.Go(func() { s.ask(http.MethodGet, paths[n%len(paths)], "", "", "") })
		}
	}
	mend()
	sending.Wait()
}

// addContact adds a contact with an idempotency key, and retries until it succeeds.
func (s *sufferers) addContact(ctx context.Context) {
	key := uuid.NewString()
	s.until(ctx, &s.contacts, func() bool {
		status := s.ask(http.MethodPost, "protected/saresystem/contacts", "application/json",
			fmt.Sprintf(`{"uid":"001","email":"%s@example.com"}`, key), key)
		return status == http.StatusOK
	})
}

// addFile uploads a file with one event, and retries until it succeeds.
func (s *sufferers) addFile(ctx context.Context) {
	id := uuid.NewString()
	file := eventHeader + id + ",2026-10-12T10:00:00Z,001,mailing.sent," + id + ",info,,person1@example.com,,,\n"
	s.until(ctx, &s.files, func() bool {
		return s.ask(http.MethodPost, "protected/saresystem/engagement:import", "text/csv", file, "") == http.StatusOK
	})
}

// until retries until done succeeds, also after the fault: a request without a response may have taken effect.
func (s *sufferers) until(ctx context.Context, count *int, done func() bool) {
	for !done() {
		if ctx.Err() != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.left = append(s.left, func() { s.until(s.t.Context(), count, done) })
			return
		}
		<-time.After(100 * time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	*count++
}

// ask sends one request and records its outcome. Files have no deadline.
func (s *sufferers) ask(method, path, contentType, body, key string) int {
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.c.address+"/api/"+path, strings.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return 0
	}
	for name, value := range map[string]string{
		"Authorization": "Bearer " + s.c.token, "Grpc-Timeout": strconv.Itoa(int(faultDeadline.Seconds())) + "S",
		"Content-Type": contentType, "Idempotency-Key": key,
	} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	began := time.Now()
	status, text := 0, ""
	if res, err := s.web.Do(req); err == nil {
		answer, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		status, text = res.StatusCode, string(bytes.TrimSpace(answer))
	} else {
		text = err.Error()
	}
	took := time.Since(began)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.statuses[status]++
	if s.took = append(s.took, took); took > faultDeadline+faultGrace && contentType != "text/csv" {
		s.late = append(s.late, fmt.Sprintf("%s %s after %s: %d %s", method, path, took, status, text))
	}
	switch status {
	case http.StatusOK, http.StatusServiceUnavailable, http.StatusGatewayTimeout, http.StatusConflict:
	default:
		s.odd = append(s.odd, fmt.Sprintf("%s %s after %s: %d %s", method, path, took, status, text))
	}
	return status
}

// recovered returns the time until all requests of a second succeed.
func (s *sufferers) recovered() time.Duration {
	began, since := time.Now(), time.Now()
	for time.Since(since) < time.Second {
		require.Less(s.t, time.Since(began), faultRecovery, "it does not recover")
		for _, path := range []string{"protected/scoring/scorings", "protected/saresystem/groups"} {
			if s.c.send(http.MethodGet, path, "").status != http.StatusOK {
				since = time.Now()
			}
		}
		<-time.After(20 * time.Millisecond)
	}
	return since.Sub(began)
}

func (s *sufferers) figures() string {
	slices.Sort(s.took)
	var told []string
	for _, status := range slices.Sorted(maps.Keys(s.statuses)) {
		told = append(told, fmt.Sprintf("%d×%d", s.statuses[status], status))
	}
	return fmt.Sprintf("%s; p50 %s, longest %s", strings.Join(told, " "), s.took[len(s.took)/2].Round(time.Millisecond),
		s.took[len(s.took)-1].Round(time.Millisecond))
}

// hold fails the test unless 99.9 % of the requests ended in time, and all with an expected status.
func (s *sufferers) hold(t *testing.T) {
	t.Helper()
	require.LessOrEqual(t, len(s.late), len(s.took)/1000, "requests that ended too late: %s", strings.Join(s.late, "\n"))
	require.Empty(t, s.odd)
}

// compare compares the stored data with the accepted data.
func (s *sufferers) compare() {
	s.t.Helper()
	for _, again := range s.left {
		again()
	}
	require.Len(s.t, s.c.contactsFile("001"), 1+s.contacts)
	var total struct{ Total struct{ Sent int } }
	eventually(s.t, "all files to be read", func() bool {
		s.c.call(http.MethodGet, "protected/reports/sendings?start=2026-10-12&end=2026-10-12", nil, &total)
		return total.Total.Sent >= s.files
	})
	require.Equal(s.t, s.files, total.Total.Sent)
	s.t.Logf("%d contacts and %d files were accepted, and are there once", s.contacts, s.files)
}
