package calculation

import (
	"math"
	"time"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// LongestWindow is the largest number of days that a scoring's window may have.
const LongestWindow = 91

// Retention is the number of days for which results and facts are stored; 0 means forever. Facts must be stored long
// enough that every stored result still has the facts it was made from.
type Retention struct{ Results, Facts int }

// Limited reports whether anything is ever removed.
func (r Retention) Limited() bool { return r.Results > 0 || r.Facts > 0 }

// ResultsFrom returns the first generated date whose results are stored, or the zero time if all are. It is a Monday: a
// week is stored whole or not at all, and so are its sums.
func (r Retention) ResultsFrom(now time.Time) time.Time {
	if r.Results == 0 {
		return time.Time{}
	}
	day := DateOf(oldest(now, r.Results))
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

// FactsFrom returns the first day whose facts are stored.
func (r Retention) FactsFrom(now time.Time) segment.Day {
	if r.Facts == 0 {
		return math.MinInt32
	}
	return oldest(now, r.Facts)
}

// oldest goes back one day more than requested, since an account's local day may still be yesterday.
func oldest(now time.Time, days int) segment.Day { return DayOf(now) - segment.Day(days) - 1 }
