package pg

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// ForgetResults removes results first: after that no caller reads their cells, which are most of the bytes.
func (s results) ForgetResults(ctx context.Context, before time.Time) error {
	err := s.db.Forget(ctx, func(tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetResults(ctx, tx, db.ForgetResultsParams{GeneratedDate: before, Limit: most})
	})
	if err != nil {
		return wrap("remove old results", err)
	}
	err = s.db.Forget(ctx, func(tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetCells(ctx, tx, db.ForgetCellsParams{GeneratedDate: before, Limit: most})
	})
	if err != nil {
		return wrap("remove old cells", err)
	}
	return wrap("remove old progress", s.db.Forget(ctx, func(tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetProgress(ctx, tx, db.ForgetProgressParams{GeneratedDate: before, Limit: most})
	}))
}

// ForgetFacts leaves fresh segments that extend beyond the day until they are merged with the weeks of the base.
func (s facts) ForgetFacts(ctx context.Context, before segment.Day) error {
	err := s.db.Forget(ctx, func(tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetSegments(ctx, tx, db.ForgetSegmentsParams{LastDay: int32(before), Limit: most})
	})
	if err != nil {
		return wrap("remove old segments", err)
	}
	return wrap("remove old message ids", s.db.Forget(ctx, func(tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetMessageBlocks(ctx, tx, db.ForgetMessageBlocksParams{LastDay: int32(before), Limit: most})
	}))
}
