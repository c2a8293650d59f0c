package harm

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"puls.app/tools/bench/internal/program"
)

// Restarts are the figures of a database that goes away.
type Restarts struct {
	Requests int
	// Statuses counts answers by status, Broken connections without an answer.
	Statuses map[int]int
	Broken   int
	// Written is how many groups were acknowledged, Lost how many of them are not there afterwards, Twice how many are
	// there more than once.
	Written, Lost, Twice int
	// Away is how long the longest outage was felt.
	Away time.Duration
}

// MeasureRestarts ends the program's Postgres at once, so many times, while so many requests a second come; half of
// them write.
func MeasureRestarts(
	ctx context.Context, p *program.Program, restarts, rate int, every time.Duration,
) (Restarts, error) {
	r := Restarts{Statuses: map[int]int{}}
	const accounts = 4
	var crowd [accounts]*person
	var uids [accounts]string
	for i := range crowd {
		var err error
		if crowd[i], err = newPerson(ctx, p, fmt.Sprintf("patient%d", i)); err != nil {
			return r, err
		}
		if uids[i], err = crowd[i].uid(ctx); err != nil {
			return r, err
		}
	}
	written := map[string]bool{}
	var mu sync.Mutex
	var failing time.Time
	note := func(status int, err error, name string) {
		mu.Lock()
		defer mu.Unlock()
		r.Requests++
		switch {
		case err != nil:
			r.Broken++
		default:
			r.Statuses[status]++
		}
		switch {
		case status == http.StatusOK:
			if !failing.IsZero() {
				r.Away = max(r.Away, time.Since(failing))
			}
			failing = time.Time{}
			if name != "" {
				written[name] = true
			}
		case failing.IsZero():
			failing = time.Now()
		}
	}
	var asking sync.WaitGroup
	ticker := time.NewTicker(time.Second / time.Duration(rate))
	defer ticker.Stop()
	next := time.Now().Add(every)
	for n, ended := 0, 0; ended < restarts || time.Now().Before(next); n++ {
		<-ticker.C
		if ended < restarts && time.Now().After(next) {
			if err := p.EndPostgres(); err != nil {
				return r, err
			}
			ended++
			next = time.Now().Add(every)
		}
		asking.Go(func() {
			one, uid := crowd[n/2%accounts], uids[n/2%accounts]
			if n%2 == 0 {
				status, _, err := one.send(ctx, http.MethodGet, "protected/scoring/scorings", nil)
				note(status, err, "")
				return
			}
			name := fmt.Sprintf("group %d", n)
			status, _, err := one.send(ctx, http.MethodPost, "protected/saresystem/groups", object{"uid": uid, "name": name})
			note(status, err, name)
		})
	}
	asking.Wait()
	found := map[string]int{}
	for _, one := range crowd {
		names, err := one.groups(ctx)
		if err != nil {
			return r, err
		}
		for _, name := range names {
			found[name]++
		}
	}
	r.Written = len(written)
	for name := range written {
		if found[name] == 0 {
			r.Lost++
		}
	}
	for _, times := range found {
		if times > 1 {
			r.Twice++
		}
	}
	return r, nil
}

// groups returns the names of all groups.
func (o *person) groups(ctx context.Context) (names []string, err error) {
	var answer map[string]json.RawMessage
	if err := o.must(ctx, http.MethodGet, "protected/saresystem/groups", nil, &answer); err != nil {
		return nil, err
	}
	for _, list := range answer {
		var items struct{ Items []struct{ Name string } }
		if err := json.Unmarshal(list, &items); err != nil {
			return nil, fmt.Errorf("read groups: %w", err)
		}
		for _, item := range items.Items {
			names = append(names, item.Name)
		}
	}
	return names, nil
}
