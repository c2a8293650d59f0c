package pg

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/engine"
	"puls.app/services/scoring-engine/internal/pg/db"
)

const (
	levelFresh = 0
	levelBase  = 1
)

// Append keeps a batch's segments, once: a batch that was kept before changes nothing.
func (s *Store) Append(ctx context.Context, batch core.Batch) error {
	return pgx.BeginFunc(ctx, s.db.Pool, func(tx pgx.Tx) error {
		inserted, err := s.q.InsertBatch(ctx, tx, batch.ID)
		if err != nil {
			return fmt.Errorf("insert batch: %w", err)
		}
		if inserted == 0 {
			return nil
		}
		rows := make([]db.InsertSegmentParams, 0, len(batch.Segments))
		first, last := engine.Day(math.MaxInt32), engine.Day(math.MinInt32)
		for _, part := range batch.Segments {
			id := core.HeapID{Database: batch.Database, Channel: batch.Channel, Chunk: part.Chunk}
			rows = append(rows, segmentRow(id, levelFresh, &part.Segment))
			first, last = min(first, part.Segment.FirstDay()), max(last, part.Segment.LastDay())
		}
		if _, err := s.q.InsertSegment(ctx, tx, rows); err != nil {
			return fmt.Errorf("insert segments: %w", err)
		}
		if batch.Messages == nil {
			return nil
		}
		err = s.q.InsertMessageBlock(ctx, tx, db.InsertMessageBlockParams{
			DatabaseID: batch.Database, Channel: int16(batch.Channel), FirstDay: int32(first), LastDay: int32(last), Payload: batch.Messages,
		})
		if err != nil {
			return fmt.Errorf("insert message block: %w", err)
		}
		return nil
	})
}

func segmentRow(id core.HeapID, level int16, segment *engine.Segment) db.InsertSegmentParams {
	row := db.InsertSegmentParams{
		DatabaseID: id.Database, Channel: int16(id.Channel), Chunk: int32(id.Chunk), Level: level,
		FirstDay: int32(segment.FirstDay()), LastDay: int32(segment.LastDay()),
		Size: int32(len(segment.Bytes())), Payload: segment.Bytes(),
	}
	if day, has := segment.FirstSent(); has {
		first := int32(day)
		row.FirstSent = &first
	}
	return row
}

// Forget drops the ids of batches that were received before a moment.
func (s *Store) Forget(ctx context.Context, before time.Time) error {
	if err := s.q.ForgetBatches(ctx, s.db.Pool, before); err != nil {
		return fmt.Errorf("forget old batches: %w", err)
	}
	return nil
}
