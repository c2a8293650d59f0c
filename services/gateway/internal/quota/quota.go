// Package quota bounds the use of a resource by clients, such as open downloads or bytes of bodies: by all clients and
// by each. When another client needs room, it ends the holder that has waited longest for its own client.
package quota

import (
	"context"
	"errors"
	"sync"
	"time"
)

// The reasons for a refusal.
var (
	// ErrOwn means that the client itself has reached its limit.
	ErrOwn = errors.New("the client has reached its limit")
	// ErrAll means that all clients together have reached the limit.
	ErrAll = errors.New("all clients hold as much as they may")
)

// Limits are the bounds of a quota.
type Limits struct {
	// All bounds all clients together, Each a single client.
	All, Each int64
	// Grace is how long a holder may wait for its client while another client needs the room.
	Grace time.Duration
	// OwnGivesWay makes a client that is over Each end one of its own holders; otherwise the client is refused.
	OwnGivesWay bool
	// Patience is how long Take waits for room while no holder can be ended yet; 0 refuses at once.
	Patience time.Duration
}

// look is how often Take checks again for a holder to end.
const look = 100 * time.Millisecond

// Holder holds a share and can be ended.
type Holder interface {
	// Waits returns how long the holder has been waiting for its client; 0 outside a wait.
	Waits(now time.Time) time.Duration
	// Drop ends the holder soon. It does not block.
	Drop()
}

// Quota tracks the use of one resource. K identifies clients.
type Quota[K comparable] struct {
	limits Limits

	mu   sync.Mutex
	sum  int64
	each map[K]int64
	held map[Holder]share[K]
	// freed is closed and replaced whenever room becomes free.
	freed chan struct{}
}

type share[K comparable] struct {
	client K
	size   int64
}

// New returns an unused quota.
func New[K comparable](limits Limits) *Quota[K] {
	return &Quota[K]{limits: limits, each: map[K]int64{}, held: map[Holder]share[K]{}, freed: make(chan struct{})}
}

// Take adds size to the share of a holder. It fails with ErrOwn, ErrAll or the error of ctx, and then adds nothing. A
// holder that gives way has lost its share when Take returns, and ends soon after.
func (q *Quota[K]) Take(ctx context.Context, client K, holder Holder, size int64) error {
	deadline := time.Now().Add(q.limits.Patience)
	for {
		freed, err := q.try(client, holder, size)
		if err == nil || errors.Is(err, ErrOwn) || !time.Now().Before(deadline) {
			return err
		}
		select {
		case <-freed:
		case <-time.After(look):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Leave returns the whole share of a holder. Calling it again has no effect.
func (q *Quota[K]) Leave(holder Holder) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.leave(holder, q.held[holder].size)
}

// Shrink returns a part of a holder's share.
func (q *Quota[K]) Shrink(holder Holder, size int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.leave(holder, min(size, q.held[holder].size))
}

func (q *Quota[K]) leave(holder Holder, size int64) {
	at, found := q.held[holder]
	if !found {
		return
	}
	q.sum -= size
	if q.each[at.client] -= size; q.each[at.client] == 0 {
		delete(q.each, at.client)
	}
	if at.size -= size; at.size == 0 {
		delete(q.held, holder)
	} else {
		q.held[holder] = at
	}
	close(q.freed)
	q.freed = make(chan struct{})
}

func (q *Quota[K]) try(client K, holder Holder, size int64) (freed <-chan struct{}, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := func(at share[K]) bool { return at.client == client }
	if q.each[client]+size > q.limits.Each &&
		(!q.limits.OwnGivesWay || !q.drop(holder, own, q.each[client]+size-q.limits.Each)) {
		return nil, ErrOwn
	}
	anybody := func(share[K]) bool { return true }
	if q.sum+size > q.limits.All && !q.drop(holder, anybody, q.sum+size-q.limits.All) {
		return q.freed, ErrAll
	}
	q.sum += size
	q.each[client] += size
	q.held[holder] = share[K]{client, q.held[holder].size + size}
	return nil, nil
}

// drop ends the holders that have waited longest for their clients, and longer than the grace, until size is free. It
// reports whether it succeeded.
func (q *Quota[K]) drop(except Holder, among func(share[K]) bool, size int64) bool {
	now := time.Now()
	for size > 0 {
		var slowest Holder
		longest := q.limits.Grace
		for holder, at := range q.held {
			if holder == except || !among(at) {
				continue
			}
			if waits := holder.Waits(now); waits >= longest && waits > 0 {
				slowest, longest = holder, waits
			}
		}
		if slowest == nil {
			return false
		}
		freed := q.held[slowest].size
		slowest.Drop()
		q.leave(slowest, freed)
		size -= freed
	}
	return true
}
