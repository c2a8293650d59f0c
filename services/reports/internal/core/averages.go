package core

import (
	"context"
	"fmt"
	"slices"
	"time"

	"puls.app/services/figure"
)

// Unit is the length of the periods of averages.
type Unit string

// The units: ISO weeks, and months.
const (
	ByWeek  Unit = "week"
	ByMonth Unit = "month"
)

// start returns the first day of the earliest period by default.
func (u Unit) start(end time.Time) time.Time {
	if u == ByMonth {
		return time.Date(end.Year(), end.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, -(monthsBack - 1), 0)
	}
	return monday(end).AddDate(0, 0, -7*(weeksBack-1))
}

// Period is the sum over the results generated in a week or month.
type Period struct {
	// First is the period's first day.
	First time.Time
	// Results is the number of results.
	Results       int
	Scored, Known figure.Tally
}

// Name returns the name of the period, such as 2026-W44 or 2026-11.
func (p Period) Name(by Unit) string {
	if by == ByMonth {
		return p.First.Format("2006-01")
	}
	year, week := p.First.ISOWeek()
	return fmt.Sprintf("%d-W%02d", year, week)
}

// Averages are the periods of the requested days.
type Averages struct {
	Days    Days
	Periods []Period
}

// Averages returns a scoring's averages by week or month. By default the days end today and begin weeksBack weeks or
// monthsBack months before.
func (a *App) Averages(ctx context.Context, account AccountID, ask Ask, days Days, by Unit) (Averages, error) {
	scoring, err := a.scoring(ctx, &ask.Key)
	if err != nil {
		return Averages{}, err
	}
	if err := ask.Visitors.allowed(ask.Key.Channel); err != nil {
		return Averages{}, err
	}
	if days.End.IsZero() {
		if days.End, err = a.today(ctx, account); err != nil {
			return Averages{}, err
		}
	}
	if days.Start.IsZero() {
		days.Start = orFirst(by.start(days.End))
	}
	if err := days.check("start"); err != nil {
		return Averages{}, err
	}
	if err := a.checkUIDs(ctx, account, ask, scoring); err != nil {
		return Averages{}, err
	}
	periods, err := a.store.Periods(ctx, account, ask.Key, days, by, ask.UIDs)
	for i := range periods {
		p := &periods[i]
		p.Scored, p.Known = ask.Visitors.of(p.Scored, p.Known)
	}
	return Averages{Days: days, Periods: periods}, err
}

// checkUIDs returns ErrUID for a uid that neither the present scoring nor any of its results has.
func (a *App) checkUIDs(ctx context.Context, account AccountID, ask Ask, scoring Scoring) error {
	if len(ask.UIDs) == 0 {
		return nil
	}
	known, err := a.store.UIDs(ctx, account, ask.Key.Scoring, ask.Key.Channel)
	if err != nil {
		return err
	}
	for _, source := range scoring[ask.Key.Channel].Sources {
		known = append(known, source.UID)
	}
	for _, uid := range ask.UIDs {
		if !slices.Contains(known, uid) {
			return unknownUID(uid)
		}
	}
	return nil
}
