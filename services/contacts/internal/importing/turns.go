package importing

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/retry"
)

const (
	// maxAttempts that fail without progress end an import.
	maxAttempts  = 8
	firstPause   = 2 * time.Second
	longestPause = 64 * time.Second
	// MaxBegun is how often a step may begin without ending: a step that crashes the process does so twice at most.
	MaxBegun = 2
	// cautiousPart is the divisor of the step limits after a step that began and did not end.
	cautiousPart = 20
	// StopLimit bounds the writes that are still made when the program stops.
	StopLimit = 5 * time.Second
	// uploadLimit is how long an upload may be idle before its blocks are removed.
	uploadLimit = 2 * time.Hour
	// draftLimit is how long a draft is stored.
	draftLimit = 24 * time.Hour
)

// Reader reads imports one after the other and reuses its memory.
type Reader struct {
	app *App
	// engagement is the memory of two steps of engagement: one is committed while the other is read.
	engagement [2]*engagementRead
	// long readers read only the imports that take long to convert to text.
	long bool
}

// NewReader returns a reader. Any number of readers may run concurrently, in any process.
func (a *App) NewReader() *Reader {
	return &Reader{app: a, engagement: [2]*engagementRead{newEngagementRead(), newEngagementRead()}}
}

// NewLongReader returns a reader of the imports that readers left because it takes long to make text of their files.
// Other imports do not wait for it.
func (a *App) NewLongReader() *Reader {
	r := a.NewReader()
	r.long = true
	return r
}

// Turn is the lock on an account's imports, and the import that is read.
type Turn struct {
	reader   *Reader
	i        *Import
	release  func()
	began    int64
	job      job
	settling bool
	long     bool
	// open is set while a step has begun whose end is not recorded.
	open  bool
	trace string
}

// Next begins the turn of the account that was served longest ago; it returns nil when no import is to be read now.
// Imports of an account are read one after the other in the order of arrival.
func (r *Reader) Next(ctx context.Context) (*Turn, error) {
	waiting, err := r.app.TurnStore.Waiting(ctx)
	if err != nil {
		return nil, fmt.Errorf("list waiting imports: %w", err)
	}
	r.app.forgetLong(waiting)
	for _, next := range waiting {
		if _, long := r.app.long.Load(next.ID); long != r.long {
			continue
		}
		release, err := r.app.TurnStore.TryAccount(ctx, next.Account)
		if err != nil {
			return nil, fmt.Errorf("take account %d: %w", next.Account, err)
		}
		if release == nil {
			continue
		}
		taken, err := r.app.TurnStore.Take(ctx, next.ID)
		if err == nil && taken != nil {
			return &Turn{reader: r, i: taken, release: release, began: taken.Position, trace: next.Trace, open: true}, nil
		}
		release()
		if err != nil {
			return nil, fmt.Errorf("take import %s: %w", next.ID, err)
		}
	}
	return nil, nil // no import waits
}

// forgetLong forgets the long imports that no longer wait.
func (a *App) forgetLong(waiting []WaitingImport) {
	a.long.Range(func(id, _ any) bool {
		if !slices.ContainsFunc(waiting, func(w WaitingImport) bool { return w.ID == id }) {
			a.long.Delete(id)
		}
		return true
	})
}

// End releases the lock on the account's imports.
func (t *Turn) End(ctx context.Context) {
	if t.open {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), StopLimit)
		defer cancel()
		if err := t.reader.app.TurnStore.EndStep(ctx, t.i.ID); err != nil {
			t.warn(ctx, "the end of a step could not be noted", err)
		}
	}
	t.release()
}

// Settling reports whether the import has been read and waits for the engine to take its batches.
func (t *Turn) Settling() bool { return t.settling }

// Long reports whether the import was left to long readers.
func (t *Turn) Long() bool { return t.long }

// Trace is the parent of the request that uploaded the file, for telemetry.
func (t *Turn) Trace() string { return t.trace }

// Step reads some rows and commits their effects. It reports whether there is more to read: false after the last row,
// and after a failure, which it has handled.
func (t *Turn) Step(ctx context.Context) (more bool) {
	if t.i.Begun > MaxBegun {
		t.giveUp(ctx, ErrSetAside)
		return false
	}
	defer t.beside()()
	var done bool
	err := safely(func() (err error) {
		done, err = t.step(ctx)
		return err
	})
	switch {
	case err == nil:
		t.i.Begun = 1 // the next one
		t.settling = done && t.i.Kind == table.KindEngagement && t.i.State != StateDraft
		return !done
	case errors.Is(err, ErrMoved): // another worker reads on
	case errors.Is(err, errLong):
		t.long = true
		t.reader.app.long.Store(t.i.ID, true)
		t.stop(ctx)
	case errors.Is(err, errUnfolded):
		t.stop(ctx)
	case ctx.Err() != nil:
		t.stop(ctx) // the next program finds out again how long it takes
	case isOfFile(err):
		t.giveUp(ctx, err)
	default:
		t.warn(ctx, "import met a failure and is tried again", err)
		t.failed(ctx, err)
	}
	return false
}

// beside waits until a step may run. A step that was begun before and did not end runs alone, so that a crash makes no
// other step begin again. The returned function lets other steps run.
func (t *Turn) beside() (end func()) {
	a := t.reader.app
	switch {
	case t.reader.long:
		return func() {} // its pace waits for a step that runs alone
	case t.i.Begun > 1:
		a.alone.Lock()
		return a.alone.Unlock
	default:
		a.alone.RLock()
		return a.alone.RUnlock
	}
}

// stepLimits bound the next step of an import: a small one after a step that did not end, so that the position
// advances.
func (a *App) stepLimits(i *Import) StepLimits {
	if i.Begun < 2 {
		return a.Steps
	}
	return StepLimits{Contacts: max(1, a.Steps.Contacts/cautiousPart), Facts: max(1, a.Steps.Facts/cautiousPart)}
}

func (t *Turn) step(ctx context.Context) (done bool, err error) {
	for {
		if t.job == nil {
			if t.job, err = t.reader.open(ctx, t.i); err != nil {
				return false, err
			}
		}
		done, err = t.job.step(ctx)
		switch {
		case errors.Is(err, errUnfolded): // it can be read like any other now
			t.reader.app.long.Delete(t.i.ID)
			if t.reader.long {
				return false, err
			}
		case !errors.Is(err, ErrDictionaryChanged):
			return done, err
		}
		t.job = nil // contacts changed between look-up and commit: the same rows are read again
	}
}

// safely turns a panic into a failure of the import, so that one file cannot stop all others.
func safely(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

// isOfFile reports whether the cause of a failure is in the file, so that retrying is useless.
func isOfFile(err error) bool {
	f := fault.From(err)
	return f != nil && (f.Kind == fault.Invalid || f.Kind == fault.TooLarge)
}

// stop forgives the attempt: neither a stop of the program nor the end of a turn is a failure of the import.
func (t *Turn) stop(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), StopLimit)
	defer cancel()
	if err := t.reader.app.TurnStore.Postpone(ctx, t.i.ID, t.reader.app.Now(), true); err != nil {
		t.warn(ctx, "attempt could not be forgiven", err)
	}
}

// failed schedules a retry of the import, or gives it up. Failures of another service and outages are forgiven.
func (t *Turn) failed(ctx context.Context, cause error) {
	attempts := t.i.Attempts
	if t.i.Position != t.began {
		attempts = 1
	}
	a := t.reader.app
	forgiven := errors.Is(cause, contact.ErrAway) || a.Passing(cause)
	if attempts >= maxAttempts && !forgiven {
		t.giveUp(ctx, cause)
		return
	}
	pause := retry.Pause(attempts, firstPause, longestPause)
	if err := a.TurnStore.Postpone(ctx, t.i.ID, a.Now().Add(pause), forgiven); err != nil {
		t.warn(ctx, "import could not be postponed", err)
	}
}

func (t *Turn) giveUp(ctx context.Context, cause error) {
	t.reader.app.Log.ErrorContext(ctx, "import is given up", "import", t.i.ID, "account", t.i.Account, "error", cause)
	var why *file.Defect
	if f := fault.From(cause); f != nil {
		why = contact.Defect(f.Reason, f.Detail)
	}
	if err := t.reader.app.TurnStore.Fail(ctx, t.i.ID, t.i.Pass, why); err != nil {
		t.warn(ctx, "import could not be given up", err)
	}
}

func (t *Turn) warn(ctx context.Context, message string, err error) {
	if ctx.Err() == nil {
		t.reader.app.Log.WarnContext(ctx, message, "import", t.i.ID, "account", t.i.Account, "error", err)
	}
}

// FinishSettled ends the imports whose batches the engine has all taken, and reports whether others still wait.
func (a *App) FinishSettled(ctx context.Context) (left bool, err error) {
	for {
		batch, found, err := a.TurnStore.FirstSettling(ctx)
		if err != nil || !found {
			return err != nil, err
		}
		if taken, err := a.TurnStore.Taken(ctx, batch); err != nil || !taken {
			return true, err
		}
		if err := a.TurnStore.FinishSettled(ctx, batch); err != nil {
			return true, err
		}
	}
}

// CleanUploads removes expired drafts and the blocks of uploads that never ended, and returns the number of removed
// blocks.
func (a *App) CleanUploads(ctx context.Context) (removed int64, err error) {
	if err := a.DraftStore.CleanDrafts(ctx, a.Now()); err != nil {
		return 0, err
	}
	return a.FileStore.CleanUploads(ctx, a.Now().Add(-uploadLimit))
}
