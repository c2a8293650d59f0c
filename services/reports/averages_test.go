package reports_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
)

// count sums scores as slowly and plainly as possible.
type count struct {
	bands   [5]int
	sum, n  int
	results map[string]bool
}

func (c *count) add(day string, histogram []int32) {
	if c.results == nil {
		c.results = map[string]bool{}
	}
	c.results[day] = true
	for score, people := range histogram {
		for range people {
			c.bands[max(0, (score-1)/20)]++
			c.sum += score
			c.n++
		}
	}
}

// rounded returns part·scale of whole with two decimals, half up.
func rounded(part, scale, whole int) float64 {
	if whole == 0 {
		return 0
	}
	hundredths := part * scale * 100 / whole
	if part*scale*100%whole*2 >= whole {
		hundredths++
	}
	return float64(hundredths) / 100
}

// random is a web result of two uids; some of its visitors are known.
func random(r *rand.Rand, day string) *scoringenginev1.Calculated {
	event := calculated(day, 1)
	event.Channel, event.Databases = typev1.Channel_CHANNEL_WEB, nil
	for at, uid := range []string{"007", "042"} {
		d := &scoringenginev1.DatabaseResult{
			DatabaseId: int32(database + at), Uid: uid, Histogram: make([]int32, 101), KnownHistogram: make([]int32, 101),
		}
		for range r.IntN(40) {
			score := r.IntN(101)
			d.Histogram[score]++
			d.KnownHistogram[score] += r.Int32N(2)
		}
		event.Databases = append(event.Databases, d)
	}
	return event
}

// minus returns the unknown visitors.
func minus(all, known []int32) []int32 {
	rest := slices.Clone(all)
	for score := range known {
		rest[score] -= known[score]
	}
	return rest
}

func TestAveragesAreSumsOverTheResultsOfAPeriod(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := rand.New(rand.NewPCG(5, 6))
	today := s.today()
	var events []*scoringenginev1.Calculated
	for back := range 100 {
		if r.IntN(4) > 0 || back == 0 {
			events = append(events, random(r, today.AddDate(0, 0, -back).Format(time.DateOnly)))
		}
	}
	for _, event := range events {
		s.Publish(t, event)
	}
	s.waitFor(t, len(events))
	periods := map[string]func(time.Time) string{
		"week": func(day time.Time) string {
			year, week := day.ISOWeek()
			return fmt.Sprintf("%d-W%02d", year, week)
		},
		"month": func(day time.Time) string { return day.Format("2006-01") },
	}
	for by, name := range periods {
		for _, filter := range []string{"", "known", "unknown"} {
			for _, uids := range [][]string{nil, {"042"}} {
				req := &reportsv1.GetPartitionAveragesRequest{
					Id: scoringID, ScoringType: "web", Start: today.AddDate(0, 0, -80).Format(time.DateOnly),
					TimeAggregationType: by, UserFilter: filter, Uids: uids,
				}
				got, err := s.own.GetPartitionAverages(t.Context(), req)
				require.NoError(t, err)
				require.Equal(t, today.Format(time.DateOnly), got.GetEnd(), "today in the account's zone")
				want := map[string]*count{}
				for _, event := range events {
					day, err := time.Parse(time.DateOnly, event.GetGeneratedDate())
					require.NoError(t, err)
					if event.GetGeneratedDate() < req.GetStart() {
						continue
					}
					if want[name(day)] == nil {
						want[name(day)] = &count{}
					}
					for _, d := range event.GetDatabases() {
						histogram := map[string][]int32{
							"": d.GetHistogram(), "known": d.GetKnownHistogram(),
							"unknown": minus(d.GetHistogram(), d.GetKnownHistogram()),
						}[filter]
						if uids == nil || slices.Contains(uids, d.GetUid()) {
							want[name(day)].add(event.GetGeneratedDate(), histogram)
						}
					}
				}
				compareAverages(t, want, got)
			}
		}
	}
	ofWeb := &reportsv1.ListWeeklyAveragesRequest{ScoringTypes: []string{"web"}}
	weeks, err := s.own.ListWeeklyAverages(t.Context(), ofWeb)
	require.NoError(t, err)
	all, err := s.own.GetPartitionAverages(t.Context(), &reportsv1.GetPartitionAveragesRequest{
		Id: scoringID, ScoringType: "web",
	})
	require.NoError(t, err)
	require.Len(t, weeks.GetItems(), 13)
	require.Len(t, all.GetTotal(), 13, "the running week and the twelve before")
	for i, item := range weeks.GetItems() {
		monday, err := time.Parse(time.DateOnly, item.GetPeriodDate())
		require.NoError(t, err)
		require.Equal(t, time.Monday, monday.Weekday())
		require.Equal(t, all.GetTotal()[i].GetPeriod(), periods["week"](monday))
		require.InDelta(t, all.GetTotal()[i].GetAvgScoring(), item.GetAvgScoring(), 0)
		require.Equal(t, scoringID+" web", item.GetScoringId()+" "+item.GetScoringType())
	}
	others, err := s.stranger.ListWeeklyAverages(t.Context(), &reportsv1.ListWeeklyAveragesRequest{})
	require.NoError(t, err)
	require.Empty(t, others.GetItems())
}

func compareAverages(t *testing.T, want map[string]*count, got *reportsv1.GetPartitionAveragesResponse) {
	t.Helper()
	require.Len(t, got.GetTotal(), len(want))
	require.Len(t, got.GetItems(), 5)
	before := ""
	for i, total := range got.GetTotal() {
		require.Less(t, before, total.GetPeriod(), "oldest first")
		before = total.GetPeriod()
		c := want[total.GetPeriod()]
		require.NotNil(t, c, total.GetPeriod())
		require.Equal(t, [2]int{c.n, len(c.results)}, [2]int{int(total.GetEmailCount()), int(total.GetResultCount())})
		require.InDelta(t, rounded(c.sum, 1, c.n), total.GetAvgScoring(), 0)
		for band, item := range got.GetItems() {
			require.Equal(t, total.GetPeriod(), item.GetPeriods()[i].GetPeriod())
			require.InDelta(t, rounded(c.bands[band], 100, c.n), item.GetPeriods()[i].GetPercent(), 0)
		}
	}
}

func TestAPeriodIsARangeOfDays(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.keep(t, []string{"2026-11-02"}, calculated("2026-11-02", 1))
	ask := func(change func(*reportsv1.GetPartitionAveragesRequest)) (*reportsv1.GetPartitionAveragesResponse, error) {
		req := &reportsv1.GetPartitionAveragesRequest{Id: scoringID, End: "2026-11-04"}
		change(req)
		return s.own.GetPartitionAverages(t.Context(), req)
	}
	res, err := ask(func(*reportsv1.GetPartitionAveragesRequest) {})
	require.NoError(t, err)
	require.Equal(t, "2026-08-10 2026-11-04", res.GetStart()+" "+res.GetEnd(), "from a Monday, twelve weeks before this one")
	require.Equal(t, "2026-W45", res.GetTotal()[0].GetPeriod())
	res, err = ask(func(r *reportsv1.GetPartitionAveragesRequest) { r.TimeAggregationType = "month" })
	require.NoError(t, err)
	require.Equal(t, "2025-12-01", res.GetStart())
	res, err = ask(func(r *reportsv1.GetPartitionAveragesRequest) { r.End = "1970-02-01" })
	require.NoError(t, err)
	require.Equal(t, "1970-01-01", res.GetStart(), "no earlier day can be asked for")
	res, err = ask(func(r *reportsv1.GetPartitionAveragesRequest) { r.Start = "2024-08-27" })
	require.NoError(t, err, "800 days")
	require.Len(t, res.GetTotal(), 1)
	res, err = ask(func(r *reportsv1.GetPartitionAveragesRequest) { r.Start = "2026-11-03" })
	require.NoError(t, err)
	require.Empty(t, res.GetTotal(), "no result, no period")
	require.Len(t, res.GetItems(), 5)
	for name, c := range map[string]struct {
		change func(*reportsv1.GetPartitionAveragesRequest)
		reason string
	}{
		"start after end": {func(r *reportsv1.GetPartitionAveragesRequest) { r.Start = "2026-11-05" }, "RANGE_INVALID"},
		"801 days":        {func(r *reportsv1.GetPartitionAveragesRequest) { r.Start = "2024-08-26" }, "RANGE_INVALID"},
		"no day":          {func(r *reportsv1.GetPartitionAveragesRequest) { r.Start = "1969-12-31" }, "DATE_INVALID"},
		"another's uid":   {func(r *reportsv1.GetPartitionAveragesRequest) { r.Uids = []string{"099"} }, "REPORT_UID_UNKNOWN"},
		"no visitors":     {func(r *reportsv1.GetPartitionAveragesRequest) { r.UserFilter = "known" }, "REQUEST_INVALID"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ask(c.change)
			servicetest.Refused(t, err, codes.InvalidArgument, c.reason)
		})
	}
}

func TestWebReportsCanBeLimitedToKnownOrUnknownVisitors(t *testing.T) {
	t.Parallel()
	s := start(t)
	event := random(rand.New(rand.NewPCG(1, 2)), "2026-11-02")
	s.keep(t, []string{"2026-11-02"}, event)
	for filter, of := range map[string]func(*scoringenginev1.DatabaseResult) []int32{
		"":        func(d *scoringenginev1.DatabaseResult) []int32 { return d.GetHistogram() },
		"known":   func(d *scoringenginev1.DatabaseResult) []int32 { return d.GetKnownHistogram() },
		"unknown": func(d *scoringenginev1.DatabaseResult) []int32 { return minus(d.GetHistogram(), d.GetKnownHistogram()) },
	} {
		res, err := s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{
			Id: scoringID, ScoringType: "web", UserFilter: filter, Uids: []string{"042"},
		})
		require.NoError(t, err)
		var whole count
		require.Len(t, res.GetDatabases(), 2, "all uids, whichever were asked for")
		for i, d := range event.GetDatabases() {
			var part count
			part.add("", of(d))
			got := res.GetDatabases()[i]
			require.Equal(t, d.GetUid(), got.GetUid())
			require.Equal(t, part.n, int(got.GetEmailCount()))
			require.InDelta(t, rounded(part.sum, 1, part.n), got.GetAvgScoring(), 0)
			for band, n := range got.GetCounts() {
				require.Equal(t, part.bands[band], int(n))
			}
		}
		whole.add("", of(event.GetDatabases()[1]))
		require.Equal(t, whole.n, int(res.GetEmailCount()))
		require.Equal(t, whole.n, int(res.GetKnownCount()+res.GetUnknownCount()))
		for band, item := range res.GetItems() {
			require.Equal(t, whole.bands[band], int(item.GetEmailCount()))
			require.Equal(t, item.GetEmailCount(), item.GetKnown().GetCount()+item.GetUnknown().GetCount())
		}
	}
}
