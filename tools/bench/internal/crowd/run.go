package crowd

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Run says what a crowd does.
type Run struct {
	// Rate is requests a second, besides refreshes: a sixth asks for flags, the others for pages of the application.
	Rate   int
	Length time.Duration
	// Storms of sign-ins come beside that, as users with this password.
	Storms   []Storm
	Emails   []string
	Password string
}

// Storm is many sign-ins, each from an address of its own.
type Storm struct {
	// At is when it begins, after the start of the run.
	At, Length time.Duration
	SignIns    int
}

// refreshEvery is how often a session is refreshed.
const refreshEvery = 10 * time.Minute

type kind int

const (
	page kind = iota
	flag
	refresh
	signIn
)

type entry struct {
	due  time.Duration
	kind kind
	n    int
}

// Go sends requests by the timetable until the end of the run.
func (c *Crowd) Go(ctx context.Context, run Run) (*Record, error) {
	record := &Record{}
	var sent sync.WaitGroup
	start := time.Now()
	for _, next := range c.timetable(run) {
		due := start.Add(next.due)
		if wait := time.Until(due); wait > 0 {
			select {
			case <-ctx.Done():
				sent.Wait()
				return record, ctx.Err()
			case <-time.After(wait):
			}
		}
		sent.Go(func() {
			status, good, err := c.act(ctx, run, next)
			record.add(sample{
				due: next.due, took: time.Since(due), kind: next.kind, status: status,
				failed: err != nil || !slices.Contains(good, status),
			}, err)
		})
	}
	sent.Wait()
	return record, nil
}

// act sends a request and answers its status, and which are good.
func (c *Crowd) act(ctx context.Context, run Run, e entry) (status int, good []int, err error) {
	p := c.people[e.n%len(c.people)]
	switch e.kind {
	case page: // of another kind than the one before it: all of the dearest at once is no crowd
		status, err = c.call(ctx, p, e.n/len(c.people)+e.n%len(c.people))
		return status, []int{http.StatusOK}, err
	case flag:
		status, err = c.flags(ctx, p)
		return status, []int{http.StatusOK, http.StatusNotModified}, err
	case refresh:
		status, err = c.renew(ctx, p)
		return status, []int{http.StatusOK}, err
	default:
		guest := &person{from: fmt.Sprintf("11.%d.%d.%d", e.n>>16&255, e.n>>8&255, e.n&255)}
		status, err = c.login(ctx, guest, run.Emails[e.n%len(run.Emails)], run.Password)
		return status, []int{http.StatusOK, http.StatusTooManyRequests}, err
	}
}

// timetable is when each request is due.
func (c *Crowd) timetable(run Run) []entry {
	var table []entry
	every := func(from, length, pause time.Duration, k kind) {
		for n := 0; time.Duration(n)*pause < length; n++ {
			table = append(table, entry{from + time.Duration(n)*pause, k, n})
		}
	}
	every(0, run.Length, time.Second*6/time.Duration(run.Rate), flag)
	every(0, run.Length, time.Second*6/time.Duration(5*run.Rate), page)
	every(0, run.Length, refreshEvery/time.Duration(len(c.people)), refresh)
	for _, storm := range run.Storms {
		every(storm.At, storm.Length, storm.Length/time.Duration(storm.SignIns), signIn)
	}
	slices.SortFunc(table, func(a, b entry) int { return int(a.due - b.due) })
	return table
}
