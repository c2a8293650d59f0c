package pg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg/db"
	"puls.app/services/spec"
)

// Result returns an account's result; see asking.Archive.
func (s results) Result(
	ctx context.Context, account calculation.AccountID, key calculation.Key,
) (calculation.Kept, error) {
	kept, _, err := s.result(ctx, account, key, calculation.Contact{}, false) // there is no database 0
	return kept, err
}

// ResultUpTo is like Result, for the newest date up to that of the key.
func (s results) ResultUpTo(
	ctx context.Context, account calculation.AccountID, key calculation.Key,
) (calculation.Kept, error) {
	kept, _, err := s.result(ctx, account, key, calculation.Contact{}, true)
	return kept, err
}

// Cell returns the same as Result and the cell of one contact.
func (s results) Cell(
	ctx context.Context, account calculation.AccountID, key calculation.Key, contact calculation.Contact,
) (calculation.Kept, byte, error) {
	return s.result(ctx, account, key, contact, false)
}

func (s results) result(
	ctx context.Context, account calculation.AccountID, key calculation.Key, contact calculation.Contact, orBefore bool,
) (calculation.Kept, byte, error) {
	chunk, place := contact.Chunk()
	row, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) (db.GetResultRow, error) {
		return s.q.GetResult(ctx, q, db.GetResultParams{
			AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: dateOrNull(key.Date),
			OrBefore: orBefore, DatabaseID: int32(chunk.Database), Chunk: int32(chunk.Chunk), Place: int32(place),
		})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return calculation.Kept{}, 0, calculation.ErrNotFound
	}
	if err != nil {
		return calculation.Kept{}, 0, fmt.Errorf("read result: %w", err)
	}
	key.Channel, key.Date = calculation.Channel(row.Channel), row.GeneratedDate
	kept := calculation.Kept{Account: account, Key: key, Revision: int(row.Revision), Announcement: row.Announcement}
	return kept, cellOf(row.Cell), nil
}

// cellOf returns the cell that was read, or spec.CellAbsent if the chunk ends before it.
func cellOf(read []byte) byte {
	if len(read) == 0 {
		return spec.CellAbsent
	}
	return read[0]
}

// CellsOf returns the cells of one contact by date.
func (s results) CellsOf(
	ctx context.Context, account calculation.AccountID, id uuid.UUID, channel calculation.Channel,
	contact calculation.Contact,
) ([]calculation.DatedCell, error) {
	chunk, place := contact.Chunk()
	rows, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) ([]db.ListContactCellsRow, error) {
		return s.q.ListContactCells(ctx, q, db.ListContactCellsParams{
			AccountID: int32(account), ScoringID: id, Channel: int16(channel),
			DatabaseID: int32(chunk.Database), Chunk: int32(chunk.Chunk), Place: int32(place),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list cells of a contact: %w", err)
	}
	cells := make([]calculation.DatedCell, 0, len(rows))
	for _, row := range rows {
		cells = append(cells, calculation.DatedCell{Date: row.GeneratedDate, Cell: cellOf(row.Cell)})
	}
	return cells, nil
}

func dateOrNull(date time.Time) *time.Time {
	if date.IsZero() {
		return nil
	}
	return &date
}

// resultPage is how many results are read at a time.
const resultPage = 100

// Each visits every result of an account, or of all accounts, page by page.
func (s results) Each(ctx context.Context, account calculation.AccountID, visit func(calculation.Kept) error) error {
	within := s.db.AsSystem
	after := db.ListResultsParams{Limit: resultPage, LastAccount: math.MaxInt32}
	if account != 0 {
		within = func(ctx context.Context, work func(pgx.Tx) error) error {
			return s.db.InAccount(ctx, int32(account), work)
		}
		after.AccountID, after.LastAccount = int32(account), int32(account)
	}
	for {
		var rows []db.ListResultsRow
		err := within(ctx, func(tx pgx.Tx) (err error) {
			rows, err = s.q.ListResults(ctx, tx, after)
			return err
		})
		if err != nil {
			return fmt.Errorf("list results: %w", err)
		}
		for _, row := range rows {
			if err := visit(calculation.Kept{
				Account: calculation.AccountID(row.AccountID),
				Key: calculation.Key{
					Scoring: row.ScoringID, Channel: calculation.Channel(row.Channel), Date: row.GeneratedDate,
				},
				Revision: int(row.Revision), Announcement: row.Announcement,
			}); err != nil {
				return err
			}
			after.AccountID, after.ScoringID = row.AccountID, row.ScoringID
			after.Channel, after.GeneratedDate = row.Channel, row.GeneratedDate
		}
		if len(rows) < resultPage {
			return nil
		}
	}
}

// PersonCells returns the cells of one contact by scoring and date.
func (s results) PersonCells(
	ctx context.Context, account calculation.AccountID, channel calculation.Channel, contact calculation.Contact,
) ([]asking.ScoringCell, error) {
	chunk, place := contact.Chunk()
	rows, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) ([]db.ListPersonCellsRow, error) {
		return s.q.ListPersonCells(ctx, q, db.ListPersonCellsParams{
			AccountID: int32(account), Channel: int16(channel), DatabaseID: int32(chunk.Database),
			Chunk: int32(chunk.Chunk), Place: int32(place),
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list cells of a person: %w", err)
	}
	cells := make([]asking.ScoringCell, 0, len(rows))
	for _, row := range rows {
		cells = append(cells, asking.ScoringCell{
			Scoring: row.ScoringID, DatedCell: calculation.DatedCell{Date: row.GeneratedDate, Cell: cellOf(row.Cell)},
		})
	}
	return cells, nil
}
