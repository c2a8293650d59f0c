package scoringengine_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/spec"
)

// noting is a store in which a count lasts until progress was noted.
type noting struct {
	*pg.Store
	mu     sync.Mutex
	stages []core.Stage
	noted  chan struct{}
}

func (n *noting) SetProgress(
	ctx context.Context, account core.AccountID, key core.Key, scoring core.Scoring, progress core.Progress,
) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.stages) == 0 {
		close(n.noted)
	}
	n.stages = append(n.stages, progress.Stage)
	return n.Store.SetProgress(ctx, account, key, scoring, progress)
}

func (n *noting) View(
	ctx context.Context, channel core.Channel, workers int, work func([]core.SegmentView) error,
) error {
	<-n.noted
	return n.Store.View(ctx, channel, workers, work)
}

func TestALongCalculationCountsThenScoresThenIsDone(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ingest(t, store, 1, batchesOf(rand.New(rand.NewPCG(7, 7))), []int{0, 1, 2, 3})
	n := &noting{Store: store, noted: make(chan struct{})}
	clock := core.Clock{Now: time.Now, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	calculator := core.NewCalculator(n, everybody{}, 1, clock, slog.New(slog.DiscardHandler))
	scoring := core.Scoring{
		ID: uuid.UUID{1}, Spec: spec.Spec{
			DaysAgo: 91, Percentile: 90, Weights: core.Weights{"or": 45, "ctr": 30, "delivery": 25},
			Sources: []core.Source{{UID: "002", IncludedAll: true}},
		},
	}
	task := core.Task{
		Account: 1, Channel: core.Mailing, Date: core.DateOf(firstDay + 2*days), Scorings: []core.Scoring{scoring},
	}
	require.NoError(t, calculator.Run(t.Context(), task))
	last := len(n.stages) - 1
	require.Positive(t, last)
	for _, stage := range n.stages[:last] {
		require.Equal(t, core.StageCounting, stage)
	}
	require.Equal(t, core.StageScoring, n.stages[last])
	progress, err := store.Progress(t.Context(), 1, task.Key(scoring))
	require.NoError(t, err)
	require.Equal(t, core.Progress{Stage: core.StageDone, Done: 1}, progress)
}

func TestWhoAsksForWhatIsThereSeesItDone(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ingest(t, store, 1, batchesOf(rand.New(rand.NewPCG(7, 7))), []int{0, 1, 2, 3})
	clock := core.Clock{Now: time.Now, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	calculator := core.NewCalculator(store, everybody{}, 1, clock, slog.New(slog.DiscardHandler))
	task := core.Task{
		Account: 1, Channel: core.Mailing, Date: core.DateOf(firstDay + 2*days), Scorings: []core.Scoring{{
			ID: uuid.UUID{1}, Spec: spec.Spec{
				DaysAgo: 91, Percentile: 90, Weights: core.Weights{"or": 45, "ctr": 30, "delivery": 25},
				Sources: []core.Source{{UID: "002", IncludedAll: true}},
			},
		}},
	}
	key := task.Key(task.Scorings[0])
	require.NoError(t, calculator.Run(t.Context(), task))
	// The night had queued it before, and it was asked for while that ran.
	require.NoError(t, store.SetProgress(t.Context(), 1, key, core.Scoring{}, core.Progress{Stage: core.StageQueued}))
	require.NoError(t, calculator.Run(t.Context(), task))
	progress, err := store.Progress(t.Context(), 1, key)
	require.NoError(t, err)
	require.Equal(t, core.Progress{Stage: core.StageDone, Done: 1}, progress)
}

func TestTheNewestOfEachChannelIsTold(t *testing.T) {
	t.Parallel()
	store, database := open(t)
	scoring := func(n byte) uuid.UUID { return uuid.UUID{n} }
	day := func(n int) time.Time { return core.DateOf(firstDay).AddDate(0, 0, n) }
	note := func(account core.AccountID, id uuid.UUID, channel core.Channel, date time.Time, stage core.Stage) core.Noted {
		noted := core.Noted{
			Key: core.Key{Scoring: id, Channel: channel, Date: date}, Progress: core.Progress{Stage: stage, Done: 1},
			Cancelled: []time.Time{},
		}
		require.NoError(t, store.SetProgress(t.Context(), account, noted.Key, core.Scoring{}, noted.Progress))
		return noted
	}
	newest := func(ids ...uuid.UUID) []core.Noted {
		list, err := store.Newest(t.Context(), 5, ids)
		require.NoError(t, err)
		return list
	}
	note(5, scoring(1), core.Mailing, day(0), core.StageDone)
	note(5, scoring(1), core.Mailing, day(7), core.StageDone)
	mail := note(5, scoring(1), core.Mailing, day(8), core.StageCounting)
	sms := note(5, scoring(1), core.SMS, day(7), core.StageFailed)
	other := note(5, scoring(2), core.Web, day(6), core.StageSkipped)
	enough := day(5)
	early := core.Key{Scoring: scoring(2), Channel: core.Web, Date: day(2)}
	skipped := core.Progress{Stage: core.StageSkipped, PossibleFrom: &enough}
	require.NoError(t, store.SetProgress(t.Context(), 5, early, core.Scoring{}, skipped))
	other.SkippedUntil = enough
	for _, date := range []time.Time{day(4), day(1)} {
		note(5, scoring(2), core.Web, date, core.StageCancelled)
	}
	other.Cancelled = []time.Time{day(1), day(4)}
	note(6, scoring(3), core.Web, day(9), core.StageDone)
	require.Equal(t, []core.Noted{mail, sms, other}, newest())
	require.Equal(t, []core.Noted{other}, newest(scoring(2), scoring(3)), "another account's is not told")

	// A crash loses what was noted, and no result.
	result := resultOf(false)
	require.True(t, commit(t, store, result, 1, time.Now()))
	require.NoError(t, database.AsSystem(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "DELETE FROM progress")
		return err
	}))
	done := core.Progress{Stage: core.StageDone, Done: 1}
	require.Equal(t, []core.Noted{{Key: result.Key, Progress: done, Cancelled: []time.Time{}}}, newest())
	again := note(5, result.Key.Scoring, result.Key.Channel, result.Key.Date, core.StageQueued)
	require.Equal(t, []core.Noted{again}, newest(result.Key.Scoring), "of a result that is made again")
}
