package pgdb

import (
	"context"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/loop"
)

// forgetAtOnce is the maximum number of rows that one piece of Forget removes.
const forgetAtOnce = 1000

// Forget removes rows that are no longer needed, in small pieces with a transaction of AsSystem each. piece removes up
// to most rows and returns their number; it must skip locked rows, so that replicas share the work. Forget ends with
// the first piece that removes fewer.
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
