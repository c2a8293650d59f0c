package pg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Result returns what was announced of an account's result; see core.Archive.
func (s *Store) Result(ctx context.Context, account core.AccountID, key core.Key) (core.Kept, error) {
	var row db.GetResultRow
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		row, err = s.q.GetResult(ctx, tx, db.GetResultParams{
			AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: dateOrNull(key.Date),
		})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Kept{}, core.ErrNotFound
	}
	if err != nil {
		return core.Kept{}, fmt.Errorf("read result: %w", err)
	}
	key.Channel, key.Date = core.Channel(row.Channel), row.GeneratedDate
	return core.Kept{Account: account, Key: key, Revision: int(row.Revision), Announcement: row.Announcement}, nil
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
func (s *Store) Each(ctx context.Context, account core.AccountID, visit func(core.Kept) error) error {
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
			if err := visit(core.Kept{
				Account:  core.AccountID(row.AccountID),
				Key:      core.Key{Scoring: row.ScoringID, Channel: core.Channel(row.Channel), Date: row.GeneratedDate},
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
