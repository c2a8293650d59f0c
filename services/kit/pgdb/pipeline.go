package pgdb

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Pipeline sends the statements that work executes in one round trip, which Postgres runs as one transaction: all or
// nothing. in returns the Querier for the rows of one account; it can execute but not query. The statements run after
// work has returned, in the order of their calls: concurrent pipelines must take row locks and advisory locks in a
// common order.
func (d *DB) Pipeline(ctx context.Context, work func(in func(account int32) Querier) error) error {
	var batch pgx.Batch
	var current Querier
	var of int32
	in := func(account int32) Querier {
		if current == nil || account != of {
			batch.Queue("SELECT set_config('puls.account', $1, true)", strconv.Itoa(int(account)))
			current, of = pipeline{&batch}, account
		}
		return current
	}
	if err := work(in); err != nil || batch.Len() == 0 {
		return err
	}
	conn, err := d.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return conn.SendBatch(ctx, &batch).Close()
}

// PipelineEach is Pipeline with one step for each item, in the item's account.
func PipelineEach[T any](
	ctx context.Context, d *DB, items []T, account func(T) int32, step func(q Querier, item T) error,
) error {
	return d.Pipeline(ctx, func(in func(account int32) Querier) error {
		for _, item := range items {
			if err := step(in(account(item)), item); err != nil {
				return err
			}
		}
		return nil
	})
}

var errPipeline = errors.New("a pipeline executes and asks nothing")

// pipeline queues statements.
type pipeline struct{ batch *pgx.Batch }

// Exec implements Querier.
func (p pipeline) Exec(_ context.Context, statement string, args ...any) (pgconn.CommandTag, error) {
	p.batch.Queue(statement, args...)
	return pgconn.CommandTag{}, nil
}

// Query implements Querier.
func (pipeline) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, errPipeline }

// QueryRow implements Querier.
func (pipeline) QueryRow(context.Context, string, ...any) pgx.Row {
	return row(func(...any) error { return errPipeline })
}

// SendBatch implements Querier.
func (pipeline) SendBatch(context.Context, *pgx.Batch) pgx.BatchResults {
	return refusedBatch{errPipeline}
}
