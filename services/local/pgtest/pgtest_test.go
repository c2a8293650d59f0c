package pgtest

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

func execute(t *testing.T, address, statement string) {
	t.Helper()
	require.NoError(t, run(t.Context(), address, statement))
}

func count(t *testing.T, address, query string) int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	defer conn.Close(context.Background())
	var n int
	require.NoError(t, conn.QueryRow(t.Context(), query).Scan(&n))
	return n
}

const countTestDatabases = "select count(*) from pg_database where datname = current_database()"

func TestEveryTestHasADatabaseOfItsOwn(t *testing.T) {
	one, two := URL(t), URL(t)
	require.NotEqual(t, one, two)
	execute(t, one, "create table mine (x int)")
	execute(t, two, "create table mine (x int)")
}

func TestADatabaseIsDroppedWithItsTest(t *testing.T) {
	address := ""
	t.Run("inner", func(t *testing.T) {
		address = URL(t)
		require.Equal(t, 1, count(t, address, countTestDatabases))
		left, err := pgx.Connect(t.Context(), address) // an open connection must not prevent the drop
		require.NoError(t, err)
		require.NotNil(t, left)
	})
	_, err := pgx.Connect(t.Context(), address)
	require.ErrorContains(t, err, "does not exist")
}

func TestATemplateIsMigratedOncePerVersion(t *testing.T) {
	migrated := 0
	template := Template{Name: t.Name(), Version: "1", Migrate: func(ctx context.Context, address string) error {
		migrated++
		return run(ctx, address, "create table kept as select generate_series(1, 10)")
	}}
	first := New(t, template)
	execute(t, first, "delete from kept")
	require.Equal(t, 10, count(t, New(t, template), "select count(*) from kept"))
	before := migrated
	template.Version = "2"
	require.Equal(t, 10, count(t, New(t, template), "select count(*) from kept"))
	require.LessOrEqual(t, migrated-before, 1) // the server may have it from an earlier run
	require.LessOrEqual(t, before, 1)
}

func TestAFailedMigrationLeavesNoTemplate(t *testing.T) {
	template := Template{Name: t.Name(), Version: "1", Migrate: func(ctx context.Context, address string) error {
		return errors.Join(run(ctx, address, "create table half (x int)"), errors.New("out of ideas"))
	}}
	for range 2 { // the second finds the remains of the first
		_, err := template.ensure(t.Context(), Server(t))
		require.ErrorContains(t, err, "out of ideas")
		require.NotContains(t, err.Error(), "already exists")
	}
}

func TestAVersionChangesWithNameAndText(t *testing.T) {
	version := func(files fstest.MapFS) string {
		v, err := HashFS(files)
		require.NoError(t, err)
		return v
	}
	one := version(fstest.MapFS{"1.sql": {Data: []byte("a")}})
	require.Equal(t, one, version(fstest.MapFS{"1.sql": {Data: []byte("a")}}))
	require.NotEqual(t, one, version(fstest.MapFS{"1.sql": {Data: []byte("b")}}))
	require.NotEqual(t, one, version(fstest.MapFS{"2.sql": {Data: []byte("a")}}))
}

func BenchmarkNew(b *testing.B) {
	template := Template{Name: b.Name(), Version: "1", Migrate: func(ctx context.Context, address string) error {
		return run(ctx, address, "create table kept as select generate_series(1, 10)")
	}}
	for b.Loop() {
		New(b, template)
	}
}

// run runs one statement in the database at the address.
func run(ctx context.Context, address, statement string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}
