package reports_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/auth"
)

const (
	// benchDates is how many results each scoring has, one a day up to today.
	benchDates = 400
	// benchEvery is the time between two requests, benchRequests the number of requests of each call.
	benchEvery    = 5 * time.Millisecond
	benchRequests = 2000
)

// BenchmarkReports requests each report 200 times a second, regardless of the response time, from a store of 1,000
// scorings with 400 results each. Peers respond at once: the benchmark measures reports, its database and the calls
// between services.
func BenchmarkReports(b *testing.B) {
	for _, spread := range []struct{ accounts, scorings int }{{20, 50}, {1, 1000}} {
		b.Run(fmt.Sprintf("%dx%d", spread.accounts, spread.scorings), func(b *testing.B) {
			s := start(b)
			s.loadBench(b, spread.accounts, spread.scorings)
			for _, call := range benchCalls(s.today()) {
				b.Run(call.name, func(b *testing.B) { s.pace(b, spread.accounts, spread.scorings, call) })
			}
		})
	}
}

func benchID(account, scoring int) string {
	return fmt.Sprintf("0199d8a2-0000-7000-8%03d-%012d", account, scoring)
}

// loadBench fills the store by SQL, and sets the peers' responses.
func (s *system) loadBench(b *testing.B, accounts, scorings int) {
	b.Helper()
	s.peers.set(func(p *peers) {
		p.anyAccount = true
		p.engine.progress = &scoringenginev1.ListProgressResponse{}
		p.engine.lastDay = func(req *scoringenginev1.GetLastDayRequest) string { return req.GetUntil() }
		p.engine.lift = func(*scoringenginev1.MeasureLiftRequest) (*scoringenginev1.MeasureLiftResponse, error) {
			return &scoringenginev1.MeasureLiftResponse{}, nil
		}
		counts := make([]int32, 99, 100)
		for at := range counts {
			counts[at] = int32(at)
		}
		movement := &scoringenginev1.DatabaseMovement{DatabaseId: database, Counts: append(counts, 0)}
		p.engine.compare = func(*scoringenginev1.CompareResultsRequest) (*scoringenginev1.CompareResultsResponse, error) {
			return &scoringenginev1.CompareResultsResponse{Databases: []*scoringenginev1.DatabaseMovement{movement}}, nil
		}
	})
	admin := s.Admin(b)
	_, err := admin.Exec(b.Context(), `
		INSERT INTO summaries (scoring_id, channel, database_id, generated_date, account_id, uid, revision, calculated_at,
			histogram, new_histogram, known_histogram, excluded, reference_values, config, samples)
		SELECT format('0199d8a2-0000-7000-8%s-%s', lpad(a::text, 3, '0'), lpad(n::text, 12, '0'))::uuid, 1, $4,
			$5::date - day, a, '007', 1, now(), h.counts, h.counts, '{}', '{"NO_CONSENT": 7, "NO_SENDING": 70}',
			'{"or": "4/5", "ctr": "1/2", "delivery": "1/1"}',
			'{"version": 1, "name": "Everybody", "daysAgo": 28, "percentile": 90, "sources": [{"uid": "007",
				"includedAll": true}], "weights": {"or": 45, "ctr": 30, "delivery": 25}}',
			'{"or": 400, "ctr": 200, "delivery": 500}'
		FROM generate_series(0, $3 - 1) AS day, generate_series(1, $1::int) AS a, generate_series(1, $2::int) AS n
		JOIN (SELECT which, array_agg((random() * 500)::int) AS counts FROM generate_series(0, 99) AS which,
			generate_series(0, 100) GROUP BY which) AS h ON h.which = n % 100
		ORDER BY day DESC`, accounts, scorings, benchDates, database, s.today())
	require.NoError(b, err)
	_, err = admin.Exec(b.Context(), "VACUUM (ANALYZE) summaries, weeks")
	require.NoError(b, err)
}

// benchCall is one of the reports, requested with the id of some scoring.
type benchCall struct {
	name string
	ask  func(ctx context.Context, client reportsv1.ReportServiceClient, id, date string) error
}

func benchCalls(today time.Time) []benchCall {
	start := today.AddDate(0, 0, 1-benchDates).Format(time.DateOnly)
	return []benchCall{
		{"dates", func(ctx context.Context, c reportsv1.ReportServiceClient, id, _ string) error {
			res, err := c.ListGeneratedDates(ctx, &reportsv1.ListGeneratedDatesRequest{Id: id})
			return atLeast(benchDates, len(res.GetItems()), err)
		}},
		{"partitions", func(ctx context.Context, c reportsv1.ReportServiceClient, id, date string) error {
			res, err := c.GetPartitionSummary(ctx, &reportsv1.GetPartitionSummaryRequest{Id: id, GeneratedDate: date})
			return atLeast(5, len(res.GetItems()), err)
		}},
		{"exclusions", func(ctx context.Context, c reportsv1.ReportServiceClient, id, date string) error {
			res, err := c.GetExcludedReasonsSummary(
				ctx, &reportsv1.GetExcludedReasonsSummaryRequest{Id: id, GeneratedDate: date},
			)
			return atLeast(4, len(res.GetExcludedReasons()), err)
		}},
		{"newest", func(ctx context.Context, c reportsv1.ReportServiceClient, _, _ string) error {
			res, err := c.ListSummaries(ctx, &reportsv1.ListSummariesRequest{})
			return atLeast(50, len(res.GetItems()), err)
		}},
		{"weeks of all", func(ctx context.Context, c reportsv1.ReportServiceClient, _, _ string) error {
			res, err := c.ListWeeklyAverages(ctx, &reportsv1.ListWeeklyAveragesRequest{})
			return atLeast(50*13, len(res.GetItems()), err)
		}},
		{"weeks", func(ctx context.Context, c reportsv1.ReportServiceClient, id, _ string) error {
			res, err := c.GetPartitionAverages(ctx, &reportsv1.GetPartitionAveragesRequest{Id: id})
			return atLeast(13, len(res.GetTotal()), err)
		}},
		{"weeks of 400 days", func(ctx context.Context, c reportsv1.ReportServiceClient, id, _ string) error {
			res, err := c.GetPartitionAverages(ctx, &reportsv1.GetPartitionAveragesRequest{Id: id, Start: start})
			return atLeast(57, len(res.GetTotal()), err)
		}},
		{"months", func(ctx context.Context, c reportsv1.ReportServiceClient, id, _ string) error {
			res, err := c.GetPartitionAverages(
				ctx, &reportsv1.GetPartitionAveragesRequest{Id: id, TimeAggregationType: "month"},
			)
			return atLeast(12, len(res.GetTotal()), err)
		}},
		{"fluctuation", func(ctx context.Context, c reportsv1.ReportServiceClient, id, _ string) error {
			res, err := c.GetFluctuation(ctx, &reportsv1.GetFluctuationRequest{Id: id, From: start})
			return atLeast(24, len(res.GetItems()), err)
		}},
		{"lift", func(ctx context.Context, c reportsv1.ReportServiceClient, id, _ string) error {
			res, err := c.GetLift(ctx, &reportsv1.GetLiftRequest{Id: id})
			return atLeast(5, len(res.GetItems()), err)
		}},
	}
}

func atLeast(want, got int, err error) error {
	if err == nil && got < want {
		return fmt.Errorf("%d rows in place of %d", got, want)
	}
	return err
}

// pace sends requests at fixed moments and measures the response times from these.
func (s *system) pace(b *testing.B, accounts, scorings int, call benchCall) {
	b.Helper()
	var clients []reportsv1.ReportServiceClient
	for account := range accounts {
		conn := s.AsPerson(b, auth.Identity{Account: int32(account + 1)})
		clients = append(clients, reportsv1.NewReportServiceClient(conn))
	}
	ask := func(r *rand.Rand) error {
		account, scoring := r.IntN(accounts), r.IntN(scorings)
		date := s.today().AddDate(0, 0, -r.IntN(benchDates)).Format(time.DateOnly)
		return call.ask(b.Context(), clients[account], benchID(account+1, scoring+1), date)
	}
	for range 20 { // to warm up connections and plans
		require.NoError(b, ask(rand.New(rand.NewPCG(1, 1))))
	}
	for b.Loop() {
		took, errs := make([]time.Duration, benchRequests), make([]error, benchRequests)
		var group sync.WaitGroup
		begin := time.Now()
		ticker := time.NewTicker(benchEvery)
		for i := range benchRequests {
			for due := begin.Add(time.Duration(i) * benchEvery); time.Now().Before(due); {
				<-ticker.C
			}
			group.Go(func() {
				errs[i] = ask(rand.New(rand.NewPCG(uint64(i), 2)))
				took[i] = time.Since(begin) - time.Duration(i)*benchEvery
			})
		}
		group.Wait()
		ticker.Stop()
		for _, err := range errs {
			require.NoError(b, err)
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[benchRequests/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(took[benchRequests*99/100].Microseconds())/1000, "p99-ms")
		b.ReportMetric(0, "ns/op")
	}
}
