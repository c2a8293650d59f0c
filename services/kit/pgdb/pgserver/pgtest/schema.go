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
	db, err := pgdb.Open(t.Context(), options(SchemaURL(t, schema, migrations), schema, migrations))
	if err != nil {
		t.Fatalf("open schema %s: %v", schema, err)
	}
	t.Cleanup(db.Close)
	return db
}

// SchemaURL answers where the role of one service signs in to a database of the test's own that holds its schema, migrated.
func SchemaURL(t testing.TB, schema string, migrations fs.FS) string {
	t.Helper()
	version, err := HashFS(migrations)
	if err != nil {
		t.Fatalf("read migrations of %s: %v", schema, err)
	}
	role := pgdb.RoleOf(schema)
	admin := New(t, Template{Name: schema, Version: version, Migrate: func(ctx context.Context, admin string) error {
		if err := pgdb.Bootstrap(ctx, admin, schema, "test"); err != nil {
			return err
		}
		db, err := pgdb.Open(ctx, options(As(admin, role), schema, migrations))
		if err == nil {
			db.Close()
		}
		return err
	}})
	return As(admin, role)
}

func options(url, schema string, migrations fs.FS) pgdb.Options {
	return pgdb.Options{URL: url, Schema: schema, Migrations: migrations, Migrate: true}
}
