package pg

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/reports/internal/pg/db"
)

// ForgetResults removes the results of days before one, with their receipts and weeks, in small batches. Before is a
// Monday, so that the remaining weeks keep their sums.
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
		if err := s.db.Forget(ctx, piece); err != nil {
			return fmt.Errorf("remove old results: %w", err)
		}
	}
	return nil
}
