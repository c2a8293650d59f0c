package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Unfolded returns every chunk with facts that are in no fold.
func (s facts) Unfolded(ctx context.Context) ([]keeping.ChunkKey, error) {
	rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.ListUnfoldedRow, error) {
		return s.q.ListUnfolded(ctx, q)
	})
	if err != nil {
		return nil, fmt.Errorf("list chunks to fold: %w", err)
	}
	chunks := make([]keeping.ChunkKey, 0, len(rows))
	for _, row := range rows {
		chunks = append(chunks, keeping.ChunkKey{
			Database: calculation.DatabaseID(row.DatabaseID), Channel: calculation.Channel(row.Channel),
			Chunk: uint32(row.Chunk),
		})
	}
	return chunks, nil
}

// FoldState returns the state of a chunk's fold.
func (s facts) FoldState(ctx context.Context, id keeping.ChunkKey) (keeping.FoldState, error) {
	row, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) (db.GetFoldStateRow, error) {
		return s.q.GetFoldState(ctx, q, db.GetFoldStateParams{
			DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk),
		})
	})
	if err != nil {
		return keeping.FoldState{}, fmt.Errorf("look at fold: %w", err)
	}
	state := keeping.FoldState{FreshCount: int(row.FreshCount), Size: row.Size}
	if row.FoldedAt.Unix() > 0 {
		state.FoldedAt = row.FoldedAt
	}
	return state, nil
}

// Fold merges the fresh segments of a chunk with its base and folds the base, in one transaction.
func (s facts) Fold(
	ctx context.Context, id keeping.ChunkKey, merger *segment.Merger, folder *counting.Folder, now time.Time,
) error {
	err := s.withChunk(ctx, id, func(tx pgx.Tx) error {
		if err := s.unite(ctx, tx, id, merger); err != nil && !errors.Is(err, errNothing) {
			return err
		}
		last, err := s.q.GetLastBaseDay(ctx, tx, db.GetLastBaseDayParams{
			DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk),
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return errNothing
		}
		if err != nil {
			return fmt.Errorf("find last day: %w", err)
		}
		horizon := keeping.Horizon(segment.Day(last), now)
		base, err := s.compacted(ctx, tx, id, counting.FoldedFrom(horizon))
		if err != nil {
			return err
		}
		folding, err := folder.Fold(base, horizon)
		if err != nil {
			return fmt.Errorf("fold database %d chunk %d: %w", id.Database, id.Chunk, err)
		}
		return s.putFold(ctx, tx, id, folding, now)
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	return err
}

// compacted reads the compacted segments of a chunk that have days from first on.
func (s facts) compacted(
	ctx context.Context, tx pgx.Tx, id keeping.ChunkKey, first segment.Day,
) ([]segment.Segment, error) {
	payloads, err := s.q.ListBase(ctx, tx, db.ListBaseParams{
		DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk), LastDay: int32(first),
	})
	if err != nil {
		return nil, fmt.Errorf("read base: %w", err)
	}
	base := make([]segment.Segment, 0, len(payloads))
	for _, payload := range payloads {
		opened, err := segment.Open(payload)
		if err != nil {
			return nil, fmt.Errorf("open base of database %d chunk %d: %w", id.Database, id.Chunk, err)
		}
		base = append(base, opened)
	}
	return base, nil
}

func (s facts) putFold(
	ctx context.Context, tx pgx.Tx, id keeping.ChunkKey, folding *counting.Folding, now time.Time,
) error {
	fold := db.PutFoldParams{
		DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk),
		FirstDay: int32(folding.First), Horizon: int32(folding.Horizon), Residue: folding.Residue, FoldedAt: now,
		Weeks: []int32{}, PlaneSizes: []int32{}, LateSizes: []int32{},
	}
	rows := db.PutCohortsParams{DatabaseID: fold.DatabaseID, Channel: fold.Channel, Chunk: fold.Chunk}
	for _, c := range folding.Cohorts {
		fold.Weeks = append(fold.Weeks, c.Week)
		fold.PlaneSizes = append(fold.PlaneSizes, int32(len(c.Planes)))
		fold.LateSizes = append(fold.LateSizes, int32(len(c.Late)))
		rows.Planes = append(rows.Planes, c.Planes)
		rows.Lates, rows.Names = append(rows.Lates, orEmpty(c.Late)), append(rows.Names, orEmpty(c.Names))
	}
	rows.Weeks = fold.Weeks
	if err := s.q.PutFold(ctx, tx, fold); err != nil {
		return fmt.Errorf("keep fold: %w", err)
	}
	if err := s.q.PutCohorts(ctx, tx, rows); err != nil {
		return fmt.Errorf("keep cohorts: %w", err)
	}
	err := s.q.DropCohorts(ctx, tx, db.DropCohortsParams{
		DatabaseID: fold.DatabaseID, Channel: fold.Channel, Chunk: fold.Chunk, Weeks: fold.Weeks,
	})
	if err != nil {
		return fmt.Errorf("drop old cohorts: %w", err)
	}
	return nil
}

// orEmpty returns an empty slice for nil, which would be a null.
func orEmpty(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// DropFold removes the fold of a chunk; it will be rebuilt.
func (s facts) DropFold(ctx context.Context, id keeping.ChunkKey) error {
	return wrap("drop fold", s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		return s.q.DropFold(ctx, tx, db.DropFoldParams{
			DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk),
		})
	}))
}
