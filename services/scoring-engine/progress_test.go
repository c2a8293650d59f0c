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
	"google.golang.org/grpc/codes"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/spec"
)

// noting is a store in which a count lasts until progress was recorded.
type noting struct {
	*pg.Store
	mu     sync.Mutex
	stages []calculation.Stage
	noted  chan struct{}
}

func (n *noting) SetProgress(
	ctx context.Context, account calculation.AccountID, key calculation.Key, scoring calculation.Scoring,
	progress calculation.Progress,
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
	ctx context.Context, channel calculation.Channel, workers int, work func([]calculation.SegmentView) error,
) error {
	<-n.noted
	return n.Store.View(ctx, channel, workers, work)
}

func TestALongCalculationCountsThenScoresThenIsDone(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ingest(t, store, 1, batchesOf(rand.New(rand.NewPCG(7, 7))), []int{0, 1, 2, 3})
	n := &noting{Store: store, noted: make(chan struct{})}
	clock := calculating.Clock{Now: time.Now, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	calculator := calculating.NewCalculator(n, everybody{}, 1, clock, slog.New(slog.DiscardHandler))
	scoring := calculation.Scoring{
		ID: uuid.UUID{1}, Spec: spec.Spec{
			DaysAgo: 91, Percentile: 90, Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
			Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
		},
	}
	task := calculation.Task{
		Account: 1, Channel: calculation.Mailing, Date: calculation.DateOf(firstDay + 2*days),
		Scorings: []calculation.Scoring{scoring},
	}
	require.NoError(t, calculator.Run(t.Context(), task))
	last := len(n.stages) - 1
	require.Positive(t, last)
	for _, stage := range n.stages[:last] {
		require.Equal(t, calculation.StageCounting, stage)
	}
	require.Equal(t, calculation.StageScoring, n.stages[last])
	progress, err := store.Progress(t.Context(), 1, task.Key(scoring))
	require.NoError(t, err)
	require.Equal(t, calculation.Progress{Stage: calculation.StageDone, Done: 1}, progress)
}

func TestAWatchOfAFinishedCalculationSeesItDone(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ingest(t, store, 1, batchesOf(rand.New(rand.NewPCG(7, 7))), []int{0, 1, 2, 3})
	clock := calculating.Clock{Now: time.Now, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	calculator := calculating.NewCalculator(store, everybody{}, 1, clock, slog.New(slog.DiscardHandler))
	task := calculation.Task{
		Account: 1, Channel: calculation.Mailing, Date: calculation.DateOf(firstDay + 2*days),
		Scorings: []calculation.Scoring{{
			ID: uuid.UUID{1}, Spec: spec.Spec{
				DaysAgo: 91, Percentile: 90, Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
				Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
			},
		}},
	}
	key := task.Key(task.Scorings[0])
	require.NoError(t, calculator.Run(t.Context(), task))
	// The schedule had queued it before, and a person requested it while it ran.
	require.NoError(t, store.SetProgress(
		t.Context(), 1, key, calculation.Scoring{}, calculation.Progress{Stage: calculation.StageQueued},
	))
	require.NoError(t, calculator.Run(t.Context(), task))
	progress, err := store.Progress(t.Context(), 1, key)
	require.NoError(t, err)
	require.Equal(t, calculation.Progress{Stage: calculation.StageDone, Done: 1}, progress)
}

func TestTheNewestOfEachChannelIsTold(t *testing.T) {
	t.Parallel()
	store, database := open(t)
	scoring := func(n byte) uuid.UUID { return uuid.UUID{n} }
	day := func(n int) time.Time { return calculation.DateOf(firstDay).AddDate(0, 0, n) }
	note := func(
		account calculation.AccountID, id uuid.UUID, channel calculation.Channel, date time.Time, stage calculation.Stage,
	) calculation.Noted {
		noted := calculation.Noted{
			Key: calculation.Key{
				Scoring: id, Channel: channel, Date: date,
			}, Progress: calculation.Progress{Stage: stage, Done: 1},
			Cancelled: []time.Time{},
		}
		require.NoError(t, store.SetProgress(t.Context(), account, noted.Key, calculation.Scoring{}, noted.Progress))
		return noted
	}
	of := func(channels []calculation.Channel, ids ...uuid.UUID) []calculation.Noted {
		list, err := store.Newest(t.Context(), 5, ids, channels)
		require.NoError(t, err)
		return list
	}
	newest := func(ids ...uuid.UUID) []calculation.Noted {
		return of([]calculation.Channel{calculation.Web, calculation.SMS, calculation.Mailing}, ids...)
	}
	note(5, scoring(1), calculation.Mailing, day(0), calculation.StageDone)
	note(5, scoring(1), calculation.Mailing, day(7), calculation.StageDone)
	mail := note(5, scoring(1), calculation.Mailing, day(8), calculation.StageCounting)
	sms := note(5, scoring(1), calculation.SMS, day(7), calculation.StageFailed)
	other := note(5, scoring(2), calculation.Web, day(6), calculation.StageSkipped)
	enough := day(5)
	early := calculation.Key{Scoring: scoring(2), Channel: calculation.Web, Date: day(2)}
	skipped := calculation.Progress{Stage: calculation.StageSkipped, PossibleFrom: &enough}
	require.NoError(t, store.SetProgress(t.Context(), 5, early, calculation.Scoring{}, skipped))
	other.SkippedUntil = enough
	for _, date := range []time.Time{day(4), day(1)} {
		note(5, scoring(2), calculation.Web, date, calculation.StageCancelled)
	}
	change := func(statement string) {
		t.Helper()
		require.NoError(t, database.AsSystem(t.Context(), func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), statement)
			return err
		}))
	}
	change("UPDATE progress SET cancelled_at = now() WHERE stage = 'cancelled'")
	other.Cancelled = []time.Time{day(1), day(4)}
	note(6, scoring(3), calculation.Web, day(9), calculation.StageDone)
	require.Equal(t, []calculation.Noted{mail, sms, other}, newest(scoring(2), scoring(1)), "in order")
	require.Equal(t, []calculation.Noted{sms}, of([]calculation.Channel{calculation.SMS}, scoring(1), scoring(2)))
	require.Equal(t, []calculation.Noted{other}, newest(scoring(2), scoring(3)), "another account's is not told")

	// A crash loses recorded progress, but no result.
	result := resultOf(false)
	require.True(t, commit(t, store, result, 1, time.Now()))
	change("DELETE FROM progress")
	done := calculation.Progress{Stage: calculation.StageDone, Done: 1}
	kept := calculation.Noted{Key: result.Key, Progress: done, Cancelled: []time.Time{}}
	require.Equal(t, []calculation.Noted{kept}, newest(result.Key.Scoring))
	again := note(5, result.Key.Scoring, result.Key.Channel, result.Key.Date, calculation.StageQueued)
	require.Equal(t, []calculation.Noted{again}, newest(result.Key.Scoring), "of a result that is made again")
}

func TestProgressNeedsScoringsAndChannels(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, req := range []*scoringenginev1.ListProgressRequest{
		{AccountId: account, Channels: []typev1.Channel{typev1.Channel_CHANNEL_SMS}},
		{AccountId: account, ScoringIds: []string{uuid.NewString()}},
	} {
		_, err := s.scores.ListProgress(t.Context(), req)
		servicetest.Refused(t, err, codes.InvalidArgument, "REQUEST_INVALID")
	}
}
