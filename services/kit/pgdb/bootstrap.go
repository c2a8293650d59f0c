package pgdb

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Bootstrap makes a schema with its two roles: the login role that owns it and the system role that background
// work takes. adminURL must sign in as a role that may create roles. It can be repeated; the password is set anew.
// deploy/postgres/roles.sql does the same for installations where an operator runs it by hand.
func Bootstrap(ctx context.Context, adminURL, schema, password string) (err error) {
	conn, err := pgx.Connect(ctx, adminURL)
	if err != nil {
		return fmt.Errorf("connect as administrator: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// Roles belong to the whole server, so two programs may want to make them at once.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext('puls roles'))"); err != nil {
			return fmt.Errorf("wait for other programs: %w", err)
		}
		for _, statement := range statements(schema, password) {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("run %.40q: %w", statement, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("prepare schema %s: %w", schema, err)
	}
	return nil
}

func statements(schema, password string) []string {
	role, system := RoleOf(schema), SystemRoleOf(schema)
	create := func(name, options string) string {
		return fmt.Sprintf(`DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%s') THEN CREATE ROLE %s %s; END IF; END $$`,
			name, quote(name), options)
	}
	return []string{
		create(role, "LOGIN NOINHERIT"),
		create(system, "NOLOGIN"),
		fmt.Sprintf("ALTER ROLE %s PASSWORD '%s'", quote(role), password),
		fmt.Sprintf("GRANT %s TO %s WITH INHERIT FALSE, SET TRUE", quote(system), quote(role)),
		fmt.Sprintf("GRANT %s TO CURRENT_USER", quote(role)),
		fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS %s AUTHORIZATION %s", quote(schema), quote(role)),
		fmt.Sprintf("GRANT USAGE ON SCHEMA %s TO %s", quote(schema), quote(system)),
		fmt.Sprintf("ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA %s GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %s",
			quote(role), quote(schema), quote(system)),
		fmt.Sprintf("ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA %s GRANT USAGE ON SEQUENCES TO %s",
			quote(role), quote(schema), quote(system)),
	}
}
