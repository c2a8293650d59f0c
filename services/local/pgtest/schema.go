package pgtest

import (
	"context"
	"io/fs"
	"testing"

	"puls.app/services/kit/pgdb"
)

// Schema opens the migrated schema of one service in a database of the test's own. It is closed with the test.
func Schema(t testing.TB, schema string, migrations fs.FS) *pgdb.DB {
	t.Helper()
	db, err := pgdb.Open(
		t.Context(), pgdb.Options{URL: SchemaURL(t, schema, migrations), Schema: schema, Migrations: migrations},
	)
	if err != nil {
		t.Fatalf("open schema %s: %v", schema, err)
	}
	t.Cleanup(db.Close)
	return db
}

// rolesVersion changes whenever the result of pgdb.Bootstrap changes.
const rolesVersion = " owners"

// SchemaURL returns the address of a database of the test's own with the migrated schema of one service, signed in as
// the service's role.
func SchemaURL(t testing.TB, schema string, migrations fs.FS) string {
	t.Helper()
	version, err := HashFS(migrations)
	if err != nil {
		t.Fatalf("read migrations of %s: %v", schema, err)
	}
	admin := New(t, Template{Name: schema, Version: version + rolesVersion, Migrate: func(
		ctx context.Context, admin string,
	) error {
		if err := pgdb.Bootstrap(ctx, admin, schema, "test"); err != nil {
			return err
		}
		return pgdb.Migrate(ctx, admin, schema, migrations)
	}})
	return As(admin, pgdb.RoleOf(schema))
}
