package reports_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	reportsv1 "puls.app/proto/gen/go/puls/reports/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
)

// rows returns all stored rows: the key of each, and a digest of the rest.
func (s *system) rows(t *testing.T) []string {
	t.Helper()
	rows, err := s.Admin(t).Query(t.Context(), `
		SELECT concat_ws(' ', account_id, scoring_id, channel, generated_date, database_id, md5(s::text)) FROM summaries s
		ORDER BY account_id, scoring_id, channel, generated_date, database_id`)
	require.NoError(t, err)
	defer rows.Close()
	var all []string
	for rows.Next() {
		var row string
		require.NoError(t, rows.Scan(&row))
		all = append(all, row)
	}
	require.NoError(t, rows.Err())
	return all
}

func (s *system) rebuild(t *testing.T, account int32) *reportsv1.RebuildReportsResponse {
	t.Helper()
	stream, err := reportsv1.NewReportAdminServiceClient(s.AsService(t)).RebuildReports(
		t.Context(), &reportsv1.RebuildReportsRequest{AccountId: account},
	)
	require.NoError(t, err)
	var last *reportsv1.RebuildReportsResponse
	for {
		res, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			require.True(t, last.GetFinished())
			return last
		}
		require.NoError(t, err)
		require.False(t, last.GetFinished())
		last = res
	}
}

func (s *system) exec(t *testing.T, statement string) {
	t.Helper()
	tag, err := s.Admin(t).Exec(t.Context(), statement)
	require.NoError(t, err)
	require.NotZero(t, tag.RowsAffected(), statement)
}

func TestReportsAreRebuiltFromTheEngine(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := rand.New(rand.NewPCG(9, 10))
	var results []*scoringenginev1.Calculated
	for _, owner := range []int32{account, 9, 10} { // by account, as the engine sends them
		for day := range 60 {
			one := random(r, fmt.Sprintf("2026-%02d-%02d", 9+day/30, 1+day%30))
			one.AccountId, one.Revision, one.CalculatedAt = owner, 3, 1793577600
			one.ScoringId = fmt.Sprintf("0199d8a2-0000-7000-8000-%012d", owner)
			results = append(results, one)
		}
	}
	results[0].Databases = nil // the engine has stored no announcement of this one
	s.peers.set(func(p *peers) { p.engine.results = results })
	kept := random(r, results[0].GetGeneratedDate())
	kept.Revision, kept.ScoringId, kept.CalculatedAt = 2, results[0].GetScoringId(), 1793577600
	s.Publish(t, kept)
	for _, one := range results[1:] {
		s.Publish(t, one)
	}
	require.Eventually(t, func() bool { return len(s.rows(t)) == 360 }, time.Minute, 50*time.Millisecond)
	want := s.rows(t)

	s.exec(t, `UPDATE summaries SET histogram[1] = histogram[1] + 5, uid = 'x' || uid WHERE generated_date > '2026-10-10'`)
	s.exec(t, `UPDATE summaries SET revision = 99 WHERE generated_date = '2026-09-05'`)
	s.exec(t, `DELETE FROM summaries WHERE account_id = 9 AND generated_date > '2026-09-20'`)
	s.exec(t, `DELETE FROM summaries WHERE account_id = 10`)
	s.exec(t, `INSERT INTO summaries (scoring_id, channel, database_id, generated_date, account_id, uid, revision, calculated_at,
		histogram, new_histogram, known_histogram, excluded, reference_values)
		SELECT gen_random_uuid(), channel, database_id, generated_date, account_id + n, uid, revision, calculated_at,
			histogram, new_histogram, known_histogram, excluded, reference_values
		FROM summaries, generate_series(0, 100, 100) AS n
		WHERE account_id = 9 AND generated_date = '2026-09-10'`)
	require.NotEqual(t, want, s.rows(t))
	res := s.rebuild(t, 0)
	require.Equal(t, want, s.rows(t))
	require.Equal(t, []int32{179, 4}, []int32{res.GetResultCount(), res.GetRemovedCount()})
	require.Equal(t, int32(0), s.rebuild(t, 0).GetRemovedCount(), "it may be repeated")
	require.Equal(t, want, s.rows(t))

	s.exec(t, `DELETE FROM summaries WHERE generated_date = '2026-09-02'`)
	require.Equal(t, int32(60), s.rebuild(t, 9).GetResultCount())
	require.Len(t, s.rows(t), 360-4, "of one account alone")
	var differ int
	require.NoError(t, s.Admin(t).QueryRow(t.Context(), `
		SELECT count(*) FROM (SELECT account_id, date_trunc('week', generated_date)::date AS monday, scoring_id, channel,
				count(*) AS row_count, sum(score_sum) AS score_sum, sum(score_count) AS score_count
			FROM summaries GROUP BY 1, 2, 3, 4) AS s
		FULL JOIN (SELECT * FROM weeks WHERE row_count > 0) AS w USING (account_id, monday, scoring_id, channel)
		WHERE (s.row_count, s.score_sum, s.score_count) IS DISTINCT FROM (w.row_count, w.score_sum, w.score_count)`,
	).Scan(&differ))
	require.Zero(t, differ, "weeks are the sums of what is there")
}

func TestReportsCanBeReadWhileTheyAreRebuilt(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := rand.New(rand.NewPCG(11, 12))
	var results []*scoringenginev1.Calculated
	for day := range 28 {
		results = append(results, random(r, fmt.Sprintf("2026-10-%02d", 1+day)))
	}
	s.peers.set(func(p *peers) { p.engine.results = results })
	for _, one := range results {
		s.Publish(t, one)
	}
	s.waitFor(t, len(results))
	read := func() (*reportsv1.GetPartitionAveragesResponse, error) {
		return s.own.GetPartitionAverages(t.Context(), &reportsv1.GetPartitionAveragesRequest{
			Id: scoringID, ScoringType: "web", Start: "2026-10-01", End: "2026-10-28",
		})
	}
	want, err := read()
	require.NoError(t, err)
	over := make(chan struct{})
	reading := make(chan error)
	go func() {
		for {
			got, err := read()
			if err == nil && got.String() != want.String() {
				err = errors.New("a result is missing, or half of one")
			}
			select {
			case <-over:
				reading <- err
				return
			default:
			}
			if err != nil {
				<-over
				reading <- err
				return
			}
		}
	}()
	for range 5 {
		s.rebuild(t, 0)
	}
	close(over)
	require.NoError(t, <-reading)
}
