package core

import (
	"context"
	"time"
)

// liftDays is the number of days that a lift covers, beginning with the generated date.
const liftDays = 14

// Lift is the engagement after a result.
type Lift struct {
	Date time.Time
	// Bands are set once the days are over.
	Bands    LiftBands
	Complete bool
}

// Last returns the last of the days.
func (l Lift) Last() time.Time { return l.Date.AddDate(0, 0, liftDays-1) }

// CompleteOn returns the day from which the figures are available.
func (l Lift) CompleteOn() time.Time { return l.Date.AddDate(0, 0, liftDays) }

// LiftBands are the bands of a result, the lowest first.
type LiftBands [bands]LiftBand

// LiftBand is the engagement of the contacts (or visitors) of one band.
type LiftBand struct {
	// Scored is the number of contacts with a score in the band. Reached of these were sent something; Opened and Clicked
	// are those of the latter that opened and clicked.
	Scored, Reached, Opened, Clicked int
	// Events is the number of scored visitors with an event, by its type; web only.
	Events map[string]int32
}

// Lift returns the lift of a result: without a date, that of the newest result whose days are over, or of the newest if
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

// lifted returns the newest day whose lift is complete, or the newest day.
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
