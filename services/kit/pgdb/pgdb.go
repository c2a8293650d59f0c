// Package pgdb opens a service's own schema in Postgres and is its one door to rows: requests see one account
// through row-level security, background work takes the service's system role. No service can read another's
// schema, since each signs in with a role of its own.
package pgdb

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/multitracer"
	"github.com/jackc/pgx/v5/pgxpool"
	semconv "go.opentelemetry.io/otel/semconv/v1.40.0"
)

// DB is the pool of one service.
type DB struct {
	// Pool runs statements as the service's role: row-level security then hides every account's rows.
	Pool       *pgxpool.Pool
	systemRole string
	// refusedAt is when a request last waited for a connection in vain; nanoseconds since 1970.
	refusedAt atomic.Int64
	locks     locks
}

// Options says where a service's schema is.
type Options struct {
	// URL signs in as the service's role.
	URL string
	// Schema is also the stem of the role names.
	Schema string
	// Migrations are goose files at the root of the file system; a schema that lacks one is not opened.
	Migrations fs.FS
	// Exact refuses a schema that any newer program has migrated. Otherwise only one is refused that needs a newer
	// program, so that programs of two releases can run beside each other and one can go back.
	Exact bool
	// MaxConns bounds the pool; 0 means DefaultConns.
	MaxConns int32
}

// DefaultConns is how many connections a service has at most where nobody says otherwise.
const DefaultConns = 16

// Open connects to a schema that is up to date; see Migrate. It fails with ErrNotMigrated where it is older than the
// program, and with a *NewerError where it is too new for it.
func Open(ctx context.Context, o Options) (*DB, error) {
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("read database address: %w", err)
	}
	config.ConnConfig.RuntimeParams["search_path"] = o.Schema
	config.ConnConfig.RuntimeParams["application_name"] = RoleOf(o.Schema)
	config.ConnConfig.Tracer = multitracer.New(deadlines{}, otelpgx.NewTracer(
		otelpgx.WithSpanNameFunc(spanName), otelpgx.WithDisableAcquireTracer(), // the pool's metrics tell who waits
		otelpgx.WithDisableConnectionDetailsInAttributes(), otelpgx.WithTracerAttributes(semconv.DBNamespace(o.Schema)),
		otelpgx.WithMeterAttributes(semconv.DBNamespace(o.Schema)),
	))
	config.MaxConns = cmp.Or(o.MaxConns, DefaultConns)
	if err := check(ctx, config.ConnConfig, o); err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := otelpgx.RecordStats(
		pool, otelpgx.WithStatsAttributes(semconv.DBClientConnectionPoolName(o.Schema)),
	); err != nil {
		pool.Close()
		return nil, fmt.Errorf("measure connections: %w", err)
	}
	return &DB{Pool: pool, systemRole: SystemRoleOf(o.Schema)}, nil
}

// spanName is what a statement is called in traces: its name, which sqlc leaves in its first line, or its first word.
func spanName(statement string) string {
	if named, found := strings.CutPrefix(statement, "-- name: "); found {
		name, _, _ := strings.Cut(named, " ")
		return name
	}
	return otelpgx.SQLOperationName(context.Background(), statement)
}

// RoleOf returns the login role of the service that owns schema.
func RoleOf(schema string) string { return "puls_" + schema }

// OwnerRoleOf returns the role that owns schema and its tables; only migrations take it.
func OwnerRoleOf(schema string) string { return RoleOf(schema) + "_owner" }

// SystemRoleOf returns the role that sees the rows of every account of schema.
func SystemRoleOf(schema string) string { return RoleOf(schema) + "_system" }

// Close waits for running statements and closes all connections.
func (d *DB) Close() { d.Pool.Close() }

// Ping returns an error unless the database answers, and while requests wait for a connection in vain. A pool whose
// connections are all in use is not asked: they are.
func (d *DB) Ping(ctx context.Context) error {
	if d.busy() {
		return errBusy
	}
	if stat := d.Pool.Stat(); stat.AcquiredConns() == stat.MaxConns() {
		return nil
	}
	return d.Pool.Ping(ctx)
}

// InAccount runs work in a transaction that sees the rows of one account only. It commits when work answers nil. Inside
// Once it is a part of that transaction.
func (d *DB) InAccount(ctx context.Context, account int32, work func(tx pgx.Tx) error) error {
	if tx := d.joined(ctx, account); tx != nil {
		return pgx.BeginFunc(ctx, tx, work)
	}
	return d.begin(ctx, "BEGIN; SELECT set_config('puls.account', '"+strconv.Itoa(int(account))+"', true)", work)
}

// AsSystem runs background work in a transaction that sees the rows of every account.
func (d *DB) AsSystem(ctx context.Context, work func(tx pgx.Tx) error) error {
	return d.begin(ctx, "BEGIN; SET LOCAL ROLE "+quote(d.systemRole), work)
}

// InAccount returns what query reads in a transaction of DB.InAccount.
func InAccount[R any](
	ctx context.Context, d *DB, account int32, query func(tx pgx.Tx) (R, error),
) (found R, err error) {
	err = d.InAccount(ctx, account, into(&found, query))
	return found, err
}

// AsSystem returns what query reads in a transaction of DB.AsSystem.
func AsSystem[R any](ctx context.Context, d *DB, query func(tx pgx.Tx) (R, error)) (found R, err error) {
	err = d.AsSystem(ctx, into(&found, query))
	return found, err
}

func into[Q, R any](found *R, query func(q Q) (R, error)) func(q Q) error {
	return func(q Q) (err error) {
		*found, err = query(q)
		return err
	}
}

// Unhurried is AsSystem without waiting for the disk: a crash of Postgres may undo what it had committed for up to a
// second, and nothing else.
func (d *DB) Unhurried(ctx context.Context, work func(tx pgx.Tx) error) error {
	return d.begin(ctx, "BEGIN; SET LOCAL ROLE "+quote(d.systemRole)+"; SET LOCAL synchronous_commit = off", work)
}

// Snapshot is AsSystem in one repeatable-read, read-only view of the database, which begins with the first query of
// work: until then work may join another transaction's.
func (d *DB) Snapshot(ctx context.Context, work func(tx pgx.Tx) error) error {
	// A SELECT of the role would be the first query.
	return d.begin(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE "+quote(d.systemRole), work)
}

// begin runs work in a transaction that opening begins and limits, in one message: many transactions are so short that
// each message counts. A connection whose opening fails is closed.
func (d *DB) begin(ctx context.Context, opening string, work func(tx pgx.Tx) error) error {
	conn, err := d.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{BeginQuery: opening}, work)
}

// Quote makes an identifier safe in a statement.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
