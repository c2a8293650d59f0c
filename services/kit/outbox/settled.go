package outbox

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Consumed reports whether a message was removed from its work queue.
type Consumed interface {
	Consumed(ctx context.Context, subject string, sequence uint64) (bool, error)
}

// Querier is a pool or a transaction.
type Querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// reach is the number of rows before the last one that are examined: relays run concurrently, so a few rows may be
// behind later ones in the stream.
const reach = 1000

// Settled reports whether every row of a subject up to an id has been published and consumed. The subject's stream must
// be a work queue.
func Settled(ctx context.Context, q Querier, bus Consumed, subject string, upTo int64) (bool, error) {
	var waiting bool
	var sequence int64
	err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM outbox WHERE published_at IS NULL AND subject = $1 AND id <= $2),
		(SELECT coalesce(max(sequence), 0) FROM outbox WHERE subject = $1 AND id <= $2 AND id > $2 - $3::bigint)`,
		subject, upTo, reach).Scan(&waiting, &sequence)
	if err != nil {
		return false, fmt.Errorf("look at outbox: %w", err)
	}
	if waiting {
		return false, nil
	}
	return bus.Consumed(ctx, subject, uint64(sequence))
}
