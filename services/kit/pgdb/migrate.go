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
	// lockPatience is how long a migration waits for a lock before it gives way: whoever comes to the table meanwhile
	// waits behind it. It is shorter than Postgres' deadlock_timeout, so that of two who wait for each other it is never
	// the program at work that fails.
	lockPatience = 500 * time.Millisecond
	// lockTries end a migration that never gets its lock: somebody keeps a transaction open for minutes.
	lockTries = 90
)

// ErrNotMigrated tells an operator to run the migrations first.
var ErrNotMigrated = errors.New("the database schema is out of date: run `puls migrate`")

// Migrations returns the goose files that a service has embedded as its folder "migrations".
func Migrations(files embed.FS) fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // only for a name that is no path
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

// hasVersions reports whether a schema was ever migrated: otherwise it has no table of versions.
func hasVersions(ctx context.Context, db *sql.DB) (known bool, err error) {
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('schema_version') IS NOT NULL").Scan(&known); err != nil {
		return false, fmt.Errorf("look for versions: %w", err)
	}
	return known, nil
}

// isPending asks whether there is something to migrate.
func isPending(ctx context.Context, db *sql.DB, provider *goose.Provider) (bool, error) {
	if known, err := hasVersions(ctx, db); err != nil || !known {
		return true, err
	}
	return provider.HasPending(ctx)
}

// Migrate brings a schema that Bootstrap has made up to date, as the role that owns it. adminURL signs in as a role
// that may take the owner's: a service's own may change no table. A step that does not get its locks at once is taken
// back and made again a little later, so that programs at work hardly wait. It fails with a *NewerError where the
// schema needs a newer program; one that a newer program migrated, and that does not, is left as it is.
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
	}
	tries := 0
	again := func(err error) bool { tries++; return waited(err) && tries < lockTries }
	if err := retry.Do(ctx, again, func() error { _, err := provider.Up(ctx); return err }); err != nil {
		return fmt.Errorf("migrate schema %s: %w", schema, err)
	}
	return noteNeeds(ctx, db, migrations)
}

// waited reports whether a step failed only because others held what it wanted: it was not made.
func waited(err error) bool {
	c := code(err)
	return c == "55P03" || c == "40P01" // lock_not_available, deadlock_detected
}

func newProvider(db *sql.DB, schema string, migrations fs.FS) (*goose.Provider, error) {
	// Two replicas may start at once: the lock lets one migrate.
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
