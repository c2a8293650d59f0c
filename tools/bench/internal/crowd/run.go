package crowd

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

// Run says what a crowd does.
type Run struct {
	// Rate is requests a second, besides refreshes: a sixth asks for flags, the others for pages of the application.
	Rate   int
	Length time.Duration
	// Storm is how many sign in within ten seconds, at the middle of the run, as users with this password.
	Storm    int
	Emails   []string
	Password string
}

// Figures are what requests came to; milliseconds.
type Figures struct {
	Requests, Errors, NotModified, Refreshed int
	P50, P99, Most                           float64
}

// Storm are what sign-ins of a storm came to; milliseconds.
type Storm struct {
	SignedIn, Waiting, Errors int
	SignedInP99, WaitingP99   float64
}

const (
	// refreshEvery is how often a session is refreshed.
	refreshEvery = 10 * time.Minute
	stormLength  = 10 * time.Second
)

// sample is one request.
type sample struct {
	due    time.Time
	took   time.Duration
	kind   kind
	status int
	failed bool
}

type kind int

const (
	page kind = iota
	flag
	refresh
	signIn
)

// recorder gathers samples.
type recorder struct {
	mu      sync.Mutex
	samples []sample
	told    int
}

func (r *recorder) add(s sample, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.samples = append(r.samples, s)
	if s.failed && r.told < 5 {
		r.told++
		fmt.Fprintf(os.Stderr, "bench: request of kind %d failed: status %d, %v\n", s.kind, s.status, err)
	}
}

// Go sends requests by the timetable until the end of the run.
func (c *Crowd) Go(ctx context.Context, run Run) (base, stormy Figures, storm Storm, err error) {
	var rec recorder
	var sent sync.WaitGroup
	start := time.Now()
	stormAt := start.Add(run.Length / 2)
	send := func(due time.Time, k kind, act func() (int, error), good ...int) {
		sent.Go(func() {
			status, err := act()
			rec.add(sample{due: due, took: time.Since(due), kind: k, status: status, failed: err != nil ||
				!slices.Contains(good, status)}, err)
		})
	}
	table := c.timetable(run, start, stormAt)
	for _, entry := range table {
		if wait := time.Until(entry.due); wait > 0 {
			select {
			case <-ctx.Done():
				return base, stormy, storm, ctx.Err()
			case <-time.After(wait):
			}
		}
		p := c.people[entry.n%len(c.people)]
		switch entry.kind {
		case page:
			send(entry.due, page, func() (int, error) { return c.call(ctx, p, entry.n/len(c.people)) }, http.StatusOK)
		case flag:
			send(entry.due, flag, func() (int, error) { return c.flags(ctx, p) }, http.StatusOK, http.StatusNotModified)
		case refresh:
			send(entry.due, refresh, func() (int, error) { return c.renew(ctx, p) }, http.StatusOK)
		case signIn:
			guest := &person{from: fmt.Sprintf("11.0.%d.%d", entry.n>>8&255, entry.n&255)}
			email := run.Emails[entry.n%len(run.Emails)]
			send(entry.due, signIn, func() (int, error) { return c.login(ctx, guest, email, run.Password) },
				http.StatusOK, http.StatusTooManyRequests)
		}
	}
	sent.Wait()
	base, stormy, storm = rec.split(stormAt)
	return base, stormy, storm, nil
}

type entry struct {
	due  time.Time
	kind kind
	n    int
}

// timetable is when each request is due.
func (c *Crowd) timetable(run Run, start, stormAt time.Time) []entry {
	var table []entry
	every := func(from time.Time, length, pause time.Duration, k kind) {
		for n := 0; time.Duration(n)*pause < length; n++ {
			table = append(table, entry{from.Add(time.Duration(n) * pause), k, n})
		}
	}
	every(start, run.Length, time.Second*6/time.Duration(run.Rate), flag)
	every(start, run.Length, time.Second*6/time.Duration(5*run.Rate), page)
	every(start, run.Length, refreshEvery/time.Duration(len(c.people)), refresh)
	if run.Storm > 0 {
		every(stormAt, stormLength, stormLength/time.Duration(run.Storm), signIn)
	}
	slices.SortFunc(table, func(a, b entry) int { return a.due.Compare(b.due) })
	return table
}

// split returns the figures of the time without the storm, of the time of the storm, and of the storm itself.
func (r *recorder) split(stormAt time.Time) (base, stormy Figures, storm Storm) {
	var calm, rough, in, waiting []float64
	for _, s := range r.samples {
		ms := float64(s.took) / float64(time.Millisecond)
		if s.kind == signIn {
			switch {
			case s.failed:
				storm.Errors++
			case s.status == http.StatusOK:
				in = append(in, ms)
			default:
				waiting = append(waiting, ms)
			}
			continue
		}
		figures, list := &base, &calm
		if s.due.After(stormAt) && s.due.Before(stormAt.Add(2*stormLength)) {
			figures, list = &stormy, &rough
		}
		*list = append(*list, ms)
		figures.count(s)
	}
	base.P50, base.P99, base.Most = quantile(calm, 0.5), quantile(calm, 0.99), quantile(calm, 1)
	stormy.P50, stormy.P99, stormy.Most = quantile(rough, 0.5), quantile(rough, 0.99), quantile(rough, 1)
	storm.SignedIn, storm.SignedInP99 = len(in), quantile(in, 0.99)
	storm.Waiting, storm.WaitingP99 = len(waiting), quantile(waiting, 0.99)
	return base, stormy, storm
}

func (f *Figures) count(s sample) {
	f.Requests++
	switch {
	case s.failed:
		f.Errors++
	case s.kind == refresh:
		f.Refreshed++
	case s.status == http.StatusNotModified:
		f.NotModified++
	}
}

// quantile returns the nearest-rank quantile, 0 of nothing. It sorts the list.
func quantile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	at := int(q*float64(len(list))+0.999999) - 1
	return list[max(0, min(at, len(list)-1))]
}
