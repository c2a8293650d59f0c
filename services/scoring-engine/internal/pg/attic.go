package pg

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// ForgetResults removes results first: from then on nobody reads their cells, which are most of the bytes.
func (s *Store) ForgetResults(ctx context.Context, before time.Time) error {
	err := s.forget(ctx, func(ctx context.Context, tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetResults(ctx, tx, db.ForgetResultsParams{GeneratedDate: before, Limit: most})
	})
	if err != nil {
		return wrap("remove old results", err)
	}
	err = s.forget(ctx, func(ctx context.Context, tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetCells(ctx, tx, db.ForgetCellsParams{GeneratedDate: before, Limit: most})
	})
	if err != nil {
		return wrap("remove old cells", err)
	}
	return wrap("remove old progress", s.forget(ctx, func(ctx context.Context, tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetProgress(ctx, tx, db.ForgetProgressParams{GeneratedDate: before, Limit: most})
	}))
}

// ForgetFacts leaves fresh segments that go on after the day until they are united with the weeks of the base.
func (s *Store) ForgetFacts(ctx context.Context, before segment.Day) error {
	err := s.forget(ctx, func(ctx context.Context, tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetSegments(ctx, tx, db.ForgetSegmentsParams{LastDay: int32(before), Limit: most})
	})
	if err != nil {
		return wrap("remove old segments", err)
	}
	return wrap("remove old message ids", s.forget(ctx, func(ctx context.Context, tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetMessageBlocks(ctx, tx, db.ForgetMessageBlocksParams{LastDay: int32(before), Limit: most})
	}))
}

// forget runs pieces of pgdb.Forget, each in a transaction of its own.
func (s *Store) forget(ctx context.Context, piece func(context.Context, pgx.Tx, int32) (int64, error)) error {
	_, err := pgdb.Forget(ctx, func(ctx context.Context, most int) (removed int64, err error) {
		err = s.db.AsSystem(ctx, func(tx pgx.Tx) error {
			removed, err = piece(ctx, tx, int32(most))
			return err
		})
		return removed, err
	})
	return err
}
