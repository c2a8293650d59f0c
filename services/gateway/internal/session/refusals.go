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
	// pollEvery makes a logout or a switched-off account take effect everywhere well within a second.
	pollEvery = 250 * time.Millisecond
	// pollLimit bounds one question.
	pollLimit = time.Second
	// staleAfter is when a gateway that cannot ask any more says so.
	staleAfter = 10 * time.Second
	// firstRead bounds the wait of a call that comes before anything has been read: a gateway that was restarted in place
	// is asked before it is known not to be ready.
	firstRead = 2 * time.Second
	// maxSessions bounds memory: far more than can end within the life of a token.
	maxSessions = 1 << 20
)

// Refusals is what must be refused although its token is still valid, as the account service tells it.
type Refusals struct {
	client accountv1.AccountAdminServiceClient
	log    *slog.Logger
	now    func() time.Time
	calls  running
	known  chan struct{} // closed once anything has been read

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

// NewRefusals makes an empty list; nothing is known before Run has read it once.
func NewRefusals(client accountv1.AccountAdminServiceClient, log *slog.Logger, now func() time.Time) *Refusals {
	return &Refusals{
		client: client, log: log, now: now, calls: running{calls: map[*call]struct{}{}}, sessions: map[string]time.Time{},
		links: map[int64]time.Time{}, accounts: map[int32]accountState{}, known: make(chan struct{}),
	}
}

// Run reads what is new until ctx ends.
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

// take adds what is new and forgets what cannot come any more.
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
		r.cursor = 0 // the database was restored to an earlier state: everything is read again
		return
	}
	r.cursor = res.GetCursor()
}

// verdict is what becomes of a call.
type verdict int

const (
	// admitted calls go on.
	admitted verdict = iota
	// unknown means that nothing has been read yet: nobody is let in.
	unknown
	// ended means that the session, the account or the way into it is over.
	ended
	// trialOver means that the account's trial has expired.
	trialOver
)

// decide is check, which waits for the first reading, but not for long.
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

// Ready reports whether the list has been read, and lately.
func (r *Refusals) Ready() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return !r.readAt.IsZero() && r.now().Sub(r.readAt) < staleAfter
}
