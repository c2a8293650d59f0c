package scoringconfig_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/scoring-config/internal/pg"
)

// crowd is a set of accounts in a few timezones, all with the night hour 2.
type crowd struct {
	core.Accounts
	clocks map[core.AccountID]core.Clock
}

func (c crowd) Clocks(context.Context) (map[core.AccountID]core.Clock, error) { return c.clocks, nil }

// fill inserts 10,000 accounts with five active scorings of two channels each, which have all results of two weeks
// through a day.
const fill = `
INSERT INTO scorings (id, account_id, name, status, last_draft_step, is_created_by_wizard, config, created_at,
    updated_at, first_activated_at, activated_at, last_generated_at, last_generated_date, last_generated_days,
    finished_through)
SELECT gen_random_uuid(), account, 'Scoring ' || n, 2, 3, false, $1::jsonb, $2, $2, $2, $2, $2, $3::date, 28, $3::date
FROM generate_series(1, 10000) AS account, generate_series(1, 5) AS n`

const results = `
INSERT INTO generated (scoring_id, account_id, channel, generated_date, calculated_at)
SELECT id, account_id, channel, $1::date - ago, ($1::date - ago) + interval '1 day'
FROM scorings, generate_series(1, 2) AS channel, generate_series(0, 13) AS ago`

func execute(b *testing.B, db *pgdb.DB, statement string, args ...any) {
	b.Helper()
	require.NoError(b, db.AsSystem(b.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(b.Context(), statement, args...)
		return err
	}))
}

func BenchmarkDueOf10000AccountsWithFiveScorings(b *testing.B) {
	db := pgtest.Schema(b, pg.Schema, pg.Migrations())
	clocks := map[core.AccountID]core.Clock{}
	zones := []string{"Europe/Warsaw", "Europe/Berlin", "Europe/Paris", "Europe/Vilnius"}
	for i := range 10_000 {
		zone, err := time.LoadLocation(zones[i%len(zones)])
		require.NoError(b, err)
		clocks[core.AccountID(i+1)] = core.Clock{Zone: zone, NightHour: 2}
	}
	now := time.Date(2026, 11, 20, 3, 0, 0, 0, time.UTC) // the night has begun everywhere
	app := core.NewApp(core.Needs{
		Store: pg.NewStore(db), Accounts: crowd{clocks: clocks}, Now: func() time.Time { return now },
		Log: slog.New(slog.DiscardHandler),
	})
	config := `{"daysAgo":28,"generateHistorical":false,"mailing":{"weights":{"or":45,"ctr":30,"delivery":25},` +
		`"percentile":90,"sources":[{"uid":"001","included":[11,12,13,14,15],"excluded":[16,17],"includedAll":false},` +
		`{"uid":"042","includedAll":true}],"exportTo":[{"uid":"001","id":3}],"hasExportTo":true},` +
		`"sms":{"weights":{"ctr":25,"delivery":75},"percentile":90,"sources":[{"uid":"001","includedAll":true}]}}`
	yesterday := now.AddDate(0, 0, -1).Truncate(24 * time.Hour)
	execute(b, db, fill, config, now.AddDate(0, -1, 0), yesterday)
	execute(b, db, results, yesterday)
	execute(b, db, "ANALYZE scorings")
	execute(b, db, "ANALYZE generated")
	for _, state := range []struct {
		name, statement string
		tasks           int
	}{
		{"everything", "", 20_000},
		{"one channel of two", `WITH done AS (INSERT INTO generated (scoring_id, account_id, channel, generated_date, calculated_at)
			SELECT id, account_id, 1, '2026-11-20', '2026-11-20 02:30Z' FROM scorings RETURNING scoring_id)
			UPDATE scorings SET last_generated_date = '2026-11-20' FROM done WHERE id = scoring_id`, 10_000},
		{"nothing", `WITH done AS (INSERT INTO generated (scoring_id, account_id, channel, generated_date, calculated_at)
			SELECT id, account_id, 2, '2026-11-20', '2026-11-20 02:30Z' FROM scorings RETURNING scoring_id)
			UPDATE scorings SET finished_through = '2026-11-20' FROM done WHERE id = scoring_id`, 0},
	} {
		if state.statement != "" {
			execute(b, db, state.statement)
		}
		b.Run(fmt.Sprintf("due=%s", state.name), func(b *testing.B) {
			for b.Loop() {
				tasks := 0
				require.NoError(b, app.Due(b.Context(), time.Time{}, func(some []core.Task) error {
					tasks += len(some)
					return nil
				}))
				require.Equal(b, state.tasks, tasks)
			}
		})
	}
}
