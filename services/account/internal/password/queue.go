package password

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"puls.app/services/account/internal/core"
)

const (
	// most is how many may hold a place at once.
	most = 64
	// longest is how long a newcomer may expect to wait; with more before them they are told to come again.
	longest = 5 * time.Second
	// usual is how long a hash takes as long as none was made, and weight how much one says about the next.
	usual, weight = 50 * time.Millisecond, 8
)

// queue lets few hash at once, in turns of those who ask: an address's next one stands behind the first of everybody
// else. Whoever comes while it is full is turned away, unless somebody has more places than they: then that one's last
// gives way.
type queue struct {
	lanes int

	mu      sync.Mutex
	running int
	// places are in the order in which they were taken.
	places  []*place
	average time.Duration
}

// place is somebody's in the queue. It may hash more than once.
type place struct {
	argon *Argon
	from  string
	// turn is how many places the same address had when it was taken.
	turn int
	// gone is closed when it gave way to somebody else.
	gone chan struct{}
	// called is closed when a lane is free for it; nil while it waits for none. running says that it has one.
	called  chan struct{}
	running bool
}

func (q *queue) take(p *place) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, other := range q.places {
		if other.from == p.from {
			p.turn++
		}
	}
	if wait := q.wait(); len(q.places) >= most || wait > longest {
		last := q.last()
		if last == nil || last.turn <= p.turn {
			return core.ErrBusy.After(wait)
		}
		close(last.gone)
		q.remove(last)
	}
	q.places = append(q.places, p)
	return nil
}

// wait is how long a newcomer would wait.
func (q *queue) wait() time.Duration {
	return time.Duration(len(q.places)) * q.average / time.Duration(q.lanes)
}

// last returns whose turn comes last, of those who have not begun.
func (q *queue) last() (last *place) {
	for _, p := range q.places {
		if !p.running && (last == nil || p.turn >= last.turn) {
			last = p
		}
	}
	return last
}

// next returns whose turn comes first, of those who wait for a lane.
func (q *queue) next() (next *place) {
	for _, p := range q.places {
		if p.called != nil && !p.running && (next == nil || p.turn < next.turn) {
			next = p
		}
	}
	return next
}

func (q *queue) remove(p *place) {
	q.places = slices.DeleteFunc(q.places, func(other *place) bool { return other == p })
}

// begin waits for a lane. It returns core.ErrBusy when the place was lost meanwhile.
func (q *queue) begin(ctx context.Context, p *place) error {
	called, err := q.ask(p)
	if err != nil || called == nil {
		return err
	}
	select {
	case <-called:
		return nil
	case <-p.gone:
		return core.ErrBusy
	case <-ctx.Done():
		q.mu.Lock()
		defer q.mu.Unlock()
		if p.called = nil; p.running {
			q.pass(p)
		}
		return fmt.Errorf("wait for hashing: %w", ctx.Err())
	}
}

// ask returns nil when there is a lane, or what is closed once there is one.
func (q *queue) ask(p *place) (called <-chan struct{}, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-p.gone:
		return nil, core.ErrBusy
	default:
	}
	if q.running < q.lanes {
		q.running++
		p.running = true
		return nil, nil
	}
	p.called = make(chan struct{})
	return p.called, nil
}

// end gives the lane on, and remembers how long it was used.
func (q *queue) end(p *place, took time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.average += (took - q.average) / weight
	q.pass(p)
}

func (q *queue) pass(p *place) {
	p.running, p.called = false, nil
	next := q.next()
	if next == nil {
		q.running--
		return
	}
	next.running = true
	close(next.called)
}

func (q *queue) leave(p *place) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.remove(p)
}
