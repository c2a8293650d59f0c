package program

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// readers is the number of connections of BareRead, equal to the number of processors that count.
const readers = 2

// chunkKey names a chunk of a folded account.
type chunkKey struct{ database, channel, chunk int32 }

// selectFolded reads the same rows of a chunk as a calculation of the days from $4 to $5: planes of whole weeks, and
// facts of a week that the first day cuts. Week 0 begins on Monday 1969-12-29, three days before day 0.
const selectFolded = `SELECT planes FROM scoring_engine.cohorts
		WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND week * 7 - 3 BETWEEN $4::int AND $5::int
	UNION ALL SELECT late FROM scoring_engine.cohorts
		WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND late IS NOT NULL
			AND week = ($4 + 3) / 7 AND ($4 + 3) % 7 <> 0
	UNION ALL SELECT residue FROM scoring_engine.folds
		WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND residue IS NOT NULL
	UNION ALL SELECT payload FROM scoring_engine.segments
		WHERE database_id = $1 AND channel = $2 AND chunk = $3 AND last_day >= $4 AND first_day <= $5
			AND (level = 0 OR (first_day + 3) / 7 = ($4 + 3) / 7 AND ($4 + 3) % 7 <> 0)`

// BareRead fetches the bytes that a calculation of a folded account reads for the days from first to last, and discards
// them.
func (p *Program) BareRead(
	ctx context.Context, account int32, first, last int,
) (took time.Duration, bytes int64, err error) {
	var chunks []chunkKey
	rows, err := p.database.Query(ctx, `SELECT database_id, channel, chunk FROM scoring_engine.folds
		WHERE database_id IN (SELECT id FROM contacts.databases WHERE account_id = $1)`, account)
	if err != nil {
		return 0, 0, fmt.Errorf("look at folds: %w", err)
	}
	for rows.Next() {
		var one chunkKey
		if err := rows.Scan(&one.database, &one.channel, &one.chunk); err != nil {
			return 0, 0, fmt.Errorf("look at folds: %w", err)
		}
		chunks = append(chunks, one)
	}
	if err := rows.Err(); err != nil {
		return 0, 0, fmt.Errorf("look at folds: %w", err)
	}
	began := time.Now()
	var next, sum atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range readers {
		group.Go(func() error {
			for at := next.Add(1) - 1; at < int64(len(chunks)); at = next.Add(1) - 1 {
				c := chunks[at]
				rows, err := p.database.Query(ctx, selectFolded, c.database, c.channel, c.chunk, first, last)
				if err != nil {
					return fmt.Errorf("read a chunk: %w", err)
				}
				for rows.Next() {
					sum.Add(int64(len(rows.RawValues()[0])))
				}
				if err := rows.Err(); err != nil {
					return fmt.Errorf("read a chunk: %w", err)
				}
			}
			return nil
		})
	}
	err = group.Wait()
	return time.Since(began), sum.Load(), err
}
