package pgdb

import (
	"context"
	"fmt"
	"time"
)

// unlockLimit bounds how long a lock takes to be given back, also when the program stops.
const unlockLimit = 5 * time.Second

// TryLock takes a lock on a key, such as an account, unless another process has it: unlock is nil then. The lock holds
// a connection and ends with it at the latest, so a dead process holds nothing. The class tells locks of one sort from
// others in the same server.
func (d *DB) TryLock(ctx context.Context, class, key int32) (unlock func(), err error) {
	conn, err := d.acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("acquire connection: %w", err)
	}
	var locked bool
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1, $2)", class, key).Scan(&locked)
	if err != nil || !locked {
		conn.Release()
		return nil, err
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), unlockLimit)
		defer cancel()
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock($1, $2)", class, key); err != nil {
			_ = conn.Conn().Close(ctx) // which gives the lock back
		}
		conn.Release()
	}, nil
}
