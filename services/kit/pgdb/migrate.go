package pgdb

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"puls.app/services/kit/retry"
)

const (
	// lockPatience is how long a migration waits for a lock before it gives way: other statements on the table queue
	// behind it meanwhile. It is shorter than Postgres' deadlock_timeout, so that in a deadlock the migration fails and
	// not the running program.
	lockPatience = 500 * time.Millisecond
	// lockTries bounds the attempts of a migration that never gets its lock because a transaction stays open for minutes.
	lockTries = 90
)

// ErrNotMigrated tells an operator to run the migrations first.
var ErrNotMigrated = errors.New("the database schema is out of date: run `puls migrate`")

// Migrations returns the goose files that a service embeds in its folder "migrations".
func Migrations(files embed.FS) fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // only for an invalid path
	}
	return sub
}

// check refuses a schema that lacks a migration.
func check(ctx context.Context, config *pgx.ConnConfig, o Options) (err error) {
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := newProvider(db, o.Schema, o.Migrations)
	if err != nil {
		return err
	}
	pending, err := isPending(ctx, db, provider)
	if err != nil {
		return fmt.Errorf("check schema %s: %w", o.Schema, err)
	}
	known, err := hasVersions(ctx, db)
	if err != nil {
		return err
	}
	if known {
		if err := checkNewer(ctx, db, provider, o.Schema, o.Exact); err != nil {
			return err
		}
	}
	if pending {
		return fmt.Errorf("schema %s: %w", o.Schema, ErrNotMigrated)
	}
	return nil
}

// hasVersions reports whether a schema was ever migrated: only then it has a table of versions.
func hasVersions(ctx context.Context, db *sql.DB) (known bool, err error) {
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('schema_version') IS NOT NULL").Scan(&known); err != nil {
		return false, fmt.Errorf("look for versions: %w", err)
	}
	return known, nil
}

// isPending reports whether there are migrations to apply.
func isPending(ctx context.Context, db *sql.DB, provider *goose.Provider) (bool, error) {
	if known, err := hasVersions(ctx, db); err != nil || !known {
		return true, err
	}
	return provider.HasPending(ctx)
}

// Migrate applies migrations to a schema that Bootstrap has made, as the role that owns it. adminURL signs in as a role
// that may act as the owner; a service's own role may not alter tables. A step that does not get its locks at once is
// rolled back and retried a little later, so that running programs hardly wait. Migrate fails with a *NewerError if the
// schema needs a newer program, and with a *StrayError if it has migrations of no release. A schema that a newer
// program migrated without that need is left unchanged.
func Migrate(ctx context.Context, adminURL, schema string, migrations fs.FS) (err error) {
	config, err := pgx.ParseConfig(adminURL)
	if err != nil {
		return fmt.Errorf("read address for migrations: %w", err)
	}
	config.RuntimeParams["search_path"] = schema
	config.RuntimeParams["role"] = OwnerRoleOf(schema)
	config.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockPatience.Milliseconds(), 10)
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := newProvider(db, schema, migrations)
	if err != nil {
		return err
	}
	if known, err := hasVersions(ctx, db); err != nil {
		return err
	} else if known {
		if err := checkNewer(ctx, db, provider, schema, false); err != nil {
			return err
		}
		if err := checkStray(ctx, db, provider, schema); err != nil {
			return err
		}
	}
	tries := 0
	again := func(err error) bool { tries++; return waited(err) && tries < lockTries }
	if err := retry.Do(ctx, again, func() error { _, err := provider.Up(ctx); return err }); err != nil {
		return fmt.Errorf("migrate schema %s: %w", schema, err)
	}
	return noteNeeds(ctx, db, migrations)
}

// waited reports whether a step failed only because other sessions held its locks: it was rolled back.
func waited(err error) bool {
	c := code(err)
	return c == "55P03" || c == "40P01" // lock_not_available, deadlock_detected
}

func newProvider(db *sql.DB, schema string, migrations fs.FS) (*goose.Provider, error) {
	// Two replicas may start at once; the lock lets only one migrate.
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, fmt.Errorf("make migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, migrations,
		goose.WithSessionLocker(locker), goose.WithTableName("schema_version"))
	if err != nil {
		return nil, fmt.Errorf("read migrations of %s: %w", schema, err)
	}
	return provider, nil
}
