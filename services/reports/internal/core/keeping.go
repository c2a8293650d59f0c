package core

import "time"

// ShortestKeeping is the longest period of a scoring, in days: its report can always be compared with the previous one.
const ShortestKeeping = 91

// KeptFrom returns the first generated date whose result remains if results are stored for the given number of days. It
// is a Monday, since a week is stored whole or not at all, and so are its sums. The extra day is for accounts whose
// local day is still yesterday.
func KeptFrom(now time.Time, days int) time.Time {
	day := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -days-1)
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}
