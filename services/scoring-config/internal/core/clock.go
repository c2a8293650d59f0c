package core

import "time"

// Clock is an account's clock: its timezone, and the local hour from which a day is calculated.
type Clock struct {
	Zone *time.Location
	// NightHour is 0 to 23.
	NightHour int
}

// Day returns the local day of a time, at midnight UTC.
func (c Clock) Day(at time.Time) time.Time {
	year, month, day := at.In(c.Zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Night returns when a day may be calculated, once its late events have arrived: the first time at which the account's
// clock shows the night hour or later. A skipped hour means the first time after the gap; of a repeated hour the first
// one counts.
func (c Clock) Night(day time.Time) time.Time {
	wall := time.Date(day.Year(), day.Month(), day.Day(), c.NightHour, 0, 0, 0, time.UTC)
	night := time.Date(day.Year(), day.Month(), day.Day(), c.NightHour, 0, 0, 0, c.Zone)
	begin, end := night.ZoneBounds()
	_, offset := night.Zone()
	switch shown := wall.Sub(night.UTC()); {
	case shown > time.Duration(offset)*time.Second: // skipped, and time.Date chose the time before
		return end
	case shown < time.Duration(offset)*time.Second: // time.Date chose the time after
		return begin
	case begin.IsZero():
		return night
	}
	_, before := begin.Add(-1).Zone()
	if first := night.Add(time.Duration(offset-before) * time.Second); first.Before(begin) {
		return first
	}
	return night
}

// Due returns the newest day whose night has begun.
func (c Clock) Due(now time.Time) time.Time {
	day := c.Day(now)
	if now.Before(c.Night(day)) {
		return day.AddDate(0, 0, -1)
	}
	return day
}
