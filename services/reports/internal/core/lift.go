package core

import (
	"context"
	"time"
)

// liftDays is how many days lift looks at, the generated date being the first.
const liftDays = 14

// Lift is what happened after a result.
type Lift struct {
	Date time.Time
	// Bands are there once the days are over.
	Bands    LiftBands
	Complete bool
}

// Last returns the last of the days.
func (l Lift) Last() time.Time { return l.Date.AddDate(0, 0, liftDays-1) }

// CompleteOn returns the day from which on the figures are there.
func (l Lift) CompleteOn() time.Time { return l.Date.AddDate(0, 0, liftDays) }

// LiftBands are those of a result, the lowest first.
type LiftBands [bands]LiftBand

// LiftBand is what the contacts (or visitors) of one band did.
type LiftBand struct {
	// Scored have a score in the band; of these Reached were sent something, of which Opened and Clicked.
	Scored, Reached, Opened, Clicked int
	// Events are how many of the scored have an event, by its type; web only.
	Events map[string]int32
}

// Lift returns what happened after a result: without a date after the newest whose days are over, or the newest when
// there is none.
func (a *App) Lift(ctx context.Context, account AccountID, ask Ask) (Lift, error) {
	if _, err := a.scoring(ctx, &ask.Key); err != nil {
		return Lift{}, err
	}
	today, err := a.today(ctx, account)
	if err != nil {
		return Lift{}, err
	}
	if ask.Key.Date.IsZero() {
		if ask.Key.Date, err = a.lifted(ctx, account, ask.Key, today); err != nil {
			return Lift{}, err
		}
	}
	lift := Lift{Date: ask.Key.Date}
	err = a.upToDate(ctx, account, func() ([]Key, error) {
		result, err := a.result(ctx, account, ask.Key, "generatedDate")
		if err != nil {
			return nil, err
		}
		parts, err := result.Of(ask.UIDs)
		if err != nil || today.Before(lift.CompleteOn()) {
			return nil, err
		}
		lift.Complete = true
		lift.Bands, err = a.engine.Lift(ctx, account, result.revision(), databasesOf(parts), result.Config)
		for band := range lift.Bands {
			if !result.Channel.Opens() {
				lift.Bands[band].Opened = 0
			}
		}
		return []Key{result.Key}, err
	})
	return lift, err
}

// lifted returns the newest day whose lift is complete, or the newest.
func (a *App) lifted(ctx context.Context, account AccountID, key Key, today time.Time) (time.Time, error) {
	key.Date = today.AddDate(0, 0, -liftDays)
	date, err := a.store.Newest(ctx, account, key)
	if isNotFound(err) {
		key.Date = time.Time{}
		return a.store.Newest(ctx, account, key)
	}
	return date, err
}

func databasesOf(parts []Part) []DatabaseID {
	ids := make([]DatabaseID, 0, len(parts))
	for _, p := range parts {
		ids = append(ids, p.DatabaseID)
	}
	return ids
}
