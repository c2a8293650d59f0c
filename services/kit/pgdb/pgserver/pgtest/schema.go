package pgtest

import (
	"context"
	"io/fs"
	"testing"

	"puls.app/services/kit/pgdb"
)

// Schema opens the schema of one service, migrated, in a database of the test's own. It is closed with the test.
func Schema(t testing.TB, schema string, migrations fs.FS) *pgdb.DB {
	t.Helper()
	version, err := HashFS(migrations)
	if err != nil {
		t.Fatalf("read migrations of %s: %v", schema, err)
	}
	options := func(admin string) pgdb.Options {
		return pgdb.Options{URL: As(admin, pgdb.RoleOf(schema)), Schema: schema, Migrations: migrations, Migrate: true}
	}
	admin := New(t, Template{Name: schema, Version: version, Migrate: func(ctx context.Context, admin string) error {
		if err := pgdb.Bootstrap(ctx, admin, schema, "test"); err != nil {
			return err
		}
		db, err := pgdb.Open(ctx, options(admin))
		if err == nil {
			db.Close()
		}
		return err
	}})
	db, err := pgdb.Open(t.Context(), options(admin))
	if err != nil {
		t.Fatalf("open schema %s: %v", schema, err)
	}
	t.Cleanup(db.Close)
	return db
}
