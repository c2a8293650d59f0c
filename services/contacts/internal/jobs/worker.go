package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
)

const (
	// workers is how many accounts are served at once in this process.
	workers = 2
	// slice is how long an account is served before the others get their turn.
	slice = 5 * time.Second
	// poll is how often a worker looks although nobody woke it.
	poll = time.Second
	// settlePause is how soon after its last row an import is looked at for its end; it doubles up to poll.
	settlePause = 10 * time.Millisecond
	// maxAttempts without progress end an import.
	maxAttempts = 8
	// uploadLimit is how long an upload may be silent before its pieces are removed.
	uploadLimit = 2 * time.Hour
	cleanEvery  = 30 * time.Minute
)

// Worker reads imports.
type Worker struct {
	store    Store
	accounts Accounts
	encode   Encode
	books    *books
	now      core.Clock
	log      *slog.Logger
	limits   Limits
	outages  Outages
	wake     chan struct{}
	// settle wakes the runner that ends imports whose batches were taken in.
	settle chan struct{}
}

// Options are what a worker is made of.
type Options struct {
	Store    Store
	Accounts Accounts
	Encode   Encode
	Now      core.Clock
	Log      *slog.Logger
	Limits   Limits
	Outages  Outages
}

// Outages tells what is nobody's fault.
type Outages interface {
	// Hold waits while nothing more may be written.
	Hold(ctx context.Context)
	// Passing reports whether a failure passes by itself, such as a database that restarts.
	Passing(err error) bool
}

// Limits bound what one transaction takes; 0 means what suits production.
type Limits struct {
	// Contacts is rows of a file of contacts, Facts is facts of a file of engagement, by whole pieces of the file.
	Contacts, Facts int
}

// NewWorker makes a worker.
func NewWorker(o Options) *Worker {
	if o.Limits.Contacts == 0 {
		o.Limits.Contacts = contactRows
	}
	if o.Limits.Facts == 0 {
		o.Limits.Facts = stepFacts
	}
	return &Worker{
		limits: o.Limits, outages: o.Outages,
		store: o.Store, accounts: o.Accounts, encode: o.Encode, books: newBooks(o.Store), now: o.Now, log: o.Log,
		wake: make(chan struct{}, workers), settle: make(chan struct{}, 1),
	}
}

// Wake tells the worker that an import has arrived.
func (w *Worker) Wake() { notify(w.wake) }

func notify(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// Run reads imports until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			facts := engine.NewFacts()
			for ctx.Err() == nil {
				w.outages.Hold(ctx)
				if !w.serveOne(ctx, facts) {
					wait(ctx, w.wake, poll)
				}
			}
		})
	}
	running.Go(func() { w.clean(ctx) })
	running.Go(func() { w.finish(ctx) })
	running.Wait()
	return nil
}

func wait(ctx context.Context, wake <-chan struct{}, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-wake:
	case <-timer.C:
	}
}

// finish ends imports whose batches have been taken in: at once for small ones, with little asking for large ones.
func (w *Worker) finish(ctx context.Context) {
	pause := poll
	for ctx.Err() == nil {
		left, err := w.store.FinishSettled(ctx)
		if err != nil {
			w.warn(ctx, "imports could not be finished", core.Import{}, err)
		}
		switch {
		case !left || err != nil:
			pause = poll
			wait(ctx, w.settle, pause)
			pause = settlePause
		default:
			wait(ctx, nil, pause)
			pause = min(2*pause, poll)
		}
	}
}

// clean removes what uploads that never ended have left.
func (w *Worker) clean(ctx context.Context) {
	for ctx.Err() == nil {
		if removed, err := w.store.CleanUploads(ctx, w.now().Add(-uploadLimit)); err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "left uploads could not be removed", "error", err)
		} else if removed > 0 {
			w.log.InfoContext(ctx, "left uploads were removed", "blocks", removed)
		}
		select {
		case <-ctx.Done():
		case <-time.After(cleanEvery):
		}
	}
}

// serveOne serves the account that waits longest and answers whether there was one.
func (w *Worker) serveOne(ctx context.Context, facts *engine.Facts) bool {
	waiting, err := w.store.Waiting(ctx)
	if err != nil {
		w.warn(ctx, "imports could not be listed", core.Import{}, err)
		return false
	}
	for _, next := range waiting {
		release, err := w.store.TryAccount(ctx, next.Account)
		if err != nil {
			w.warn(ctx, "account could not be taken", next, err)
			return false
		}
		if release == nil {
			continue
		}
		served := w.serve(ctx, next.ID, facts)
		release()
		if served {
			return true
		}
	}
	return false
}

// serve reads an import for a slice of time and answers whether it was there to be read.
func (w *Worker) serve(ctx context.Context, id core.ImportID, facts *engine.Facts) bool {
	taken, err := w.store.Take(ctx, id)
	if err != nil {
		w.warn(ctx, "import could not be taken", core.Import{ID: id}, err)
		return false
	}
	if taken == nil {
		return false
	}
	if taken.Attempts > maxAttempts {
		// It took the process down with it, time after time.
		w.giveUp(ctx, taken, errors.New("too many attempts"))
		return true
	}
	began := taken.Position
	err = w.readSafely(ctx, taken, facts)
	switch {
	case err == nil || errors.Is(err, core.ErrMoved):
		return true
	case ctx.Err() != nil:
		// A stop is no failure of the import; the time limit is for the clean-up alone.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = w.store.Postpone(ctx, id, w.now(), true)
		return true
	}
	w.warn(ctx, "import met a failure and is tried again", *taken, err)
	w.postpone(ctx, taken, err, taken.Position != began)
	return true
}

func (w *Worker) postpone(ctx context.Context, i *core.Import, cause error, progressed bool) {
	attempts := i.Attempts
	if progressed {
		attempts = 1
	}
	var failure *unavailable
	forgiven := errors.As(cause, &failure) || w.outages.Passing(cause)
	if attempts >= maxAttempts && !forgiven {
		w.giveUp(ctx, i, cause)
		return
	}
	pause := time.Second << min(attempts, 6)
	if err := w.store.Postpone(ctx, i.ID, w.now().Add(pause), forgiven); err != nil {
		w.warn(ctx, "import could not be postponed", *i, err)
	}
}

func (w *Worker) giveUp(ctx context.Context, i *core.Import, cause error) {
	w.log.ErrorContext(ctx, "import is given up", "import", fmt.Sprintf("%x", i.ID), "account", i.Account, "error", cause)
	if err := w.store.Fail(ctx, i.ID); err != nil {
		w.warn(ctx, "import could not be given up", *i, err)
	}
}

func (w *Worker) warn(ctx context.Context, message string, i core.Import, err error) {
	if ctx.Err() == nil {
		w.log.WarnContext(ctx, message, "import", fmt.Sprintf("%x", i.ID), "account", i.Account, "error", err)
	}
}

// unavailable is a failure of another service, for which an import is not to blame.
type unavailable struct{ cause error }

func (u *unavailable) Error() string { return "another service does not answer: " + u.cause.Error() }
func (u *unavailable) Unwrap() error { return u.cause }

// readSafely makes a panic a failure of the import, so that one file cannot stop all others.
func (w *Worker) readSafely(ctx context.Context, i *core.Import, facts *engine.Facts) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return w.read(ctx, i, facts)
}

// read reads an import until its end or the end of the slice.
func (w *Worker) read(ctx context.Context, i *core.Import, facts *engine.Facts) error {
	job, err := w.open(ctx, i, facts)
	if err != nil {
		return err
	}
	until := time.Now().Add(slice)
	for {
		w.outages.Hold(ctx)
		done, err := job.step(ctx)
		if errors.Is(err, core.ErrDictionaryChanged) {
			// Contacts changed between look-up and commit: read the same rows again.
			if job, err = w.open(ctx, i, facts); err != nil {
				return err
			}
			continue
		}
		if done && i.Kind == core.KindEngagement {
			notify(w.settle)
		}
		if err != nil || done || time.Now().After(until) {
			return err
		}
	}
}

// job reads one import step by step; it keeps the import's position up to date.
type job interface {
	step(ctx context.Context) (done bool, err error)
}

func (w *Worker) open(ctx context.Context, i *core.Import, facts *engine.Facts) (job, error) {
	zone, err := w.zone(ctx, i)
	if err != nil {
		return nil, err
	}
	first, _, err := w.store.Block(ctx, i.ID, 0, nil)
	if err != nil {
		return nil, fmt.Errorf("read head: %w", err)
	}
	head, err := core.ReadHead(i.Kind, i.Format, i.Encoding, first)
	if err != nil {
		return nil, fmt.Errorf("read head: %w", err)
	}
	databases, err := w.store.Databases(ctx, i.Account)
	if err != nil {
		return nil, fmt.Errorf("read databases: %w", err)
	}
	byUID := make(map[string]int32, len(databases))
	for _, d := range databases {
		byUID[d.UID] = d.ID
	}
	source := newBody(ctx, w.store, i)
	if i.Kind == core.KindContacts {
		return w.openContacts(ctx, i, source, head, zone, byUID)
	}
	return w.openEngagement(i, source, head, zone, byUID, facts), nil
}

// zone answers the zone of the import's days, which is fixed when its reading begins.
func (w *Worker) zone(ctx context.Context, i *core.Import) (*engine.Zone, error) {
	if i.Timezone == "" {
		name, err := w.accounts.Timezone(ctx, i.Account)
		if err != nil {
			return nil, &unavailable{cause: err}
		}
		if err := w.store.SetTimezone(ctx, i.ID, name); err != nil {
			return nil, fmt.Errorf("keep timezone: %w", err)
		}
		i.Timezone = name
	}
	location, err := time.LoadLocation(i.Timezone)
	if err != nil {
		return nil, fmt.Errorf("load timezone: %w", err)
	}
	return engine.NewZone(location), nil
}

func startOf(i *core.Import) engine.Start {
	return engine.Start{Position: i.Position, Lines: i.Lines, SingleByte: i.Encoding == engine.Windows1250}
}

// errIncomplete says that pieces of a file are missing: it is not done, whatever was read.
var errIncomplete = errors.New("the file ends before its size")

// checkEnd refuses to end an import whose file was not read whole.
func checkEnd(i *core.Import, p core.Progress) error {
	if p.Done && p.To != i.Size {
		return fmt.Errorf("%w: %d of %d bytes", errIncomplete, p.To, i.Size)
	}
	return nil
}

// moveTo notes what a step has committed.
func moveTo(i *core.Import, p core.Progress) { i.Position, i.Lines = p.To, p.Lines }

// ownUID is the uid that an account has of itself.
func ownUID(account int32) string { return fmt.Sprintf("%03d", account) }
