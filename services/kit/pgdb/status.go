package pgdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"
)

// Migration is one migration of a schema.
type Migration struct {
	Version int64
	// Name is the file's name without its extension; empty for an unknown migration, which a newer program applied.
	Name string
	// AppliedAt is zero while the migration is pending.
	AppliedAt time.Time
	// SQL is the statements of the migration.
	SQL string
}

// Pending reports whether the migration was not applied yet.
func (m Migration) Pending() bool { return m.AppliedAt.IsZero() }

// Status returns the migrations of a schema in their order, applied and pending, and changes nothing. The URL must sign
// in as the schema's own role, or as one that may act as its owner.
func Status(ctx context.Context, url, schema string, migrations fs.FS) (_ []Migration, err error) {
	known, err := read(migrations)
	if err != nil {
		return nil, fmt.Errorf("read migrations of %s: %w", schema, err)
	}
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("connect to look at schema %s: %w", schema, err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if err := checkVersion(conn); err != nil {
		return nil, err
	}
	applied, err := applied(ctx, conn, schema)
	if err != nil {
		return nil, fmt.Errorf("look at schema %s: %w", schema, err)
	}
	for version, at := range applied {
		i := slices.IndexFunc(known, func(m Migration) bool { return m.Version == version })
		if i < 0 {
			known = append(known, Migration{Version: version, AppliedAt: at})
			continue
		}
		known[i].AppliedAt = at
	}
	slices.SortFunc(known, func(a, b Migration) int { return cmp.Compare(a.Version, b.Version) })
	return known, nil
}

// applied returns when each migration of a schema was applied; nil for a schema that does not exist.
func applied(ctx context.Context, conn *pgx.Conn, schema string) (map[int64]time.Time, error) {
	var table, mine bool
	err := conn.QueryRow(ctx, `SELECT
		EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE n.nspname = $1 AND c.relname = 'schema_version'),
		EXISTS (SELECT FROM pg_roles r WHERE r.rolname = $2 AND pg_has_role(r.oid, 'SET'))`,
		schema, OwnerRoleOf(schema)).Scan(&table, &mine)
	if err != nil {
		return nil, fmt.Errorf("look for versions: %w", err)
	}
	if !table {
		return nil, nil
	}
	if mine {
		if _, err := conn.Exec(ctx, "SET ROLE "+quote(OwnerRoleOf(schema))); err != nil {
			return nil, fmt.Errorf("take the owner's role: %w", err)
		}
	}
	rows, err := conn.Query(ctx, "SELECT version_id, max(tstamp) FROM "+quote(schema)+
		".schema_version WHERE version_id > 0 AND is_applied GROUP BY version_id")
	if err != nil {
		return nil, fmt.Errorf("read versions: %w", err)
	}
	applied := map[int64]time.Time{}
	var version int64
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&version, &at}, func() error { applied[version] = at; return nil })
	if err != nil {
		return nil, fmt.Errorf("read versions: %w", err)
	}
	return applied, nil
}

// read returns the migrations of this program.
func read(migrations fs.FS) ([]Migration, error) {
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]Migration, 0, len(names))
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, fmt.Errorf("read version of %s: %w", name, err)
		}
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(path.Base(name), ".sql")
		steps = append(steps, Migration{Version: version, Name: name, SQL: up(string(text))})
	}
	return steps, nil
}

// up returns the statements of a goose file that apply the migration, without goose's annotations.
func up(text string) string {
	text, _, _ = strings.Cut(text, "-- +goose Down")
	var sql strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "-- +goose") {
			sql.WriteString(line)
		}
	}
	return strings.TrimSpace(sql.String()) + "\n"
}
