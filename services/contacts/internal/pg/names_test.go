package pg_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/pg"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

// things lists the constraints, indexes and identity sequences of tables.
const things = `
	SELECT t.relname, c.conname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
	WHERE t.relnamespace = 'contacts'::regnamespace
	UNION ALL
	SELECT t.relname, i.relname FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
	JOIN pg_class i ON i.oid = x.indexrelid
	WHERE t.relnamespace = 'contacts'::regnamespace
	UNION ALL
	SELECT t.relname, s.relname FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid JOIN pg_class s ON s.oid = d.objid
	WHERE t.relnamespace = 'contacts'::regnamespace AND s.relkind = 'S' AND d.deptype = 'i'`

func namesOf(t *testing.T, db *sql.DB) (names [][2]string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), things)
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	for rows.Next() {
		var name [2]string
		require.NoError(t, rows.Scan(&name[0], &name[1]))
		names = append(names, name)
	}
	require.NoError(t, rows.Err())
	require.Greater(t, len(names), 50)
	return names
}

func TestTablesAreNamedInThePluralAndTheirObjectsAfterThem(t *testing.T) {
	config, err := pgx.ParseConfig(pgtest.SchemaURL(t, pg.Schema, pg.Migrations()))
	require.NoError(t, err)
	config.RuntimeParams["search_path"], config.RuntimeParams["role"] = pg.Schema, pgdb.OwnerRoleOf(pg.Schema)
	db := stdlib.OpenDB(*config)
	defer func() { require.NoError(t, db.Close()) }()
	check := func() {
		for _, name := range namesOf(t, db) {
			table, thing := name[0], name[1]
			if table == "outbox" || table == "outbox_epoch" || table == "schema_version" {
				continue // tables of every service
			}
			require.True(t, strings.HasSuffix(table, "s"), table)
			require.True(t, strings.HasPrefix(thing, table+"_"), "%s of %s", thing, table)
		}
	}
	check()
	migrations, err := goose.NewProvider(goose.DialectPostgres, db, pg.Migrations(), goose.WithTableName("schema_version"))
	require.NoError(t, err)
	_, err = migrations.DownTo(t.Context(), 5)
	require.NoError(t, err)
	require.Contains(t, namesOf(t, db), [2]string{"contact_group", "contact_group_name_key"})
	_, err = migrations.Up(t.Context())
	require.NoError(t, err)
	check()
}

func TestYesterdaysCodeFindsTheTablesUnderTheirOldNames(t *testing.T) {
	db := pgtest.Schema(t, pg.Schema, pg.Migrations())
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		for _, statement := range []string{
			"INSERT INTO database (account_id, uid) VALUES (1, '001'), (2, '002')",
			"SELECT next_number, next_visitor, dictionary_version FROM database WHERE account_id = 1 FOR NO KEY UPDATE",
			"UPDATE database SET next_number = 1 WHERE account_id = 1",
			`INSERT INTO contact (database_id, number, email, email_consent, sms_consent, email_blocked, gsm_blocked)
				SELECT id, 0, 'a@x.co', true, false, false, false FROM database`,
			"UPDATE contact c SET email_consent = u.yes FROM (SELECT 0 AS number, false AS yes) AS u WHERE c.number = u.number",
			"INSERT INTO import_block (import_id, number, body) VALUES (gen_random_uuid(), 0, '')",
			"DELETE FROM import_block b WHERE b.import_id IN (SELECT l.import_id FROM import_block l)",
		} {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	}))
	require.NoError(t, db.InAccount(t.Context(), 1, func(tx pgx.Tx) error {
		var databases, contacts int
		err := tx.QueryRow(
			t.Context(), "SELECT (SELECT count(*) FROM database), (SELECT count(*) FROM contact)",
		).Scan(&databases, &contacts)
		require.Equal(t, [2]int{1, 1}, [2]int{databases, contacts}, "and only the account's own rows")
		return err
	}))
}
