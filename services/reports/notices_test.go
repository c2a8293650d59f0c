package reports_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
)

func TestAReportHasNoticesThatNeedAction(t *testing.T) {
	t.Parallel()
	s := start(t)
	before, now := calculated("2026-10-27", 1), calculated("2026-11-02", 1)
	now.Databases[0].Excluded["NO_CONSENT"] = 31
	// Databases of one of the results are not compared.
	for id, result := range map[int32]*scoringenginev1.Calculated{database + 1: before, database + 2: now} {
		result.Databases = append(result.Databases, &scoringenginev1.DatabaseResult{
			DatabaseId: id, Uid: fmt.Sprint(id), Histogram: result.GetDatabases()[0].GetHistogram(),
			NewHistogram: result.GetDatabases()[0].GetNewHistogram(), Excluded: map[string]int32{"NO_CONSENT": 100},
		})
	}
	now.Samples = map[string]int32{"or": 29, "ctr": 30, "delivery": 5}
	now.Config.Weights["delivery"] = 0
	s.keep(t, []string{"2026-11-02", "2026-10-27"}, before, now)
	s.peers.set(func(p *peers) {
		p.engine.progress = &scoringenginev1.ListProgressResponse{Items: []*scoringenginev1.ScoringProgress{{
			ScoringId: scoringID, GeneratedDate: "2026-11-03", Progress: &scoringenginev1.ChannelProgress{
				ScoringType: "mailing", Stage: "skipped", PossibleFrom: "2026-11-20",
			},
		}}}
		p.engine.lastDay = func(req *scoringenginev1.GetLastDayRequest) string {
			if req.GetUntil() != "2026-11-01" {
				return req.GetUntil()
			}
			return "2026-10-26"
		}
	})
	ask := func(day string) []string {
		res, err := s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{
			Id: scoringID, GeneratedDate: day,
		})
		require.NoError(t, err)
		var notices []string
		for _, n := range res.GetNotices() {
			notices = append(notices, fmt.Sprintf("%s %s %d %s %s", n.GetKind(), n.GetName(), n.GetCount(), n.GetSince(), n.GetPossibleFrom()))
		}
		return notices
	}
	require.Equal(t, []string{
		"CHANNEL_SKIPPED  0 2026-11-02 2026-11-20", "SENDINGS_STOPPED  0 2026-10-26 ",
		"EXCLUSIONS_JUMPED NO_CONSENT 30 2026-10-27 ", "REFERENCE_THIN or 29  ",
	}, ask(""))
	require.Empty(t, ask("2026-10-27"), "what came later is not told of an older result")

	s.peers.set(func(p *peers) { p.engine.progress, p.engine.lastDay = nil, nil })
	require.Equal(t, []string{"EXCLUSIONS_JUMPED NO_CONSENT 30 2026-10-27 ", "REFERENCE_THIN or 29  "}, ask(""),
		"what is away takes nothing else with it")
	require.Contains(t, s.Logged(), "a notice of a report is left out")
}

func TestALastDayThatIsNearIsAskedForOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	last, asked := "2026-10-26", 0
	s.peers.set(func(p *peers) {
		p.engine.progress = &scoringenginev1.ListProgressResponse{}
		p.engine.lastDay = func(*scoringenginev1.GetLastDayRequest) string {
			asked++
			return last
		}
	})
	ask := func() (kinds []string) {
		res, err := s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{Id: scoringID})
		require.NoError(t, err)
		for _, n := range res.GetNotices() {
			kinds = append(kinds, n.GetKind())
		}
		return kinds
	}
	s.keep(t, []string{"2026-11-02"}, calculated("2026-11-02", 1))
	require.Equal(t, []string{"SENDINGS_STOPPED"}, ask())
	require.Equal(t, []string{"SENDINGS_STOPPED"}, ask(), "a file with later days may come")
	s.peers.set(func(*peers) { last = "2026-10-27" })
	require.Empty(t, ask())
	require.Empty(t, ask())
	require.Equal(t, 3, asked)

	s.peers.set(func(*peers) { last = "2026-10-26" })
	s.Publish(t, calculated("2026-11-02", 2))
	require.Eventually(t, func() bool { return len(ask()) == 1 }, time.Minute, 10*time.Millisecond,
		"a later revision may be of other databases")
}

func TestNoLaterDayIsAskedForThanToday(t *testing.T) {
	t.Parallel()
	s := start(t)
	kiritimati, err := time.LoadLocation("Pacific/Kiritimati")
	require.NoError(t, err)
	today := time.Now().In(kiritimati).Format(time.DateOnly)
	s.peers.set(func(p *peers) {
		p.engine.progress = nil // a request would fail
		p.engine.lastDay = func(req *scoringenginev1.GetLastDayRequest) string { return req.GetUntil() }
	})
	s.keep(t, []string{today}, calculated(today, 1))
	_, err = s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{Id: scoringID})
	require.NoError(t, err)
	require.NotContains(t, s.Logged(), "a notice of a report is left out")
}
