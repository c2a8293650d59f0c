package account_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/pg"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

// hookRow is a webhook with its deliveries, and the figures that are expected. Times are relative to now.
type hookRow struct {
	what          string
	rests, taken  time.Duration
	active        bool
	stopped       bool
	deliveries    []deliveryRow
	waiting, late float64
}

type deliveryRow struct {
	scoring  int
	occurred time.Duration
	next     time.Duration
	state    int
}

func TestTheLagOfWebhooksCountsFromTheirNextAttempt(t *testing.T) {
	t.Parallel()
	admin := pgtest.URL(t)
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, pg.Schema, "test"))
	require.NoError(t, pgdb.Migrate(t.Context(), admin, pg.Schema, pg.Migrations()))
	database, err := pgdb.Open(t.Context(), pgdb.Options{
		URL: pgtest.As(admin, pgdb.RoleOf(pg.Schema)), Schema: pg.Schema, Migrations: pg.Migrations(),
	})
	require.NoError(t, err)
	t.Cleanup(database.Close)

	const minute, hour = time.Minute, time.Hour
	hours := []deliveryRow{{1, -2 * hour, -2 * hour, 1}}
	for _, row := range []hookRow{
		{"nothing waits", -hour, -hour, true, false, []deliveryRow{{1, -hour, -hour, 2}, {1, -hour, -hour, 3}}, 0, 0},
		{"nobody has tried since it is due", -3 * hour, -3 * hour, true, false, hours, 1, 7200},
		{"it was tried ten minutes ago", -10 * minute, -11 * minute, true, false, hours, 1, 600},
		{"it rests after a failure", 4 * minute, -minute, true, false, hours, 1, 0},
		{"somebody sends", -hour, minute, true, false, hours, 1, 0},
		{
			"its event waits for its next attempt, and what is behind it", -hour, -hour, true, false,
			[]deliveryRow{{1, -3 * hour, 30 * minute, 1}, {1, -2 * hour, -2 * hour, 1}, {1, -hour, -hour, 1}},
			3, 0,
		},
		{
			"another scoring does not wait for that", -hour, -hour, true, false,
			[]deliveryRow{{1, -3 * hour, 30 * minute, 1}, {2, -2 * hour, -20 * minute, 1}},
			2, 1200,
		},
		{
			"what has no scoring waits for nothing", -hour, -hour, true, false,
			[]deliveryRow{{0, -3 * hour, 30 * minute, 1}, {0, -2 * hour, -20 * minute, 1}},
			2, 1200,
		},
		{"it was stopped", -hour, -hour, true, true, hours, 0, 0},
		{"its account is switched off", -hour, -hour, false, false, hours, 0, 0},
	} {
		require.NoError(t, database.AsSystem(t.Context(), func(tx pgx.Tx) error { return row.insert(t, tx) }))
		figures, err := pg.Figures(t.Context(), database)
		require.NoError(t, err)
		told := map[string]float64{}
		for _, figure := range figures {
			told[figure.Name] = figure.Value
		}
		require.InDelta(t, row.waiting, told["webhooks.waiting"], 0, row.what)
		require.InDelta(t, row.late, told["webhooks.lag"], 30, row.what)
		require.NoError(t, database.AsSystem(t.Context(), func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "DELETE FROM webhooks")
			return err
		}))
	}
}

func (r hookRow) insert(t *testing.T, tx pgx.Tx) error {
	var account int32
	if err := tx.QueryRow(t.Context(),
		"INSERT INTO accounts (timezone, language, active) VALUES ('UTC', 'pl', $1) RETURNING id", r.active,
	).Scan(&account); err != nil {
		return err
	}
	id := uuid.New()
	if _, err := tx.Exec(t.Context(), `INSERT INTO webhooks (id, account_id, url, description, events, secret, created_at, made_by,
		rests_until, taken_until, stopped_at) VALUES ($1, $2, '', '', '{}', '', now(), '', now() + $3, now() + $4,
		CASE WHEN $5 THEN now() END)`, id, account, r.rests, r.taken, r.stopped); err != nil {
		return err
	}
	for i, d := range r.deliveries {
		var scoring *uuid.UUID
		if d.scoring > 0 {
			of := uuid.NewSHA1(id, []byte{byte(d.scoring)})
			scoring = &of
		}
		if _, err := tx.Exec(t.Context(), `INSERT INTO webhook_deliveries (id, account_id, webhook_id, event, event_key, scoring_id,
			occurred_at, content, next_at, state) VALUES ($1, $2, $3, 'x', $4, $5, now() + $6, '{}', now() + $7, $8)`,
			uuid.New(), account, id, fmt.Sprint(i), scoring, d.occurred, d.next, d.state); err != nil {
			return err
		}
	}
	return nil
}
