package pg

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/reports/internal/pg/db"
)

// ForgetResults removes the results of days before one, with their receipts and weeks, in small pieces; before is a
// Monday, so that weeks that stay keep their sums.
func (s *Store) ForgetResults(ctx context.Context, before time.Time) error {
	pieces := []func(tx pgx.Tx, most int32) (int64, error){
		func(tx pgx.Tx, most int32) (int64, error) {
			return s.q.ForgetResults(ctx, tx, db.ForgetResultsParams{GeneratedDate: before, Limit: most})
		},
		func(tx pgx.Tx, most int32) (int64, error) {
			return s.q.ForgetReceipts(ctx, tx, db.ForgetReceiptsParams{GeneratedDate: before, Limit: most})
		},
		func(tx pgx.Tx, most int32) (int64, error) {
			return s.q.ForgetWeeks(ctx, tx, db.ForgetWeeksParams{Monday: before, Limit: most})
		},
	}
	for _, piece := range pieces {
		_, err := pgdb.Forget(ctx, func(ctx context.Context, most int) (removed int64, err error) {
			err = s.db.AsSystem(ctx, func(tx pgx.Tx) error {
				removed, err = piece(tx, int32(most))
				return err
			})
			return removed, err
		})
		if err != nil {
			return fmt.Errorf("remove old results: %w", err)
		}
	}
	return nil
}
