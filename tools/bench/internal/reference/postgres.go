package reference

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"puls.app/tools/bench/internal/data"
)

// SQL computes scores in one schema of a Postgres.
type SQL struct {
	pool        *pgxpool.Pool
	dir, schema string
}

// NewSQL makes the reference of one set in a schema of its own; dir is the folder of the set's Parquet files.
func NewSQL(pool *pgxpool.Pool, dir, schema string) *SQL { return &SQL{pool, dir, schema} }

// Load fills the tables from the Parquet files of a set: contacts, and a partition for each week of sendings.
func (s *SQL) Load(ctx context.Context, set *data.Set) error {
	if err := s.exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+s.schema); err != nil {
		return err
	}
	for _, t := range []struct{ name, query string }{
		{"scores", ""},
		{"contacts", "'{dir}/contacts.parquet'"},
		{"engagement", ""},
		{"unsent", "'{dir}/engagement-*.parquet' WHERE sent IS NULL"},
	} {
		if err := s.create(ctx, t.name, t.name, t.query); err != nil {
			return err
		}
	}
	for from := 0; from < set.Days; from += WeekDays {
		name := fmt.Sprintf("week_%03d", from/WeekDays)
		query := fmt.Sprintf("'{dir}/engagement-%03d.parquet' WHERE sent IS NOT NULL", from/WeekDays)
		if err := s.create(ctx, "week", name, query,
			"{from}", strconv.Itoa(set.First+from), "{to}", strconv.Itoa(set.First+from+WeekDays)); err != nil {
			return err
		}
	}
	return errors.Join(s.exec(ctx, "VACUUM (ANALYZE)"), s.exec(ctx, "CHECKPOINT"))
}

// create makes a table and fills it with the result of a query of DuckDB, unless it exists. Both happen in one
// transaction, so that the rows need no log and are frozen from the start.
func (s *SQL) create(ctx context.Context, kind, name, query string, more ...string) error {
	var exists bool
	err := s.pool.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", s.schema+"."+name).Scan(&exists)
	if err != nil || exists {
		return err
	}
	rows := filepath.Join(s.dir, "rows.csv")
	if query != "" {
		query = strings.ReplaceAll(query, "{dir}", s.dir)
		if err := inDuckDB(ctx, fmt.Sprintf("COPY (FROM %s) TO '%s' (HEADER false)", query, rows)); err != nil {
			return fmt.Errorf("write rows of %s: %w", name, err)
		}
	}
	text, err := statement(postgresSQL, kind, append(more, "{schema}", s.schema, "{table}", name, "{file}", rows)...)
	if err != nil {
		return err
	}
	return errors.Join(s.exec(ctx, text), os.RemoveAll(rows)) // several statements are one transaction
}

func (s *SQL) exec(ctx context.Context, text string) error {
	if _, err := s.pool.Exec(ctx, text); err != nil {
		return fmt.Errorf("%.60s: %w", text, err)
	}
	return nil
}

// Run computes the scores of a window and commits them.
func (s *SQL) Run(ctx context.Context, w Window, r Rule) (time.Duration, error) {
	var started time.Time
	for _, name := range []string{"clean", "count", "rank", "score"} {
		if name == "count" {
			started = time.Now()
		}
		text, err := statement(postgresSQL, name, values(w, r, "{schema}", s.schema)...)
		if err != nil {
			return 0, err
		}
		if err := s.exec(ctx, text); err != nil {
			return 0, err
		}
	}
	return time.Since(started), nil
}

// Scores writes the scores of the last run as CSV and returns the file.
func (s *SQL) Scores(ctx context.Context) (path string, err error) {
	path = filepath.Join(s.dir, "scores-sql.csv")
	file, err := os.Create(path)
	if err != nil {
		return "", fmt.Errorf("make file: %w", err)
	}
	conn, err := s.pool.Acquire(ctx)
	if err == nil {
		defer conn.Release()
		_, err = conn.Conn().PgConn().CopyTo(ctx, file, "COPY "+s.schema+".scores TO STDOUT (FORMAT csv, HEADER)")
	}
	return path, errors.Join(err, file.Close())
}
