package scoringengine_test

import (
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
	"puls.app/services/spec"
)

func TestTasksOfTheNightWaitAndCanBeCancelled(t *testing.T) {
	t.Parallel()
	s := startWith(t, nil, peers{
		broken: &atomic.Bool{}, asked: make(chan struct{}, 9), answer: make(chan struct{}),
	})
	runs := scoringenginev1.NewRunServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	stranger := scoringenginev1.NewRunServiceClient(s.AsPerson(t, auth.Identity{Account: account + 1}))
	s.engage(t, 20)
	s.Publish(t, &scoringenginev1.Nightly{})
	<-s.peers.asked // a worker has it, and has counted nothing
	list, err := runs.ListRuns(t.Context(), &scoringenginev1.ListRunsRequest{})
	require.NoError(t, err)
	require.Len(t, list.GetCurrent(), 1)
	current := list.GetCurrent()[0]
	require.Equal(t, "Everybody mailing 2026-11-02 queued", current.GetScoringName()+" "+current.GetScoringType()+" "+
		current.GetGeneratedDate()+" "+current.GetStage())
	require.Equal(t, "queued", s.watch1(t), "whoever follows the scoring sees the same")

	res, err := stranger.Cancel(t.Context(), &scoringenginev1.CancelRequest{Id: scoringID})
	require.NoError(t, err)
	require.Zero(t, res.GetCancelledCount())
	res, err = runs.Cancel(t.Context(), &scoringenginev1.CancelRequest{Id: scoringID})
	require.NoError(t, err)
	require.Equal(t, int32(1), res.GetCancelledCount())
	close(s.peers.answer)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	admin := s.Admin(t)
	for round := 1; round < 3; round++ { // the next hour's schedule does not queue it again
		require.Eventually(t, func() bool {
			var tasks, put int
			require.NoError(t, admin.QueryRow(t.Context(),
				"SELECT (SELECT count(*) FROM tasks), last_value FROM tasks_id_seq").Scan(&tasks, &put))
			return tasks == 0 && put >= round
		}, time.Minute, 10*time.Millisecond)
		s.Publish(t, &scoringenginev1.Nightly{})
	}
	s.runs(t, account, 1, &scoringenginev1.ListRunsRequest{})
	s.runs(t, account, 1, &scoringenginev1.ListRunsRequest{Outcome: "cancelled"})
	require.Empty(t, events)
}

// watch1 returns the first stage that a watch of the scoring reports.
func (s *system) watch1(t *testing.T) string {
	t.Helper()
	stream, err := s.own.WatchProgress(t.Context(), &scoringenginev1.WatchProgressRequest{Id: scoringID})
	require.NoError(t, err)
	state, err := stream.Recv()
	require.NoError(t, err)
	return state.GetChannels()[0].GetStage()
}

// due is a scheduled task, with a scoring for each letter.
func due(account calculation.AccountID, scorings string, date, settled time.Time) calculation.Task {
	task := calculation.Task{Account: account, Channel: calculation.Mailing, Date: date}
	for _, name := range scorings {
		task.Scorings = append(task.Scorings, calculation.Scoring{
			ID: uuid.UUID{byte(account), byte(name)}, SettledAt: settled, Spec: spec.Spec{
				Name: string(name), DaysAgo: 28, Percentile: 90,
				Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
				Sources: []calculation.Source{{UID: "002", IncludedAll: true}},
			},
		})
	}
	return task
}

func queue(t *testing.T, store *pg.Store, tasks ...calculation.Task) {
	t.Helper()
	require.NoError(t, store.Put(t.Context(), queuedAs(t, tasks...)))
}

func queuedAs(t *testing.T, tasks ...calculation.Task) (list []calculating.Waiting) {
	t.Helper()
	for _, task := range tasks {
		payload, err := rpc.Tasks{}.WriteTask(task)
		require.NoError(t, err)
		list = append(list, calculating.NewWaiting(task, payload))
	}
	return list
}

// taken puts a task into the queue, takes it and returns it with its number.
func taken(t *testing.T, store *pg.Store, task calculation.Task) calculation.Task {
	t.Helper()
	queue(t, store, task)
	one, release, err := store.Take(t.Context(), time.Now())
	require.NoError(t, err)
	release()
	task.ID = one.ID
	return task
}

// current lists an account's waiting and running calculations.
func current(t *testing.T, store *pg.Store, account calculation.AccountID) (list []string) {
	t.Helper()
	all, err := store.ListCurrent(t.Context(), account, asking.RunFilter{})
	require.NoError(t, err)
	for _, one := range all {
		list = append(list, fmt.Sprint(one.Name, " ", one.Key.Date.Format(time.DateOnly), " ", one.Progress.Stage))
	}
	slices.Sort(list)
	return list
}

func TestEachWaitingDayIsCancelledByItself(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	at := time.Date(2026, 11, 2, 1, 0, 0, 0, time.UTC)
	today, monday := due(1, "ab", generated, at), due(1, "a", generated.AddDate(0, 0, -7), at.AddDate(0, 0, -7))
	other := due(2, "a", generated, at)
	cancel := func(account calculation.AccountID, id uuid.UUID, day time.Time) int {
		t.Helper()
		count, err := store.Cancel(t.Context(), account, id, day, at.Add(time.Minute))
		require.NoError(t, err)
		return count
	}
	queue(t, store, today, monday, other)
	a, b := today.Scorings[0], today.Scorings[1]
	require.Equal(t, []string{"a 2026-10-26 queued", "a 2026-11-02 queued", "b 2026-11-02 queued"}, current(t, store, 1))
	require.Zero(t, cancel(2, a.ID, time.Time{}), "another account's")
	require.Equal(t, 1, cancel(1, a.ID, monday.Date))
	require.Equal(t, 1, cancel(1, b.ID, time.Time{}))
	require.Len(t, drain(t, store, 10), 3)

	queue(t, store, today, monday, other) // an hour later
	require.Equal(t, []string{"a 2026-11-02 queued"}, current(t, store, 1), "the next hour does not bring it back")
	require.Equal(t, []string{"a 2026-11-02 queued"}, current(t, store, 2))
	queue(t, store, due(1, "b", generated, at.Add(time.Hour)))
	require.Equal(t, []string{"a 2026-11-02 queued", "b 2026-11-02 queued"}, current(t, store, 1), "it settles later")
	counting := calculation.Progress{Stage: calculation.StageCounting, Done: 0.5}
	require.NoError(t, store.SetProgress(t.Context(), 1, today.Key(a), a, counting))
	queue(t, store, due(1, "a", generated, at.Add(time.Hour)))
	require.Equal(t, []string{"a 2026-11-02 counting", "b 2026-11-02 queued"}, current(t, store, 1), "what runs goes on")
}

func TestASkippedCalculationWaitsAndHasItsFirstPossibleDay(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	task := due(1, "a", generated, generated)
	enough := generated.AddDate(0, 0, 4)
	skipped := task.RunOf(task.Scorings[0], generated)
	skipped.Outcome, skipped.Reason, skipped.PossibleFrom = calculation.RunSkipped, calculation.TooLittleData, &enough
	require.NoError(t, store.EndRun(t.Context(), skipped))
	queue(t, store, task)
	require.Equal(t, []string{"a 2026-11-02 queued"}, current(t, store, 1))
	queued := calculation.Progress{Stage: calculation.StageQueued}
	newest, err := store.Newest(
		t.Context(), 1, []uuid.UUID{task.Scorings[0].ID}, []calculation.Channel{task.Channel},
	)
	require.NoError(t, err)
	require.Equal(t, []calculation.Noted{{
		Key: task.Key(task.Scorings[0]), Progress: queued, SkippedUntil: enough, Cancelled: []time.Time{},
	}}, newest)
	progress, err := store.Progress(t.Context(), 1, task.Key(task.Scorings[0]))
	require.NoError(t, err)
	require.Equal(t, queued, progress)
}

func TestQueuingCancellingAndKeepingDoNotStopEachOther(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	calculator := calculating.NewCalculator(store, everybody{}, 1, realTime(), slog.New(slog.DiscardHandler))
	var days []calculation.Task
	for day := range 6 {
		days = append(days, due(1, "fedcba", generated.AddDate(0, 0, -7*day), time.Time{}))
	}
	var group errgroup.Group
	for worker := range 8 {
		group.Go(func() error {
			for round := range 30 {
				task := days[(worker+round)%len(days)]
				again := slices.Clone(days)
				for i := range again { // other tasks, of the same calculations
					again[i].Scorings = slices.Clone(again[i].Scorings)
					again[i].Scorings[0].Version = worker*100 + round
				}
				if worker%2 == 1 {
					slices.Reverse(again)
				}
				var err error
				switch worker % 4 {
				case 0, 1:
					err = store.Put(t.Context(), queuedAs(t, again...))
				case 2:
					_, err = store.Cancel(t.Context(), 1, task.Scorings[round%6].ID, time.Time{}, time.Now())
				case 3:
					var one *calculating.Taken
					var release func()
					if one, release, err = store.Take(t.Context(), time.Now()); err == nil && one != nil {
						task.ID = one.ID
						err = calculator.Fail(t.Context(), task)
						release()
					}
				}
				if err != nil {
					return fmt.Errorf("worker %d: %w", worker, err)
				}
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
}
