// Package places bounds what clients hold at once, of one kind: open downloads, files on their way, bytes of bodies. It
// knows all clients together and each alone, and ends what waits longest for its own client when somebody else needs
// the place.
package places

import (
	"context"
	"errors"
	"sync"
	"time"
)

// The reasons why there is no place.
var (
	// ErrOwn says that the client itself holds as much as it may.
	ErrOwn = errors.New("the client holds as much as it may")
	// ErrAll says that all clients together do.
	ErrAll = errors.New("all clients hold as much as they may")
)

// Limits bound what is held at once.
type Limits struct {
	// All is the bound of all clients together, Each that of one.
	All, Each int64
	// Grace is how long a holder may wait for its client although somebody else needs the place.
	Grace time.Duration
	// OwnGivesWay says that a client over Each ends what it holds itself; otherwise it is refused.
	OwnGivesWay bool
	// Patience is how long Take waits for a place when nobody can give way yet; 0 refuses at once.
	Patience time.Duration
}

// look is how often Take looks again for somebody to give way.
const look = 100 * time.Millisecond

// Holder is what holds places and can be ended.
type Holder interface {
	// Waits returns for how long the holder has been waiting for its client; 0 while it is not.
	Waits(now time.Time) time.Duration
	// Drop ends the holder soon. It does not block.
	Drop()
}

// Places are those of one kind. K tells clients apart.
type Places[K comparable] struct {
	limits Limits

	mu   sync.Mutex
	sum  int64
	each map[K]int64
	held map[Holder]place[K]
	// freed is closed and made anew whenever a place becomes free.
	freed chan struct{}
}

type place[K comparable] struct {
	client K
	size   int64
}

// New makes empty places.
func New[K comparable](limits Limits) *Places[K] {
	return &Places[K]{limits: limits, each: map[K]int64{}, held: map[Holder]place[K]{}, freed: make(chan struct{})}
}

// Take adds size to what a holder of a client holds. It fails with ErrOwn, ErrAll, or as ctx does; nothing is added
// then. Whoever gives way has lost its place when Take returns, and ends soon after.
func (p *Places[K]) Take(ctx context.Context, client K, holder Holder, size int64) error {
	deadline := time.Now().Add(p.limits.Patience)
	for {
		freed, err := p.try(client, holder, size)
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

// Leave gives everything back that a holder has; again does nothing.
func (p *Places[K]) Leave(holder Holder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leave(holder, p.held[holder].size)
}

// Shrink gives a part back of what a holder has.
func (p *Places[K]) Shrink(holder Holder, size int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leave(holder, min(size, p.held[holder].size))
}

func (p *Places[K]) leave(holder Holder, size int64) {
	at, found := p.held[holder]
	if !found {
		return
	}
	p.sum -= size
	if p.each[at.client] -= size; p.each[at.client] == 0 {
		delete(p.each, at.client)
	}
	if at.size -= size; at.size == 0 {
		delete(p.held, holder)
	} else {
		p.held[holder] = at
	}
	close(p.freed)
	p.freed = make(chan struct{})
}

func (p *Places[K]) try(client K, holder Holder, size int64) (freed <-chan struct{}, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	own := func(at place[K]) bool { return at.client == client }
	if p.each[client]+size > p.limits.Each &&
		(!p.limits.OwnGivesWay || !p.drop(holder, own, p.each[client]+size-p.limits.Each)) {
		return nil, ErrOwn
	}
	anybody := func(place[K]) bool { return true }
	if p.sum+size > p.limits.All && !p.drop(holder, anybody, p.sum+size-p.limits.All) {
		return p.freed, ErrAll
	}
	p.sum += size
	p.each[client] += size
	p.held[holder] = place[K]{client, p.held[holder].size + size}
	return nil, nil
}

// drop ends those who have waited for their clients longest, and beyond the grace, until so much is free, and reports
// whether it is.
func (p *Places[K]) drop(except Holder, among func(place[K]) bool, size int64) bool {
	now := time.Now()
	for size > 0 {
		var slowest Holder
		longest := p.limits.Grace
		for holder, at := range p.held {
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
		freed := p.held[slowest].size
		slowest.Drop()
		p.leave(slowest, freed)
		size -= freed
	}
	return true
}

// Lasting is a holder that never gives way.
type Lasting struct{ _ byte } // two of them are not the same

// Waits answers 0.
func (*Lasting) Waits(time.Time) time.Duration { return 0 }

// Drop is never called.
func (*Lasting) Drop() {}
