package scoringengine_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/spec"
)

func TestCancelledCalculationsReturnOnRequestOnly(t *testing.T) {
	t.Parallel()
	s := startWith(t, nil, peers{
		broken: &atomic.Bool{}, asked: make(chan struct{}, 9), answer: make(chan struct{}),
	})
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	runs := scoringenginev1.NewRunServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	stranger := scoringenginev1.NewRunServiceClient(s.AsPerson(t, auth.Identity{Account: account + 1}))
	cancel := func(by scoringenginev1.RunServiceClient, day string) int32 {
		t.Helper()
		res, err := by.Cancel(t.Context(), &scoringenginev1.CancelRequest{Id: scoringID, GeneratedDate: day})
		require.NoError(t, err)
		return res.GetCancelledCount()
	}
	s.engage(t, 20)
	_, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
	require.NoError(t, err)
	<-s.peers.asked // a worker has it
	list, err := runs.ListRuns(t.Context(), &scoringenginev1.ListRunsRequest{})
	require.NoError(t, err)
	require.Len(t, list.GetCurrent(), 1)
	current := list.GetCurrent()[0]
	require.Equal(t, "Everybody mailing 2026-11-02 queued", current.GetScoringName()+" "+current.GetScoringType()+" "+
		current.GetGeneratedDate()+" "+current.GetStage())
	list, err = stranger.ListRuns(t.Context(), &scoringenginev1.ListRunsRequest{})
	require.NoError(t, err)
	require.Empty(t, list.GetCurrent())

	require.Zero(t, cancel(stranger, ""))
	require.Zero(t, cancel(runs, "2026-11-01"), "another day")
	require.Equal(t, int32(1), cancel(runs, ""))
	require.Zero(t, cancel(runs, ""), "nothing runs any more")
	close(s.peers.answer)
	admin := s.Admin(t)
	// A task whose number is drawn may not be committed yet: the lock waits for transactions that add tasks.
	idle := func() bool {
		tx, err := admin.Begin(t.Context())
		require.NoError(t, err)
		_, err = tx.Exec(t.Context(), "LOCK TABLE tasks IN SHARE MODE")
		require.NoError(t, err)
		var tasks int
		require.NoError(t, tx.QueryRow(t.Context(), "SELECT count(*) FROM tasks").Scan(&tasks))
		require.NoError(t, tx.Commit(t.Context()))
		return tasks == 0
	}
	require.Eventually(t, idle, time.Minute, 10*time.Millisecond)
	require.Equal(t, "cancelled", s.watch(t).GetChannels()[0].GetStage())
	_, err = s.cells(t, 1)
	servicetest.Refused(t, err, codes.NotFound, "CALCULATION_NOT_FOUND")

	// The night's task does not revive it.
	s.Publish(t, &scoringenginev1.Nightly{})
	require.Eventually(t, func() bool {
		var tasks int
		require.NoError(t, admin.QueryRow(t.Context(), "SELECT last_value FROM tasks_id_seq").Scan(&tasks))
		return tasks > 1 && idle()
	}, time.Minute, 10*time.Millisecond)
	run := s.runs(t, account, 1, &scoringenginev1.ListRunsRequest{})[0]
	require.Equal(t, "Everybody cancelled", run.GetScoringName()+" "+run.GetOutcome())
	require.Empty(t, events)

	_, err = s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
	require.NoError(t, err)
	require.Equal(t, int32(1), servicetest.Next(t, events).GetRevision())
	s.runs(t, account, 1, &scoringenginev1.ListRunsRequest{Outcome: "cancelled"})
	s.runs(t, account, 1, &scoringenginev1.ListRunsRequest{Outcome: "done"})
}

// interrupted is a store that calls a function before the facts are read; endless counts last until they are stopped.
type interrupted struct {
	*pg.Store
	once    sync.Once
	before  func()
	endless bool
}

func (i *interrupted) View(
	ctx context.Context, channel calculation.Channel, workers int, work func([]calculation.SegmentView) error,
) error {
	i.once.Do(i.before)
	if i.endless {
		<-ctx.Done()
		return ctx.Err()
	}
	return i.Store.View(ctx, channel, workers, work)
}

// cancelled runs a task of two scorings, cancels the given number of them while it counts, and returns the outcomes.
func cancelled(t *testing.T, scorings int, endless bool) (outcomes []string, results int) {
	t.Helper()
	store, _ := open(t)
	ingest(t, store, 1, batchesOf(rand.New(rand.NewPCG(7, 7))), []int{0, 1, 2, 3})
	task := calculation.Task{Account: 1, Channel: calculation.Mailing, Date: calculation.DateOf(firstDay + 2*days)}
	for n := range byte(2) {
		task.Scorings = append(task.Scorings, calculation.Scoring{
			ID: uuid.UUID{n + 1}, Spec: spec.Spec{
				Name: fmt.Sprint(n + 1), DaysAgo: 91, Percentile: 90,
				Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
				Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
			},
		})
		queued := calculation.Progress{Stage: calculation.StageQueued}
		require.NoError(t, store.SetProgress(t.Context(), 1, task.Key(task.Scorings[n]), task.Scorings[n], queued))
	}
	i := &interrupted{Store: store, endless: endless, before: func() {
		for _, s := range task.Scorings[:scorings] {
			count, err := store.Cancel(t.Context(), 1, s.ID, task.Date, time.Now())
			require.NoError(t, err)
			require.Equal(t, 1, count)
		}
	}}
	clock := calculating.Clock{Now: time.Now, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
	calculator := calculating.NewCalculator(i, everybody{}, 1, clock, slog.New(slog.DiscardHandler))
	require.NoError(t, calculator.Run(t.Context(), task))
	failing := taken(t, store, task)
	require.NoError(t, calculator.Fail(t.Context(), failing), "nothing of it can fail any more")
	failing = taken(t, store, task)
	failing.Scorings = failing.Scorings[:scorings]
	require.NoError(t, store.Fail(t.Context(), failing, calculation.CalculationFailed, time.Now()),
		"nor when that is noticed as it is cancelled")

	page, _, err := store.ListRuns(t.Context(), 1, asking.RunFilter{Page: 1, Size: 10})
	require.NoError(t, err)
	for _, run := range page {
		outcomes = append(outcomes, run.Name+" "+string(run.Outcome))
	}
	for _, s := range task.Scorings {
		if _, err := store.Result(t.Context(), 1, task.Key(s)); err == nil {
			results++
		}
	}
	return outcomes, results
}

func TestOneOfATasksScoringsIsCancelledWhileItIsCounted(t *testing.T) {
	t.Parallel()
	outcomes, results := cancelled(t, 1, false)
	require.Equal(t, []string{"2 done", "1 cancelled"}, outcomes)
	require.Equal(t, 1, results)
}

func TestACountStopsWhenAllItsTasksAreCancelled(t *testing.T) {
	t.Parallel()
	outcomes, results := cancelled(t, 2, true)
	require.Equal(t, []string{"2 cancelled", "1 cancelled"}, outcomes)
	require.Zero(t, results)
}

func TestACancelStopsEarlierRequestsOnly(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	ingest(t, store, 1, batchesOf(rand.New(rand.NewPCG(7, 7))), []int{0, 1, 2, 3})
	calculator := calculating.NewCalculator(store, everybody{}, 1, realTime(), slog.New(slog.DiscardHandler))
	at := time.Date(2026, 11, 2, 0, 30, 0, 0, time.UTC)
	wanted := calculation.Scoring{
		ID: uuid.UUID{1}, Spec: spec.Spec{
			DaysAgo: 91, Percentile: 90, Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
			Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
		},
	}
	task := calculation.Task{Account: 1, Channel: calculation.Mailing, Date: calculation.DateOf(firstDay + 2*days)}
	key := task.Key(wanted)
	run := func(change func(*calculation.Scoring)) int {
		t.Helper()
		s := wanted
		change(&s)
		task.Scorings = []calculation.Scoring{s}
		require.NoError(t, calculator.Run(t.Context(), task))
		stands, err := store.Result(t.Context(), 1, key)
		if err != nil {
			require.ErrorIs(t, err, calculation.ErrNotFound)
		}
		return stands.Revision
	}
	ask := func(at time.Time) {
		t.Helper()
		waits := calculating.Waiting{Account: 1, Payload: []byte{}, Calculations: []calculating.Calculation{{Key: key}}}
		require.NoError(t, store.Ask(t.Context(), 1, []calculating.Waiting{waits}, 20, at))
	}
	asked := func(at time.Time) func(*calculation.Scoring) {
		return func(s *calculation.Scoring) { s.Again, s.AskedAt = true, at }
	}
	settled := func(at time.Time) func(*calculation.Scoring) {
		return func(s *calculation.Scoring) { s.SettledAt = at }
	}

	ask(at)
	count, err := store.Cancel(t.Context(), 1, wanted.ID, task.Date, at.Add(time.Minute))
	require.NoError(t, err)
	require.Equal(t, 1, count)
	require.Equal(t, 0, run(asked(at)))
	require.Equal(t, 0, run(settled(at)), "it is due since before")
	require.Equal(t, 0, run(settled(time.Time{})), "nor what is due since nobody knows when")
	ask(at.Add(2 * time.Minute))
	require.Equal(t, 0, run(asked(at)), "asking again does not bring back what was asked for first")
	require.Equal(t, 1, run(asked(at.Add(2*time.Minute))))
	require.Equal(t, 1, run(asked(at)), "nor after the result")
	progress, err := store.Progress(t.Context(), 1, key)
	require.NoError(t, err)
	require.Equal(t, calculation.StageDone, progress.Stage)

	// The day settles after the cancellation: the schedule calculates it all the same.
	ask(at.Add(3 * time.Minute))
	_, err = store.Cancel(t.Context(), 1, wanted.ID, time.Time{}, at.Add(4*time.Minute))
	require.NoError(t, err)
	require.Equal(t, 1, run(settled(at.Add(time.Minute))))
	require.Equal(t, 2, run(settled(time.Now().Add(time.Hour))))

	// A new request supersedes the earlier cancellation, even if the clocks of two processes disagree.
	ask(at.Add(5 * time.Minute))
	_, err = store.Cancel(t.Context(), 1, wanted.ID, time.Time{}, at.Add(7*time.Minute))
	require.NoError(t, err)
	ask(at.Add(6 * time.Minute))
	require.Equal(t, 3, run(asked(at.Add(6*time.Minute))))
}
