package destination

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/retry"
)

const (
	// lease is how long a destination stays taken without a renewal.
	lease = 2 * time.Minute
	// HoldEvery is the interval of lease renewals.
	HoldEvery = lease / 4
	// settles is how long a call may still take effect, since providers work through jobs. An address that is removed
	// sooner is removed again after that, and forgotten only then.
	settles = 10 * time.Minute
	// firstPause doubles with each failed run up to longestPause.
	firstPause   = time.Minute
	longestPause = time.Hour
	// longestAsked is the longest pause that a provider may ask for.
	longestAsked = 24 * time.Hour
	// GiveUpAfter is the time for which a temporary failure lasts before the account is notified, and for which the
	// address of an erased contact is stored for its removal from the list.
	GiveUpAfter = 72 * time.Hour
	// outagePause is the pause of a run after a failure of our own services.
	outagePause = 30 * time.Second
	// page is the number of members that are read and compared at once.
	page = 2000
)

// Taken is a destination with a leased run.
type Taken struct {
	Destination
	Trouble
	Sealed []byte
	// Lease is unique to this taking.
	Lease uuid.UUID
	// Run is a new run, or the last one if it was interrupted or failed.
	Run Run
}

// Trouble is the state of a destination's failures.
type Trouble struct {
	// Since is the end of the first failed run since the last complete one; nil without one.
	Since *time.Time
	// Reported is the failure that the account was notified of; FailNone for none.
	Reported Failure
}

// after returns the state after a run that ended with a failure or with FailNone. A failure is reported once: a lasting
// one at once, a temporary one after GiveUpAfter.
func (t Trouble) after(f Failure, now time.Time) Trouble {
	switch {
	case f == FailNone:
		return Trouble{}
	case f == FailNoResult: // nothing is wrong with the list
		return Trouble{Reported: t.Reported}
	case t.Since == nil:
		t.Since = &now
	}
	if f.lasts() || t.Reported == FailNone && now.Sub(*t.Since) >= GiveUpAfter {
		t.Reported = f
	}
	return t
}

// Kept is the row of an address that is, or may be, on a list.
type Kept struct {
	Fingerprint Fingerprint
	// Sealed is the encrypted address.
	Sealed   []byte
	Database contact.DatabaseID
	Number   uint32
	// Name is the band or reason.
	Name   string
	SentAt time.Time
	// Sure is false until the provider has said that it is there, and once it was removed.
	Sure bool
}

// settled reports whether no call that sent it can still take effect, so that a removal is final. An answer proves
// nothing: a try before it may have begun a job of its own.
func (k *Kept) settled(now time.Time) bool { return now.Sub(k.SentAt) > settles }

// Step is the outcome of a call.
type Step struct {
	// Sure are on the list, Gone are not, and of Unsure nothing is known.
	Sure, Gone, Unsure []Fingerprint
	// Removed counts members that were on the list for sure and whose removal began.
	Added, Changed, Removed int
}

// Ending is the state of a run and its destination after the run.
type Ending struct {
	Run
	Trouble
	Failures int
	// NextAt is the time of the next run; nil without one.
	NextAt *time.Time
}

// RunStore leases due destinations and stores the progress of runs.
type RunStore interface {
	// Take leases a due destination to one worker; it returns nil if none is due.
	Take(ctx context.Context, now, until time.Time) (*Taken, error)
	// Hold prolongs a lease. It fails with ErrNotFound if the lease has ended. So do all methods below that change
	// something, once another worker has the destination or it was deleted.
	Hold(ctx context.Context, t *Taken, now, until time.Time) error
	// Members returns members after a fingerprint, ordered by fingerprint.
	Members(ctx context.Context, id uuid.UUID, behind Fingerprint, most int) ([]Kept, error)
	// Intend stores addresses that are about to be put on the list, and adds their contacts to the event log. Those of
	// contacts that were erased meanwhile are not stored, and must not be sent.
	Intend(ctx context.Context, t *Taken, members []Kept, now time.Time) (stored map[Fingerprint]bool, err error)
	// Keep confirms members that are on the list, forgets others that are gone, and adds to the counts of the run.
	Keep(ctx context.Context, t *Taken, s Step) error
	// End ends a run and releases its destination. It deletes addresses of contacts that were erased longer ago than
	// GiveUpAfter, and publishes a change of the reported failure and the number of deleted addresses.
	End(ctx context.Context, t *Taken, e Ending, now time.Time) error
	// Release releases a destination whose run continues at next, and deletes addresses as End does.
	Release(ctx context.Context, t *Taken, next, now time.Time) error
}

// Audience reads contacts and their results.
type Audience interface {
	Mailable(ctx context.Context, account contact.AccountID) (audience.Mailable, error)
	Select(
		ctx context.Context, of audience.Calculation, names *[256]string, mailable audience.Mailable,
	) (*audience.Selection, error)
}

// Runner synchronizes lists.
type Runner struct {
	Store    RunStore
	Audience Audience
	Seal     Seal
	Lists    Lists
	// Key has 32 bytes. The keys of addresses are derived from it.
	Key []byte
	Now func() time.Time
	Log *slog.Logger
}

// Take leases a due destination; it returns nil if none is due.
func (r *Runner) Take(ctx context.Context) (*Taken, error) {
	now := contact.Kept(r.Now())
	return r.Store.Take(ctx, now, now.Add(lease))
}

// Hold prolongs the lease; it is called every HoldEvery while Work works. It fails with ErrNotFound if
// the destination was deleted or the lease has ended.
func (r *Runner) Hold(ctx context.Context, t *Taken) error {
	now := r.Now()
	return r.Store.Hold(ctx, t, now, now.Add(lease))
}

// Work runs a destination until all changes are sent, the provider fails, the lease is lost or ctx ends.
func (r *Runner) Work(ctx context.Context, t *Taken) error {
	w := &work{Runner: r, Taken: t, refused: map[Refusal]int{}}
	err := w.end(ctx, w.run(ctx))
	if errors.Is(err, ErrNotFound) {
		return nil // deleted meanwhile, or leased by another worker: there is nothing to store
	}
	return err
}

// end stores the end of a run.
func (w *work) end(ctx context.Context, err error) error {
	now, kept := contact.Kept(w.Now()), context.WithoutCancel(ctx)
	var stopped *Stopped
	switch {
	case ctx.Err() != nil:
		return w.Store.Release(kept, w.Taken, now, now)
	case err != nil && !errors.As(err, &stopped):
		return errors.Join(err, w.Store.Release(kept, w.Taken, now.Add(outagePause), now))
	}
	if stopped != nil {
		w.Log.WarnContext(ctx, "list could not be brought in step", "destination", w.ID, "error", err)
	}
	return w.Store.End(kept, w.Taken, w.ending(stopped, now), now)
}

// ending returns the state of the run and its destination to store.
func (w *work) ending(stopped *Stopped, now time.Time) Ending {
	e := Ending{Run: w.Run}
	e.EndedAt, e.Refused, e.LeftOut, e.Date = &now, w.refused, w.leftOut, w.date
	next := func(pause time.Duration) { at := now.Add(pause); e.NextAt = &at }
	switch {
	case stopped != nil:
		e.Failure, e.Failures = stopped.Failure, w.Failures+1
		next(max(min(stopped.After, longestAsked), retry.Pause(e.Failures, firstPause, longestPause)))
	case w.noResult: // the next result makes it due
		e.Failure, e.Failures = FailNoResult, w.Failures+1
	case w.unsettled:
		next(settles)
	}
	e.Trouble = w.after(e.Failure, now)
	return e
}
