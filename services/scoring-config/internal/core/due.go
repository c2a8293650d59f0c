package core

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
)

const (
	// catchUpDays is how many missed days are made good, today's included.
	catchUpDays = 14
	// settle is how long after midnight a local day waits for late events.
	settle = 2 * time.Hour
	// historicalWeeks is how many earlier Mondays the first activation calculates at most.
	historicalWeeks = 13
	// historicalFor bounds how long earlier weeks are tried: those without enough data never get a result.
	historicalFor = 48 * time.Hour
)

// ResultKey names a finished calculation.
type ResultKey struct {
	Scoring uuid.UUID
	Channel Channel
	// Date is the local day at midnight UTC.
	Date time.Time
}

// Task is one channel of one account on one day, with the scorings to calculate.
type Task struct {
	Account  AccountID
	Channel  Channel
	Date     time.Time
	Scorings []*Scoring
	// SettledAt is when the day's late events were there: a result from before it is calculated again. The zero time
	// means that any result will do.
	SettledAt time.Time
}

// DateIn returns the local day of now in zone, at midnight UTC.
func DateIn(now time.Time, zone *time.Location) time.Time {
	year, month, day := now.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Due returns what has to be calculated at now: every day since the scoring was switched on that has begun two hours
// ago and has no result from after that, 14 at most, and the earlier Mondays that a first activation asks for. Results
// come the day after the activation, as the product says. Done tells when a calculation was finished.
func Due(scorings []*Scoring, zones map[AccountID]*time.Location, done map[ResultKey]time.Time, now time.Time) []Task {
	collect := newCollector(done)
	for _, s := range scorings {
		zone := zones[s.Account]
		if zone == nil || s.Status != Active || s.ActivatedAt == nil {
			continue
		}
		today := DateIn(now.Add(-settle), zone)
		first := DateIn(*s.ActivatedAt, zone).AddDate(0, 0, 1)
		if oldest := today.AddDate(0, 0, 1-catchUpDays); first.Before(oldest) {
			first = oldest
		}
		for day := first; !day.After(today); day = day.AddDate(0, 0, 1) {
			collect.add(s, day, settledAt(day, zone))
		}
		for _, day := range historicalDays(s, zone, now) {
			collect.add(s, day, settledAt(day, zone))
		}
	}
	return collect.tasks()
}

// settledAt returns when a local day's night may calculate it.
func settledAt(day time.Time, zone *time.Location) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, zone).Add(settle)
}

// DueOn returns what has no result for one day that an operator names, in the accounts where it has begun.
func DueOn(
	scorings []*Scoring, zones map[AccountID]*time.Location, done map[ResultKey]time.Time, day, now time.Time,
) []Task {
	collect := newCollector(done)
	for _, s := range scorings {
		if zone := zones[s.Account]; s.Status == Active && zone != nil && !day.After(DateIn(now, zone)) {
			collect.add(s, day, time.Time{})
		}
	}
	return collect.tasks()
}

func historicalDays(s *Scoring, zone *time.Location, now time.Time) []time.Time {
	if !s.Config.GenerateHistorical || s.FirstActivatedAt == nil || now.Sub(*s.FirstActivatedAt) > historicalFor {
		return nil
	}
	monday := DateIn(*s.FirstActivatedAt, zone)
	monday = monday.AddDate(0, 0, -(int(monday.Weekday())+6)%7)
	if monday.Equal(DateIn(*s.FirstActivatedAt, zone)) {
		monday = monday.AddDate(0, 0, -7) // only earlier Mondays
	}
	days := make([]time.Time, 0, historicalWeeks)
	for range historicalWeeks {
		days = append(days, monday)
		monday = monday.AddDate(0, 0, -7)
	}
	return days
}

type taskKey struct {
	account AccountID
	channel Channel
	date    time.Time
}

type collector struct {
	done  map[ResultKey]time.Time
	byKey map[taskKey]*Task
}

func newCollector(done map[ResultKey]time.Time) *collector {
	return &collector{done: done, byKey: map[taskKey]*Task{}}
}

func (c *collector) add(s *Scoring, day, settled time.Time) {
	for _, channel := range s.Config.Channels() {
		if at, has := c.done[ResultKey{s.ID, channel, day}]; has && !at.Before(settled) {
			continue
		}
		key := taskKey{s.Account, channel, day}
		if c.byKey[key] == nil {
			c.byKey[key] = &Task{Account: s.Account, Channel: channel, Date: day, SettledAt: settled}
		}
		c.byKey[key].Scorings = append(c.byKey[key].Scorings, s)
	}
}

// tasks returns the newest day of every account first, so that catching up does not hold up today's results.
func (c *collector) tasks() []Task {
	tasks := make([]Task, 0, len(c.byKey))
	for _, task := range c.byKey {
		tasks = append(tasks, *task)
	}
	slices.SortFunc(tasks, func(a, b Task) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Account, b.Account), cmp.Compare(a.Channel, b.Channel))
	})
	return tasks
}
