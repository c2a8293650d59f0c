package pgdb

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// ErrNotMigrated tells an operator to run the migrations first.
var ErrNotMigrated = errors.New("the database schema is out of date: run `puls migrate`")

// Migrations answers the goose files that a service has embedded as its folder "migrations".
func Migrations(files embed.FS) fs.FS {
	sub, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // only for a name that is no path
	}
	return sub
}

func migrate(ctx context.Context, config *pgx.ConnConfig, o Options) (err error) {
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := newProvider(db, o)
	if err != nil {
		return err
	}
	pending, err := isPending(ctx, db, provider)
	if err != nil {
		return fmt.Errorf("check schema %s: %w", o.Schema, err)
	}
	switch {
	case !pending:
		return nil
	case !o.Migrate || o.MigrateURL == "":
		return fmt.Errorf("schema %s: %w", o.Schema, ErrNotMigrated)
	default:
		return asOwner(ctx, o)
	}
}

// isPending asks whether there is something to migrate; a schema that was never migrated has no table of versions.
func isPending(ctx context.Context, db *sql.DB, provider *goose.Provider) (bool, error) {
	var known bool
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('schema_version') IS NOT NULL").Scan(&known); err != nil {
		return false, fmt.Errorf("look for versions: %w", err)
	}
	if !known {
		return true, nil
	}
	return provider.HasPending(ctx)
}

// asOwner migrates as the role that owns the schema.
func asOwner(ctx context.Context, o Options) (err error) {
	config, err := pgx.ParseConfig(o.MigrateURL)
	if err != nil {
		return fmt.Errorf("read address for migrations: %w", err)
	}
	config.RuntimeParams["search_path"] = o.Schema
	config.RuntimeParams["role"] = OwnerRoleOf(o.Schema)
	db := stdlib.OpenDB(*config)
	defer func() { err = errors.Join(err, db.Close()) }()
	provider, err := newProvider(db, o)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate schema %s: %w", o.Schema, err)
	}
	return nil
}

func newProvider(db *sql.DB, o Options) (*goose.Provider, error) {
	// Two replicas may start at once: the lock lets one migrate.
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, fmt.Errorf("make migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, o.Migrations,
		goose.WithSessionLocker(locker), goose.WithTableName("schema_version"))
	if err != nil {
		return nil, fmt.Errorf("read migrations of %s: %w", o.Schema, err)
	}
	return provider, nil
}
