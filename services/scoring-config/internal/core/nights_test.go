package core_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-config/internal/core"
)

// sender is the engine: a queue that survives all schedulers, and one result for a scoring, channel and day, which is
// calculated again only if it was calculated before the day's night.
type sender struct {
	queue   []core.Task
	results map[core.ResultKey]time.Time
	// settled counts the valid results of each day.
	settled map[core.ResultKey]int
}

func TestFourHundredNightsOfTwoSchedulersMissNothingAndRepeatNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("its schedulers take turns, for long")
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	start := time.Date(2026, 1, 10, 12, 0, 0, 0, time.UTC)
	store, w := newMemory(), world{clocks: map[core.AccountID]core.Clock{}}
	for i, name := range []string{
		"Europe/Warsaw", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Kiritimati", "UTC",
	} {
		zone, err := time.LoadLocation(name)
		require.NoError(t, err)
		for j, hour := range []int{0, 2, 3, 23} {
			account := core.AccountID(10*i + j + 1)
			w.clocks[account] = core.Clock{Zone: zone, NightHour: hour}
			s := active(start)
			s.Account = account
			s.Config.SMS = &core.ChannelConfig{}
			store.scorings[s.ID] = s
		}
	}
	engine := &sender{results: map[core.ResultKey]time.Time{}, settled: map[core.ResultKey]int{}}
	var now time.Time
	schedulers := make([]*core.App, 2)
	shifts := make([]time.Duration, 2)
	for i := range schedulers {
		schedulers[i] = core.NewApp(core.Needs{
			Store: store, Contacts: w, Accounts: w, Now: func() time.Time { return now.Add(shifts[i]) },
		})
	}
	down := make([]int, 2) // hours until a scheduler is back
	end := start.AddDate(0, 0, 401)
	for now = start; now.Before(end); now = now.Add(time.Hour) {
		for i, scheduler := range schedulers {
			if down[i]--; down[i] >= 0 {
				continue
			}
			shifts[i] = time.Duration(random.Int64N(int64(2*time.Hour))) - time.Hour
			var tasks []core.Task
			require.NoError(t, scheduler.Due(t.Context(), time.Time{}, func(some []core.Task) error {
				tasks = append(tasks, some...)
				return nil
			}))
			if random.IntN(20) == 0 { // killed before the response is read
				down[i] = random.IntN(8)
				continue
			}
			engine.queue = append(engine.queue, tasks...)
		}
		engine.work(t, schedulers[random.IntN(2)], random, now, w.clocks)
	}
	for ; len(engine.queue) > 0; now = now.Add(time.Hour) {
		engine.work(t, schedulers[0], random, now, w.clocks)
	}
	missed, double := 0, 0
	first, last := start.Truncate(24*time.Hour).AddDate(0, 0, 2), end.AddDate(0, 0, -2)
	for _, s := range store.all() {
		for day := first; day.Before(last); day = day.AddDate(0, 0, 1) {
			for _, channel := range s.Config.Channels() {
				switch n := engine.settled[core.ResultKey{Scoring: s.ID, Channel: channel, Date: day}]; {
				case n == 0:
					missed++
				case n > 1:
					double++
				}
			}
		}
		require.WithinDuration(t, end, *s.FinishedThrough, 72*time.Hour)
	}
	require.Equal(t, [2]int{}, [2]int{missed, double}, "missed and double of %d", len(engine.settled))
}

// work does some of the waiting tasks, in any order, and reports them to a scheduler, now and then twice.
func (e *sender) work(
	t *testing.T, tell *core.App, random *rand.Rand, now time.Time, clocks map[core.AccountID]core.Clock,
) {
	t.Helper()
	random.Shuffle(len(e.queue), func(i, j int) { e.queue[i], e.queue[j] = e.queue[j], e.queue[i] })
	some := random.IntN(len(e.queue) + 1)
	for _, task := range e.queue[:some] {
		at := now.Add(time.Duration(random.Int64N(int64(time.Hour))))
		for _, s := range task.Scorings {
			key := core.ResultKey{Scoring: s.ID, Channel: task.Channel, Date: task.Date}
			if made, has := e.results[key]; has && !made.Before(task.SettledAt) {
				continue
			}
			e.results[key] = at
			if !at.Before(clocks[task.Account].Night(task.Date)) {
				e.settled[key]++
			}
			for range 1 + random.IntN(2) {
				require.NoError(t, tell.Calculated(t.Context(), []core.Calculation{{
					Account: task.Account, ResultKey: key, At: at, DaysAgo: s.Config.DaysAgo,
				}}))
			}
		}
	}
	e.queue = append([]core.Task(nil), e.queue[some:]...)
}
