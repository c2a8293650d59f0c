package pgdb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/kit/retry"
)

// Bootstrap creates a schema and its three roles: the owner, used only by migrations; the login role of the service,
// which may read and change rows but not alter tables; and the system role of its background work. adminURL must sign
// in as a role that may create roles. Bootstrap can be repeated: it sets the password again, and gives objects that the
// login role still owns in an older installation to the owner. See also CheckRoles.
func Bootstrap(ctx context.Context, adminURL, schema, password string) (err error) {
	conn, err := pgx.Connect(ctx, adminURL)
	if err != nil {
		return fmt.Errorf("connect as administrator: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if err := checkVersion(conn); err != nil {
		return err
	}
	err = retry.Do(ctx, rolesChanged, func() error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			for _, statement := range statements(schema, password) {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return fmt.Errorf("run %.40q: %w", statement, err)
				}
			}
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("prepare schema %s: %w", schema, err)
	}
	return nil
}

// rolesChanged reports whether another program created or changed the same roles at the same time. Roles belong to the
// whole server, which has no lock for programs in several databases.
func rolesChanged(err error) bool {
	var failure *pgconn.PgError
	const exists, isDuplicate = "42710", "23505" // duplicate_object, unique_violation
	return errors.As(err, &failure) && (failure.Code == exists || failure.Code == isDuplicate ||
		strings.HasSuffix(failure.Message, "concurrently updated"))
}

// oldestPostgres is the first version that grants a role without its rights (GRANT … WITH INHERIT FALSE).
const oldestPostgres = 16

func checkVersion(conn *pgx.Conn) error {
	version := conn.PgConn().ParameterStatus("server_version")
	major, _, _ := strings.Cut(version, ".")
	if n, err := strconv.Atoi(major); err == nil && n < oldestPostgres {
		return fmt.Errorf("the server is Postgres %s; Puls needs %d or newer", version, oldestPostgres)
	}
	return nil
}

// CheckRoles fails if another database of the server uses the roles of schema with another password: Bootstrap would
// lock out the services of that installation. Roles belong to the server; pg_shdepend lists the databases in which they
// own objects or have rights.
func CheckRoles(ctx context.Context, adminURL, schema, password string) (err error) {
	admin, err := pgx.Connect(ctx, adminURL)
	if err != nil {
		return fmt.Errorf("connect as administrator: %w", err)
	}
	defer func() { err = errors.Join(err, admin.Close(context.WithoutCancel(ctx))) }()
	role := RoleOf(schema)
	var database string
	err = admin.QueryRow(ctx, `SELECT d.datname FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid
		JOIN pg_database d ON d.oid = s.dbid
		WHERE s.refclassid = 'pg_authid'::regclass AND r.rolname = ANY($1) AND d.datname <> current_database()
		ORDER BY d.datname LIMIT 1`, []string{role, SystemRoleOf(schema), OwnerRoleOf(schema)}).Scan(&database)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for other installations: %w", err)
	}
	config := admin.Config()
	config.User, config.Password = role, password
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("database %q of this server has the role %s with another password: use another server, "+
			"or PULS_DATABASE_SECRET of that installation for both: %w", database, role, err)
	}
	return conn.Close(ctx)
}

func statements(schema, password string) []string {
	role, system, owner := RoleOf(schema), SystemRoleOf(schema), OwnerRoleOf(schema)
	create := func(name, options string) string {
		return fmt.Sprintf(`DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%s') THEN CREATE ROLE %s %s; END IF; END $$`,
			name, quote(name), options)
	}
	rows := "SELECT, INSERT, UPDATE, DELETE"
	return []string{
		create(role, "LOGIN NOINHERIT"),
		create(system, "NOLOGIN"),
		create(owner, "NOLOGIN"),
		fmt.Sprintf("ALTER ROLE %s PASSWORD '%s'", quote(role), password),
		fmt.Sprintf("GRANT %s TO %s WITH INHERIT FALSE, SET TRUE", quote(system), quote(role)),
		fmt.Sprintf("GRANT %s, %s TO CURRENT_USER", quote(role), quote(owner)),
		fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS %s AUTHORIZATION %s", quote(schema), quote(owner)),
		handOver(schema, role, system, owner),
		fmt.Sprintf("GRANT USAGE ON SCHEMA %s TO %s, %s", quote(schema), quote(role), quote(system)),
		fmt.Sprintf("ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA %s GRANT %s ON TABLES TO %s, %s",
			quote(owner), quote(schema), rows, quote(role), quote(system)),
		fmt.Sprintf("ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA %s GRANT USAGE ON SEQUENCES TO %s, %s",
			quote(owner), quote(schema), quote(role), quote(system)),
	}
}

// handOver makes the owner own the login role's objects in the schema, and leaves the login role its rights on rows.
// Rights that a migration had revoked, as on the audit log, stay revoked.
func handOver(schema, role, system, owner string) string {
	return fmt.Sprintf(`DO $$
DECLARE thing record; granted text;
BEGIN
	IF NOT EXISTS (SELECT FROM pg_namespace n JOIN pg_roles r ON r.oid = n.nspowner
		WHERE n.nspname = '%[1]s' AND r.rolname = '%[2]s') THEN
		RETURN;
	END IF;
	FOR thing IN SELECT c.oid::regclass::text AS name, c.relkind AS kind, c.relacl AS acl,
		c.relowner AS had FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = '%[1]s' AND c.relkind IN ('r', 'p', 'S') AND NOT EXISTS (
			SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i' AND c.relkind = 'S')
	LOOP
		SELECT string_agg(a.privilege_type, ', ') INTO granted
		FROM aclexplode(coalesce(thing.acl, acldefault(CASE thing.kind WHEN 'S' THEN 's' ELSE 'r' END::"char", thing.had))) a
		WHERE a.grantee = thing.had AND a.privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE');
		EXECUTE format('ALTER %%s %%s OWNER TO %%I',
			CASE thing.kind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, thing.name, '%[4]s');
		IF granted IS NOT NULL THEN
			EXECUTE format('GRANT %%s ON %%s %%s TO %%I', granted,
				CASE thing.kind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, thing.name, '%[2]s');
		END IF;
	END LOOP;
	REASSIGN OWNED BY %[5]s TO %[6]s;
END $$`, schema, role, system, owner, quote(role), quote(owner))
}
