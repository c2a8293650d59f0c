package pgdb

import (
	"context"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/loop"
)

// forgetAtOnce is how many rows one piece of Forget removes at most.
const forgetAtOnce = 1000

// Forget removes rows that are no longer needed in small pieces, each in a transaction of its own as AsSystem's. piece
// removes most rows and says how many there were; it must skip rows that are locked, so that replicas share the work.
// Forget ends with the first piece that is not full.
func (d *DB) Forget(ctx context.Context, piece func(tx pgx.Tx, most int32) (removed int64, err error)) error {
	return loop.Share(ctx, func(ctx context.Context) (more bool, err error) {
		err = d.AsSystem(ctx, func(tx pgx.Tx) error {
			removed, err := piece(tx, forgetAtOnce)
			more = removed == forgetAtOnce
			return err
		})
		return more, err
	})
}
