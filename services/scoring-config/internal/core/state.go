package core

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Stage is the progress of a calculation.
type Stage string

// The stages, by precedence for a scoring of several channels: running ones before failures, and these before finished
// ones.
const (
	Calculating Stage = "calculating"
	Queued      Stage = "queued"
	Failed      Stage = "failed"
	Skipped     Stage = "skipped"
	// Cancelled was stopped by a user; the schedule skips that day.
	Cancelled Stage = "cancelled"
	Waiting   Stage = "waiting"
	Done      Stage = "done"
)

var stages = []Stage{Calculating, Queued, Failed, Skipped, Cancelled, Waiting, Done}

// Progress is the state of the newest calculation of one channel.
type Progress struct {
	Scoring uuid.UUID
	Channel Channel
	// Date is the local day of the calculation, at midnight UTC.
	Date  time.Time
	Stage Stage
	// Done is the share of the work, 0 to 1.
	Done float64
	// Reason is why it was skipped or failed.
	Reason string
	// PossibleFrom is the first day that can be calculated, YYYY-MM-DD; empty unless it was skipped, and without data.
	PossibleFrom string
	// SkippedUntil is the first day with enough data, as of a skipped calculation of an earlier day; zero without one.
	SkippedUntil time.Time
	// CancelledDays are the days that users cancelled and did not request again.
	CancelledDays []time.Time
}

// History counts the calculations of earlier Mondays, of each channel separately.
type History struct {
	// Total excludes calculations that are known to lack data, that users cancelled, and that are no longer retried.
	Done, Total int
}

// State is the state of the newest calculations of a scoring.
type State struct {
	// Progress combines all channels.
	Progress
	Channels []Progress
}

// State returns the scoring's state; nil for a draft and for an inactive scoring without any calculation. newest are
// the newest calculations of its channels. A channel of an active scoring is Waiting if it has none for the due day.
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

// History returns the progress of the backfill of the first activation; nil without a backfill.
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

// together returns the progress of the channel with the highest precedence, with the work done on all channels.
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
