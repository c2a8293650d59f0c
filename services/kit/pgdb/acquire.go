package pgdb

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"puls.app/services/kit/fault"
	"puls.app/services/kit/loop"
	"puls.app/services/reason"
)

const (
	// acquireLimit bounds a request's wait for a connection: an early error that asks for a retry is better than waiting
	// until the deadline. Work without a deadline waits up to longest.
	acquireLimit = 5 * time.Second
	// slotPause is the pause between attempts to connect to a server that accepts no more connections.
	slotPause = 50 * time.Millisecond
	// busyFor is how long a pool that refused a request counts as not ready.
	busyFor = 5 * time.Second
)

// errBusy is returned to a request that got no connection in time.
var errBusy = fault.New(
	fault.Unavailable, reason.Unavailable, "all connections to the database are in use; try again in a moment",
).After(time.Second)

// acquire takes a connection of the pool. While all are in use, or the server accepts no more, it waits for one to be
// returned.
func (d *DB) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	limit := longest
	if _, asked := ctx.Deadline(); asked {
		limit = acquireLimit
	}
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		conn, err := d.Pool.Acquire(waiting)
		if code(err) == tooManyConnections && loop.Pause(waiting, slotPause) == nil {
			continue
		}
		if err != nil && waiting.Err() != nil && ctx.Err() == nil {
			d.refusedAt.Store(time.Now().UnixNano())
			err = errBusy
		}
		return conn, err
	}
}

// busy reports whether a request was refused in the last busyFor.
func (d *DB) busy() bool {
	return time.Now().UnixNano()-d.refusedAt.Load() < int64(busyFor)
}
