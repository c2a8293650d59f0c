// Package pgdb opens a service's own schema in Postgres and is the only way to its rows: requests see one account
// through row-level security, background work acts as the service's system role. No service can read another's schema,
// since each signs in with its own role.
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
	pgxuuid "github.com/vgarvardt/pgx-google-uuid/v5"
	semconv "go.opentelemetry.io/otel/semconv/v1.40.0"
)

// DB is the pool of one service.
type DB struct {
	// Pool runs statements as the service's role: row-level security then hides the rows of every account.
	Pool       *pgxpool.Pool
	systemRole string
	// refusedAt is when a request last failed to get a connection; nanoseconds since 1970.
	refusedAt atomic.Int64
	locks     locks
}

// Options configures a service's schema.
type Options struct {
	// URL signs in as the service's role.
	URL string
	// Schema is also the stem of the role names.
	Schema string
	// Migrations are goose files at the root of the file system; a schema that lacks one is not opened.
	Migrations fs.FS
	// Exact refuses a schema that any newer program has migrated. Otherwise only a schema that needs a newer program is
	// refused, so that programs of two releases can run at the same time and an update can be undone.
	Exact bool
	// MaxConns bounds the pool; 0 means DefaultConns.
	MaxConns int32
}

// DefaultConns is the default maximum of a service's connections.
const DefaultConns = 16

// Open connects to a migrated schema; see Migrate. It fails with ErrNotMigrated if the schema is older than the
// program, and with a *NewerError if it is too new.
func Open(ctx context.Context, o Options) (*DB, error) {
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("read database address: %w", err)
	}
	config.ConnConfig.RuntimeParams["search_path"] = o.Schema
	config.ConnConfig.RuntimeParams["application_name"] = RoleOf(o.Schema)
	config.ConnConfig.Tracer = multitracer.New(deadlines{}, otelpgx.NewTracer(
		otelpgx.WithSpanNameFunc(spanName), otelpgx.WithDisableAcquireTracer(), // the pool's metrics show waits
		otelpgx.WithDisableConnectionDetailsInAttributes(), otelpgx.WithTracerAttributes(semconv.DBNamespace(o.Schema)),
		otelpgx.WithMeterAttributes(semconv.DBNamespace(o.Schema)),
	))
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		pgxuuid.Register(conn.TypeMap()) // without it pgx tries all its plans for each UUID that it sends
		return nil
	}
	config.MaxConns = cmp.Or(o.MaxConns, DefaultConns)
	if err := check(ctx, config.ConnConfig, o); err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := measure(pool, semconv.DBClientConnectionPoolName(o.Schema)); err != nil {
		pool.Close()
		return nil, fmt.Errorf("measure connections: %w", err)
	}
	return &DB{Pool: pool, systemRole: SystemRoleOf(o.Schema)}, nil
}

// spanName returns a statement's name in traces: the name that sqlc writes in its first line, or its first word.
func spanName(statement string) string {
	if named, found := strings.CutPrefix(statement, "-- name: "); found {
		name, _, _ := strings.Cut(named, " ")
		return name
	}
	return otelpgx.SQLOperationName(context.Background(), statement)
}

// RoleOf returns the login role of the service that owns schema.
func RoleOf(schema string) string { return "puls_" + schema }

// OwnerRoleOf returns the role that owns schema and its tables; only migrations act as it.
func OwnerRoleOf(schema string) string { return RoleOf(schema) + "_owner" }

// SystemRoleOf returns the role that sees the rows of every account of schema.
func SystemRoleOf(schema string) string { return RoleOf(schema) + "_system" }

// Close waits for running statements and closes all connections.
func (d *DB) Close() { d.Pool.Close() }

// Ping returns an error if the database does not answer or requests cannot get connections. It does not query while all
// connections of the pool are in use, which shows that the database answers.
func (d *DB) Ping(ctx context.Context) error {
	if d.busy() {
		return errBusy
	}
	if stat := d.Pool.Stat(); stat.AcquiredConns() == stat.MaxConns() {
		return nil
	}
	return d.Pool.Ping(ctx)
}

// InAccount runs work in a transaction that sees only the rows of one account. It commits if work returns nil. Inside
// Once it is part of that transaction.
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

// InAccount returns the result of query in a transaction of DB.InAccount.
func InAccount[R any](
	ctx context.Context, d *DB, account int32, query func(tx pgx.Tx) (R, error),
) (found R, err error) {
	err = d.InAccount(ctx, account, into(&found, query))
	return found, err
}

// AsSystem returns the result of query in a transaction of DB.AsSystem.
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

// Unhurried is AsSystem with asynchronous commit: a crash of Postgres may undo commits of the last second or less, and
// nothing else.
func (d *DB) Unhurried(ctx context.Context, work func(tx pgx.Tx) error) error {
	return d.begin(ctx, "BEGIN; SET LOCAL ROLE "+quote(d.systemRole)+"; SET LOCAL synchronous_commit = off", work)
}

// Snapshot is AsSystem in one repeatable-read, read-only snapshot of the database. The snapshot begins with the first
// query of work; until then work may import another transaction's snapshot.
func (d *DB) Snapshot(ctx context.Context, work func(tx pgx.Tx) error) error {
	// Setting the role with a SELECT would be the first query.
	return d.begin(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE "+quote(d.systemRole), work)
}

// begin runs work in a transaction. The statements of opening begin it and set its limits in one round trip, because
// many transactions are so short that each round trip counts. A connection whose opening fails is closed.
func (d *DB) begin(ctx context.Context, opening string, work func(tx pgx.Tx) error) error {
	conn, err := d.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{BeginQuery: opening}, work)
}

// quote makes an identifier safe in a statement.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
