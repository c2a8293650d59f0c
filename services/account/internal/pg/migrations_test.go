package pg_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/pg"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

// before returns the migrations that precede migration.
func before(t *testing.T, migration string) fs.FS {
	t.Helper()
	names, err := fs.Glob(pg.Migrations(), "*.sql")
	require.NoError(t, err)
	require.Contains(t, names, migration)
	files := fstest.MapFS{}
	for _, name := range names {
		if name < migration {
			text, err := fs.ReadFile(pg.Migrations(), name)
			require.NoError(t, err)
			files[name] = &fstest.MapFile{Data: text}
		}
	}
	return files
}

func TestTrackedEventsThatWereChosenBeforeStayChosen(t *testing.T) {
	files := before(t, "0012_tracked_events.sql")
	version, err := pgtest.HashFS(files)
	require.NoError(t, err)
	admin := pgtest.New(t, pgtest.Template{Name: "account before tracked events", Version: version, Migrate: func(
		ctx context.Context, admin string,
	) error {
		return errors.Join(pgdb.Bootstrap(ctx, admin, pg.Schema, "test"), pgdb.Migrate(ctx, admin, pg.Schema, files))
	}})
	conn, err := pgx.Connect(t.Context(), admin)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close(context.Background())) })
	_, err = conn.Exec(t.Context(), "SET search_path = "+pg.Schema)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), `INSERT INTO accounts (id, timezone, language, tracked_event_types)
		OVERRIDING SYSTEM VALUE VALUES (1, 'Europe/Warsaw', 'pl', '{}'), (2, 'Europe/Warsaw', 'pl', '{page_view}')`)
	require.NoError(t, err)
	require.NoError(t, pgdb.Migrate(t.Context(), admin, pg.Schema, pg.Migrations()))
	rows, err := conn.Query(t.Context(), "SELECT tracked_events_chosen FROM accounts ORDER BY id")
	require.NoError(t, err)
	chosen, err := pgx.CollectRows(rows, pgx.RowTo[bool])
	require.NoError(t, err)
	require.Equal(t, []bool{false, true}, chosen)
}
