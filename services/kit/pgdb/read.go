package pgdb

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Querier runs statements; sqlc's queries take one, and a pgx.Tx is one.
type Querier interface {
	Exec(ctx context.Context, statement string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, statement string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, statement string, args ...any) pgx.Row
	SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults
}

// Read runs queries that see only the rows of one account and change nothing. Each query is a read-only transaction,
// sent with its settings in one round trip. Other transactions may commit between two queries, as between two
// statements of InAccount. Use InAccount for locks and Snapshot for a common snapshot. Inside Once the queries are part
// of that transaction.
func (d *DB) Read(ctx context.Context, account int32, work func(q Querier) error) error {
	if tx := d.joined(ctx, account); tx != nil {
		return pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { return work(tx) })
	}
	return d.read(ctx, "puls.account", strconv.Itoa(int(account)), work)
}

// ReadAsSystem is Read for the rows of every account.
func (d *DB) ReadAsSystem(ctx context.Context, work func(q Querier) error) error {
	return d.read(ctx, "role", d.systemRole, work)
}

// Read returns the result of query in DB.Read.
func Read[R any](ctx context.Context, d *DB, account int32, query func(q Querier) (R, error)) (found R, err error) {
	err = d.Read(ctx, account, into(&found, query))
	return found, err
}

// ReadAsSystem returns the result of query in DB.ReadAsSystem.
func ReadAsSystem[R any](ctx context.Context, d *DB, query func(q Querier) (R, error)) (found R, err error) {
	err = d.ReadAsSystem(ctx, into(&found, query))
	return found, err
}

func (d *DB) read(ctx context.Context, setting, value string, work func(q Querier) error) error {
	conn, err := d.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return work(reader{conn: conn.Conn(), setting: setting, value: value})
}

// reader sends each statement after its settings in one batch, which Postgres runs as one transaction: the settings end
// with it.
type reader struct {
	conn           *pgx.Conn
	setting, value string
	generic        bool
}

const (
	limits        = "SELECT set_config($1, $2, true), set_config('transaction_read_only', 'on', true)"
	genericLimits = limits + ", set_config('plan_cache_mode', 'force_generic_plan', true)"
)

// Generic returns a Querier of Read that plans its statements once for all arguments. It is for statements with arrays:
// Postgres assumes ten elements for a generic plan, and plans again for each shorter array.
func Generic(q Querier) Querier {
	if r, reads := q.(reader); reads {
		r.generic = true
		return r
	}
	return q
}

// SendBatch implements Querier: the statements of a batch are one transaction.
func (r reader) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	var limited pgx.Batch
	if r.generic {
		limited.Queue(genericLimits, r.setting, r.value)
	} else {
		limited.Queue(limits, r.setting, r.value)
	}
	limited.QueuedQueries = append(limited.QueuedQueries, batch.QueuedQueries...)
	results := r.conn.SendBatch(ctx, &limited)
	_, _ = results.Exec() // its error is repeated by all results after it
	return results
}

func (r reader) send(ctx context.Context, statement string, args []any) pgx.BatchResults {
	var batch pgx.Batch
	batch.Queue(statement, args...)
	return r.SendBatch(ctx, &batch)
}

// Exec implements Querier.
func (r reader) Exec(ctx context.Context, statement string, args ...any) (pgconn.CommandTag, error) {
	results := r.send(ctx, statement, args)
	tag, err := results.Exec()
	return tag, first(err, results.Close())
}

// Query implements Querier.
func (r reader) Query(ctx context.Context, statement string, args ...any) (pgx.Rows, error) {
	results := r.send(ctx, statement, args)
	found, err := results.Query()
	if err != nil {
		return nil, first(err, results.Close())
	}
	return &rows{Rows: found, results: results}, nil
}

// QueryRow implements Querier.
func (r reader) QueryRow(ctx context.Context, statement string, args ...any) pgx.Row {
	return row(func(into ...any) error {
		results := r.send(ctx, statement, args)
		return first(results.QueryRow().Scan(into...), results.Close())
	})
}

// first returns only the first error, because closing repeats it.
func first(err, closing error) error {
	if err != nil {
		return err
	}
	return closing
}

type row func(into ...any) error

// Scan implements pgx.Row.
func (r row) Scan(into ...any) error { return r(into...) }

// rows frees the connection at its end.
type rows struct {
	pgx.Rows
	results pgx.BatchResults
	closing error
}

// Next implements pgx.Rows.
func (r *rows) Next() bool {
	if r.Rows.Next() {
		return true
	}
	r.Close()
	return false
}

// Close implements pgx.Rows.
func (r *rows) Close() {
	r.Rows.Close()
	if err := r.results.Close(); r.closing == nil {
		r.closing = err
	}
}

// Err implements pgx.Rows.
func (r *rows) Err() error { return first(r.Rows.Err(), r.closing) }
