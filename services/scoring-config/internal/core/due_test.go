package core_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-config/internal/core"
)

func warsaw(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Warsaw")
	require.NoError(t, err)
	return zone
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	moment, err := time.Parse(time.RFC3339, text)
	require.NoError(t, err)
	return moment
}

func active(activated time.Time) *core.Scoring {
	return &core.Scoring{
		ID: uuid.New(), Account: 1, Status: core.Active, ActivatedAt: &activated, FirstActivatedAt: &activated,
		Config: core.Config{DaysAgo: 14, Mailing: &core.ChannelConfig{}},
	}
}

// clocksIn returns the clocks of accounts from 1 on, with the night hour 2.
func clocksIn(zones ...*time.Location) map[core.AccountID]core.Clock {
	clocks := map[core.AccountID]core.Clock{}
	for i, zone := range zones {
		clocks[core.AccountID(i+1)] = core.Clock{Zone: zone, NightHour: 2}
	}
	return clocks
}

func days(tasks []core.Task) []string {
	var list []string
	for _, task := range tasks {
		list = append(list, task.Date.Format(time.DateOnly))
	}
	return list
}

func TestADayIsDueTwoHoursAfterItBeganInTheAccount(t *testing.T) {
	s := active(at(t, "2026-10-23T10:00:00Z"))
	clocks := clocksIn(warsaw(t))
	due := func(now string) []string { return days(core.Due([]*core.Scoring{s}, clocks, nil, at(t, now))) }
	require.Empty(t, due("2026-10-23T23:59:59+02:00"), "the day of activation has no result")
	require.Empty(t, due("2026-10-24T01:59:59+02:00"))
	require.Equal(t, []string{"2026-10-24"}, due("2026-10-24T02:00:00+02:00"))
	// The clock goes back during the 25th and shows two o'clock twice: the first time counts.
	require.Equal(t, []string{"2026-10-25", "2026-10-24"}, due("2026-10-25T02:00:00+02:00"))
}

func TestMissedDaysAreCaughtUpFourteenAtMostNewestFirst(t *testing.T) {
	s := active(at(t, "2026-09-01T10:00:00Z"))
	clocks := clocksIn(time.UTC)
	got := days(core.Due([]*core.Scoring{s}, clocks, nil, at(t, "2026-10-20T12:00:00Z")))
	require.Len(t, got, 14)
	require.Equal(t, "2026-10-20", got[0])
	require.Equal(t, "2026-10-07", got[13])
}

func TestAFinishedDayIsNotDueAgain(t *testing.T) {
	s := active(at(t, "2026-10-18T10:00:00Z"))
	clocks := clocksIn(time.UTC)
	done := map[core.ResultKey]time.Time{
		{
			Scoring: s.ID, Channel: core.Mailing, Date: time.Date(2026, 10, 19, 0, 0, 0, 0, time.UTC),
		}: at(t, "2026-10-19T02:00:00Z"),
	}
	require.Equal(
		t, []string{"2026-10-20"}, days(core.Due([]*core.Scoring{s}, clocks, done, at(t, "2026-10-20T12:00:00Z"))),
	)
}

func TestADayCalculatedEarlyIsStillDue(t *testing.T) {
	s := active(at(t, "2026-10-18T10:00:00Z"))
	clocks := clocksIn(warsaw(t))
	key := core.ResultKey{Scoring: s.ID, Channel: core.Mailing, Date: time.Date(2026, 10, 19, 0, 0, 0, 0, time.UTC)}
	due := func(calculated string) []string {
		return days(
			core.Due(
				[]*core.Scoring{s}, clocks, map[core.ResultKey]time.Time{key: at(t, calculated)},
				at(t, "2026-10-19T03:00:00+02:00"),
			),
		)
	}
	require.Equal(t, []string{"2026-10-19"}, due("2026-10-19T00:30:00+02:00"), "its last events may have come later")
	require.Equal(t, []string{"2026-10-19"}, due("2026-10-19T01:59:59+02:00"))
	require.Empty(t, due("2026-10-19T02:00:00+02:00"))
}

func TestADayThatAnOperatorNamesIsDueWhereItHasBegun(t *testing.T) {
	east, west := active(at(t, "2026-10-01T10:00:00Z")), active(at(t, "2026-10-01T10:00:00Z"))
	west.Account = 2
	clocks := clocksIn(time.FixedZone("east", 14*3600), time.FixedZone("west", -12*3600))
	on := func(day int) []core.Task {
		return core.DueOn(
			[]*core.Scoring{east, west}, clocks, nil, time.Date(2026, 10, day, 0, 0, 0, 0, time.UTC),
			at(t, "2026-10-19T11:00:00Z"),
		)
	}
	require.Empty(t, on(21))
	require.Len(t, on(20), 1)
	require.Equal(t, core.AccountID(1), on(20)[0].Account)
	require.Len(t, on(18), 2)
}

func TestFourHundredDaysOfHourlyQuestionsAreOneResultADay(t *testing.T) {
	zone := warsaw(t)
	start := time.Date(2026, 1, 10, 12, 0, 0, 0, zone)
	s := active(start)
	clocks := clocksIn(zone)
	done := map[core.ResultKey]time.Time{}
	count := map[string]int{}
	for now := start; now.Before(start.AddDate(0, 0, 400)); now = now.Add(time.Hour) {
		for _, task := range core.Due([]*core.Scoring{s}, clocks, done, now) {
			done[core.ResultKey{Scoring: s.ID, Channel: task.Channel, Date: task.Date}] = now
			count[task.Date.Format(time.DateOnly)]++
		}
	}
	require.Len(t, count, 400, "both changes of the clock lie in between")
	for day, n := range count {
		require.Equal(t, 1, n, day)
	}
}

func TestHistoryIsTheThirteenMondaysBeforeTheFirstActivation(t *testing.T) {
	s := active(at(t, "2026-11-02T10:00:00Z")) // a Monday
	s.Config.GenerateHistorical = true
	clocks := clocksIn(time.UTC)
	got := days(core.Due([]*core.Scoring{s}, clocks, nil, at(t, "2026-11-02T11:00:00Z")))
	require.Len(t, got, 13)
	require.Equal(t, "2026-10-26", got[0])
	require.Equal(t, "2026-08-03", got[12])
	later := days(core.Due([]*core.Scoring{s}, clocks, nil, at(t, "2026-11-05T11:00:00Z")))
	require.Equal(
		t, []string{"2026-11-05", "2026-11-04", "2026-11-03"}, later, "weeks without enough data are not asked for ever",
	)
}

func TestScoringsOfOneAccountChannelAndDayShareATask(t *testing.T) {
	first, second := active(at(t, "2026-10-19T10:00:00Z")), active(at(t, "2026-10-19T11:00:00Z"))
	other := active(at(t, "2026-10-19T10:00:00Z"))
	other.Account = 2
	clocks := clocksIn(time.UTC, time.UTC)
	tasks := core.Due([]*core.Scoring{first, second, other}, clocks, nil, at(t, "2026-10-20T12:00:00Z"))
	require.Len(t, tasks, 2)
	require.Len(t, tasks[0].Scorings, 2)
}

func TestDueTasksOfManyAccountsAreQueuedOnce(t *testing.T) {
	const accounts = 1201
	store, w := newMemory(), world{clocks: map[core.AccountID]core.Clock{}}
	for i := range accounts {
		s := active(at(t, "2026-10-18T12:00:00Z"))
		s.Account = core.AccountID(3 * (i + 1))
		store.scorings[s.ID], w.clocks[s.Account] = s, core.Clock{Zone: time.UTC, NightHour: 2}
	}
	app := core.NewApp(core.Needs{
		Store: store, Contacts: w, Accounts: w, Now: func() time.Time { return at(t, "2026-10-20T12:00:00Z") },
	})
	seen := map[core.AccountID][]string{}
	require.NoError(t, app.Due(t.Context(), time.Time{}, func(tasks []core.Task) error {
		for _, task := range tasks {
			seen[task.Account] = append(seen[task.Account], task.Date.Format(time.DateOnly))
		}
		return nil
	}))
	require.Len(t, seen, accounts)
	for account, dates := range seen {
		require.Equal(t, []string{"2026-10-20", "2026-10-19"}, dates, "account %d", account)
	}
	broken := errors.New("the engine hung up")
	require.ErrorIs(t, app.Due(t.Context(), time.Time{}, func([]core.Task) error { return broken }), broken)
}
