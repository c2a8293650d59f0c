// Package pg stores scorings in Postgres.
package pg

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/scoring-config/internal/pg/db"
)

// Schema is the name of the service's schema.
const Schema = "scoring_config"

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the goose files.
func Migrations() fs.FS { return pgdb.Migrations(files) }

// Store implements core.Store.
type Store struct {
	db *pgdb.DB
	q  *db.Queries
}

// NewStore returns a store over an open database.
func NewStore(database *pgdb.DB) *Store { return &Store{db: database, q: db.New()} }

// alone locks the account's scorings against other changes until the transaction ends. Rules on all scorings of an
// account, such as its quota, need that.
func (s *Store) alone(ctx context.Context, tx pgx.Tx, account core.AccountID) error {
	if err := s.q.LockScorings(ctx, tx, int32(account)); err != nil {
		return fmt.Errorf("lock scorings: %w", err)
	}
	return nil
}

// Insert adds a scoring unless the account has reached its quota.
func (s *Store) Insert(ctx context.Context, scoring *core.Scoring, quota core.Quota) error {
	params, err := toInsert(scoring)
	if err != nil {
		return err
	}
	return s.db.InAccount(ctx, int32(scoring.Account), func(tx pgx.Tx) error {
		if err := s.alone(ctx, tx, scoring.Account); err != nil {
			return err
		}
		hour := scoring.CreatedAt.Add(-time.Hour)
		count, err := s.q.CountScorings(ctx, tx, db.CountScoringsParams{AccountID: int32(scoring.Account), Since: hour})
		if err != nil {
			return fmt.Errorf("count scorings: %w", err)
		}
		if int(count.Total) >= quota.Scorings {
			return core.ErrLimit.Withf(
				"the account has reached its limit of %d scorings; delete drafts first", count.Total,
			)
		}
		if int(count.Fresh) >= quota.PerHour {
			return core.ErrTooManyNew.After(count.First.Sub(hour))
		}
		if err := s.q.InsertScoring(ctx, tx, params); err != nil {
			return fmt.Errorf("insert scoring: %w", err)
		}
		return nil
	})
}

// Get returns one scoring.
func (s *Store) Get(ctx context.Context, account core.AccountID, id uuid.UUID) (*core.Scoring, error) {
	row, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) (db.GetScoringRow, error) {
		return s.q.GetScoring(ctx, q, db.GetScoringParams{AccountID: int32(account), ID: id})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, core.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read scoring: %w", err)
	}
	return fromRow(row)
}

// List returns one page of the scorings of an account.
func (s *Store) List(
	ctx context.Context, account core.AccountID, skip, most int,
) (scorings []*core.Scoring, total int, err error) {
	var rows []db.ListScoringsRow
	err = s.db.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
		rows, err = s.q.ListScorings(
			ctx, q, db.ListScoringsParams{AccountID: int32(account), Skip: int32(skip), Most: int32(most)},
		)
		if total = skip + len(rows); err != nil || len(rows) < most && (len(rows) > 0 || skip == 0) {
			return err // no scorings follow the page
		}
		count, err := s.q.CountScorings(ctx, q, db.CountScoringsParams{AccountID: int32(account)})
		total = int(count.Total)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list scorings: %w", err)
	}
	for _, row := range rows {
		scoring, err := fromRow(db.GetScoringRow(row))
		if err != nil {
			return nil, 0, err
		}
		scorings = append(scorings, scoring)
	}
	return scorings, total, nil
}

// Update changes one scoring under a lock.
func (s *Store) Update(
	ctx context.Context, account core.AccountID, id uuid.UUID, change func(*core.Scoring, []*core.Scoring) error,
) (*core.Scoring, error) {
	var scoring *core.Scoring
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		if err := s.alone(ctx, tx, account); err != nil {
			return err
		}
		if scoring, err = s.lock(ctx, tx, account, id); err != nil {
			return err
		}
		others, err := s.others(ctx, tx, account, id)
		if err != nil {
			return err
		}
		if err := change(scoring, others); err != nil {
			return err
		}
		params, err := toUpdate(scoring)
		if err != nil {
			return err
		}
		if err := s.q.UpdateScoring(ctx, tx, params); err != nil {
			return fmt.Errorf("update scoring: %w", err)
		}
		return nil
	})
	return scoring, err
}

// others returns the account's scorings that are not drafts, except id.
func (s *Store) others(
	ctx context.Context, q pgdb.Querier, account core.AccountID, id uuid.UUID,
) ([]*core.Scoring, error) {
	rows, err := s.q.ListOtherScorings(ctx, q, db.ListOtherScoringsParams{AccountID: int32(account), ID: id})
	if err != nil {
		return nil, fmt.Errorf("list other scorings: %w", err)
	}
	others := make([]*core.Scoring, len(rows))
	for i, row := range rows {
		if others[i], err = fromRow(db.GetScoringRow(row)); err != nil {
			return nil, err
		}
	}
	return others, nil
}

// Finished returns the account's scorings that are not drafts, except but.
func (s *Store) Finished(
	ctx context.Context, account core.AccountID, but uuid.UUID,
) (scorings []*core.Scoring, err error) {
	err = s.db.Read(ctx, int32(account), func(q pgdb.Querier) error {
		scorings, err = s.others(ctx, q, account, but)
		return err
	})
	return scorings, err
}

// Delete removes one scoring if check allows it.
func (s *Store) Delete(
	ctx context.Context, account core.AccountID, id uuid.UUID, check func(*core.Scoring) error,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		scoring, err := s.lock(ctx, tx, account, id)
		if err != nil {
			return err
		}
		if err := check(scoring); err != nil {
			return err
		}
		if err := s.q.DeleteScoring(ctx, tx, db.DeleteScoringParams{AccountID: int32(account), ID: id}); err != nil {
			return fmt.Errorf("delete scoring: %w", err)
		}
		return nil
	})
}

func (s *Store) lock(ctx context.Context, tx pgx.Tx, account core.AccountID, id uuid.UUID) (*core.Scoring, error) {
	row, err := s.q.GetScoringForUpdate(ctx, tx, db.GetScoringForUpdateParams{AccountID: int32(account), ID: id})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, core.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("lock scoring: %w", err)
	}
	return fromRow(db.GetScoringRow(row))
}
