package pgdb_test

import (
	"maps"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

func TestAnOlderProgramRunsBesideANewerSchemaUnlessThatNeedsMore(t *testing.T) {
	admin := pgtest.URL(t)
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test"))
	first := maps.Clone(migrations)
	delete(first, "0002_more.sql")
	third := maps.Clone(migrations)
	third["0003_takes.sql"] = &fstest.MapFile{Data: []byte(
		"-- +goose Up\n-- needs 2\nALTER TABLE things ADD COLUMN third int;\n-- +goose Down\nALTER TABLE things DROP COLUMN third;\n",
	)}
	open := func(known fstest.MapFS, exact bool) error {
		db, err := pgdb.Open(t.Context(), pgdb.Options{
			URL: pgtest.As(admin, pgdb.RoleOf(schema)), Schema: schema, Migrations: known, Exact: exact,
		})
		if err == nil {
			db.Close()
		}
		return err
	}
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, migrations))
	require.NoError(t, open(migrations, true))
	require.NoError(t, open(first, false), "the release before runs on")
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, first), "and may be rolled back to")
	var newer *pgdb.NewerError
	require.ErrorAs(t, open(first, true), &newer)
	require.Equal(t, pgdb.NewerError{Schema: schema, Stands: 2, Knows: 1}, *newer)
	require.ErrorContains(t, newer, "is at migration 2, this program knows up to 1; start the newer program")

	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, third))
	require.NoError(t, open(third, true))
	require.NoError(t, open(migrations, false))
	require.ErrorAs(t, open(first, false), &newer)
	require.ErrorAs(t, pgdb.Migrate(t.Context(), admin, schema, first), &newer)
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, migrations))
	require.ErrorAs(t, open(first, false), &newer, "what is needed stays")
}

func TestASchemaWithMigrationsOfNoReleaseIsRefusedUnchanged(t *testing.T) {
	admin := pgtest.URL(t)
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test"))
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, migrations))
	moved := maps.Clone(migrations) // the second migration got another number later
	delete(moved, "0002_more.sql")
	moved["0003_other.sql"] = &fstest.MapFile{Data: []byte("-- +goose Up\nCREATE TABLE others (id int);\n")}
	moved["0004_more.sql"] = migrations["0002_more.sql"]
	var stray *pgdb.StrayError
	require.ErrorAs(t, pgdb.Migrate(t.Context(), admin, schema, moved), &stray)
	require.Equal(t, pgdb.StrayError{Schema: schema, Stray: []int64{2}, Knows: 4}, *stray)
	require.ErrorContains(t, stray, "has migrations [2], which no release has, before migration 4")
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, migrations), "nothing was changed")

	done := maps.Clone(migrations)
	done["0003_other.sql"] = moved["0003_other.sql"]
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, done))
	delete(done, "0002_more.sql")
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, done), "nothing is left to do")
}
