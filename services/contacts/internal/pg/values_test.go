package pg_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/pg"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

// asSystem runs statements as the system role, which row-level security does not limit.
func asSystem(t *testing.T, db *sql.DB, work func(tx *sql.Tx)) {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = tx.ExecContext(t.Context(), "SET LOCAL ROLE "+pgdb.SystemRoleOf(pg.Schema))
	require.NoError(t, err)
	work(tx)
	require.NoError(t, tx.Commit())
}

// oldContacts returns the contacts as the previous version reads them.
func oldContacts(t *testing.T, db *sql.DB) (rows []string) {
	t.Helper()
	asSystem(t, db, func(tx *sql.Tx) {
		found, err := tx.QueryContext(t.Context(), "SELECT to_jsonb(c)::text FROM contacts c ORDER BY database_id, number")
		require.NoError(t, err)
		defer func() { require.NoError(t, found.Close()) }()
		for found.Next() {
			var row string
			require.NoError(t, found.Scan(&row))
			rows = append(rows, row)
		}
		require.NoError(t, found.Err())
	})
	return rows
}

// fillOld stores contacts in two chunks as the previous version does, with bitmaps of all container types.
func fillOld(t *testing.T, db *sql.DB) {
	t.Helper()
	const first, n = 60_000, 7_000
	r := rand.New(rand.NewPCG(3, 3))
	bits := map[[2]int]*roaring.Bitmap{}
	rows := make([]map[string]any, n)
	for i := range rows {
		number := first + i
		row := map[string]any{"number": number, "email": fmt.Sprintf("p%d@example.com", i)}
		if i%3 == 0 {
			row["gsm"], row["created_day"] = fmt.Sprintf("+48%09d", i), i
			row["created_at"] = "2026-01-02T03:04:05Z"
		}
		for kind, is := range map[int]bool{2: r.IntN(5) > 0, 3: i%1000 > 300, 6: i%100 == 0, 7: i > n-5} {
			row[map[int]string{2: "email_consent", 3: "sms_consent", 6: "email_blocked", 7: "gsm_blocked"}[kind]] = is
			key := [2]int{number >> 16, kind}
			if bits[key] == nil {
				bits[key] = roaring.New()
			}
			if is {
				bits[key].Add(uint32(number & 0xffff))
			}
		}
		if i%5 > 0 {
			properties := map[string]string{"1": fmt.Sprintf(`City "%d", {Łódź}\`, i%7)}
			if i%1000 == 7 {
				properties["2"] = fmt.Sprint(i)
			}
			row["properties"] = properties
		}
		rows[i] = row
	}
	all, err := json.Marshal(rows)
	require.NoError(t, err)
	asSystem(t, db, func(tx *sql.Tx) {
		exec := func(statement string, values ...any) {
			_, err := tx.ExecContext(t.Context(), statement, values...)
			require.NoError(t, err, statement)
		}
		exec("INSERT INTO databases (account_id, uid) VALUES (1, '001')")
		exec("INSERT INTO properties (account_id, database_id, id, name, is_number) SELECT 1, id, 1, 'city', false FROM databases")
		exec("INSERT INTO properties (account_id, database_id, id, name, is_number) SELECT 1, id, 2, 'points', true FROM databases")
		exec(`INSERT INTO contacts (database_id, number, email, gsm, created_at, created_day, email_consent, sms_consent,
			email_blocked, gsm_blocked, properties)
			SELECT d.id, r.number, r.email, r.gsm, r.created_at, r.created_day, r.email_consent, r.sms_consent, r.email_blocked,
			r.gsm_blocked, r.properties FROM databases d, jsonb_populate_recordset(NULL::contacts, $1) r`, string(all))
		for key, set := range bits {
			set.RunOptimize()
			body, err := set.MarshalBinary()
			require.NoError(t, err)
			exec("INSERT INTO audience_bits SELECT id, $1, $2, 0, $3 FROM databases", key[0], key[1], body)
		}
	})
}

func TestContactsAreTheSameBeforeAndAfterTheirValuesMoved(t *testing.T) {
	config, err := pgx.ParseConfig(pgtest.SchemaURL(t, pg.Schema, pg.Migrations()))
	require.NoError(t, err)
	config.RuntimeParams["search_path"], config.RuntimeParams["role"] = pg.Schema, pgdb.OwnerRoleOf(pg.Schema)
	db := stdlib.OpenDB(*config)
	defer func() { require.NoError(t, db.Close()) }()
	migrations, err := goose.NewProvider(goose.DialectPostgres, db, pg.Migrations(), goose.WithTableName("schema_version"))
	require.NoError(t, err)
	down := func() {
		_, err = migrations.DownTo(t.Context(), 24)
		require.NoError(t, err)
	}
	up := func() {
		_, err = migrations.Up(t.Context())
		require.NoError(t, err)
	}
	down()
	fillOld(t, db)
	before := oldContacts(t, db)
	require.Len(t, before, 7_000)
	up()
	require.Equal(t, before, oldContacts(t, db))
	down()
	require.Equal(t, before, oldContacts(t, db))
	up()
	asSystem(t, db, func(tx *sql.Tx) {
		exec := func(statement string) error {
			_, err := tx.ExecContext(t.Context(), statement)
			return err
		}
		require.NoError(t, exec(`UPDATE contacts c SET email = u.email, gsm = NULL, email_consent = false
			FROM (SELECT 60001 AS number, 'new@example.com' AS email) u WHERE c.number = u.number`))
		require.NoError(t, exec(`INSERT INTO contacts (database_id, number, email, email_consent, sms_consent, email_blocked,
			gsm_blocked) SELECT id, 80000, 'more@example.com', true, false, false, false FROM databases`))
		require.NoError(t, exec("DELETE FROM contacts WHERE number = 60007"))
	})
	after := oldContacts(t, db)
	require.Len(t, after, len(before))
	require.Contains(t, after[1], `"email": "new@example.com"`)
	require.Contains(t, after[len(after)-1], `"email": "more@example.com"`)
	var left int
	asSystem(t, db, func(tx *sql.Tx) {
		require.NoError(t, tx.QueryRowContext(t.Context(), `SELECT count(texts[(60007 & 127) + 1]) FROM property_values
			WHERE block = 60007 >> 7`).Scan(&left))
	})
	require.Zero(t, left, "who is deleted has no values")
	var without string
	require.NoError(t, db.QueryRowContext(t.Context(), `SELECT texts_without(
		ARRAY['by ANNA@x.co', NULL, 'Anna', '+48500'], ARRAY['anna@x.co', '+48500'])::text`).Scan(&without))
	require.Equal(t, "{NULL,NULL,Anna,NULL}", without)
	_, err = db.ExecContext(t.Context(), `SET ROLE `+pgdb.SystemRoleOf(pg.Schema)+`;
		UPDATE contacts SET properties = properties || '{"2": "5"}' WHERE number = 60001`)
	var failure *pgconn.PgError
	require.ErrorAs(t, err, &failure)
	require.Equal(t, "57P03", failure.Code, "as a database that is not there for the moment: it is tried again")
}
