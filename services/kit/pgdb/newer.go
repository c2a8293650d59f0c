package pgdb

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"

	"github.com/pressly/goose/v3"
)

// NewerError says that a newer program has migrated a schema, beside which this one must not run.
type NewerError struct {
	Schema string
	// Stands is the schema's last migration, Knows the last that this program has.
	Stands, Knows int64
}

// Error says what happened and what to do.
func (e *NewerError) Error() string {
	return fmt.Sprintf("a newer program has migrated schema %s: it stands at migration %d, this program knows up to %d; "+
		"start the newer program, or go back by restoring a backup that was made before", e.Schema, e.Stands, e.Knows)
}

// needs is the line of a migration that says which migration a program must know to run beside it: without one, every
// program may that runs now. The highest of a schema is kept as the comment of its table of versions, where programs
// read it that do not know the migration.
var needs = regexp.MustCompile(`(?m)^-- needs ([0-9]+)$`)

// checkNewer fails with a *NewerError where a schema has migrations that are not known, and either exact is set or one
// of them needs a newer program.
func checkNewer(ctx context.Context, db *sql.DB, provider *goose.Provider, schema string, exact bool) error {
	stands, unknown, err := standing(ctx, db, provider)
	if err != nil || !unknown {
		return err
	}
	needed, err := neededBy(ctx, db)
	if err != nil {
		return err
	}
	if known := latest(provider); exact || needed > known {
		return &NewerError{Schema: schema, Stands: stands, Knows: known}
	}
	return nil
}

// standing returns the last migration that was made, and whether one was that is not known.
func standing(ctx context.Context, db *sql.DB, provider *goose.Provider) (last int64, unknown bool, err error) {
	rows, err := db.QueryContext(ctx, "SELECT version_id FROM schema_version WHERE is_applied AND version_id > 0")
	if err != nil {
		return 0, false, fmt.Errorf("read versions: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err says what failed
	for rows.Next() {
		var version int64
		if err := rows.Scan(&version); err != nil {
			return 0, false, fmt.Errorf("read versions: %w", err)
		}
		last = max(last, version)
		unknown = unknown || !slices.ContainsFunc(provider.ListSources(), func(s *goose.Source) bool {
			return s.Version == version
		})
	}
	if err := rows.Err(); err != nil {
		return 0, false, fmt.Errorf("read versions: %w", err)
	}
	return last, unknown, nil
}

func latest(provider *goose.Provider) (version int64) {
	for _, source := range provider.ListSources() {
		version = max(version, source.Version)
	}
	return version
}

// neededBy returns which migration a schema needs programs to know; 0 where it says none.
func neededBy(ctx context.Context, db *sql.DB) (int64, error) {
	var comment sql.NullString
	const question = "SELECT obj_description('schema_version'::regclass, 'pg_class')"
	if err := db.QueryRowContext(ctx, question).Scan(&comment); err != nil {
		return 0, fmt.Errorf("read what the schema needs: %w", err)
	}
	return highest(comment.String), nil
}

// noteNeeds keeps what the migrations of a schema need, as its owner.
func noteNeeds(ctx context.Context, db *sql.DB, migrations fs.FS) error {
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil {
		return fmt.Errorf("list migrations: %w", err)
	}
	var wanted int64
	for _, name := range names {
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			return fmt.Errorf("read migration %s: %w", name, err)
		}
		wanted = max(wanted, highest(string(text)))
	}
	kept, err := neededBy(ctx, db)
	if err != nil || wanted <= kept {
		return err
	}
	if _, err := db.ExecContext(ctx, fmt.Sprintf("COMMENT ON TABLE schema_version IS '-- needs %d'", wanted)); err != nil {
		return fmt.Errorf("keep what the schema needs: %w", err)
	}
	return nil
}

func highest(text string) (version int64) {
	for _, found := range needs.FindAllStringSubmatch(text, -1) {
		number, err := strconv.ParseInt(found[1], 10, 64)
		if err == nil { // digits of a version always fit
			version = max(version, number)
		}
	}
	return version
}
