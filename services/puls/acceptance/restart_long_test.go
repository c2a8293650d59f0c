//go:build long

package acceptance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
)

// TestServicesAreRestartedInTurnUnderLoadWithoutAFailedRequest sends PULS_RESTART_RATE requests a second, a fifth of
// them writes with an idempotency key, for a fifth of the time as the base, and then for PULS_RESTART_SECONDS while one
// service after the other is replaced like in a rollout.
func TestServicesAreRestartedInTurnUnderLoadWithoutAFailedRequest(t *testing.T) {
	rate := fromEnvironment("PULS_RESTART_RATE", 300)
	length := time.Duration(fromEnvironment("PULS_RESTART_SECONDS", 300)) * time.Second
	s := newSuite(t, suiteOptions{replicas: 2, env: []string{
		"PULS_DRAIN_PAUSE=3s", "PULS_LIMIT_SCORINGS=1000000", "PULS_LIMIT_NEW_SCORINGS=1000000",
	}})
	s.operate("migrate")
	f := startFleet(s)
	s.operate("account", "create", "--email", "restart@example.com", "--uids", "001")
	c := s.web(0)
	c.login("restart@example.com", testPassword)
	files := "uid,external_id,email,email_consent\n001,R1,person1@example.com,true\n001,R2,person2@example.com,true\n"
	require.Equal(t, 2, c.upload("contacts", "text/csv", strings.NewReader(files)).Kept)
	events := eventHeader + "e1,2026-10-10T10:00:00Z,001,mailing.sent,m1,info,,person1@example.com,,,\n"
	require.Equal(t, 1, c.upload("engagement", "text/csv", strings.NewReader(events)).Kept)
	scoring := crashScoring(c)
	c.calculate(scoring, crashDate)
	eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })

	people := newCrowd(t, s, c.token, scoring)
	people.run(rate, length/5, func(ctx context.Context) { <-ctx.Done() })
	base := people.figures()
	t.Logf("base: %s; load %s", base, uptime(t))
	require.Zero(t, base.failed)
	restarts := 0
	people.run(rate, length, func(ctx context.Context) {
		for ctx.Err() == nil {
			restarts += f.replaceAll()
		}
	})
	during := people.figures()
	figure(t, "%d restarts: %s; load %s; p99 %.2f times the base", restarts, during, uptime(t),
		during.p99.Seconds()/base.p99.Seconds())
	require.GreaterOrEqual(t, restarts, len(s.names), "not every service was restarted")
	require.Zero(t, during.failed)
	c.address = s.web(f.replica).address
	var list struct{ Total int }
	c.call(http.MethodGet, "protected/scoring/scorings?page=1&pageSize=1", nil, &list)
	require.Equal(t, 1+people.made, list.Total, "scorings that were asked for once each")
	const quick = 250 * time.Millisecond // below it a ratio does not matter
	require.LessOrEqual(t, during.p99, max(2*base.p99, quick))
}

// fleet runs every service of a suite, each in a separate process.
type fleet struct {
	*suite
	running map[string]*member
	// replica is the number of the replica whose ports the processes use.
	replica int
}

// startFleet starts all services and waits until they are ready.
func startFleet(s *suite) *fleet {
	s.t.Helper()
	f := &fleet{suite: s, running: map[string]*member{}}
	for _, name := range s.names {
		f.running[name] = s.start(0, name)
	}
	for _, m := range f.running {
		m.ready()
	}
	return f
}

// replaceAll replaces one service after the other like a rollout: the new process is ready before the old one is asked
// to stop. It returns the number of replaced services.
func (f *fleet) replaceAll() int {
	f.t.Helper()
	f.replica = 1 - f.replica
	for _, name := range f.names {
		next := f.start(f.replica, name)
		next.ready()
		f.running[name].stop()
		f.running[name] = next
	}
	return len(f.names)
}

func uptime(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("/proc/loadavg")
	require.NoError(t, err)
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

// figures are the results of requests.
type figures struct {
	requests, writes, failed int
	p50, p99, longest        time.Duration
}

func (f figures) String() string {
	return fmt.Sprintf("%d requests, %d of them writes, %d failed, p50 %s, p99 %s, longest %s", f.requests, f.writes,
		f.failed, f.p50.Round(time.Millisecond), f.p99.Round(time.Millisecond), f.longest.Round(time.Millisecond))
}

// crowd is users behind an ingress. It probes the gateways' /readyz, sends requests to the ready gateways in turn, and
// repeats a request whose connection broke, since reads and writes with a key can be repeated.
type crowd struct {
	t              *testing.T
	gateways       []string
	ready          []atomic.Bool
	turn           atomic.Int64
	client         *http.Client
	token, scoring string
	// patient makes the crowd retry a request a second after a response 503.
	patient bool

	mu    sync.Mutex
	took  []time.Duration
	fails int
	// writes counts the writes of the last run; made counts the scorings of all runs.
	writes, made int
}

func newCrowd(t *testing.T, s *suite, token, scoring string) *crowd {
	c := &crowd{
		t: t, ready: make([]atomic.Bool, s.replicas), token: token, scoring: scoring,
		client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256}},
	}
	for replica := range s.replicas {
		c.gateways = append(c.gateways, "http://"+s.at(replica, 2*len(s.names)))
	}
	return c
}

// look probes the gateways until ctx ends. A probe that times out leaves a gateway's state unchanged, like a single
// failure of a probe.
func (c *crowd) look(ctx context.Context) {
	probe := &http.Client{Timeout: time.Second}
	for ctx.Err() == nil {
		for i, gateway := range c.gateways {
			res, err := probe.Get(gateway + "/readyz")
			if os.IsTimeout(err) {
				continue
			}
			c.ready[i].Store(err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusNoContent)
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// gateway returns the next ready gateway.
func (c *crowd) gateway() string {
	turn := int(c.turn.Add(1))
	for i := range c.gateways {
		if at := (turn + i) % len(c.gateways); c.ready[at].Load() {
			return c.gateways[at]
		}
	}
	return c.gateways[turn%len(c.gateways)]
}

// run sends requests at a steady rate, independent of their durations, while work runs, which should end after length.
func (c *crowd) run(rate int, length time.Duration, work func(context.Context)) {
	c.t.Helper()
	c.took, c.fails, c.writes = nil, 0, 0
	long, cancel := context.WithTimeout(c.t.Context(), length)
	defer cancel()
	ctx, stop := context.WithCancel(c.t.Context())
	defer stop()
	var looking, sending sync.WaitGroup
	watching, enough := context.WithCancel(c.t.Context())
	looking.Go(func() { c.look(watching) })
	sending.Go(func() {
		began := time.Now()
		for n := 0; ctx.Err() == nil; n++ {
			due := began.Add(time.Duration(n) * time.Second / time.Duration(rate))
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Until(due)):
			}
			sending.Go(func() { c.request(n) })
		}
	})
	work(long)
	stop()
	sending.Wait()
	enough()
	looking.Wait()
}

// reads returns requests that involve every service.
func (c *crowd) reads() []string {
	return []string{
		"protected/account/users/me", "protected/saresystem/contacts/001/1", "protected/scoring/scorings/" + c.scoring,
		"protected/scoring/scorings/" + c.scoring + ":partitionSummary?scoringType=mailing",
		"protected/saresystem/contacts/001/1:scores?scoringType=mailing&scoringId=" + c.scoring, "public/system/feature-flags",
		"protected/saresystem/databases", "protected/reports/sendings?start=2026-10-01&end=2026-10-31",
	}
}

// request sends the n-th request and records its outcome.
func (c *crowd) request(n int) {
	method, path, body, key := http.MethodGet, "", "", ""
	switch n % 10 {
	case 0:
		method, path, key = http.MethodPost, "protected/scoring/scorings", uuid.NewString()
		body = `{"name":"A draft","config":{"daysAgo":28}}`
	case 5:
		method, path, key = http.MethodPost, "protected/saresystem/contacts", uuid.NewString()
		body = fmt.Sprintf(`{"uid":"001","email":"%s@example.com"}`, key)
	default:
		path = c.reads()[n%len(c.reads())]
	}
	began := time.Now()
	err := c.send(method, path, body, key)
	took := time.Since(began)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, took)
	if key != "" {
		c.writes++
	}
	if n%10 == 0 {
		c.made++
	}
	if err != nil {
		c.fails++
		c.t.Logf("%s %s after %s: %v", method, path, took.Round(time.Millisecond), err)
	}
}

// send sends a request until there is a response, and to another gateway if a connection breaks first.
func (c *crowd) send(method, path, body, key string) error {
	var broken error
	for range 4 {
		req, err := http.NewRequestWithContext(
			c.t.Context(), method, c.gateway()+"/api/"+path, strings.NewReader(body),
		)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer "+c.token)
		if key != "" {
			req.Header.Set("Idempotency-Key", key)
			req.Header.Set("Content-Type", "application/json")
		}
		res, err := c.client.Do(req)
		if err != nil {
			broken = errors.Join(broken, err)
			continue
		}
		answer, err := io.ReadAll(res.Body)
		if err = errors.Join(err, res.Body.Close()); err != nil {
			broken = errors.Join(broken, err)
			continue
		}
		if c.patient && res.StatusCode == http.StatusServiceUnavailable {
			broken = errors.Join(broken, fmt.Errorf("%s: %s", res.Status, bytes.TrimSpace(answer)))
			time.Sleep(time.Second)
			continue
		}
		if res.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", res.Status, bytes.TrimSpace(answer))
		}
		return nil
	}
	return broken
}

func (c *crowd) figures() figures {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.took)
	at := func(part float64) time.Duration { return c.took[int(part*float64(len(c.took)-1))] }
	return figures{
		requests: len(c.took), writes: c.writes, failed: c.fails, p50: at(0.5), p99: at(0.99), longest: at(1),
	}
}
