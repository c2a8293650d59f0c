package pgdb_test

import (
	"context"
	"maps"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

// reading returns a database with one connection and two accounts, each with two things.
func reading(t *testing.T) *pgdb.DB {
	t.Helper()
	return readingOver(t, 1)
}

// readingOver is like reading with the given number of connections.
func readingOver(t *testing.T, connections int32) *pgdb.DB {
	t.Helper()
	admin, migrations := pgtest.URL(t), maps.Clone(migrations)
	migrations["0003_keys.sql"] = &fstest.MapFile{Data: []byte(`-- +goose Up
CREATE TABLE idempotency_keys (account_id int NOT NULL, key text NOT NULL, digest bytea NOT NULL, answer bytea NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (account_id, key));
-- +goose Down
DROP TABLE idempotency_keys;
`)}
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test"))
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, migrations))
	db, err := pgdb.Open(t.Context(), pgdb.Options{
		URL: pgtest.As(admin, pgdb.RoleOf(schema)), Schema: schema, Migrations: migrations, MaxConns: connections,
	})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	for account := range int32(2) {
		require.NoError(t, db.InAccount(t.Context(), account+1, func(tx pgx.Tx) error {
			_, err := tx.Exec(
				t.Context(), "INSERT INTO things (account_id, name) VALUES ($1, 'a'), ($1, 'b')", account+1,
			)
			return err
		}))
	}
	return db
}

func owners(ctx context.Context, q pgdb.Querier) (accounts []int32, err error) {
	rows, err := q.Query(ctx, "SELECT account_id FROM things ORDER BY id")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int32])
}

// requireUnlimited checks that the only connection carries no setting over.
func requireUnlimited(t *testing.T, db *pgdb.DB) {
	t.Helper()
	var account, role, readOnly string
	require.NoError(t, db.Pool.QueryRow(t.Context(), `SELECT coalesce(current_setting('puls.account', true), ''),
		current_user, current_setting('transaction_read_only')`).Scan(&account, &role, &readOnly))
	require.Equal(t, []string{"", pgdb.RoleOf(schema), "off"}, []string{account, role, readOnly})
}

func TestReadingSeesOneAccountAndChangesNothing(t *testing.T) {
	db := reading(t)
	for account := range int32(2) {
		found, err := pgdb.Read(t.Context(), db, account+1, func(q pgdb.Querier) ([]int32, error) {
			return owners(t.Context(), q)
		})
		require.NoError(t, err)
		require.Equal(t, []int32{account + 1, account + 1}, found)
	}
	found, err := pgdb.ReadAsSystem(t.Context(), db, func(q pgdb.Querier) ([]int32, error) {
		return owners(t.Context(), q)
	})
	require.NoError(t, err)
	require.Equal(t, []int32{1, 1, 2, 2}, found)
	for name, statement := range map[string]string{
		"insert": "INSERT INTO things (account_id, name) VALUES (1, 'c')", "delete": "DELETE FROM things",
		"function": "SELECT nextval('numbers')",
	} {
		for _, read := range []func(context.Context, func(pgdb.Querier) error) error{
			func(ctx context.Context, work func(pgdb.Querier) error) error { return db.Read(ctx, 1, work) },
			db.ReadAsSystem,
		} {
			err := read(t.Context(), func(q pgdb.Querier) error {
				_, err := q.Exec(t.Context(), statement)
				return err
			})
			var failure *pgconn.PgError
			require.ErrorAs(t, err, &failure, name)
			require.Equal(t, "25006", failure.Code, name) // read_only_sql_transaction
		}
	}
	requireUnlimited(t, db)
}

func TestAReadingGoesOnAfterOneThatFailed(t *testing.T) {
	db := reading(t)
	require.NoError(t, db.Read(t.Context(), 1, func(q pgdb.Querier) error {
		var number int
		err := q.QueryRow(t.Context(), "SELECT 1/(id-id)::int FROM things").Scan(&number)
		require.ErrorContains(t, err, "division by zero")
		require.ErrorIs(t, q.QueryRow(t.Context(), "SELECT id FROM things WHERE id < 0").Scan(&number), pgx.ErrNoRows)
		_, err = q.Exec(t.Context(), "SELECT nowhere FROM things")
		require.ErrorContains(t, err, "nowhere")
		rows, err := q.Query(t.Context(), "SELECT id FROM things ORDER BY id")
		require.NoError(t, err)
		require.True(t, rows.Next())
		rows.Close() // the second is not read
		require.NoError(t, rows.Err())
		var batch pgx.Batch
		batch.Queue("SELECT count(*) FROM things")
		batch.Queue("SELECT max(account_id) FROM things")
		results := q.SendBatch(t.Context(), &batch)
		var count, most int
		require.NoError(t, results.QueryRow().Scan(&count))
		require.NoError(t, results.QueryRow().Scan(&most))
		require.NoError(t, results.Close())
		require.Equal(t, []int{2, 1}, []int{count, most})
		return nil
	}))
	requireUnlimited(t, db)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := pgdb.Read(ctx, db, 1, func(q pgdb.Querier) ([]int32, error) { return owners(ctx, q) })
	require.ErrorIs(t, err, context.Canceled)
	require.Panics(t, func() { _ = db.Read(t.Context(), 1, func(pgdb.Querier) error { panic("a bug") }) })
	requireUnlimited(t, db)
}

func TestAReadInsideOnceSeesItsWrites(t *testing.T) {
	db := reading(t)
	_, err := db.Once(t.Context(), 1, "key", []byte("digest"), func(ctx context.Context) ([]byte, error) {
		require.NoError(t, db.InAccount(ctx, 1, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO things (account_id, name) VALUES (1, 'c')")
			return err
		}))
		found, err := pgdb.Read(ctx, db, 1, func(q pgdb.Querier) ([]int32, error) { return owners(ctx, q) })
		require.Equal(t, []int32{1, 1, 1}, found)
		return []byte("answer"), err
	})
	require.NoError(t, err)
}

func TestPartsThatWaitTogetherAreOneMessage(t *testing.T) {
	db := reading(t)
	at := func(q pgdb.Querier) (at time.Time) { // the time of the transaction
		require.NoError(t, q.QueryRow(t.Context(), "SELECT now()").Scan(&at))
		return at
	}
	var first, second [3]time.Time
	var found []int32
	var texts [3]*string
	var none []byte
	require.NoError(t, db.Read(t.Context(), 2, func(q pgdb.Querier) error {
		return pgdb.Together(
			t.Context(), q,
			func(q pgdb.Querier) error {
				first[0], second[0] = at(q), at(q)
				var number int
				require.ErrorIs(t, q.QueryRow(t.Context(), "SELECT 1 WHERE false").Scan(&number), pgx.ErrNoRows)
				return nil
			},
			func(q pgdb.Querier) (err error) {
				first[1] = at(q)
				found, err = owners(t.Context(), q)
				return err
			},
			func(q pgdb.Querier) error {
				first[2], second[2] = at(q), at(q)
				tag, err := q.Exec(t.Context(), "SELECT id FROM things")
				require.NoError(t, err)
				require.EqualValues(t, 2, tag.RowsAffected())
				require.Error(t, q.SendBatch(t.Context(), &pgx.Batch{}).Close())
				return q.QueryRow(t.Context(), "SELECT NULL::text, '', $1::text, ''::bytea", "ą").
					Scan(&texts[0], &texts[1], &texts[2], &none)
			},
			func(pgdb.Querier) error { return nil },
		)
	}))
	require.Equal(t, []int32{2, 2}, found)
	require.Nil(t, texts[0])
	require.Equal(t, []string{"", "ą"}, []string{*texts[1], *texts[2]})
	require.NotNil(t, none)
	require.Equal(t, []time.Time{first[0], first[0]}, first[1:], "they went in several messages")
	require.Equal(t, second[0], second[2], "they went in several messages")
	require.True(t, second[0].After(first[0]))
	requireUnlimited(t, db)
}

func TestAPartThatFailsFailsAll(t *testing.T) {
	db := reading(t)
	good := func(q pgdb.Querier) error { _, err := owners(t.Context(), q); return err }
	bad := func(q pgdb.Querier) error { _, err := q.Exec(t.Context(), "SELECT nowhere"); return err }
	for _, parts := range [][]func(pgdb.Querier) error{{good, bad}, {bad, good}} {
		err := db.Read(t.Context(), 1, func(q pgdb.Querier) error { return pgdb.Together(t.Context(), q, parts...) })
		require.ErrorContains(t, err, "nowhere")
	}
	require.PanicsWithValue(t, "a bug", func() {
		_ = db.Read(t.Context(), 1, func(q pgdb.Querier) error {
			return pgdb.Together(t.Context(), q, good, func(pgdb.Querier) error { panic("a bug") })
		})
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := db.InAccount(t.Context(), 1, func(tx pgx.Tx) error { return pgdb.Together(ctx, tx, good, good) })
	require.ErrorIs(t, err, context.Canceled)
	requireUnlimited(t, db)
	require.NoError(t, db.Read(t.Context(), 1, func(q pgdb.Querier) error {
		return pgdb.Together(t.Context(), q, good, good)
	}))
}

func TestAPipelineChangesRowsOfTheAccountsThatItNamesAllOrNone(t *testing.T) {
	db := reading(t)
	add := func(q pgdb.Querier, account int32, name string) {
		_, err := q.Exec(t.Context(), "INSERT INTO things (account_id, name) VALUES ($1, $2)", account, name)
		require.NoError(t, err)
	}
	all := func() (accounts []int32) {
		accounts, err := pgdb.ReadAsSystem(t.Context(), db, func(q pgdb.Querier) ([]int32, error) {
			return owners(t.Context(), q)
		})
		require.NoError(t, err)
		return accounts
	}
	require.NoError(t, db.Pipeline(t.Context(), func(in func(int32) pgdb.Querier) error {
		add(in(1), 1, "c")
		add(in(2), 2, "c")
		_, err := in(1).Exec(t.Context(), "DELETE FROM things WHERE name = 'a'") // only account 1's
		return err
	}))
	require.ElementsMatch(t, []int32{1, 1, 2, 2, 2}, all())

	var refused *pgconn.PgError
	require.ErrorAs(t, db.Pipeline(t.Context(), func(in func(int32) pgdb.Querier) error {
		add(in(1), 1, "d")
		add(in(2), 1, "another account's")
		add(in(2), 2, "d")
		return nil
	}), &refused)
	require.Equal(t, "42501", refused.Code)
	require.ElementsMatch(t, []int32{1, 1, 2, 2, 2}, all())

	require.ErrorContains(t, db.Pipeline(t.Context(), func(in func(int32) pgdb.Querier) error {
		_, err := owners(t.Context(), in(1))
		return err
	}), "asks nothing")
	require.NoError(t, db.Pipeline(t.Context(), func(func(int32) pgdb.Querier) error { return nil }))
	requireUnlimited(t, db)
}
