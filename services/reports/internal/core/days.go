package core

import "time"

// maxDays bounds the length of a requested range, both ends included.
const maxDays = 800

// firstDay is the first day that can be requested.
var firstDay = time.Unix(0, 0).UTC()

// ParseDate reads a field's YYYY-MM-DD; empty is the zero time. It returns ErrDate.
func ParseDate(field, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Before(firstDay) {
		return time.Time{}, ErrDate.WithField(field, ErrDate.Detail)
	}
	return day, nil
}

// Days is a range of days, both ends included; a zero end is replaced by a default.
type Days struct{ Start, End time.Time }

// check returns ErrRange, with the field of the start.
func (d Days) check(field string) error {
	if d.Start.After(d.End) {
		return ErrRange.WithField(field, "the start is after the end")
	}
	if !d.End.Before(d.Start.AddDate(0, 0, maxDays)) {
		return ErrRange.WithField(field, "there are more than 800 days from here to the end")
	}
	return nil
}

// orFirst returns a default start, but no day before firstDay.
func orFirst(start time.Time) time.Time {
	if start.Before(firstDay) {
		return firstDay
	}
	return start
}

// localDay returns the current day in a zone, in the form of days here: at midnight UTC.
func localDay(now time.Time, zone *time.Location) time.Time {
	year, month, date := now.In(zone).Date()
	return time.Date(year, month, date, 0, 0, 0, 0, time.UTC)
}

// monday returns the first day of an ISO week.
func monday(of time.Time) time.Time { return of.AddDate(0, 0, -(int(of.Weekday())+6)%7) }
