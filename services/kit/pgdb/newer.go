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

// NewerError means that a newer program has migrated a schema and that this program must not run with it.
type NewerError struct {
	Schema string
	// Stands is the schema's last migration, Knows the last that this program has.
	Stands, Knows int64
}

// Error describes the conflict and the remedies.
func (e *NewerError) Error() string {
	return fmt.Sprintf("a newer program has migrated schema %s: it is at migration %d, this program knows up to %d; "+
		"start the newer program, or go back by restoring a backup that was made before", e.Schema, e.Stands, e.Knows)
}

// StrayError reports that a schema has unknown migrations older than the last of this program: a commit that became no
// part of a release applied them. Later steps would fail on tables that they do not expect.
type StrayError struct {
	Schema string
	// Stray are the unknown migrations, in order; Knows is the last migration of this program.
	Stray []int64
	Knows int64
}

// Error returns the cause and the remedy.
func (e *StrayError) Error() string {
	return fmt.Sprintf("schema %s has migrations %v, which no release has, before migration %d of this program: nothing was "+
		"changed; restore a backup that was made before them",
		e.Schema, e.Stray, e.Knows)
}

// checkStray fails with a *StrayError if a schema has pending migrations and unknown ones that are older than the last
// of this program.
func checkStray(ctx context.Context, db *sql.DB, provider *goose.Provider, schema string) error {
	_, unknown, err := standing(ctx, db, provider)
	if err != nil {
		return err
	}
	last := latest(provider)
	stray := slices.DeleteFunc(unknown, func(version int64) bool { return version > last })
	if len(stray) == 0 {
		return nil
	}
	if pending, err := provider.HasPending(ctx); err != nil || !pending {
		return err
	}
	return &StrayError{Schema: schema, Stray: stray, Knows: last}
}

// needs matches the line of a migration that names the migration that a program must know to run with it; without the
// line, every program running now may. The highest number of a schema is stored as the comment on its table of
// versions, where programs that do not know the migration can read it.
var needs = regexp.MustCompile(`(?m)^-- needs ([0-9]+)$`)

// checkNewer fails with a *NewerError if a schema has unknown migrations, and either exact is set or one of them needs
// a newer program.
func checkNewer(ctx context.Context, db *sql.DB, provider *goose.Provider, schema string, exact bool) error {
	stands, unknown, err := standing(ctx, db, provider)
	if err != nil || len(unknown) == 0 {
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

// standing returns the last applied migration and the unknown applied ones, in order.
func standing(ctx context.Context, db *sql.DB, provider *goose.Provider) (last int64, unknown []int64, err error) {
	rows, err := db.QueryContext(ctx,
		"SELECT version_id FROM schema_version WHERE is_applied AND version_id > 0 ORDER BY version_id")
	if err != nil {
		return 0, nil, fmt.Errorf("read versions: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err has the failure
	for rows.Next() {
		var version int64
		if err := rows.Scan(&version); err != nil {
			return 0, nil, fmt.Errorf("read versions: %w", err)
		}
		last = max(last, version)
		if !slices.ContainsFunc(provider.ListSources(), func(s *goose.Source) bool { return s.Version == version }) {
			unknown = append(unknown, version)
		}
	}
	if err := rows.Err(); err != nil {
		return 0, nil, fmt.Errorf("read versions: %w", err)
	}
	return last, unknown, nil
}

func latest(provider *goose.Provider) (version int64) {
	for _, source := range provider.ListSources() {
		version = max(version, source.Version)
	}
	return version
}

// neededBy returns the migration that programs must know for a schema; 0 for none.
func neededBy(ctx context.Context, db *sql.DB) (int64, error) {
	var comment sql.NullString
	const question = "SELECT obj_description('schema_version'::regclass, 'pg_class')"
	if err := db.QueryRowContext(ctx, question).Scan(&comment); err != nil {
		return 0, fmt.Errorf("read the schema's requirements: %w", err)
	}
	return highest(comment.String), nil
}

// noteNeeds stores the requirement of a schema's migrations, as its owner.
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
		return fmt.Errorf("store the schema's requirements: %w", err)
	}
	return nil
}

func highest(text string) (version int64) {
	for _, found := range needs.FindAllStringSubmatch(text, -1) {
		number, err := strconv.ParseInt(found[1], 10, 64)
		if err == nil { // a version always fits
			version = max(version, number)
		}
	}
	return version
}
