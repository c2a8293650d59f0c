package core

import (
	"context"
	"errors"
	"time"
)

// Results has what the engine announced of results, for whom the announcement has not reached.
type Results interface {
	// Announced returns what was announced of the revision that stands, or ErrNotFound when there is no result, and where
	// the engine did not keep what it announced.
	Announced(ctx context.Context, account AccountID, key Key) (Calculation, error)
	// EachAnnounced hands over every result of an account, or of all when it is 0, by account.
	EachAnnounced(ctx context.Context, account AccountID, visit func(Announced) error) error
	// Lift counts what those did whom a revision scored in some databases. It returns ErrReplaced when another one
	// stands, and ErrNotFound when there is none.
	Lift(
		ctx context.Context, account AccountID, of Revision, databases []DatabaseID, made *Config,
	) (LiftBands, error)
}

// Announced is a result as the engine has it.
type Announced struct {
	Account AccountID
	Revision
	// Calculation is nil where the engine did not keep what it announced.
	Calculation *Calculation
}

func (r *Result) revision() Revision { return Revision{Key: r.Key, Revision: r.Revision} }

// result returns one result, the newest without a date; its ErrNotFound names the field that the day came from.
func (a *App) result(ctx context.Context, account AccountID, key Key, field string) (*Result, error) {
	result, err := a.store.Result(ctx, account, key)
	return result, missing(err, key, field)
}

// missing names the field whose day has no result.
func missing(err error, key Key, field string) error {
	if isNotFound(err) && !key.Date.IsZero() {
		return ErrNotFound.WithField(field, "there is no result of "+key.Date.Format(time.DateOnly))
	}
	return err
}

func isNotFound(err error) bool { return errors.Is(err, ErrNotFound) }

// catchUp keeps what the engine announced of a result, whether or not the event has come. What it did not keep comes by
// the event alone.
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

// Watch follows the progress of calculations and sees to it that the report of one that is done is there.
type Watch struct {
	app     *App
	account AccountID
	there   map[Key]bool
}

// Watch begins to follow calculations of an account.
func (a *App) Watch(account AccountID) *Watch {
	return &Watch{app: a, account: account, there: map[Key]bool{}}
}

// Seen takes how a calculation stands. It returns once the report of one that is done is there.
func (w *Watch) Seen(ctx context.Context, key Key, done bool) error {
	if done && !w.there[key] {
		if err := w.app.catchUp(ctx, w.account, key); err != nil {
			return err
		}
	}
	w.there[key] = done // one that is asked for again is done again
	return nil
}

// catchUpTries bounds how often a report begins again because a result was replaced meanwhile.
const catchUpTries = 3

// upToDate runs work, which says of which results it is, or of none that it could begin again with. When the engine has
// newer ones, they are kept, and work runs again.
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
