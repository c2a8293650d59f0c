package scoringengine_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/servicetest"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
)

// runs returns an account's runs, once there are as many as wanted.
func (s *system) runs(t *testing.T, who int32, want int, req *scoringenginev1.ListRunsRequest) []*scoringenginev1.Run {
	t.Helper()
	client := scoringenginev1.NewRunServiceClient(s.AsPerson(t, auth.Identity{Account: who}))
	var res *scoringenginev1.ListRunsResponse
	require.Eventually(t, func() bool {
		var err error
		res, err = client.ListRuns(t.Context(), req)
		require.NoError(t, err)
		return int(res.GetTotal()) == want
	}, time.Minute, 10*time.Millisecond)
	return res.GetItems()
}

func TestARunHasItsCauseAndOutcome(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	events := servicetest.Events[*scoringenginev1.Calculated](t, s.System)
	s.engage(t, 20)
	s.Publish(t, &scoringenginev1.Nightly{})
	servicetest.Next(t, events)
	_, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
	require.NoError(t, err)
	servicetest.Next(t, events)

	both := s.runs(t, account, 2, &scoringenginev1.ListRunsRequest{})
	require.True(t, both[0].GetByName(), "the newest first")
	night := both[1]
	require.False(t, night.GetByName())
	require.Equal(t, "Everybody mailing 2026-11-02 done",
		night.GetScoringName()+" "+night.GetScoringType()+" "+night.GetGeneratedDate()+" "+night.GetOutcome())
	require.Equal(t, []int32{1, 3, 2, 1},
		[]int32{night.GetTries(), night.GetScoredCount(), night.GetExcludedCount(), night.GetChunkCount()})
	require.False(t, night.GetEndedAt().AsTime().Before(night.GetBeganAt().AsTime()))
	require.Len(t, night.GetWarnings(), 1)
	require.Equal(t, "REFERENCE_MISSING ctr", night.GetWarnings()[0].GetCode()+" "+night.GetWarnings()[0].GetSubject())

	second := s.runs(t, account, 2, &scoringenginev1.ListRunsRequest{Page: 2, PageSize: 1})
	require.Equal(t, night.GetId(), second[0].GetId())
	s.runs(t, account, 2, &scoringenginev1.ListRunsRequest{ScoringId: scoringID, ScoringType: "mailing", Outcome: "done"})
	for name, none := range map[string]*scoringenginev1.ListRunsRequest{
		"scoring": {ScoringId: uuid.NewString()}, "channel": {ScoringType: "web"}, "outcome": {Outcome: "failed"},
	} {
		require.Empty(t, s.runs(t, account, 0, none), name)
	}
	require.Empty(t, s.runs(t, account+1, 0, &scoringenginev1.ListRunsRequest{}), "another account's")
}

func TestARepeatedSkipIsOneRun(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.engage(t, 10)
	admin := s.Admin(t)
	waits := func() (tasks int) {
		require.NoError(t, admin.QueryRow(t.Context(), "SELECT count(*) FROM tasks").Scan(&tasks))
		return tasks
	}
	s.Publish(t, &scoringenginev1.Nightly{})
	first := s.runs(t, account, 1, &scoringenginev1.ListRunsRequest{})[0]
	require.Equal(t, "skipped TOO_LITTLE_DATA 2026-11-06",
		first.GetOutcome()+" "+first.GetReason()+" "+first.GetPossibleFrom())
	s.Publish(t, &scoringenginev1.Nightly{})
	_, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
	require.NoError(t, err)
	require.Eventually(t, func() bool { return waits() == 0 }, time.Minute, 10*time.Millisecond)
	s.runs(t, account, 2, &scoringenginev1.ListRunsRequest{Outcome: "skipped"}) // each request of a person has its own run
}

func TestRunsAreFilteredByDayAndReason(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	calculate := func() {
		t.Helper()
		_, err := s.own.Calculate(t.Context(), &scoringenginev1.CalculateRequest{Id: scoringID})
		require.NoError(t, err)
	}
	calculate()
	none := s.runs(t, account, 1, &scoringenginev1.ListRunsRequest{})[0]
	require.Equal(t, "skipped NO_DATA ", none.GetOutcome()+" "+none.GetReason()+" "+none.GetPossibleFrom())
	_, err := s.Admin(t).Exec(t.Context(), "UPDATE runs SET generated_date = '2026-10-26'")
	require.NoError(t, err)
	s.engage(t, 10)
	calculate()
	for _, c := range []struct {
		want               int
		start, end, reason string
	}{
		{2, "2026-10-26", "2026-11-02", ""},
		{2, "2026-10-26", "", ""},
		{1, "2026-10-27", "", ""},
		{1, "", "2026-11-01", ""},
		{1, "2026-11-02", "2026-11-02", ""},
		{0, "2026-10-27", "2026-11-01", ""},
		{1, "", "", "NO_DATA"},
		{1, "2026-11-02", "", "TOO_LITTLE_DATA"},
		{0, "2026-11-02", "", "NO_DATA"},
		{0, "", "", "CALCULATION_FAILED"},
	} {
		s.runs(t, account, c.want, &scoringenginev1.ListRunsRequest{Start: c.start, End: c.end, Reason: c.reason})
	}
	client := scoringenginev1.NewRunServiceClient(s.AsPerson(t, auth.Identity{Account: account}))
	for field, bad := range map[string]*scoringenginev1.ListRunsRequest{
		"start RANGE_INVALID":      {Start: "2026-11-03", End: "2026-11-02"},
		"start TEXT_MALFORMED":     {Start: "yesterday"},
		"end DATE_INVALID":         {End: "2026-02-30"},
		"reason VALUE_NOT_ALLOWED": {Reason: "TIRED"},
	} {
		_, err := client.ListRuns(t.Context(), bad)
		require.Equal(t, codes.InvalidArgument, status.Code(err), field)
		fields := rpc.FailureOf(err).Fields
		require.Len(t, fields, 1, field)
		require.Equal(t, field, fields[0].Name+" "+fields[0].Class)
	}
}

func TestRunningCalculationsAreFilteredByDay(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	for day := range 3 {
		key := calculation.Key{Scoring: uuid.UUID{1}, Channel: calculation.SMS, Date: generated.AddDate(0, 0, day)}
		require.NoError(t, store.SetProgress(
			t.Context(), 5, key, calculation.Scoring{}, calculation.Progress{Stage: calculation.StageQueued},
		))
	}
	from := generated.AddDate(0, 0, 1)
	for want, filter := range map[int]asking.RunFilter{3: {}, 2: {First: from}, 1: {First: from, Last: from}} {
		current, err := store.ListCurrent(t.Context(), 5, filter)
		require.NoError(t, err)
		require.Len(t, current, want)
	}
}

func TestOldRunsGo(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	now := time.Date(2026, 11, 2, 3, 0, 0, 0, time.UTC)
	from := calculation.Retention{}.RunsFrom(now)
	require.Equal(t, time.Date(2025, 9, 28, 3, 0, 0, 0, time.UTC), from)
	require.True(t, calculation.Retention{Results: 100}.RunsFrom(now).After(from), "no longer than results")
	for _, ended := range []time.Time{from.Add(-time.Minute), from, now} {
		run := calculation.Run{
			Account: 5, Key: calculation.Key{Scoring: uuid.UUID{1}, Channel: calculation.SMS, Date: generated}, EndedAt: ended,
			Outcome: calculation.RunFailed, Reason: calculation.CalculationFailed,
		}
		require.NoError(t, store.EndRun(t.Context(), run))
	}
	for range 2 {
		require.NoError(t, store.ForgetRuns(t.Context(), from))
	}
	page, total, err := store.ListRuns(t.Context(), 5, asking.RunFilter{Page: 1, Size: 10})
	require.NoError(t, err)
	require.Equal(t, 2, total)
	require.Equal(t, []time.Time{now, from}, []time.Time{page[0].EndedAt.UTC(), page[1].EndedAt.UTC()})
}

func TestRunsAreListedByTheDayCalculated(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	monday, ended := generated.AddDate(0, 0, -7), time.Date(2026, 11, 2, 3, 0, 0, 0, time.UTC)
	for at, day := range []time.Time{generated, monday, generated} {
		require.NoError(t, store.EndRun(t.Context(), calculation.Run{
			Account: 5, Key: calculation.Key{Scoring: uuid.UUID{1}, Channel: calculation.SMS, Date: day},
			EndedAt: ended.Add(time.Duration(at) * time.Hour), Outcome: calculation.RunFailed,
			Reason: calculation.CalculationFailed,
		}))
	}
	page, _, err := store.ListRuns(t.Context(), 5, asking.RunFilter{Page: 1, Size: 10})
	require.NoError(t, err)
	var hours []int
	for _, run := range page {
		hours = append(hours, run.EndedAt.UTC().Hour())
	}
	require.Equal(t, []int{5, 3, 4}, hours, "a day calculated later than the next one follows it")
}

func TestScoringsWithAResultDoNotFailWithTheirTask(t *testing.T) {
	t.Parallel()
	store, db := open(t)
	calculator := calculating.NewCalculator(store, everybody{}, 1, realTime(), slog.New(slog.DiscardHandler))
	task := calculation.Task{
		Account: 5, Channel: calculation.SMS, Date: generated,
		Scorings: []calculation.Scoring{{ID: uuid.UUID{1}}, {ID: uuid.UUID{2}}},
	}
	made := calculation.Result{Account: 5, Key: task.Key(task.Scorings[0]), Scoring: task.Scorings[0]}
	none := func() (calculation.ChunkID, []byte, bool) { return calculation.ChunkID{}, nil, false }
	require.True(t, keepResult(t, store, made, time.Now(), none))
	require.NoError(t, calculator.Fail(t.Context(), taken(t, store, task)))

	page, total, err := store.ListRuns(t.Context(), 5, asking.RunFilter{Page: 1, Size: 10})
	require.NoError(t, err)
	require.Equal(t, 2, total)
	require.Equal(t, "02000000 failed, 01000000 done", fmt.Sprint(page[0].Key.Scoring.String()[:8], " ", page[0].Outcome,
		", ", page[1].Key.Scoring.String()[:8], " ", page[1].Outcome))
	progress, err := store.Progress(t.Context(), 5, made.Key)
	require.NoError(t, err)
	require.Equal(t, calculation.StageDone, progress.Stage)
	var payload []byte
	require.NoError(t, db.Pool.QueryRow(t.Context(),
		"SELECT payload FROM outbox WHERE subject = 'scoring.failed'").Scan(&payload))
	var failed scoringenginev1.Failed
	require.NoError(t, proto.Unmarshal(payload, &failed))
	require.Equal(t, []string{uuid.UUID{2}.String()}, failed.GetScoringIds(), "nobody is told that it failed")
}
