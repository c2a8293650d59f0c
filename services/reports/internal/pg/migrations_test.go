package pg_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/figure"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
	"puls.app/services/reports/internal/pg"
)

// before returns the migrations before those that derive figures.
func before(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"0001_summaries.sql", "0002_config.sql", "0003_samples_and_receipts.sql"} {
		text, err := fs.ReadFile(pg.Migrations(), name)
		require.NoError(t, err)
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

func TestFiguresOfRowsThatWereThereBeforeAreDerivedFromTheirCounts(t *testing.T) {
	version, err := pgtest.HashFS(before(t))
	require.NoError(t, err)
	admin := pgtest.New(t, pgtest.Template{Name: "reports before figures", Version: version, Migrate: func(
		ctx context.Context, admin string,
	) error {
		return errors.Join(
			pgdb.Bootstrap(ctx, admin, pg.Schema, "test"), pgdb.Migrate(ctx, admin, pg.Schema, before(t)),
		)
	}})
	conn, err := pgx.Connect(t.Context(), admin)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close(t.Context())) })
	_, err = conn.Exec(t.Context(), "SET search_path = reports")
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	var want []figure.Tally
	var whole figure.Tally
	for database := range 7 { // each a day and a database of one week
		counts := make([]int32, 101)
		for i := range counts {
			counts[i] = random.Int32N(9)
		}
		if database == 0 {
			counts = nil
		}
		var scores figure.Scores
		scores.Add(counts)
		want = append(want, scores.Tally())
		whole = whole.Plus(scores.Tally())
		_, err := conn.Exec(t.Context(), `INSERT INTO summaries (scoring_id, channel, database_id, generated_date, account_id,
				uid, revision, calculated_at, histogram, new_histogram, known_histogram, excluded, reference_values, config)
			VALUES ('0199d8a2-0000-7000-8000-00000000000a', 3, $1::int, DATE '2026-11-02' + $1::int, 7, '007', 1, now(),
				$2, $2, $2, '{}', '{}', $3)`, database, append([]int32{}, counts...), []string{"null", `{"version": 2, "daysAgo": 28}`}[database%2])
		require.NoError(t, err)
	}
	require.NoError(t, pgdb.Migrate(t.Context(), admin, pg.Schema, pg.Migrations()))
	rows, err := conn.Query(t.Context(), `SELECT bands, new_bands, known_bands, score_sum, known_sum, settings IS NOT NULL
		FROM summaries ORDER BY database_id`)
	require.NoError(t, err)
	defer rows.Close()
	for database := 0; rows.Next(); database++ {
		var bands, newest, known figure.Bands
		var sum, knownSum int
		var settings bool
		require.NoError(t, rows.Scan(&bands, &newest, &known, &sum, &knownSum, &settings))
		tally := want[database]
		require.Equal(t, []figure.Bands{tally.Bands, tally.Bands, tally.Bands}, []figure.Bands{bands, newest, known})
		require.Equal(t, []int{tally.Sum, tally.Sum}, []int{sum, knownSum})
		require.Equal(t, database%2 == 1, settings)
	}
	require.NoError(t, rows.Err())
	var sum, count, results int
	require.NoError(t, conn.QueryRow(t.Context(), "SELECT score_sum, score_count, row_count FROM weeks").Scan(
		&sum, &count, &results,
	))
	require.Equal(t, []int{whole.Sum, whole.Total(), 7}, []int{sum, count, results})
}
