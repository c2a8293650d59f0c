package reference

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	_ "github.com/duckdb/duckdb-go/v2" // the driver

	"puls.app/tools/bench/internal/data"
)

// ServeDuckDB runs the statements of an Engine until its input ends.
func ServeDuckDB(ctx context.Context, in io.Reader, out io.Writer) (err error) {
	db, err := openDuckDB()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	questions, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var q question
		if err := questions.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read statement: %w", err)
		}
		var a answer
		started := time.Now()
		if a.Text, err = first(ctx, db, q.SQL); err != nil {
			a.Error = err.Error()
		}
		a.Ms = float64(time.Since(started)) / float64(time.Millisecond)
		if err := answers.Encode(a); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

func openDuckDB() (*sql.DB, error) {
	db, err := sql.Open("duckdb", "?temp_directory="+filepath.Join(os.TempDir(), "puls-bench-spill"))
	if err != nil {
		return nil, fmt.Errorf("open DuckDB: %w", err)
	}
	db.SetMaxOpenConns(1) // temporary tables and settings belong to a connection
	return db, nil
}

// first runs a statement and returns the first value of its result, if it has any.
func first(ctx context.Context, db *sql.DB, text string) (value string, err error) {
	rows, err := db.QueryContext(ctx, text)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	if rows.Next() {
		err = rows.Scan(&value)
	}
	return value, errors.Join(err, rows.Err())
}

// inDuckDB runs a statement on files in this process.
func inDuckDB(ctx context.Context, text string) error {
	db, err := openDuckDB()
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, text)
	return errors.Join(err, db.Close())
}

// Order sorts the rows of a CSV file of engagement by day, or shuffles them.
func Order(ctx context.Context, from, to string, shuffled bool) error {
	by := "occurred_at[:10]"
	if shuffled {
		by = "hash(event_id)"
	}
	const text = "COPY (FROM read_csv('%s', all_varchar = true) ORDER BY %s) TO '%s' (HEADER)"
	return inDuckDB(ctx, fmt.Sprintf(text, from, by, to))
}

// WeekDays is the number of days in one file of engagement.
const WeekDays = 7

// WriteContacts writes Parquet of a CSV file of contacts.
func WriteContacts(ctx context.Context, dir, file string) error {
	return errors.Join(os.MkdirAll(dir, 0o755), write(ctx, parquetSQL, "contacts", "{dir}", dir, "{file}", file))
}

// WriteWeek writes Parquet of a CSV file of a week of engagement.
func WriteWeek(ctx context.Context, dir, file string, set *data.Set, week int) error {
	values := []string{
		"{dir}", dir, "{file}", file, "{week}", fmt.Sprintf("%03d", week), "{visitors}", fmt.Sprint(set.Visitors),
	}
	if set.Shape != data.Leads {
		return write(ctx, parquetSQL, "week", values...)
	}
	if week == 0 {
		if err := write(ctx, parquetSQL, "visitors", values...); err != nil {
			return err
		}
	}
	return write(ctx, parquetSQL, "leads_week", values...)
}

func write(ctx context.Context, sql, name string, values ...string) error {
	text, err := statement(sql, name, values...)
	if err != nil {
		return err
	}
	if err := inDuckDB(ctx, text); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// WriteResult writes Parquet of a CSV file of a result of the program, for Compare.
func WriteResult(ctx context.Context, dir, file, channel string) error {
	return write(ctx, compareSQL, channel, "{dir}", dir, "{file}", file)
}

// Compare compares a file of scores with the program's result, contact by contact.
func Compare(ctx context.Context, dir, scores string) (err error) {
	text, err := statement(compareSQL, "differences", "{dir}", dir, "{scores}", scores)
	if err != nil {
		return err
	}
	db, err := openDuckDB()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	differences, err := first(ctx, db, text)
	if err == nil && differences != "" {
		err = errors.New(differences)
	}
	return err
}
