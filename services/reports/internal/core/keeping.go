package core

import "time"

// ShortestKeeping is the longest period of a scoring, in days: its report can always be compared with the one before.
const ShortestKeeping = 91

// KeptFrom returns the first generated date whose result stays when results are kept for so many days: a Monday, since
// a week stays whole or not at all, and so do its sums. The day more is for accounts where it is still yesterday.
func KeptFrom(now time.Time, days int) time.Time {
	day := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -days-1)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}
