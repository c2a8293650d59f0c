package scoringengine_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/spec"
)

// three is an account of three databases, each with the audience of everybody.
type three struct{ everybody }

func (three) Databases(
	_ context.Context, _ calculation.AccountID, uids []calculation.UID, _ []calculation.GroupID,
) ([]calculation.Database, map[calculation.GroupID]string, error) {
	var list []calculation.Database
	for _, uid := range uids {
		list = append(list, calculation.Database{ID: calculation.DatabaseID(uid[0] - '0'), UID: uid})
	}
	return list, nil, nil
}

// drawScoring draws a configuration of one to three databases; some have weights that are not whole.
func drawScoring(r *rand.Rand, channel calculation.Channel) calculation.Scoring {
	s := calculation.Scoring{
		ID: uuid.New(), Spec: spec.Spec{
			DaysAgo: []int{7, 14, 28, 91}[r.IntN(4)], Percentile: []int{80, 90, 95}[r.IntN(3)], Weights: calculation.Weights{},
		},
	}
	left := 100 - r.IntN(8)/7
	for _, name := range channel.Weights()[1:] {
		s.Weights[name] = r.IntN(left + 1)
		left -= s.Weights[name]
	}
	s.Weights[channel.Weights()[0]] = left
	for _, at := range r.Perm(3)[:1+r.IntN(3)] {
		s.Sources = append(s.Sources, calculation.Source{UID: []calculation.UID{"1", "2", "3"}[at], IncludedAll: true})
	}
	return s
}

// foldSome folds one of the databases of a channel.
func foldSome(t *testing.T, store *pg.Store, channel calculation.Channel) {
	t.Helper()
	var merger segment.Merger
	folder := counting.NewFolder()
	for chunk := range uint32(chunks) {
		id := keeping.ChunkKey{Database: 2, Channel: channel, Chunk: chunk}
		require.NoError(t, store.Compact(t.Context(), id, &merger))
		require.NoError(t, store.Fold(t.Context(), id, &merger, folder, afterwards()))
	}
}

// TestABacktestIsThePreviewOfEveryWeek draws facts and two configurations.
func TestABacktestIsThePreviewOfEveryWeek(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	r := rand.New(rand.NewPCG(59, 59))
	for _, channel := range []calculation.Channel{calculation.Mailing, calculation.SMS, calculation.Web} {
		keep(t, store, r, life(r, channel, 200))
		foldSome(t, store, channel)
	}
	clock := realTime()
	calculator := calculating.NewCalculator(store, three{}, 2, clock, slog.New(slog.DiscardHandler))
	previews := calculating.NewPreviews(calculator, semaphore.NewWeighted(calculation.LooksAtOnce))
	moved, enough := 0, map[bool]int{}
	for n := range 24 {
		channel := calculation.Mailing + calculation.Channel(n%3)
		task := calculation.Task{Channel: channel, Date: calculation.DateOf(firstDay + segment.Day(50+r.IntN(20)))}
		task.Scorings = append(task.Scorings, drawScoring(r, channel))
		switch r.IntN(4) {
		case 0:
			task.Scorings = append(task.Scorings, task.Scorings[0])
		case 1:
		default:
			task.Scorings = append(task.Scorings, drawScoring(r, channel))
		}
		weeks := 1 + r.IntN(calculating.BacktestWeeks)
		got, err := previews.Backtest(t.Context(), 1, task, weeks)
		require.NoError(t, err)
		require.Len(t, got.Weeks, weeks)
		for week, day := range got.Weeks {
			require.Equal(t, task.Date.AddDate(0, 0, -7*week), day.Date)
			require.Len(t, day.Sides, len(task.Scorings))
			for i, side := range day.Sides {
				want := previewOf(t, previews, channel, day.Date, task.Scorings[i])
				require.Equal(t, want.Databases, side.Databases, "history %d, week %d, side %d", n, week, i)
				require.Equal(t, want.References, side.References, "history %d, week %d, side %d", n, week, i)
				requireLift(t, week, side, channel == calculation.Web)
				require.Equal(t, want.PossibleFrom != nil && !day.Date.Before(*want.PossibleFrom), side.Enough)
				enough[side.Enough]++
			}
		}
		moved += requireMoves(t, got, task.Scorings)
		calculator.TallyBudget = r.IntN(60 << 20)
		again, err := previews.Backtest(t.Context(), 1, task, weeks)
		require.NoError(t, err)
		require.Equal(t, got, again, "history %d: days that are taken in groups come to the same", n)
	}
	require.Positive(t, moved)
	require.Positive(t, enough[true])
	require.Positive(t, enough[false])
}

// requireLift compares the lift of the following two weeks with the scores.
func requireLift(t *testing.T, week int, side calculating.BacktestSide, visits bool) {
	t.Helper()
	if week < 2 || len(side.References) == 0 && len(side.Databases[0].Scores) == 0 {
		require.Nil(t, side.Lift, "%d weeks back", week)
		return
	}
	var scored [5]uint64
	for _, d := range side.Databases {
		for score, n := range d.Scores {
			scored[max(score-1, 0)/20] += uint64(n)
		}
	}
	for band, lift := range side.Lift {
		require.Equal(t, scored[band], lift.Scored)
		require.LessOrEqual(t, lift.Reached, lift.Scored)
		require.LessOrEqual(t, lift.Opened, lift.Reached)
		require.LessOrEqual(t, lift.Clicked, lift.Opened)
		require.True(t, visits || lift.Events == [5]uint64{})
	}
}

func previewOf(
	t *testing.T, previews *calculating.Previews, channel calculation.Channel, day time.Time, scoring calculation.Scoring,
) calculating.Preview {
	t.Helper()
	list, err := previews.Preview(t.Context(), 1, []calculation.Task{{
		Channel: channel, Date: day, Scorings: []calculation.Scoring{scoring},
	}}, true)
	require.NoError(t, err)
	for i := range list[0].Databases {
		list[0].Databases[i].New = nil
	}
	return list[0]
}

// requireMoves compares the moves with the number of contacts in each band on both sides, and returns how many moved.
func requireMoves(t *testing.T, got calculating.Backtest, scorings []calculation.Scoring) (moved int) {
	t.Helper()
	bands := func(side int) (sums [5]int32) {
		for _, d := range got.Weeks[0].Sides[side].Databases {
			for score, n := range d.Scores {
				sums[max(score-1, 0)/20] += n
			}
		}
		return sums
	}
	if got.Moves == nil {
		whole := len(scorings) == 2
		for i := range scorings {
			whole = whole && bands(i) != [5]int32{}
		}
		require.False(t, whole, "who moves is told where both have scores")
		return 0
	}
	var before, changed [5]int32
	for from := range 10 {
		for to := range 10 {
			n := got.Moves[10*from+to]
			if from < 5 {
				before[from] += n
			}
			if to < 5 {
				changed[to] += n
			}
			if from != to {
				moved += int(n)
			}
		}
	}
	require.Equal(t, bands(0), changed)
	require.Equal(t, bands(1), before)
	if scorings[0].ID == scorings[1].ID {
		require.Zero(t, moved, "the same configuration moves nobody")
	}
	return moved
}

func TestABacktestCountsAsAPreviewAndEndsWhenLeft(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ctx, leave := context.WithCancel(t.Context())
	audience := leaving{asked: make(chan struct{})}
	previews := calculating.NewPreviews(calculating.NewCalculator(
		store, audience, 1, realTime(), slog.New(slog.DiscardHandler),
	),
		semaphore.NewWeighted(calculation.LooksAtOnce))
	r := rand.New(rand.NewPCG(1, 1))
	task := calculation.Task{Channel: calculation.SMS, Date: calculation.DateOf(firstDay), Scorings: []calculation.Scoring{
		drawScoring(r, calculation.SMS),
	}}
	ended := make(chan error, 1)
	go func() {
		_, err := previews.Backtest(ctx, 1, task, 13)
		ended <- err
	}()
	<-audience.asked
	_, err := previews.Preview(t.Context(), 1, []calculation.Task{task}, true)
	require.ErrorIs(t, err, calculating.ErrPreviewBusy)
	_, err = previews.Backtest(t.Context(), 1, task, 1)
	require.ErrorIs(t, err, calculating.ErrPreviewBusy)
	leave()
	require.ErrorIs(t, <-ended, context.Canceled)
}

// leaving is an audience that responds only after the request is cancelled.
type leaving struct {
	three
	asked chan struct{}
}

func (l leaving) Chunks(ctx context.Context, _ calculating.AudienceRequest) ([]calculating.ChunkAudience, error) {
	close(l.asked)
	<-ctx.Done()
	return nil, ctx.Err()
}
