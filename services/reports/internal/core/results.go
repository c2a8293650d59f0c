package core

import (
	"context"
	"errors"
	"time"
)

// Results reads the engine's announcements of results, in case the events have not arrived.
type Results interface {
	// Announced returns the announcement of the current revision, or ErrNotFound if there is no result or the engine did
	// not store its announcement.
	Announced(ctx context.Context, account AccountID, key Key) (Calculation, error)
	// EachAnnounced calls visit with every result of an account, or of all if it is 0, by account.
	EachAnnounced(ctx context.Context, account AccountID, visit func(Announced) error) error
	// Lift measures the engagement of the contacts that a revision scored in some databases. It returns ErrReplaced if
	// another revision is current, and ErrNotFound if there is none.
	Lift(
		ctx context.Context, account AccountID, of Revision, databases []DatabaseID, made *Config,
	) (LiftBands, error)
}

// Announced is a result of the engine.
type Announced struct {
	Account AccountID
	Revision
	// Calculation is nil if the engine did not store its announcement.
	Calculation *Calculation
}

func (r *Result) revision() Revision { return Revision{Key: r.Key, Revision: r.Revision} }

// result returns one result, or the newest if the key has no date; its ErrNotFound has the field of the day.
func (a *App) result(ctx context.Context, account AccountID, key Key, field string) (*Result, error) {
	result, err := a.store.Result(ctx, account, key)
	return result, missing(err, key, field)
}

// missing adds the field whose day has no result.
func missing(err error, key Key, field string) error {
	if isNotFound(err) && !key.Date.IsZero() {
		return ErrNotFound.WithField(field, "there is no result of "+key.Date.Format(time.DateOnly))
	}
	return err
}

func isNotFound(err error) bool { return errors.Is(err, ErrNotFound) }

// catchUp stores the engine's announcement of a result, whether or not the event has arrived. A result whose
// announcement the engine did not store arrives by the event alone.
func (a *App) catchUp(ctx context.Context, account AccountID, key Key) error {
	calculation, err := a.engine.Announced(ctx, account, key)
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return a.Calculated(ctx, []Calculation{calculation})
}

// Watch follows the progress of calculations and ensures that the report of a finished one is stored.
type Watch struct {
	app     *App
	account AccountID
	there   map[Key]bool
}

// Watch begins to follow calculations of an account.
func (a *App) Watch(account AccountID) *Watch {
	return &Watch{app: a, account: account, there: map[Key]bool{}}
}

// Seen receives the state of a calculation. It returns once the report of a finished one is stored.
func (w *Watch) Seen(ctx context.Context, key Key, done bool) error {
	if done && !w.there[key] {
		if err := w.app.catchUp(ctx, w.account, key); err != nil {
			return err
		}
	}
	w.there[key] = done // a repeated calculation finishes again
	return nil
}

// catchUpTries bounds how often a report restarts because a result was replaced meanwhile.
const catchUpTries = 3

// upToDate runs work, which returns the results that it uses, or none if it cannot restart. If the engine has newer
// ones, they are stored, and work runs again.
func (a *App) upToDate(ctx context.Context, account AccountID, work func() ([]Key, error)) error {
	for try := 1; ; try++ {
		keys, err := work()
		if !errors.Is(err, ErrReplaced) || len(keys) == 0 || try == catchUpTries {
			return err
		}
		for _, key := range keys {
			if err := a.catchUp(ctx, account, key); err != nil {
				return err
			}
		}
	}
}
