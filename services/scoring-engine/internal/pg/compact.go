package pg

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Backlogs returns every chunk with fresh segments.
func (s facts) Backlogs(ctx context.Context) ([]keeping.Backlog, error) {
	rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.ListBacklogsRow, error) {
		return s.q.ListBacklogs(ctx, q)
	})
	if err != nil {
		return nil, fmt.Errorf("list chunks to compact: %w", err)
	}
	backlogs := make([]keeping.Backlog, 0, len(rows))
	for _, row := range rows {
		backlogs = append(backlogs, keeping.Backlog{
			Chunk: keeping.ChunkKey{
				Database: calculation.DatabaseID(row.DatabaseID), Channel: calculation.Channel(row.Channel),
				Chunk: uint32(row.Chunk),
			},
			FreshCount: int(row.FreshCount), FreshSize: row.FreshSize, BaseSize: row.BaseSize,
		})
	}
	return backlogs, nil
}

// Backlog returns the backlog of one chunk.
func (s facts) Backlog(ctx context.Context, id keeping.ChunkKey) (keeping.Backlog, error) {
	row, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) (db.GetBacklogRow, error) {
		return s.q.GetBacklog(ctx, q, db.GetBacklogParams{
			DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk),
		})
	})
	if err != nil {
		return keeping.Backlog{}, fmt.Errorf("look at chunk: %w", err)
	}
	return keeping.Backlog{
		Chunk: id, FreshCount: int(row.FreshCount), FreshSize: row.FreshSize, BaseSize: row.BaseSize,
	}, nil
}

// piece is a segment with its row.
type piece struct {
	id      int64
	level   int16
	payload []byte
}

// errNothing ends a transaction that found the chunk, or all its fresh segments, locked by another compactor.
var errNothing = errors.New("nothing to compact")

// compactMost bounds how many fresh segments one transaction merges.
const compactMost = 4 * 256

// Compact merges the fresh segments of a chunk with the weeks of the base that they overlap. A trigger drops the fold
// of a changed base.
func (s facts) Compact(ctx context.Context, id keeping.ChunkKey, merger *segment.Merger) error {
	err := s.withChunk(ctx, id, func(tx pgx.Tx) error { return s.unite(ctx, tx, id, merger) })
	if errors.Is(err, errNothing) {
		return nil
	}
	return err
}

// withChunk runs work in a transaction with the exclusive right to change the base of a chunk, or returns errNothing.
func (s facts) withChunk(ctx context.Context, id keeping.ChunkKey, work func(tx pgx.Tx) error) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		locked, err := s.q.LockChunk(ctx, tx, db.LockChunkParams{
			DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk),
		})
		if err != nil {
			return fmt.Errorf("lock chunk: %w", err)
		}
		if !locked {
			return errNothing
		}
		return work(tx)
	})
}

// unite is Compact within a transaction; it returns errNothing if there are no fresh segments.
func (s facts) unite(ctx context.Context, tx pgx.Tx, id keeping.ChunkKey, merger *segment.Merger) error {
	pieces, err := s.lock(ctx, tx, id)
	if err != nil {
		return err
	}
	merged, err := merge(merger, pieces)
	if err != nil {
		return fmt.Errorf("unite segments of database %d chunk %d: %w", id.Database, id.Chunk, err)
	}
	// An unchanged week is not written again.
	var remove []int64
	for _, p := range pieces {
		at := -1
		for i, data := range merged {
			if p.level == levelBase && bytes.Equal(data, p.payload) {
				at = i
			}
		}
		if at < 0 {
			remove = append(remove, p.id)
		} else {
			merged = append(merged[:at], merged[at+1:]...)
		}
	}
	return s.replace(ctx, tx, id, remove, merged)
}

func (s facts) lock(ctx context.Context, tx pgx.Tx, id keeping.ChunkKey) ([]piece, error) {
	fresh, err := s.q.LockFresh(ctx, tx, db.LockFreshParams{
		DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk), Limit: compactMost,
	})
	if err != nil {
		return nil, fmt.Errorf("lock fresh segments: %w", err)
	}
	if len(fresh) == 0 {
		return nil, errNothing
	}
	pieces := make([]piece, 0, len(fresh)+16)
	first, last := fresh[0].FirstDay, fresh[0].LastDay
	for _, row := range fresh {
		pieces = append(pieces, piece{row.ID, levelFresh, row.Payload})
		first, last = min(first, row.FirstDay), max(last, row.LastDay)
	}
	// The base is stored by whole weeks: lock those that contain the fresh days.
	base, err := s.q.LockBase(ctx, tx, db.LockBaseParams{
		DatabaseID: int32(id.Database), Channel: int16(id.Channel), Chunk: int32(id.Chunk),
		LastDay: first - segment.PeriodDays, FirstDay: last + segment.PeriodDays,
	})
	if err != nil {
		return nil, fmt.Errorf("lock compacted segments: %w", err)
	}
	for _, row := range base {
		pieces = append(pieces, piece{row.ID, levelBase, row.Payload})
	}
	return pieces, nil
}

func merge(merger *segment.Merger, pieces []piece) ([][]byte, error) {
	segments := make([]segment.Segment, 0, len(pieces))
	for _, p := range pieces {
		opened, err := segment.Open(p.payload)
		if err != nil {
			return nil, err
		}
		segments = append(segments, opened)
	}
	return merger.Merge(segments)
}

func (s facts) replace(ctx context.Context, tx pgx.Tx, id keeping.ChunkKey, remove []int64, merged [][]byte) error {
	if err := s.q.DeleteSegments(ctx, tx, remove); err != nil {
		return fmt.Errorf("remove united segments: %w", err)
	}
	rows := segmentRows(id.Database, id.Channel, levelBase)
	for _, data := range merged {
		opened, err := segment.Open(data)
		if err != nil {
			return fmt.Errorf("open united segment: %w", err)
		}
		addSegment(&rows, id.Chunk, &opened)
	}
	if err := s.q.InsertSegments(ctx, tx, rows); err != nil {
		return fmt.Errorf("insert united segments: %w", err)
	}
	return nil
}
