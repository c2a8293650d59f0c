package pgdb_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
)

const schema = "roles_test"

var migrations = fstest.MapFS{
	"0001_things.sql": {Data: []byte(`-- +goose Up
CREATE TABLE things (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id int NOT NULL, name text NOT NULL);
ALTER TABLE things ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON things USING (account_id = nullif(current_setting('puls.account', true), '')::int);
CREATE POLICY system ON things TO puls_roles_test_system USING (true);
CREATE SEQUENCE numbers;
CREATE TABLE log (text text NOT NULL);
REVOKE UPDATE, DELETE, TRUNCATE ON log FROM puls_roles_test, puls_roles_test_system;
-- +goose Down
DROP TABLE log, things; DROP SEQUENCE numbers;
`)},
	"0002_more.sql": {
		Data: []byte(
			"-- +goose Up\nALTER TABLE things ADD COLUMN more text;\n-- +goose Down\nALTER TABLE things DROP COLUMN more;\n",
		),
	},
}

func connect(t *testing.T, address string) func(sql string) error {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close(context.WithoutCancel(t.Context()))) })
	return func(sql string) error {
		_, err := conn.Exec(t.Context(), sql)
		return err
	}
}

// requireRefused checks that a statement failed for missing rights.
func requireRefused(t *testing.T, err error, what string) {
	t.Helper()
	var failure *pgconn.PgError
	require.ErrorAs(t, err, &failure, what)
	require.Equal(t, "42501", failure.Code, "%s: %v", what, err)
}

func open(t *testing.T, admin string, files fstest.MapFS) *pgdb.DB {
	t.Helper()
	url := pgtest.As(admin, pgdb.RoleOf(schema))
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, files))
	db, err := pgdb.Open(t.Context(), pgdb.Options{URL: url, Schema: schema, Migrations: files})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	return db
}

// requireRows checks a service's rights.
func requireRows(t *testing.T, admin string, db *pgdb.DB) {
	t.Helper()
	require.NoError(t, db.InAccount(t.Context(), 7, func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "INSERT INTO things (account_id, name, more) VALUES (7, 'a', 'b')")
		return err
	}))
	require.NoError(t, db.AsSystem(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(
			t.Context(), "UPDATE things SET name = nextval('numbers')::text; DELETE FROM things; INSERT INTO log VALUES ('x')",
		)
		return err
	}))
	run := connect(t, pgtest.As(admin, pgdb.RoleOf(schema)))
	require.NoError(t, run("SET search_path TO "+schema))
	require.NoError(
		t, run("GRANT UPDATE, DELETE ON log TO puls_roles_test"), "a warning: nothing is granted, as the next shows",
	)
	for _, statement := range []string{
		"ALTER TABLE things DISABLE ROW LEVEL SECURITY", "ALTER TABLE things NO FORCE ROW LEVEL SECURITY",
		"DROP POLICY own ON things",
		"CREATE POLICY more ON things USING (true)", "DROP TABLE things", "TRUNCATE things",
		"ALTER TABLE things ADD COLUMN x int",
		"CREATE TABLE mine (x int)",
		"UPDATE schema_version SET version_id = 0 WHERE false; ALTER TABLE schema_version RENAME TO y",
		"UPDATE log SET text = 'y'", "DELETE FROM log",
	} {
		requireRefused(t, run(statement), statement)
	}
	var owner bool // the test's session may act as any role; only the tested role's right counts
	require.NoError(
		t,
		db.Pool.QueryRow(t.Context(), "SELECT pg_has_role('puls_roles_test', 'puls_roles_test_owner', 'SET')").Scan(&owner),
	)
	require.False(t, owner, "the service's role can take the owner's")
}

func TestAServiceChangesRowsAndNothingOfItsTables(t *testing.T) {
	admin := pgtest.URL(t)
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test"))
	requireRows(t, admin, open(t, admin, migrations))
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test"), "it can be repeated")
	requireRows(t, admin, open(t, admin, migrations))
}

func TestTablesOwnedByServicesMoveToTheOwnerRole(t *testing.T) {
	admin := pgtest.URL(t)
	run := connect(t, admin)
	// The state of the previous release: the schema and its tables belong to the role of the running program.
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test")) // the roles belong to the whole server
	require.NoError(t, run("DROP SCHEMA roles_test CASCADE; CREATE SCHEMA roles_test AUTHORIZATION puls_roles_test"))
	require.NoError(t, run("GRANT USAGE ON SCHEMA roles_test TO puls_roles_test_system"))
	for _, on := range []string{"SELECT, INSERT, UPDATE, DELETE ON TABLES", "USAGE ON SEQUENCES"} {
		require.NoError(
			t,
			run("ALTER DEFAULT PRIVILEGES FOR ROLE puls_roles_test IN SCHEMA roles_test GRANT "+on+" TO puls_roles_test_system"),
		)
	}
	require.NoError(t, run("SET ROLE puls_roles_test; SET search_path TO roles_test"))
	up := string(migrations["0001_things.sql"].Data)
	require.NoError(
		t, run(up[len("-- +goose Up\n"):len(up)-len("-- +goose Down\nDROP TABLE log, things; DROP SEQUENCE numbers;\n")]),
	)
	require.NoError(t, run(`CREATE TABLE schema_version (id int PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY, version_id bigint NOT NULL,
		is_applied boolean NOT NULL, tstamp timestamp NOT NULL DEFAULT now());
		INSERT INTO schema_version (version_id, is_applied) VALUES (0, true), (1, true);
		INSERT INTO things (account_id, name) VALUES (1, 'kept')`))
	require.NoError(t, run("RESET ROLE; RESET search_path"))

	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test"))
	requireRows(t, admin, open(t, admin, migrations))
}

func TestRolesThatAnotherDatabaseUsesKeepTheirPassword(t *testing.T) {
	const schema = "second_test"
	first, second := pgtest.URL(t), pgtest.URL(t)
	require.NoError(t, pgdb.Bootstrap(t.Context(), first, schema, "test"))
	require.NoError(t, connect(t, first)("CREATE TABLE second_test.things (id int)"))

	err := pgdb.CheckRoles(t.Context(), second, schema, "another installation's")
	require.ErrorContains(t, err, "has the role puls_second_test with another password")
	require.NoError(t, pgdb.CheckRoles(t.Context(), second, schema, "test"), "both have one secret")
	require.NoError(t, pgdb.CheckRoles(t.Context(), second, "third_test", "any"), "nobody has the roles")
}

func TestStatusListsAppliedAndPendingMigrationsAndAppliesNone(t *testing.T) {
	admin := pgtest.URL(t)
	pending := func(files fstest.MapFS) (pending []string) {
		steps, err := pgdb.Status(t.Context(), admin, schema, files)
		require.NoError(t, err)
		for _, step := range steps {
			if step.Pending() {
				pending = append(pending, step.Name+": "+step.SQL)
			}
		}
		return pending
	}
	const things = "-- +goose Up\nCREATE TABLE things (id int);\n-- +goose Down\nDROP TABLE things;\n"
	first := fstest.MapFS{"0001_things.sql": {Data: []byte(things)}}
	require.Equal(t, []string{"0001_things: CREATE TABLE things (id int);\n"}, pending(first))
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, schema, "test"))
	require.Len(t, pending(first), 1, "a schema without versions")
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, first))
	require.Empty(t, pending(first))
	both := fstest.MapFS{"0001_things.sql": first["0001_things.sql"], "0002_more.sql": migrations["0002_more.sql"]}
	require.Equal(t, []string{"0002_more: ALTER TABLE things ADD COLUMN more text;\n"}, pending(both))
	require.NoError(t, pgdb.Migrate(t.Context(), admin, schema, both))
	steps, err := pgdb.Status(t.Context(), admin, schema, first)
	require.NoError(t, err)
	require.Len(t, steps, 2)
	require.Empty(t, steps[1].Name, "the second is a newer program's")
}

func TestProgramsOfSeveralDatabasesCreateTheSameRolesAtOnce(t *testing.T) {
	name := fmt.Sprintf("at_once_%d", os.Getpid())
	admin, err := pgx.Connect(t.Context(), pgtest.URL(t))
	require.NoError(t, err)
	t.Cleanup(func() { // after the databases below are gone
		ctx := context.WithoutCancel(t.Context())
		_, err := admin.Exec(ctx, fmt.Sprintf(`DROP ROLE %q, %q, %q`, pgdb.RoleOf(name), pgdb.SystemRoleOf(name),
			pgdb.OwnerRoleOf(name)))
		require.NoError(t, err)
		require.NoError(t, admin.Close(ctx))
	})
	var group errgroup.Group
	for range 6 {
		database := pgtest.URL(t)
		group.Go(func() error {
			for range 5 {
				if err := pgdb.Bootstrap(t.Context(), database, name, "test"); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
}
