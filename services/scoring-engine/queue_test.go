package scoringengine_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"puls.app/services/kit/fault"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/jobs"
	"puls.app/services/scoring-engine/internal/pg"
	"puls.app/services/scoring-engine/internal/rpc"
	"puls.app/services/spec"
)

func waiting(account calculation.AccountID, name string, again bool) calculating.Waiting {
	task := calculation.Task{
		Account: account, Channel: calculation.Mailing, Date: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC),
		Scorings: []calculation.Scoring{{
			ID: uuid.NewSHA1(uuid.Nil, []byte(name)), Again: again, Spec: spec.Spec{
				DaysAgo: 14, Percentile: 90, Weights: calculation.Weights{"or": 45, "ctr": 30, "delivery": 25},
			},
		}},
	}
	payload, err := rpc.Tasks{}.WriteTask(task)
	if err != nil {
		panic(err) // tasks always marshal
	}
	return calculating.NewWaiting(task, payload)
}

func put(t *testing.T, store *pg.Store, account calculation.AccountID, n int) {
	t.Helper()
	var tasks []calculating.Waiting
	for i := range n {
		tasks = append(tasks, waiting(account, fmt.Sprint(account, " ", i), false))
	}
	require.NoError(t, store.Put(t.Context(), tasks))
}

// drain takes and ends tasks until there are none, and returns their accounts in order.
func drain(t *testing.T, store *pg.Store, most int) (order []calculation.AccountID) {
	t.Helper()
	for range most {
		taken, release, err := store.Take(t.Context(), time.Now())
		require.NoError(t, err)
		if taken == nil {
			break
		}
		order = append(order, taken.Account)
		require.NoError(t, store.Done(t.Context(), taken.ID))
		release()
	}
	return order
}

func TestAccountsTakeTurnsHoweverMuchOneOfThemAsks(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	put(t, store, 1, 1000)
	require.Len(t, drain(t, store, 300), 300)
	put(t, store, 2, 3) // added while another account's tasks are being worked on
	put(t, store, 3, 1)
	order := drain(t, store, 7)
	require.ElementsMatch(t, []calculation.AccountID{1, 2, 3}, order[:3], "one of each within a turn")
	require.Equal(t, []calculation.AccountID{2, 1, 2, 1}, order[3:])
	require.Len(t, drain(t, store, 1000), 1000-300-3)
	put(t, store, 1, 2)
	put(t, store, 2, 2)
	require.Equal(
		t, []calculation.AccountID{1, 2, 1, 2}, drain(t, store, 10), "who asked much before does not pay for it now",
	)
}

func TestTheSameTaskWaitsOnceUnlessAPersonAsksForIt(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	for range 3 {
		require.NoError(t, store.Put(t.Context(), []calculating.Waiting{
			waiting(1, "nightly", false), waiting(1, "nightly", false), waiting(2, "nightly", false),
		}))
	}
	require.Len(t, drain(t, store, 10), 2)
	require.NoError(
		t, store.Put(t.Context(), []calculating.Waiting{waiting(1, "by name", true), waiting(1, "by name", true)}),
	)
	require.Len(t, drain(t, store, 10), 2)
}

func TestATaskIsWorkedOnByOneAtATimeAndComesBackWhenItIsLeft(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	put(t, store, 1, 2)
	first, release, err := store.Take(t.Context(), time.Now())
	require.NoError(t, err)
	second, releaseSecond, err := store.Take(t.Context(), time.Now())
	require.NoError(t, err)
	require.NotEqual(t, first.ID, second.ID)
	none, _, err := store.Take(t.Context(), time.Now())
	require.NoError(t, err)
	require.Nil(t, none)
	release() // its worker disappeared without ending it
	again, releaseAgain, err := store.Take(t.Context(), time.Now())
	require.NoError(t, err)
	require.Equal(t, first.ID, again.ID)
	require.Equal(t, 2, again.Attempts)
	require.NoError(t, store.Postpone(t.Context(), again.ID, time.Now().Add(time.Hour), false))
	releaseAgain()
	releaseSecond()
	require.Len(t, drain(t, store, 10), 1, "the other one; the first rests")
}

func TestTasksThatEndCleanlyDoNotCountAsBegun(t *testing.T) {
	t.Parallel()
	_, db := open(t)
	program := func() *pg.Store { return pg.NewStore(db, rpc.Events{}) }
	store := program()
	put(t, store, 1, 1)
	take := func(store *pg.Store, begun int) calculation.TaskID {
		t.Helper()
		taken, release, err := store.Take(t.Context(), time.Now())
		require.NoError(t, err)
		require.Equal(t, begun, taken.Begun)
		release()
		return taken.ID
	}
	take(store, 1)
	take(store, 1) // the process is alive: it only could not record the end
	killed := program()
	id := take(killed, 2)
	require.NoError(t, killed.Postpone(t.Context(), id, time.Now().Add(-time.Second), true), "it stopped")
	take(program(), 2)
	take(program(), 3)
}

func TestAnAccountAsksForTwentyCalculationsAnHour(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	began := time.Now().Truncate(time.Second)
	ask := func(account calculation.AccountID, at time.Time) error {
		return store.Ask(
			t.Context(), account, []calculating.Waiting{waiting(account, fmt.Sprint("asked ", account), true)}, 20, at,
		)
	}
	for i := range 20 {
		require.NoError(t, ask(1, began.Add(time.Duration(i)*time.Minute)))
	}
	err := ask(1, began.Add(30*time.Minute))
	require.ErrorIs(t, err, calculating.ErrAskedOften)
	require.Equal(t, 30*time.Minute, fault.From(err).Wait, "the wait is true")
	require.NoError(t, ask(2, began.Add(30*time.Minute)), "another account's requests are its own")
	require.ErrorIs(t, ask(1, began.Add(time.Hour-time.Second)), calculating.ErrAskedOften)
	require.NoError(t, ask(1, began.Add(time.Hour)))
	require.Len(t, drain(t, store, 100), 22, "what is refused is not queued")
}

func TestCalculationsThatAreAskedForAtOnceKeepTheLimit(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	const limit = 3
	now := time.Now()
	var taken atomic.Int32
	var all sync.WaitGroup
	for i := range 8 * limit {
		all.Go(func() {
			err := store.Ask(t.Context(), 1, []calculating.Waiting{waiting(1, fmt.Sprint("asked ", i), true)}, limit,
				now.Add(time.Duration(i)*time.Millisecond))
			if err == nil {
				taken.Add(1)
			} else if !errors.Is(err, calculating.ErrAskedOften) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Equal(t, int32(limit), taken.Load())
}

// grave stores dead letters.
type grave struct {
	mu      sync.Mutex
	payload [][]byte
}

func (g *grave) PutDeadLetter(_ context.Context, _, _ string, payload []byte, _ error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.payload = append(g.payload, payload)
	return nil
}

func (g *grave) Passing(error) bool { return false }

// broken is an audience whose every call fails.
type broken struct{ everybody }

func (broken) Databases(
	context.Context, calculation.AccountID, []calculation.UID, []calculation.GroupID,
) ([]calculation.Database, map[calculation.GroupID]string, error) {
	return nil, nil, errors.New("the audience does not answer")
}

func TestATaskThatFailsFiveTimesIsGivenUpAndBuried(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	log := slog.New(slog.DiscardHandler)
	var mu sync.Mutex
	now := time.Now()
	clock := func() time.Time { // each reading is a minute later: no pause between tries is longer
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Minute)
		return now
	}
	dead := &grave{}
	worker := jobs.Worker(calculating.NewApp(calculating.Needs{
		Queue: store, Codec: rpc.Tasks{}, Letters: jobs.DeadLetters{Bus: dead}, Log: log,
		Calculator: calculating.NewCalculator(store, broken{}, 1, realTime(), log), Clock: calculating.Clock{Now: clock},
	}), 1, log)
	task := waiting(5, "broken", false)
	require.NoError(t, store.Put(t.Context(), []calculating.Waiting{task}))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- worker(ctx) }()
	require.Eventually(t, func() bool {
		var left int
		require.NoError(t, db.AsSystem(t.Context(), countTasks(t.Context(), &left)))
		return left == 0
	}, time.Minute, 10*time.Millisecond)
	stop()
	require.NoError(t, <-ended)
	require.Equal(t, [][]byte{task.Payload}, dead.payload)
	read, err := rpc.Tasks{}.ReadTask(task.Payload)
	require.NoError(t, err)
	progress, err := store.Progress(t.Context(), read.Account, read.Key(read.Scorings[0]))
	require.NoError(t, err)
	require.Equal(t, calculation.StageFailed, progress.Stage)
}

// dying is a store whose process ends before it removes a task from the queue.
type dying struct{ *pg.Store }

var errDead = errors.New("the process has ended")

func (dying) Done(context.Context, calculation.TaskID) error { return errDead }

func TestAGivenUpTaskFailsOnceThoughTheProcessEnds(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	log := slog.New(slog.DiscardHandler)
	now := time.Now()
	app := calculating.NewApp(calculating.Needs{
		Queue: dying{store}, Codec: rpc.Tasks{}, Letters: jobs.DeadLetters{Bus: &grave{}}, Log: log,
		Calculator: calculating.NewCalculator(store, broken{}, 1, realTime(), log),
		Clock:      calculating.Clock{Now: func() time.Time { return now }},
	})
	require.NoError(t, store.Put(t.Context(), []calculating.Waiting{waiting(5, "broken", false)}))
	for range 7 { // as the next process would
		if _, err := app.Work(t.Context()); err != nil {
			require.ErrorIs(t, err, errDead)
		}
		now = now.Add(time.Minute)
	}
	_, total, err := store.ListRuns(t.Context(), 5, asking.RunFilter{Outcome: calculation.RunFailed, Page: 1, Size: 10})
	require.NoError(t, err)
	require.Equal(t, 1, total)
	var tasks, told int
	require.NoError(t, db.AsSystem(t.Context(), countTasks(t.Context(), &tasks)))
	require.Zero(t, tasks)
	require.NoError(t, db.Pool.QueryRow(t.Context(),
		"SELECT count(*) FROM outbox WHERE subject = 'scoring.failed'").Scan(&told))
	require.Equal(t, 1, told)
}

// same is a queue from which every process takes the same task: the lease was lost.
type same struct {
	*pg.Store
	taken calculating.Taken
}

func (s same) Take(context.Context, time.Time) (*calculating.Taken, func(), error) {
	taken := s.taken
	return &taken, func() {}, nil
}

func TestATaskThatProcessesGiveUpTogetherIsOneDeadLetter(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	store, _ := open(t)
	log := slog.New(slog.DiscardHandler)
	task := waiting(5, "broken", false)
	require.NoError(t, store.Put(t.Context(), []calculating.Waiting{task}))
	one, release, err := store.Take(t.Context(), time.Now())
	require.NoError(t, err)
	release()
	var group errgroup.Group
	for range 8 {
		app := calculating.NewApp(calculating.Needs{
			Queue: same{store, calculating.Taken{ID: one.ID, Account: 5, Payload: task.Payload, Attempts: 5}},
			Codec: rpc.Tasks{}, Letters: jobs.DeadLetters{Bus: s.Env.Bus}, Log: log,
			Calculator: calculating.NewCalculator(store, broken{}, 1, realTime(), log), Clock: realTime(),
		})
		group.Go(func() error {
			_, err := app.Work(t.Context())
			return err
		})
	}
	require.NoError(t, group.Wait())
	letters, err := s.Env.Bus.DeadLetters(t.Context())
	require.NoError(t, err)
	require.Len(t, letters, 1)
	_, total, err := store.ListRuns(t.Context(), 5, asking.RunFilter{Outcome: calculation.RunFailed, Page: 1, Size: 10})
	require.NoError(t, err)
	require.Equal(t, 1, total)
}

func countTasks(ctx context.Context, into *int) func(pgx.Tx) error {
	return func(tx pgx.Tx) error { return tx.QueryRow(ctx, "SELECT count(*) FROM tasks").Scan(into) }
}

func TestTheCodeBeforeTheTableWasRenamedGoesOn(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	now := time.Now()
	old := func(account int32) (asked int) {
		require.NoError(t, db.InAccount(t.Context(), account, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "INSERT INTO asked (account_id, asked_at) VALUES ($1, $2)", account, now)
			require.NoError(t, err)
			return tx.QueryRow(t.Context(), "SELECT count(*) FROM asked").Scan(&asked)
		}))
		return asked
	}
	require.Equal(t, 1, old(1))
	require.Equal(t, 1, old(2), "another account's requests are not seen")
	require.Equal(t, 2, old(1))
	require.ErrorIs(t, store.Ask(t.Context(), 1, nil, 2, now), calculating.ErrAskedOften)
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), "SELECT conname FROM pg_constraint WHERE conrelid = 'requests'::regclass")
		require.NoError(t, err)
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		require.Contains(t, names, "requests_pkey")
		for _, name := range names {
			require.NotContains(t, name, "asked")
		}
		return nil
	}))
}
