package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// nextCells takes as many of a result's cells as one statement stores.
func nextCells(key calculation.Key, next calculating.CellSource) db.InsertCellsParams {
	p := db.InsertCellsParams{ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date}
	for len(p.Cells) < insertChunks {
		id, cells, ok := next()
		if !ok {
			break
		}
		p.DatabaseIds, p.Chunks = append(p.DatabaseIds, int32(id.Database)), append(p.Chunks, int32(id.Chunk))
		p.Cells = append(p.Cells, cells)
	}
	return p
}

// insertCells stores cells, some chunks at a time.
func (s results) insertCells(ctx context.Context, tx pgx.Tx, key calculation.Key, next calculating.CellSource) error {
	for {
		p := nextCells(key, next)
		if len(p.Cells) == 0 {
			return nil
		}
		if err := s.q.InsertCells(ctx, tx, p); err != nil {
			return fmt.Errorf("insert cells: %w", err)
		}
	}
}

// insertChunks is how many chunks one statement stores: 4 MiB.
const insertChunks = 64

// cellPage is how many chunks are read at a time: no snapshot is held between pages, since the reader may be slow.
const cellPage = 4

// Cells calls visit with the cells of one revision of an account's calculation, by database and chunk. It returns
// calculation.ErrNotFound if there is no calculation, and calculation.ErrReplaced if another revision is current or
// becomes current meanwhile: each page checks the revision in the statement that reads it.
func (s results) Cells(
	ctx context.Context, account calculation.AccountID, key calculation.Key, revision int,
	databases []calculation.DatabaseID,
	visit func(id calculation.ChunkID, cells []byte) error,
) error {
	after := db.ListCellsParams{
		AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date,
		Limit: cellPage, DatabaseIds: numbers(databases), AfterChunk: -1,
	}
	for {
		rows, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) ([]db.ListCellsRow, error) {
			return s.q.ListCells(ctx, q, after)
		})
		if err != nil {
			return fmt.Errorf("list cells: %w", err)
		}
		if len(rows) == 0 {
			return calculation.ErrNotFound
		}
		for _, row := range rows {
			if int(row.Revision) != revision {
				return calculation.ErrReplaced
			}
			if row.Chunk == nil {
				return nil // the calculation exists and has no more cells
			}
			id := calculation.ChunkID{Database: calculation.DatabaseID(*row.DatabaseID), Chunk: uint32(*row.Chunk)}
			if err := visit(id, row.Cells); err != nil {
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

// pairPage is how many chunks of two results are read at a time. The first is read alone: a page of changes or a
// webhook's message usually ends in it.
const pairPage = 8

// Pairs calls visit with the cells of two revisions; see asking.Archive. Each page checks both revisions, as in Cells.
func (s results) Pairs(
	ctx context.Context, of asking.Pair, visit func(id calculation.ChunkID, from, to []byte) error,
) error {
	key := of.From.Key
	after := db.ListCellPairsParams{
		AccountID: int32(of.Account), ScoringID: key.Scoring, Channel: int16(key.Channel), FromDate: key.Date,
		ToDate: of.To.Key.Date, Limit: 1, DatabaseIds: numbers(of.Databases),
		AfterDatabase: int32(of.Start.Database), AfterChunk: int32(of.Start.Chunk) - 1,
	}
	for {
		rows, err := pgdb.Read(ctx, s.db, int32(of.Account), func(q pgdb.Querier) ([]db.ListCellPairsRow, error) {
			return s.q.ListCellPairs(ctx, q, after)
		})
		if err != nil {
			return fmt.Errorf("list pairs of cells: %w", err)
		}
		if len(rows) == 0 {
			return calculation.ErrNotFound
		}
		for _, row := range rows {
			if int(row.FromRevision) != of.From.Number || int(row.ToRevision) != of.To.Number {
				return calculation.ErrReplaced
			}
			if row.Chunk < 0 {
				return nil
			}
			id := calculation.ChunkID{Database: calculation.DatabaseID(row.DatabaseID), Chunk: uint32(row.Chunk)}
			if err := visit(id, row.FromCells, row.ToCells); err != nil {
				return err
			}
			after.AfterDatabase, after.AfterChunk = row.DatabaseID, row.Chunk
		}
		if len(rows) < int(after.Limit) {
			return nil
		}
		after.Limit = min(2*after.Limit, pairPage)
	}
}
