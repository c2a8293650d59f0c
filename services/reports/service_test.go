package reports_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/local/servicetest"
)

const (
	scoringID = "0199d8a2-0000-7000-8000-00000000000a"
	// account owns the scoring, stranger does not.
	account, stranger = 7, 8
	database          = 70
)

// calculated is the event of a day with scores of 90 and 15, and two excluded contacts.
func calculated(day string, revision int32) *scoringenginev1.Calculated {
	histogram, newest := make([]int32, 101), make([]int32, 101)
	histogram[90], histogram[15], newest[90] = 1, 1, 1
	return &scoringenginev1.Calculated{
		AccountId: account, ScoringId: scoringID, Channel: typev1.Channel_CHANNEL_MAILING, GeneratedDate: day, DaysAgo: 28,
		Revision: revision, CalculatedAt: time.Now().Unix(), References: map[string]string{"or": "4/5"},
		Databases: []*scoringenginev1.DatabaseResult{{
			DatabaseId: database, Uid: "007", Histogram: histogram, NewHistogram: newest,
			Excluded: map[string]int32{"NO_CONSENT": 1, "NO_SENDING": 1},
		}},
		Config: &typev1.ScoringSpec{
			Version: 2, Name: "Everybody", DaysAgo: 28, Percentile: 90,
			Weights: map[string]int32{"or": 45, "ctr": 30, "delivery": 25},
			Sources: []*typev1.ScoringSource{{Uid: "007", IncludedAll: true}},
		},
	}
}

// keep publishes events and waits until reports has the days.
func (s *system) keep(t *testing.T, days []string, events ...*scoringenginev1.Calculated) {
	t.Helper()
	for _, event := range events {
		s.Publish(t, event)
	}
	s.waitFor(t, len(days))
	res, err := s.own.ListGeneratedDates(t.Context(), &reportsv1.ListGeneratedDatesRequest{Id: scoringID})
	require.NoError(t, err)
	require.Equal(t, days, res.GetItems(), "newest first")
}

func TestAResultBecomesAReportThatStaysAsItWas(t *testing.T) {
	t.Parallel()
	s := start(t)
	one := calculated("2026-11-02", 1)
	s.keep(t, []string{"2026-11-03", "2026-11-02"}, one, one, calculated("2026-11-03", 1))
	report, err := s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{Id: scoringID})
	require.NoError(t, err)
	require.Equal(
		t, "2026-11-03 mailing", report.GetGeneratedDate()+" "+report.GetScoringType(), "the newest when no day is named",
	)
	require.Equal(t, int32(2), report.GetEmailCount())
	require.InDelta(t, 52.5, report.GetAvgScoring(), 0)
	require.Len(t, report.GetItems(), 5)
	lowest, highest := report.GetItems()[0], report.GetItems()[4]
	require.Equal(t, []int32{0, 20, 1, 0}, []int32{
		lowest.GetScoringMin(), lowest.GetScoringMax(), lowest.GetEmailCount(), lowest.GetNewCount(),
	})
	require.Equal(t, []int32{81, 100, 1, 1}, []int32{
		highest.GetScoringMin(), highest.GetScoringMax(), highest.GetEmailCount(), highest.GetNewCount(),
	})
	require.InDelta(t, 50, highest.GetValue(), 0)
	require.Equal(t, "4/5", report.GetReferences()["or"].GetStringValue())
	require.Contains(t, report.GetReferences(), "ctr", "a rate that nobody had is null, not missing")
	require.Equal(t, int32(2), report.GetConfig().GetVersion(), "the version that it was made with, not today's")
	require.False(t, report.GetChangedSince())

	s.peers.set(func(p *peers) { p.percentile = 80 })
	report, err = s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{Id: scoringID})
	require.NoError(t, err)
	require.True(t, report.GetChangedSince())
	require.InDelta(t, 0.9, report.GetConfig().GetPercentile(), 0)

	reasons := &reportsv1.GetExcludedReasonsSummaryRequest{Id: scoringID}
	excluded, err := s.own.GetExcludedReasonsSummary(t.Context(), reasons)
	require.NoError(t, err)
	require.Equal(t, []int32{2, 2}, []int32{excluded.GetExcludedEmailCount(), excluded.GetNotExcludedEmailCount()})
	require.Equal(t, int32(1), excluded.GetExcludedReasons()["NO_SENDING"].GetEmailCount())
	require.InDelta(t, 25, excluded.GetExcludedReasons()["NO_SENDING"].GetPercent(), 0)
	require.Zero(t, excluded.GetExcludedReasons()["NOT_IN_GROUP"].GetEmailCount())
	list, err := s.own.ListSummaries(t.Context(), &reportsv1.ListSummariesRequest{})
	require.NoError(t, err)
	require.Len(t, list.GetItems(), 1, "one for each scoring and channel")
	require.Empty(t, list.GetItems()[0].GetComparedDate(), "no result is a week old")
	require.Equal(t, "2026-11-03", list.GetItems()[0].GetGeneratedDate())
}

func TestASummaryIsComparedWithTheNewestResultAtLeastAWeekOlder(t *testing.T) {
	t.Parallel()
	s := start(t)
	newest := calculated("2026-11-12", 1)
	newest.Databases[0].Histogram[90] = 3
	s.keep(t, []string{"2026-11-12", "2026-11-06", "2026-11-04", "2026-11-03"},
		newest, calculated("2026-11-06", 1), calculated("2026-11-04", 1), calculated("2026-11-03", 1))
	list, err := s.own.ListSummaries(t.Context(), &reportsv1.ListSummariesRequest{})
	require.NoError(t, err)
	require.Len(t, list.GetItems(), 1)
	item := list.GetItems()[0]
	require.Equal(t, []int32{1, 0, 0, 0, 3}, item.GetBandCounts(), "the lowest first")
	require.Equal(t, []string{"2026-11-12", "2026-11-04"}, []string{item.GetGeneratedDate(), item.GetComparedDate()})
	require.InDelta(t, 71.25, item.GetAvgScoring(), 0)
	require.InDelta(t, 52.5, item.GetComparedAvgScoring(), 0)
}

func TestTheHighestRevisionWinsInAnyOrder(t *testing.T) {
	t.Parallel()
	s := start(t)
	newer := calculated("2026-11-02", 2)
	newer.Databases[0].Histogram[90] = 9
	s.keep(t, []string{"2026-11-02"}, newer)
	// Events are consumed one after the other.
	s.keep(t, []string{"2026-11-03", "2026-11-02"}, calculated("2026-11-02", 1), calculated("2026-11-03", 1))
	report, err := s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{
		Id: scoringID, GeneratedDate: "2026-11-02",
	})
	require.NoError(t, err)
	require.Equal(t, int32(10), report.GetEmailCount())
}

func TestForeignReportsAreNotFound(t *testing.T) {
	t.Parallel()
	s := start(t)
	_, err := s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{Id: scoringID})
	servicetest.Refused(t, err, codes.NotFound, "REPORT_NOT_FOUND")
	s.keep(t, []string{"2026-11-02"}, calculated("2026-11-02", 1))
	unknown := uuid.NewString()
	for name, ask := range map[string]func(client reportsv1.ReportServiceClient, id string) error{
		"dates": func(client reportsv1.ReportServiceClient, id string) error {
			_, err := client.ListGeneratedDates(t.Context(), &reportsv1.ListGeneratedDatesRequest{Id: id})
			return err
		},
		"bands": func(client reportsv1.ReportServiceClient, id string) error {
			_, err := client.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{Id: id})
			return err
		},
		"reasons": func(client reportsv1.ReportServiceClient, id string) error {
			_, err := client.GetExcludedReasonsSummary(t.Context(), &reportsv1.GetExcludedReasonsSummaryRequest{Id: id})
			return err
		},
		"export": func(client reportsv1.ReportServiceClient, id string) error {
			_, err := export(t, client, &reportsv1.ExportToCsvRequest{Id: id})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, ask(s.own, scoringID))
			servicetest.Refused(t, ask(s.own, unknown), codes.NotFound, "SCORING_NOT_FOUND")
			servicetest.Refused(t, ask(s.stranger, scoringID), codes.NotFound, "SCORING_NOT_FOUND")
		})
	}
	list, err := s.stranger.ListSummaries(t.Context(), &reportsv1.ListSummariesRequest{})
	require.NoError(t, err)
	require.Empty(t, list.GetItems())
	for reason, req := range map[string]*reportsv1.GetPartitionSummaryRequest{
		"REPORT_UID_UNKNOWN": {Id: scoringID, Uids: []string{"099"}},
		"DATE_INVALID":       {Id: scoringID, GeneratedDate: "1969-12-31"},
	} {
		_, err := s.own.GetPartitionSummary(t.Context(), req)
		servicetest.Refused(t, err, codes.InvalidArgument, reason)
	}
	_, err = s.own.GetPartitionSummary(t.Context(), &reportsv1.GetPartitionSummaryRequest{
		Id: scoringID, GeneratedDate: "2026-11-05",
	})
	servicetest.Refused(t, err, codes.NotFound, "REPORT_NOT_FOUND")
	nobody := reportsv1.NewReportServiceClient(s.Unauthenticated(t))
	_, err = nobody.ListSummaries(t.Context(), &reportsv1.ListSummariesRequest{})
	servicetest.Refused(t, err, codes.Unauthenticated, "TOKEN_INVALID")
}

// export returns a whole file.
func export(t *testing.T, client reportsv1.ReportServiceClient, req *reportsv1.ExportToCsvRequest) (string, error) {
	t.Helper()
	stream, err := client.ExportToCsv(t.Context(), req)
	if err != nil {
		return "", err
	}
	var file strings.Builder
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return file.String(), nil
		}
		if err != nil {
			return "", err
		}
		file.Write(part.GetData())
	}
}

func TestAnExportJoinsScoresWithPeople(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.keep(t, []string{"2026-11-02"}, calculated("2026-11-02", 1))
	file, err := export(t, s.own, &reportsv1.ExportToCsvRequest{Id: scoringID})
	require.NoError(t, err)
	require.Equal(t, []string{
		"uid,external_id,email,gsm,visitor_id,known,score,excluded_reason",
		"007,a,a@example.com,,,,90,", "007,c,\"'=c@example.com\",,,,15,", "",
	}, strings.Split(file, "\r\n"), "no cell is a formula")
	file, err = export(t, s.own, &reportsv1.ExportToCsvRequest{
		Id: scoringID, IncludeExcluded: true, Delimiter: ";", Language: "en",
	})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(file, "\xef\xbb\xbfUID;"))
	require.Contains(t, file, "007;b;b@example.com;;;;;No consent\r\n")
	require.NotContains(t, file, "d@example.com", "who was not there that day")
	_, err = export(t, s.own, &reportsv1.ExportToCsvRequest{Id: scoringID, Uids: slices.Repeat([]string{"007"}, 1_001)})
	servicetest.Refused(t, err, codes.InvalidArgument, "REQUEST_INVALID")
}

func TestAnExportIsParquetForCallersThatPreferIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.keep(t, []string{"2026-11-02"}, calculated("2026-11-02", 1))
	for accept, columns := range map[string]bool{
		"": false, "*/*": false, "text/csv, application/vnd.apache.parquet;q=0.5": false, "application/json": false,
		"*/*, application/vnd.apache.parquet;q=0.1": false, "application/vnd.apache.parquet;q=0": false,
		"application/*": false, "text/*;q=0.5, application/vnd.apache.parquet;q=0.5": false,
		"Application/vnd.Apache.Parquet": true, "application/vnd.apache.parquet, */*;q=0.1": true,
		"text/csv;q=0.2, */*, application/vnd.apache.parquet;q=0.3": true,
	} {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "accept", accept)
		stream, err := s.own.ExportToCsv(ctx, &reportsv1.ExportToCsvRequest{Id: scoringID, Delimiter: ";", Language: "pl"})
		require.NoError(t, err)
		part, err := stream.Recv()
		require.NoError(t, err)
		require.Equal(t, columns, part.GetContentType() == "application/vnd.apache.parquet", accept)
		header, err := stream.Header()
		require.NoError(t, err)
		require.Equal(t, columns, strings.HasSuffix(header.Get("content-disposition")[0], ".parquet"), accept)
		if !columns {
			continue
		}
		file := part.GetData()
		for part, err = stream.Recv(); err == nil; part, err = stream.Recv() {
			file = append(file, part.GetData()...)
		}
		require.ErrorIs(t, err, io.EOF)
		type person struct {
			ExternalID string `parquet:"external_id,optional"`
			Email      string `parquet:"email,optional"`
			Score      int32  `parquet:"score,optional"`
		}
		people, err := parquet.Read[person](bytes.NewReader(file), int64(len(file)))
		require.NoError(t, err)
		require.Equal(t, []person{{"a", "a@example.com", 90}, {"c", "=c@example.com", 15}}, people, "texts as they are")
	}
}

func TestNothingOfAnExportLeavesBeforeTheEventLogHasIt(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.keep(t, []string{"2026-11-02"}, calculated("2026-11-02", 1))
	_, err := export(t, s.own, &reportsv1.ExportToCsvRequest{Id: scoringID})
	require.NoError(t, err)
	_, err = export(t, s.own, &reportsv1.ExportToCsvRequest{Id: scoringID, IncludeExcluded: true})
	require.NoError(t, err)
	for i, numbers := range [][]uint32{{0, 2}, {0, 1, 2}} {
		req := s.peers.register[i]
		require.Equal(t, "user 7", req.GetWho())
		require.EqualValues(t, account, req.GetAccountId())
		require.EqualValues(t, database, req.GetSets()[0].GetDatabaseId())
		set := roaring.New()
		require.NoError(t, set.UnmarshalBinary(req.GetSets()[0].GetNumbers()))
		require.Equal(t, numbers, set.ToArray())
	}
	require.NotEqual(t, s.peers.register[0].GetId(), s.peers.register[1].GetId())

	s.peers.set(func(p *peers) { p.noRegister = true })
	_, err = export(t, s.own, &reportsv1.ExportToCsvRequest{Id: scoringID})
	servicetest.Refused(t, err, codes.Unavailable, "UNAVAILABLE")
}

func TestAnExportTakesOverANewerResult(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.keep(t, []string{"2026-11-02"}, calculated("2026-11-02", 1))
	s.peers.set(func(p *peers) { p.stands = 2 }) // its event has not arrived
	_, err := export(t, s.own, &reportsv1.ExportToCsvRequest{Id: scoringID})
	servicetest.Refused(t, err, codes.Aborted, "REPORT_REPLACED")
	s.peers.set(func(p *peers) { p.engine.results = []*scoringenginev1.Calculated{calculated("2026-11-02", 2)} })
	_, err = export(t, s.own, &reportsv1.ExportToCsvRequest{Id: scoringID})
	require.NoError(t, err)
}

// waitFor waits until reports has results of so many days.
func (s *system) waitFor(t *testing.T, days int) {
	t.Helper()
	require.Eventually(t, func() bool {
		res, err := s.own.ListGeneratedDates(t.Context(), &reportsv1.ListGeneratedDatesRequest{Id: scoringID})
		require.NoError(t, err)
		return len(res.GetItems()) == days
	}, time.Minute, 10*time.Millisecond)
}
