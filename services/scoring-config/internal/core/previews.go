package core

import (
	"context"
	"sync"
	"time"
)

// queueing is how long a preview waits for the one before it.
const queueing = time.Second

// previews lets each account have one on the way.
type previews struct {
	mu     sync.Mutex
	places map[AccountID]*place
}

// place is where the previews of an account stand one after the other; it goes with the last of them.
type place struct {
	// taken holds what the one on the way put there.
	taken chan struct{}
	// users are the one on the way and those that wait.
	users int
}

// enter waits for the account's place and returns how it is left. It fails with ErrPreviewBusy when that takes too
// long.
func (p *previews) enter(ctx context.Context, account AccountID) (leave func(), err error) {
	at := p.join(account)
	wait, cancel := context.WithTimeout(ctx, queueing)
	defer cancel()
	select {
	case at.taken <- struct{}{}:
		return func() {
			<-at.taken
			p.part(account, at)
		}, nil
	case <-wait.Done():
		p.part(account, at)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, ErrPreviewBusy.After(queueing)
	}
}

func (p *previews) join(account AccountID) *place {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.places[account]
	if at == nil {
		at = &place{taken: make(chan struct{}, 1)}
		p.places[account] = at
	}
	at.users++
	return at
}

func (p *previews) part(account AccountID, at *place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.users--; at.users == 0 {
		delete(p.places, account)
	}
}
