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
	// acquireLimit bounds how long a request waits for a connection: its client is better told to come back than kept
	// until its deadline. Work without a deadline waits up to longest.
	acquireLimit = 5 * time.Second
	// slotPause lies between two tries to connect to a server that takes nobody more in.
	slotPause = 50 * time.Millisecond
	// busyFor is how long a pool that refused a request counts as not ready.
	busyFor = 5 * time.Second
)

// errBusy is for a request that waited in vain.
var errBusy = fault.New(
	fault.Unavailable, reason.Unavailable, "all connections to the database are in use; try again in a moment",
).After(time.Second)

// acquire takes a connection of the pool. Where all are in use, or the server takes nobody more in, it waits for one to
// come back.
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

// busy reports whether a request was refused lately.
func (d *DB) busy() bool {
	return time.Now().UnixNano()-d.refusedAt.Load() < int64(busyFor)
}
