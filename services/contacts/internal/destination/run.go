package destination

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
)

const (
	// lease is how long a destination is held without a sign of life.
	lease = 2 * time.Minute
	// HoldEvery is how often that is given.
	HoldEvery = lease / 4
	// settles is how long a call that got no answer may still take effect. An address of such a call is removed again
	// after that, and forgotten only then.
	settles = 10 * time.Minute
	// firstPause doubles with each failed run up to longestPause.
	firstPause   = time.Minute
	longestPause = time.Hour
	// outage is how long a run waits after a failure of our own services.
	outage = 30 * time.Second
	// page is how many members are compared at once.
	page = 2000
)

// Taken is a destination that somebody works on.
type Taken struct {
	Destination
	Sealed []byte
	// Run goes on where it was cut off or failed, or begins.
	Run Run
}

// Kept is an address that was put on a list, or may have been.
type Kept struct {
	Fingerprint Fingerprint
	// Sealed is the address.
	Sealed   []byte
	Database contact.DatabaseID
	Number   uint32
	// Name is its band or reason.
	Name   string
	SentAt time.Time
	// Sure is false until the provider has said that it is there.
	Sure bool
}

// Counts are what a step of a run came to.
type Counts struct{ Added, Changed, Removed int }

// Ending is how a run and its destination stand at its end.
type Ending struct {
	Run
	Failures int
	// NextAt is nil where nothing waits.
	NextAt *time.Time
}

// RunStore hands out what is due and keeps how far runs have come.
type RunStore interface {
	// Take returns a destination that is due, for one taker until the lease ends; nil when there is none.
	Take(ctx context.Context, now, lease time.Time) (*Taken, error)
	// Hold prolongs a lease that has not ended. It fails with ErrNotFound where there is none.
	Hold(ctx context.Context, id uuid.UUID, now, lease time.Time) error
	// Members returns members behind a fingerprint, in the order of fingerprints.
	Members(ctx context.Context, id uuid.UUID, behind Fingerprint, most int) ([]Kept, error)
	// Intend keeps addresses that are about to be put on the list, and adds them to the event log.
	Intend(ctx context.Context, t *Taken, members []Kept, now time.Time) error
	// Keep confirms members that are on the list, forgets others that are gone, and adds to the counts of the run.
	Keep(ctx context.Context, t *Taken, sure, gone []Fingerprint, counts Counts) error
	// End ends a run and gives its destination back.
	End(ctx context.Context, t *Taken, e Ending, now time.Time) error
	// Release gives the destination of a run back that goes on at a moment.
	Release(ctx context.Context, t *Taken, next, now time.Time) error
}

// Audience knows contacts and their results.
type Audience interface {
	Mailable(ctx context.Context, account contact.AccountID) (audience.Mailable, error)
	Select(
		ctx context.Context, of audience.Calculation, names *[256]string, mailable audience.Mailable,
	) (*audience.Selection, error)
}

// Runner brings lists in step.
type Runner struct {
	Store    RunStore
	Audience Audience
	Seal     Seal
	Lists    Lists
	// Key has 32 bytes; the keys of addresses are derived from it.
	Key []byte
	Now func() time.Time
	Log *slog.Logger
}

// Take returns a destination to be worked on; nil when none is due.
func (r *Runner) Take(ctx context.Context) (*Taken, error) {
	now := contact.Kept(r.Now())
	return r.Store.Take(ctx, now, now.Add(lease))
}

// Hold prolongs the lease; it is called every HoldEvery while Work works. It fails with ErrNotFound when the destination
// is gone, or nobody's any more.
func (r *Runner) Hold(ctx context.Context, t *Taken) error {
	now := r.Now()
	return r.Store.Hold(ctx, t.ID, now, now.Add(lease))
}

// Work runs a destination to its end, to the first failure of its provider, or until ctx ends.
func (r *Runner) Work(ctx context.Context, t *Taken) error {
	w := &work{Runner: r, Taken: t, refused: map[Refusal]int{}}
	err := w.run(ctx)
	now, kept := contact.Kept(r.Now()), context.WithoutCancel(ctx)
	if errors.Is(r.Hold(kept, t), ErrNotFound) {
		return nil // it was removed: there is nothing to say of it
	}
	var stopped *Stopped
	switch {
	case ctx.Err() != nil:
		return r.Store.Release(kept, t, now, now)
	case err != nil && !errors.As(err, &stopped):
		return errors.Join(err, r.Store.Release(kept, t, now.Add(outage), now))
	}
	if stopped != nil {
		r.Log.WarnContext(ctx, "list could not be brought in step", "destination", t.ID, "error", err)
	}
	return r.Store.End(kept, t, w.ending(stopped, now), now)
}

// ending says how a run and its destination stand.
func (w *work) ending(stopped *Stopped, now time.Time) Ending {
	e := Ending{Run: w.Run}
	e.EndedAt, e.Refused, e.LeftOut, e.Date = &now, w.refused, w.leftOut, w.date
	next := func(pause time.Duration) { at := now.Add(pause); e.NextAt = &at }
	switch {
	case stopped != nil:
		e.Failure, e.Failures = stopped.Failure, w.Failures+1
		next(max(stopped.After, min(firstPause<<min(w.Failures, 10), longestPause)))
	case w.noResult: // the next one makes it due
		e.Failure, e.Failures = FailNoResult, w.Failures+1
	case w.unsettled:
		next(settles)
	}
	return e
}
