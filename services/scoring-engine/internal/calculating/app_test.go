package calculating_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/spec"
)

var day = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)

// scorings returns a task for each of its channels, all of one scoring.
type scorings []calculation.Channel

func (scorings) Due(context.Context, time.Time) ([]calculation.Task, error) { return nil, nil }

func (s scorings) ByName(
	_ context.Context, account calculation.AccountID, id uuid.UUID, _ time.Time, _ bool,
) ([]calculation.Task, error) {
	if s == nil {
		return nil, calculation.ErrNotFound
	}
	var tasks []calculation.Task
	for _, channel := range s {
		task := calculation.Task{
			Account: account, Channel: channel, Date: day, Scorings: []calculation.Scoring{{ID: id, Again: true}},
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}

// script is the progress of a channel that each poll finds.
type script map[calculation.Channel][]calculation.Progress

func (s script) Progress(
	_ context.Context, _ calculation.AccountID, key calculation.Key,
) (calculation.Progress, error) {
	progress := s[key.Channel][0]
	if len(s[key.Channel]) > 1 {
		s[key.Channel] = s[key.Channel][1:]
	}
	return progress, nil
}

func (script) Newest(
	context.Context, calculation.AccountID, []uuid.UUID, []calculation.Channel,
) ([]calculation.Noted, error) {
	return nil, nil
}

// watched is an app whose clock advances only by the pauses between its polls.
func watched(channels scorings, progress script) (*calculating.App, *time.Duration) {
	var passed time.Duration
	return calculating.NewApp(calculating.Needs{Scorings: channels, Results: progress, Clock: calculating.Clock{
		Now:   func() time.Time { return day.Add(passed) },
		Pause: func(ctx context.Context, d time.Duration) error { passed += d; return ctx.Err() },
	}}), &passed
}

func TestAWatchTellsEveryChangeAndBreaksTheSilenceEverySecond(t *testing.T) {
	from := day.AddDate(0, 0, 3)
	queued, done := calculation.Progress{Stage: calculation.StageQueued}, calculation.Progress{
		Stage: calculation.StageDone, Done: 1,
	}
	counting := calculation.Progress{Stage: calculation.StageCounting, Done: 0.5}
	app, passed := watched(scorings{calculation.Mailing, calculation.SMS}, script{
		calculation.Mailing: {queued, counting, counting, counting, counting, counting, counting, done},
		calculation.SMS:     {{Stage: calculation.StageSkipped, Reason: calculation.TooLittleData, PossibleFrom: &from}},
	})
	var stages []calculation.Stage
	var at []time.Duration
	require.NoError(t, app.Watch(t.Context(), 7, uuid.New(), day, func(state calculating.State) error {
		require.Equal(t, day, state.Date)
		require.Equal(t, calculation.SMS, state.Channels[1].Channel)
		stages, at = append(stages, state.Channels[0].Progress.Stage), append(at, *passed)
		return nil
	}))
	require.Equal(t, []calculation.Stage{
		calculation.StageQueued, calculation.StageCounting, calculation.StageCounting, calculation.StageDone,
	}, stages)
	require.Equal(t, []time.Duration{0, 200 * time.Millisecond, 1200 * time.Millisecond, 1400 * time.Millisecond}, at)
}

func TestAWatchEndsWithItsReaderAndSendsNothingOfUnknownScorings(t *testing.T) {
	gone := errors.New("gone")
	app, _ := watched(scorings{calculation.Mailing}, script{calculation.Mailing: {{Stage: calculation.StageCounting}}})
	require.ErrorIs(t, app.Watch(t.Context(), 7, uuid.New(), day, func(calculating.State) error { return gone }), gone)
	ctx, stop := context.WithCancel(t.Context())
	require.ErrorIs(
		t, app.Watch(ctx, 7, uuid.New(), day, func(calculating.State) error { stop(); return nil }), context.Canceled,
	)
	app, _ = watched(nil, nil)
	require.ErrorIs(t, app.Watch(t.Context(), 7, uuid.New(), day, nil), calculation.ErrNotFound)
}

func TestATaskThatCannotBeCalculatedIsRefusedBeforeAnythingIsRead(t *testing.T) {
	calculator := calculating.NewCalculator(nil, nil, 1, calculating.Clock{}, nil)
	mailing := calculation.Weights{"or": 45, "ctr": 30, "delivery": 25}
	unheard := calculation.Weights{"or": 1, "ctr": 1, "delivery": 1, "x": 97}
	for name, task := range map[string]calculation.Task{
		"no channel":            {Channel: 0},
		"a channel of tomorrow": {Channel: calculation.Web + 1},
		"weights of another": {Channel: calculation.SMS, Scorings: []calculation.Scoring{
			{Spec: spec.Spec{Weights: mailing}},
		}},
		"a weight missing": {Channel: calculation.Mailing, Scorings: []calculation.Scoring{
			{Spec: spec.Spec{Weights: calculation.Weights{"or": 100}}},
		}},
		"a name of nothing": {Channel: calculation.Mailing, Scorings: []calculation.Scoring{
			{Spec: spec.Spec{Weights: unheard}},
		}},
	} {
		require.ErrorContains(t, calculator.Run(t.Context(), task), "check task", name)
	}
}
