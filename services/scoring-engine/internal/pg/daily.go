package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Versions returns the version of each database's facts.
func (s facts) Versions(
	ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID,
) (map[calculation.DatabaseID]asking.FactVersion, error) {
	rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.ListFactVersionsRow, error) {
		return s.q.ListFactVersions(ctx, pgdb.Generic(q), db.ListFactVersionsParams{
			Channel: int16(channel), DatabaseIds: numbers(databases),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list versions of facts: %w", err)
	}
	versions := map[calculation.DatabaseID]asking.FactVersion{}
	for _, row := range rows {
		versions[calculation.DatabaseID(row.DatabaseID)] = asking.FactVersion{Batches: row.Batches, Newest: row.Newest}
	}
	return versions, nil
}

// Chunks returns the chunks of a database that have facts.
func (s facts) Chunks(
	ctx context.Context, channel calculation.Channel, database calculation.DatabaseID,
) ([]calculation.ChunkID, error) {
	rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]int32, error) {
		return s.q.ListChunks(ctx, q, db.ListChunksParams{DatabaseID: int32(database), Channel: int16(channel)})
	})
	if err != nil {
		return nil, fmt.Errorf("list chunks: %w", err)
	}
	chunks := make([]calculation.ChunkID, 0, len(rows))
	for _, chunk := range rows {
		chunks = append(chunks, calculation.ChunkID{Database: database, Chunk: uint32(chunk)})
	}
	return chunks, nil
}

// LastVisit returns the last day, up to a given one, with a web event. Segments that extend beyond that day are read,
// unless there is an event on the day itself.
func (s facts) LastVisit(
	ctx context.Context, databases []calculation.DatabaseID, until segment.Day,
) (last segment.Day, ok bool, err error) {
	err = s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		whole, err := s.q.GetLastDay(ctx, tx, db.GetLastDayParams{
			Channel: int16(calculation.Web), DatabaseIds: numbers(databases), Until: int32(until),
		})
		if ok = err == nil; ok {
			last = segment.Day(whole)
		} else if !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("look for the last day: %w", err)
		}
		around, err := s.q.ListSegmentsAround(ctx, tx, db.ListSegmentsAroundParams{
			Channel: int16(calculation.Web), DatabaseIds: numbers(databases), Until: int32(until),
		})
		if err != nil {
			return fmt.Errorf("list segments around a day: %w", err)
		}
		for _, id := range around {
			if ok && last == until {
				return nil
			}
			payload, err := s.q.GetSegment(ctx, tx, id)
			if err != nil {
				return fmt.Errorf("read segment: %w", err)
			}
			opened, err := segment.Open(payload)
			if err != nil {
				return fmt.Errorf("open segment %d: %w", id, err)
			}
			if day, has := opened.LastDayUpTo(until); has && (!ok || day > last) {
				last, ok = day, true
			}
		}
		return nil
	})
	return last, ok, err
}
