package core

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"
)

const (
	// catchUpDays is how many missed days are caught up, including today.
	catchUpDays = 14
	// historicalWeeks is how many earlier Mondays the first activation backfills at most.
	historicalWeeks = 13
	// historicalFor bounds how long earlier weeks are retried: those without enough data never have a result.
	historicalFor = 48 * time.Hour
	// dueAccounts is the number of accounts in a chunk, dueWorkers the number of chunks in progress.
	dueAccounts, dueWorkers = 500, 4
)

// AccountRange is a range of account numbers, both ends included.
type AccountRange struct{ First, Last AccountID }

// ResultKey identifies a finished calculation.
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
	// SettledAt is when the day's late events had arrived: an earlier result is calculated again. With the zero time any
	// result counts.
	SettledAt time.Time
	// Again means that a user asked for the calculation: an existing result is calculated again.
	Again bool
}

// Due returns the tasks that are due at now: for every day since the scoring's activation whose night has begun and
// that has no result from after its night, 14 at most, and for the earlier Mondays of a first activation. The first
// result is for the day after the activation, as the product specifies. done has the times of finished calculations.
func Due(scorings []*Scoring, clocks map[AccountID]Clock, done map[ResultKey]time.Time, now time.Time) []Task {
	collect := newCollector(done)
	for _, s := range scorings {
		clock, known := clocks[s.Account]
		if !known || s.Status != Active {
			continue
		}
		for _, day := range s.openDays(clock, now) {
			collect.add(s, day, clock.Night(day))
		}
		for _, day := range s.historicalDays(clock, now) {
			collect.add(s, day, clock.Night(day))
		}
	}
	return collect.tasks()
}

// openDays returns the days whose night has begun and whose results may be missing, 14 at most, oldest first.
func (s *Scoring) openDays(clock Clock, now time.Time) []time.Time {
	if s.Status != Active || s.ActivatedAt == nil {
		return nil
	}
	newest := clock.Due(now)
	first := s.firstDay(clock)
	if oldest := newest.AddDate(0, 0, 1-catchUpDays); first.Before(oldest) {
		first = oldest
	}
	if s.FinishedThrough != nil && !s.FinishedThrough.Before(first) {
		first = s.FinishedThrough.AddDate(0, 0, 1)
	}
	var days []time.Time
	for day := first; !day.After(newest); day = day.AddDate(0, 0, 1) {
		days = append(days, day)
	}
	return days
}

// firstOpen returns the first day that may be due; zero if there is none.
func (s *Scoring) firstOpen(clock Clock, now time.Time) time.Time {
	if days := s.historicalDays(clock, now); s.Status == Active && len(days) > 0 {
		return days[len(days)-1]
	}
	if days := s.openDays(clock, now); len(days) > 0 {
		return days[0]
	}
	return time.Time{}
}

// finished returns the last of the open days through which every channel has a valid result; zero if the first day has
// none.
func (s *Scoring) finished(open []time.Time, done map[ResultKey]time.Time, clock Clock) (through time.Time) {
	for _, day := range open {
		for _, channel := range s.Config.Channels() {
			if at, has := done[ResultKey{s.ID, channel, day}]; !has || at.Before(clock.Night(day)) {
				return through
			}
		}
		through = day
	}
	return through
}

// firstDay returns the first day with a result of an active scoring: the day after its activation.
func (s *Scoring) firstDay(clock Clock) time.Time { return clock.Day(*s.ActivatedAt).AddDate(0, 0, 1) }

// NextAt returns when the next night calculates the scoring; zero unless it is active.
func (s *Scoring) NextAt(clock Clock, now time.Time) time.Time {
	if s.Status != Active || s.ActivatedAt == nil {
		return time.Time{}
	}
	day := clock.Due(now).AddDate(0, 0, 1)
	if first := s.firstDay(clock); day.Before(first) {
		day = first
	}
	return clock.Night(day)
}

// DueOn returns the tasks without a result for one day that an operator requests, in the accounts where the day has
// begun.
func DueOn(
	scorings []*Scoring, clocks map[AccountID]Clock, done map[ResultKey]time.Time, day, now time.Time,
) []Task {
	collect := newCollector(done)
	for _, s := range scorings {
		if clock, known := clocks[s.Account]; s.Status == Active && known && !day.After(clock.Day(now)) {
			collect.add(s, day, time.Time{})
		}
	}
	return collect.tasks()
}

// historicalDays returns the earlier Mondays that are still retried; see Mondays.
func (s *Scoring) historicalDays(clock Clock, now time.Time) []time.Time {
	if s.FirstActivatedAt == nil || now.Sub(*s.FirstActivatedAt) > historicalFor {
		return nil
	}
	return s.Mondays(clock)
}

// Mondays returns the Mondays before a scoring's first activation that it backfills, newest first; nil without a
// backfill.
func (s *Scoring) Mondays(clock Clock) []time.Time {
	if !s.Config.GenerateHistorical || s.FirstActivatedAt == nil {
		return nil
	}
	first := clock.Day(*s.FirstActivatedAt)
	monday := first.AddDate(0, 0, -(int(first.Weekday())+6)%7)
	if monday.Equal(first) {
		monday = monday.AddDate(0, 0, -7) // only earlier Mondays
	}
	days := make([]time.Time, historicalWeeks)
	for i := range days {
		days[i] = monday.AddDate(0, 0, -7*i)
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

// tasks returns the newest day of all accounts first, so that catching up does not delay today's results.
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
