package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// View opens one transaction for each worker, all with the same snapshot.
func (s facts) View(
	ctx context.Context, channel calculation.Channel, workers int, work func(readers []calculation.SegmentView) error,
) error {
	var snapshot string
	readers := make([]calculation.SegmentView, 0, workers)
	defer func() { s.mourn(ctx, channel, readers) }()
	var open func() error
	open = func() error {
		if len(readers) == workers {
			return work(readers)
		}
		return s.db.Snapshot(ctx, func(tx pgx.Tx) error {
			if err := join(ctx, tx, &snapshot, workers); err != nil {
				return err
			}
			readers = append(readers, &reader{tx: tx, channel: channel})
			return open()
		})
	}
	return open()
}

// damage is a fold that cannot be read.
type damage struct {
	id    calculation.ChunkID
	cause error
}

// mourn reports the folds that the readers found damaged and drops them; they will be rebuilt.
func (s facts) mourn(ctx context.Context, channel calculation.Channel, readers []calculation.SegmentView) {
	for _, view := range readers {
		r, _ := view.(*reader)
		for _, d := range r.damaged {
			key := keeping.ChunkKey{Database: d.id.Database, Channel: channel, Chunk: d.id.Chunk}
			s.Damaged(key, errors.Join(d.cause, s.DropFold(ctx, key)))
		}
	}
}

// join shares the first transaction's snapshot with the others.
func join(ctx context.Context, tx pgx.Tx, snapshot *string, workers int) error {
	switch {
	case workers == 1:
		return nil
	case *snapshot == "":
		if err := tx.QueryRow(ctx, "SELECT pg_export_snapshot()").Scan(snapshot); err != nil {
			return fmt.Errorf("share snapshot: %w", err)
		}
	default:
		// The statement takes no parameters; the name comes from Postgres itself.
		if _, err := tx.Exec(ctx, "SET TRANSACTION SNAPSHOT '"+*snapshot+"'"); err != nil {
			return fmt.Errorf("join snapshot: %w", err)
		}
	}
	return nil
}

// reader reads segments on one connection into memory that it reuses for every chunk.
type reader struct {
	tx       pgx.Tx
	channel  calculation.Channel
	arena    []byte
	ends     []int
	segments []segment.Segment
	damaged  []damage
}

// selectSegments is handwritten: payloads are read from the wire unconverted (RawValues), which saves an allocation and
// a copy of hundreds of megabytes.
const selectSegments = `SELECT chunk, payload FROM segments
	WHERE database_id = $1 AND channel = $2 AND chunk = ANY($3) AND last_day >= $4 AND first_day <= $5
	ORDER BY chunk`

func (r *reader) Read(
	ctx context.Context, ids []calculation.ChunkID, first, last segment.Day, visit func(
		calculation.ChunkID, []segment.Segment,
	) error,
) error {
	return byDatabase(ids, func(database calculation.DatabaseID, chunks []int32) error {
		rows, err := r.tx.Query(ctx, selectSegments, int32(database), int16(r.channel), chunks, int32(first), int32(last))
		if err != nil {
			return fmt.Errorf("select segments: %w", err)
		}
		return r.readRows(rows, database, func([][]byte) bool { return true }, visit)
	})
}

// byDatabase calls visit with the chunks of each database.
func byDatabase(ids []calculation.ChunkID, visit func(database calculation.DatabaseID, chunks []int32) error) error {
	for start := 0; start < len(ids); {
		end := start
		var chunks []int32
		for end < len(ids) && ids[end].Database == ids[start].Database {
			chunks = append(chunks, int32(ids[end].Chunk))
			end++
		}
		if err := visit(ids[start].Database, chunks); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// readRows visits the chunks of rows whose first columns are a chunk and a payload; take selects rows.
func (r *reader) readRows(
	rows pgx.Rows, database calculation.DatabaseID, take func(raw [][]byte) bool,
	visit func(calculation.ChunkID, []segment.Segment) error,
) error {
	defer rows.Close()
	current := calculation.ChunkID{Database: database}
	r.arena, r.ends = r.arena[:0], r.ends[:0]
	for rows.Next() {
		raw := rows.RawValues()
		if !take(raw) {
			continue
		}
		chunk := binary.BigEndian.Uint32(raw[0])
		if chunk != current.Chunk && len(r.ends) > 0 {
			if err := r.visit(current, visit); err != nil {
				return err
			}
		}
		current.Chunk = chunk
		r.arena = append(r.arena, raw[1]...)
		r.ends = append(r.ends, len(r.arena))
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read segments: %w", err)
	}
	if len(r.ends) == 0 {
		return nil
	}
	return r.visit(current, visit)
}

func (r *reader) visit(id calculation.ChunkID, visit func(calculation.ChunkID, []segment.Segment) error) error {
	r.segments = r.segments[:0]
	begin := 0
	for _, end := range r.ends {
		opened, err := segment.Open(r.arena[begin:end:end])
		if err != nil {
			return fmt.Errorf("open segment of database %d chunk %d: %w", id.Database, id.Chunk, err)
		}
		r.segments = append(r.segments, opened)
		begin = end
	}
	err := visit(id, r.segments)
	r.arena, r.ends = r.arena[:0], r.ends[:0]
	return err
}

// FirstSent returns the first day of each database that has facts.
func (s facts) FirstSent(
	ctx context.Context, channel calculation.Channel, databases []calculation.DatabaseID,
) (map[calculation.DatabaseID]segment.Day, error) {
	rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.ListFirstSentRow, error) {
		return s.q.ListFirstSent(ctx, q, db.ListFirstSentParams{Column1: numbers(databases), Channel: int16(channel)})
	})
	if err != nil {
		return nil, fmt.Errorf("list first days: %w", err)
	}
	first := map[calculation.DatabaseID]segment.Day{}
	for _, row := range rows {
		first[calculation.DatabaseID(row.DatabaseID)] = segment.Day(row.FirstSent)
	}
	return first, nil
}
