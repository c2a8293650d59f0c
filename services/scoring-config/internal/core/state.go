package core

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Stage is how far a calculation is.
type Stage string

// The stages, in the order in which they stand for a scoring of several channels: what runs before what went wrong,
// that before what is done.
const (
	Calculating Stage = "calculating"
	Queued      Stage = "queued"
	Failed      Stage = "failed"
	Skipped     Stage = "skipped"
	// Cancelled is what a person stopped; the night leaves that day alone.
	Cancelled Stage = "cancelled"
	Waiting   Stage = "waiting"
	Done      Stage = "done"
)

var stages = []Stage{Calculating, Queued, Failed, Skipped, Cancelled, Waiting, Done}

// Progress is how the newest calculation of one channel stands.
type Progress struct {
	Scoring uuid.UUID
	Channel Channel
	// Date is the local day it is for, at midnight UTC.
	Date  time.Time
	Stage Stage
	// Done is the share of the work, 0 to 1.
	Done float64
	// Reason says why it was skipped or failed.
	Reason string
	// PossibleFrom is the first day that can be calculated, YYYY-MM-DD; empty unless it was skipped, and without data.
	PossibleFrom string
	// SkippedUntil is the first day with enough data, as it was when a calculation of an earlier day was skipped; zero
	// when none was.
	SkippedUntil time.Time
	// CancelledDays are those that people stopped and did not ask for again.
	CancelledDays []time.Time
}

// History counts calculations of earlier Mondays, each channel by itself.
type History struct {
	// Total leaves out those without enough data as soon as that is known, those that people stopped, and those that are
	// no longer tried.
	Done, Total int
}

// State is how the newest calculations of a scoring stand.
type State struct {
	// Progress is all channels together.
	Progress
	Channels []Progress
}

// State returns how the scoring stands; nil for a draft and for an inactive scoring without any calculation. newest are
// its channels' newest calculations. A channel of an active scoring waits when it has none for the day that is due.
func (s *Scoring) State(newest []Progress, clock Clock, now time.Time) *State {
	if s.Status == Draft {
		return nil
	}
	state := &State{}
	for _, channel := range s.Config.Channels() {
		i := slices.IndexFunc(newest, func(p Progress) bool { return p.Channel == channel })
		switch due := clock.Due(now); {
		case s.Status == Active && (i < 0 || newest[i].Date.Before(due) && newest[i].over()):
			state.Channels = append(state.Channels, Progress{Channel: channel, Stage: Waiting})
		case i >= 0:
			state.Channels = append(state.Channels, newest[i])
		}
	}
	if len(state.Channels) == 0 {
		return nil
	}
	state.Progress = together(state.Channels)
	return state
}

// History returns how far the Mondays are that the first activation asked for; nil when it asked for none.
func (s *Scoring) History(newest []Progress, done map[ResultKey]time.Time, clock Clock, now time.Time) *History {
	mondays := s.Mondays(clock)
	if len(mondays) == 0 {
		return nil
	}
	history := &History{}
	tried := len(s.historicalDays(clock, now)) > 0
	for _, channel := range s.Config.Channels() {
		var noted Progress
		if i := slices.IndexFunc(newest, func(p Progress) bool { return p.Channel == channel }); i >= 0 {
			noted = newest[i]
		}
		for _, monday := range mondays {
			if _, finished := done[ResultKey{s.ID, channel, monday}]; finished {
				history.Done++
				history.Total++
			} else if tried && !monday.Before(noted.SkippedUntil) && !slices.ContainsFunc(noted.CancelledDays, monday.Equal) {
				history.Total++
			}
		}
	}
	return history
}

func (p Progress) over() bool { return p.Stage != Calculating && p.Stage != Queued }

// together is the channel that stands for all, with the work done on all of them.
func together(channels []Progress) Progress {
	all := slices.MinFunc(channels, func(a, b Progress) int {
		return slices.Index(stages, a.Stage) - slices.Index(stages, b.Stage)
	})
	all.Done = 0
	for _, channel := range channels {
		all.Done += channel.Done / float64(len(channels))
	}
	return all
}
