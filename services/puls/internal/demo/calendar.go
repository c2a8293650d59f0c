package demo

import (
	"fmt"
	"math"
	"time"
)

const (
	// Days is the number of days with engagement: the longest analysis period.
	Days = 91
	// creationDays is the number of days in which contacts were created.
	creationDays = 730
	timezone     = "Europe/Warsaw"

	minute = 60
	hour   = 60 * minute
	day    = 24 * hour
)

// calendar counts local days: number 0 is the first with engagement, Days is today, which has no data yet.
type calendar struct {
	today    time.Time // midnight
	midnight [Days + 1]int64
}

func newCalendar(today time.Time) (*calendar, error) {
	zone, err := time.LoadLocation(timezone)
	if err != nil {
		return nil, fmt.Errorf("load timezone: %w", err)
	}
	year, month, date := today.Date()
	c := &calendar{today: time.Date(year, month, date, 0, 0, 0, 0, zone)}
	for i := range c.midnight {
		c.midnight[i] = c.date(i).Unix()
	}
	return c, nil
}

// date returns the midnight at the beginning of a day; days before the first are negative.
func (c *calendar) date(number int) time.Time { return c.today.AddDate(0, 0, number-Days) }

// at returns an instant of a day. On the days when the clocks change it is off by an hour after the change.
func (c *calendar) at(number int, second int64) int64 {
	if number >= 0 {
		return c.midnight[number] + second
	}
	return c.date(number).Unix() + second
}

// end is the first instant of today.
func (c *calendar) end() int64 { return c.midnight[Days] }

// number returns the day of an instant, negative before the first.
func (c *calendar) number(at int64) int {
	return Days - 1 - int((c.end()-1-at)/day)
}

// week names a day's ISO week, as in 2026-W44.
func (c *calendar) week(number int) (name string, even bool) {
	year, week := c.date(number).ISOWeek()
	return fmt.Sprintf("%d-W%02d", year, week), week%2 == 0
}

func (c *calendar) weekday(number int) time.Weekday { return c.date(number).Weekday() }

// season returns the interest in offers at a time of the year: highest before Christmas, lowest in the holidays.
func (c *calendar) season(number int) float64 {
	// The peak is around day 335, the first of December.
	return 1 + 0.12*math.Cos(2*math.Pi*float64(c.date(number).YearDay()-335)/365)
}

// awake moves most nightly events to the morning.
func (c *calendar) awake(by chance, at int64) int64 {
	second := (at - c.midnight[0]) % day // off by an hour after the clocks change, which does not matter
	if second < 0 {
		second += day
	}
	if second < 6*hour+30*minute && by.happens(0.9) {
		return at - second + 6*hour + 30*minute + by.after(70*minute)
	}
	return at
}
