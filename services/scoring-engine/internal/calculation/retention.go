package calculation

import (
	"math"
	"time"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// LongestWindow is how many days a scoring judges at most.
const LongestWindow = 91

// Retention is for how many days results and facts stay; 0 is for good. Facts must stay so much longer that every
// result has those that it was made of.
type Retention struct{ Results, Facts int }

// Limited reports whether anything ever goes.
func (r Retention) Limited() bool { return r.Results > 0 || r.Facts > 0 }

// ResultsFrom returns the first generated date that stays, the zero time where all do. It is a Monday: a week stays
// whole or not at all, and so do its sums.
func (r Retention) ResultsFrom(now time.Time) time.Time {
	if r.Results == 0 {
		return time.Time{}
	}
	day := DateOf(oldest(now, r.Results))
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

// FactsFrom returns the first day whose facts stay.
func (r Retention) FactsFrom(now time.Time) segment.Day {
	if r.Facts == 0 {
		return math.MinInt32
	}
	return oldest(now, r.Facts)
}

// oldest is a day more than was asked for, since it may still be yesterday in an account.
func oldest(now time.Time, days int) segment.Day { return DayOf(now) - segment.Day(days) - 1 }
