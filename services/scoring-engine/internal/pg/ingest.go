package pg

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg/db"
)

const (
	levelFresh = 0
	levelBase  = 1
)

// Append stores a batch's segments once: a batch that is stored already changes nothing.
func (s facts) Append(ctx context.Context, batch keeping.Batch) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		inserted, err := s.q.InsertBatch(ctx, tx, batch.ID)
		if err != nil {
			return fmt.Errorf("insert batch: %w", err)
		}
		if inserted == 0 {
			return nil
		}
		rows := segmentRows(batch.Database, batch.Channel, levelFresh)
		first, last := segment.Day(math.MaxInt32), segment.Day(math.MinInt32)
		for _, part := range batch.Segments {
			addSegment(&rows, part.Chunk, &part.Segment)
			first, last = min(first, part.Segment.FirstDay()), max(last, part.Segment.LastDay())
		}
		if err := s.q.InsertSegments(ctx, tx, rows); err != nil {
			return fmt.Errorf("insert segments: %w", err)
		}
		if batch.Messages == nil {
			return nil
		}
		err = s.q.InsertMessageBlock(ctx, tx, db.InsertMessageBlockParams{
			DatabaseID: int32(batch.Database), Channel: int16(batch.Channel), FirstDay: int32(first), LastDay: int32(last),
			Payload: batch.Messages,
		})
		if err != nil {
			return fmt.Errorf("insert message block: %w", err)
		}
		return nil
	})
}

func segmentRows(database calculation.DatabaseID, channel calculation.Channel, level int16) db.InsertSegmentsParams {
	return db.InsertSegmentsParams{DatabaseID: int32(database), Channel: int16(channel), Level: level}
}

func addSegment(rows *db.InsertSegmentsParams, chunk uint32, s *segment.Segment) {
	first := int32(math.MinInt32) // none
	if day, has := s.FirstSent(); has {
		first = int32(day)
	}
	rows.Chunks = append(rows.Chunks, int32(chunk))
	rows.FirstDays = append(rows.FirstDays, int32(s.FirstDay()))
	rows.LastDays = append(rows.LastDays, int32(s.LastDay()))
	rows.FirstSents = append(rows.FirstSents, first)
	rows.Payloads = append(rows.Payloads, s.Bytes())
}

// Forget removes the ids of batches that were received before a moment.
func (s facts) Forget(ctx context.Context, before time.Time) error {
	return wrap("forget old batches", s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		return s.q.ForgetBatches(ctx, tx, before)
	}))
}
