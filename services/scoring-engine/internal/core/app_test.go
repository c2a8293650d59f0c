package core_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/spec"
)

var day = time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)

// scorings has one scoring with a channel each.
type scorings []core.Channel

func (scorings) Due(context.Context, time.Time) ([]core.Task, error) { return nil, nil }

func (s scorings) ByName(
	_ context.Context, account core.AccountID, id uuid.UUID, _ time.Time, _ bool,
) ([]core.Task, error) {
	if s == nil {
		return nil, core.ErrNotFound
	}
	var tasks []core.Task
	for _, channel := range s {
		task := core.Task{Account: account, Channel: channel, Date: day, Scorings: []core.Scoring{{ID: id, Again: true}}}
		tasks = append(tasks, task)
	}
	return tasks, nil
}

// script is what each look at the progress of a channel finds.
type script map[core.Channel][]core.Progress

func (s script) Progress(_ context.Context, _ core.AccountID, key core.Key) (core.Progress, error) {
	progress := s[key.Channel][0]
	if len(s[key.Channel]) > 1 {
		s[key.Channel] = s[key.Channel][1:]
	}
	return progress, nil
}

func (script) Cells(
	context.Context, core.AccountID, core.Key, int, []core.DatabaseID, func(core.ChunkID, []byte) error,
) error {
	return nil
}

func (script) Newest(context.Context, core.AccountID, []uuid.UUID) ([]core.Noted, error) {
	return nil, nil
}

// watched is an app whose clock moves on only by its pauses, and the looks that it takes are paced by.
func watched(channels scorings, progress script) (*core.App, *time.Duration) {
	var passed time.Duration
	return core.NewApp(core.Needs{Scorings: channels, Results: progress, Clock: core.Clock{
		Now:   func() time.Time { return day.Add(passed) },
		Pause: func(ctx context.Context, d time.Duration) error { passed += d; return ctx.Err() },
	}}), &passed
}

func TestAWatchTellsEveryChangeAndBreaksTheSilenceEverySecond(t *testing.T) {
	from := day.AddDate(0, 0, 3)
	queued, done := core.Progress{Stage: core.StageQueued}, core.Progress{Stage: core.StageDone, Done: 1}
	counting := core.Progress{Stage: core.StageCounting, Done: 0.5}
	app, passed := watched(scorings{core.Mailing, core.SMS}, script{
		core.Mailing: {queued, counting, counting, counting, counting, counting, counting, done},
		core.SMS:     {{Stage: core.StageSkipped, Reason: core.TooLittleData, PossibleFrom: &from}},
	})
	var stages []core.Stage
	var at []time.Duration
	require.NoError(t, app.Watch(t.Context(), 7, uuid.New(), day, func(state core.State) error {
		require.Equal(t, day, state.Date)
		require.Equal(t, core.SMS, state.Channels[1].Channel)
		stages, at = append(stages, state.Channels[0].Progress.Stage), append(at, *passed)
		return nil
	}))
	require.Equal(t, []core.Stage{core.StageQueued, core.StageCounting, core.StageCounting, core.StageDone}, stages)
	require.Equal(t, []time.Duration{0, 200 * time.Millisecond, 1200 * time.Millisecond, 1400 * time.Millisecond}, at)
}

func TestAWatchEndsWithItsReaderAndTellsNothingOfWhatIsNotThere(t *testing.T) {
	gone := errors.New("gone")
	app, _ := watched(scorings{core.Mailing}, script{core.Mailing: {{Stage: core.StageCounting}}})
	require.ErrorIs(t, app.Watch(t.Context(), 7, uuid.New(), day, func(core.State) error { return gone }), gone)
	ctx, stop := context.WithCancel(t.Context())
	require.ErrorIs(t, app.Watch(ctx, 7, uuid.New(), day, func(core.State) error { stop(); return nil }), context.Canceled)
	app, _ = watched(nil, nil)
	require.ErrorIs(t, app.Watch(t.Context(), 7, uuid.New(), day, nil), core.ErrNotFound)
}

func TestATaskThatCannotBeCalculatedIsRefusedBeforeAnythingIsRead(t *testing.T) {
	calculator := core.NewCalculator(nil, nil, 1, core.Clock{}, nil)
	mailing := core.Weights{"or": 45, "ctr": 30, "delivery": 25}
	unheard := core.Weights{"or": 1, "ctr": 1, "delivery": 1, "x": 97}
	for name, task := range map[string]core.Task{
		"no channel":            {Channel: 0},
		"a channel of tomorrow": {Channel: core.Web + 1},
		"weights of another":    {Channel: core.SMS, Scorings: []core.Scoring{{Spec: spec.Spec{Weights: mailing}}}},
		"a weight missing":      {Channel: core.Mailing, Scorings: []core.Scoring{{Spec: spec.Spec{Weights: core.Weights{"or": 100}}}}},
		"a name of nothing":     {Channel: core.Mailing, Scorings: []core.Scoring{{Spec: spec.Spec{Weights: unheard}}}},
	} {
		require.ErrorContains(t, calculator.Run(t.Context(), task), "check task", name)
	}
}
