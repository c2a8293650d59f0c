package pgdb_test

import (
	"context"
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

func TestAMigrationYieldsToRunningStatementsAndRetries(t *testing.T) {
	admin := pgtest.URL(t)
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test"))
	first := maps.Clone(migrations)
	delete(first, "0002_more.sql")
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, first))
	conn, err := pgx.Connect(t.Context(), admin)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(context.WithoutCancel(t.Context()))) }()
	working, err := conn.Begin(t.Context())
	require.NoError(t, err)
	_, err = working.Exec(t.Context(), "SELECT FROM roles_test.things")
	require.NoError(t, err)
	migrated := make(chan error, 1)
	go func() { migrated <- pgdb.Migrate(context.WithoutCancel(t.Context()), admin, schema, migrations) }()

	look := connect(t, admin)
	waits := "SELECT 1 / count(*) FROM pg_locks WHERE NOT granted AND relation = 'roles_test.things'::regclass"
	require.Eventually(t, func() bool { return look(waits) == nil }, time.Minute, time.Millisecond, "it waits")
	require.Eventually(t, func() bool { return look(waits) != nil }, time.Minute, time.Millisecond, "and gives way")
	_, err = working.Exec(t.Context(), "SELECT FROM roles_test.things")
	require.NoError(t, err)
	require.NoError(t, working.Commit(t.Context()))
	require.NoError(t, <-migrated)
	require.NoError(t, look("SELECT more FROM roles_test.things"))
}
