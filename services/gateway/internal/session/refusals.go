package session

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/loop"
)

const (
	// pollEvery makes a logout or a disabled account take effect on all gateways well within a second.
	pollEvery = 250 * time.Millisecond
	// pollLimit bounds one poll.
	pollLimit = time.Second
	// staleAfter is when a gateway that cannot poll any more reports that it is not ready.
	staleAfter = 10 * time.Second
	// firstRead bounds the wait of a call that arrives before the first poll: a gateway that was restarted in place gets
	// requests before it is known not to be ready.
	firstRead = 2 * time.Second
	// maxSessions bounds memory: far more sessions than can end within the lifetime of a token.
	maxSessions = 1 << 20
)

// Refusals caches the account service's revocations: sessions, links and accounts whose valid tokens must be refused.
type Refusals struct {
	client accountv1.AccountAdminServiceClient
	log    *slog.Logger
	now    func() time.Time
	calls  running
	known  chan struct{} // closed after the first poll

	mu       sync.RWMutex
	sessions map[string]time.Time // until when to remember
	links    map[int64]time.Time  // the same
	accounts map[int32]accountState
	cursor   int64
	readAt   time.Time
}

type accountState struct {
	active bool
	// trialEnds is zero without a trial.
	trialEnds time.Time
}

// NewRefusals returns an empty list, which is unknown until Run has polled once.
func NewRefusals(client accountv1.AccountAdminServiceClient, log *slog.Logger, now func() time.Time) *Refusals {
	return &Refusals{
		client: client, log: log, now: now, calls: running{calls: map[*call]struct{}{}}, sessions: map[string]time.Time{},
		links: map[int64]time.Time{}, accounts: map[int32]accountState{}, known: make(chan struct{}),
	}
}

// Run polls new revocations until ctx ends.
func (r *Refusals) Run(ctx context.Context) error {
	return loop.Every(pollEvery, r.log, "ended sessions cannot be read; those known stay refused", r.poll)(ctx)
}

func (r *Refusals) poll(ctx context.Context) error {
	call, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	res, err := r.client.ListRefusals(call, &accountv1.ListRefusalsRequest{After: r.cursor})
	if err != nil {
		return err
	}
	r.take(res)
	r.calls.end(func(id auth.Identity) bool { return r.check(id) == ended })
	return nil
}

// take adds new revocations and removes those whose tokens have expired.
func (r *Refusals) take(res *accountv1.ListRefusalsResponse) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	over := func(until time.Time) bool { return now.After(until) }
	maps.DeleteFunc(r.sessions, func(_ string, until time.Time) bool { return over(until) })
	maps.DeleteFunc(r.links, func(_ int64, until time.Time) bool { return over(until) })
	for _, ended := range res.GetLinks() {
		r.links[ended.GetLink()] = ended.GetForgetAt().AsTime()
	}
	for _, ended := range res.GetSessions() {
		until := ended.GetForgetAt().AsTime()
		if now.After(until) {
			continue
		}
		if len(r.sessions) >= maxSessions {
			r.log.Error("too many ended sessions to remember", "limit", maxSessions)
			break
		}
		r.sessions[ended.GetSession()] = until
	}
	for _, account := range res.GetAccounts() {
		state := accountState{active: account.GetActive()}
		if ends := account.GetTrialEndsAt(); ends != nil {
			state.trialEnds = ends.AsTime()
		}
		if state.active && state.trialEnds.IsZero() {
			delete(r.accounts, account.GetAccountId())
			continue
		}
		r.accounts[account.GetAccountId()] = state
	}
	if r.readAt.IsZero() {
		close(r.known)
	}
	if r.readAt = now; res.GetCursor() < r.cursor {
		r.cursor = 0 // the database was restored to an earlier state: read everything again
		return
	}
	r.cursor = res.GetCursor()
}

// verdict is the decision on a call.
type verdict int

const (
	// admitted calls pass.
	admitted verdict = iota
	// unknown means that nothing has been read yet: all calls are refused.
	unknown
	// ended means that the session or its link has ended, or that an account is disabled.
	ended
	// trialOver means that the account's trial has expired.
	trialOver
)

// decide is check, but waits a short time for the first poll.
func (r *Refusals) decide(ctx context.Context, id auth.Identity) verdict {
	what := r.check(id)
	if what != unknown {
		return what
	}
	ctx, cancel := context.WithTimeout(ctx, firstRead)
	defer cancel()
	select {
	case <-r.known:
	case <-ctx.Done():
	}
	return r.check(id)
}

func (r *Refusals) check(id auth.Identity) verdict {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.readAt.IsZero() {
		return unknown
	}
	if _, over := r.sessions[id.Session]; over {
		return ended
	}
	if _, over := r.links[id.Link]; over {
		return ended
	}
	for _, account := range []int32{id.Account, id.Home} {
		if state, listed := r.accounts[account]; listed && !state.active {
			return ended
		}
	}
	if state := r.accounts[id.Account]; !state.trialEnds.IsZero() && !r.now().Before(state.trialEnds) {
		return trialOver
	}
	return admitted
}

// Known reports whether the list was ever read.
func (r *Refusals) Known() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return !r.readAt.IsZero()
}

// Ready reports whether the list was read within staleAfter.
func (r *Refusals) Ready() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return !r.readAt.IsZero() && r.now().Sub(r.readAt) < staleAfter
}
