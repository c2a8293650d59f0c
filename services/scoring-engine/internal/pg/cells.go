package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// cellRows feeds COPY from a source of cells.
type cellRows struct {
	key   core.Key
	next  core.CellSource
	id    core.ChunkID
	cells []byte
}

func (r *cellRows) Next() (ok bool) {
	r.id, r.cells, ok = r.next()
	return ok
}

func (r *cellRows) Values() ([]any, error) {
	return []any{r.key.Scoring, int16(r.key.Channel), r.key.Date, r.id.Database, int32(r.id.Chunk), r.cells}, nil
}

func (r *cellRows) Err() error { return nil }

func copyCells(ctx context.Context, tx pgx.Tx, key core.Key, cells core.CellSource) error {
	columns := []string{"scoring_id", "channel", "generated_date", "database_id", "chunk", "cells"}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"score_cells"}, columns, &cellRows{key: key, next: cells}); err != nil {
		return fmt.Errorf("copy cells: %w", err)
	}
	return nil
}

// cellPage is how many chunks are read at a time: no snapshot is held between pages, since the reader may be slow.
const cellPage = 4

// Cells hands over the cells of one revision of an account's calculation by database and chunk. It answers
// core.ErrNotFound when there is no calculation, and core.ErrReplaced when another revision stands or comes in between:
// each page looks at the revision in the statement that reads it.
func (s *Store) Cells(
	ctx context.Context, account core.AccountID, key core.Key, revision int, databases []int32, visit func(id core.ChunkID, cells []byte) error,
) error {
	after := db.ListCellsParams{
		AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date, Limit: cellPage,
		DatabaseIds: append([]int32{}, databases...), AfterChunk: -1,
	}
	for {
		rows, err := s.q.ListCells(ctx, s.db.Pool, after)
		if err != nil {
			return fmt.Errorf("list cells: %w", err)
		}
		if len(rows) == 0 {
			return core.ErrNotFound
		}
		for _, row := range rows {
			if int(row.Revision) != revision {
				return core.ErrReplaced
			}
			if row.Chunk == nil {
				return nil // the calculation is there, and has no more cells
			}
			if err := visit(core.ChunkID{Database: *row.DatabaseID, Chunk: uint32(*row.Chunk)}, row.Cells); err != nil {
				return err
			}
		}
		if len(rows) < cellPage {
			return nil
		}
		last := rows[len(rows)-1]
		after.AfterDatabase, after.AfterChunk = *last.DatabaseID, *last.Chunk
	}
}
