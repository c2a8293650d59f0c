// Package pg stores results in Postgres.
package pg

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/reports/internal/core"
	"puls.app/services/reports/internal/pg/db"
)

// Schema is the name of the service's schema.
const Schema = "reports"

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

// Put stores calculations in one transaction, each in place of revisions up to its Over.
func (s *Store) Put(ctx context.Context, replacements ...core.Replacement) error {
	// Take locks in a fixed order.
	replacements = slices.SortedFunc(slices.Values(replacements), func(a, b core.Replacement) int {
		return cmp.Or(
			cmp.Compare(a.Account, b.Account), strings.Compare(lockOf(a.Key), lockOf(b.Key)),
			cmp.Compare(a.Revision, b.Revision),
		)
	})
	account := func(r core.Replacement) int32 { return int32(r.Account) }
	err := pgdb.PipelineEach(ctx, s.db, replacements, account, func(q pgdb.Querier, r core.Replacement) error {
		return s.put(ctx, q, r)
	})
	if err != nil {
		return fmt.Errorf("keep calculations: %w", err)
	}
	return nil
}

func (s *Store) put(ctx context.Context, q pgdb.Querier, r core.Replacement) error {
	rows, err := toParams(r.Calculation)
	if err != nil {
		return err
	}
	if err := s.q.LockResult(ctx, q, lockOf(r.Key)); err != nil {
		return err
	}
	if r.Over > 0 {
		err := s.q.DeleteRevisions(ctx, q, db.DeleteRevisionsParams{
			AccountID: int32(r.Account), ScoringID: r.Scoring, Channel: int16(r.Channel), GeneratedDate: r.Date,
			Highest: int32(r.Over),
		})
		if err != nil {
			return err
		}
	}
	for _, row := range rows {
		if err := s.q.InsertSummary(ctx, q, row); err != nil {
			return err
		}
	}
	// If a newer revision is stored, this removes the inserted rows of databases that it lacks.
	return s.q.DeleteOlderRevisions(ctx, q, db.DeleteOlderRevisionsParams{
		AccountID: int32(r.Account), ScoringID: r.Scoring, Channel: int16(r.Channel), GeneratedDate: r.Date,
	})
}

// Remove deletes one revision of a result.
func (s *Store) Remove(ctx context.Context, account core.AccountID, r core.Revision) error {
	return s.change(ctx, account, r.Key, func(tx pgx.Tx, channel int16) error {
		err := s.q.DeleteRevisions(ctx, tx, db.DeleteRevisionsParams{
			AccountID: int32(account), ScoringID: r.Scoring, Channel: channel, GeneratedDate: r.Date,
			Lowest: int32(r.Revision), Highest: int32(r.Revision),
		})
		if err != nil {
			return fmt.Errorf("remove revision: %w", err)
		}
		return nil
	})
}

// change runs work with the exclusive right to change the result.
func (s *Store) change(
	ctx context.Context, account core.AccountID, key core.Key, work func(tx pgx.Tx, channel int16) error,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := s.q.LockResult(ctx, tx, lockOf(key)); err != nil {
			return fmt.Errorf("wait for the result: %w", err)
		}
		return work(tx, int16(key.Channel))
	})
}

// lockOf returns the name of the lock of a result.
func lockOf(key core.Key) string {
	return fmt.Sprintf("%s %d %s", key.Scoring, key.Channel, key.Date.Format(time.DateOnly))
}

// toParams returns a row for each database.
func toParams(c core.Calculation) ([]db.InsertSummaryParams, error) {
	config, err := json.Marshal(c.Config)
	if err != nil {
		return nil, fmt.Errorf("write configuration: %w", err)
	}
	references, err := json.Marshal(c.References)
	if err != nil {
		return nil, fmt.Errorf("write references: %w", err)
	}
	samples, err := json.Marshal(c.Samples)
	if err != nil {
		return nil, fmt.Errorf("write samples: %w", err)
	}
	var machines []byte
	if c.Machines != nil {
		if machines, err = json.Marshal(c.Machines); err != nil {
			return nil, fmt.Errorf("write machines: %w", err)
		}
	}
	rows := make([]db.InsertSummaryParams, 0, len(c.Summaries))
	for _, summary := range c.Summaries {
		excluded, err := json.Marshal(summary.Excluded)
		if err != nil {
			return nil, fmt.Errorf("write excluded: %w", err)
		}
		rows = append(rows, db.InsertSummaryParams{
			ScoringID: c.Scoring, Channel: int16(c.Channel), DatabaseID: int32(summary.DatabaseID), GeneratedDate: c.Date,
			AccountID: int32(c.Account), Uid: string(summary.UID), Revision: int32(c.Revision), CalculatedAt: c.At,
			Histogram: filled(summary.Histogram), NewHistogram: filled(summary.New), KnownHistogram: filled(summary.Known),
			Excluded: excluded, ReferenceValues: references, Config: config, Samples: samples, Machines: machines,
		})
	}
	return rows, nil
}

// filled never returns nil: the columns are not null.
func filled(counts []int32) []int32 { return append([]int32{}, counts...) }

// Accounts returns all accounts that have results.
func (s *Store) Accounts(ctx context.Context) ([]core.AccountID, error) {
	var accounts []core.AccountID
	err := s.db.ReadAsSystem(ctx, func(q pgdb.Querier) error {
		ids, err := s.q.ListAccounts(ctx, q)
		for _, id := range ids {
			accounts = append(accounts, core.AccountID(id))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	return accounts, nil
}

// Revisions returns the stored revision of each result.
func (s *Store) Revisions(ctx context.Context, account core.AccountID) ([]core.Revision, error) {
	return list(ctx, s, account, "list revisions", func(q pgdb.Querier) ([]db.ListRevisionsRow, error) {
		return s.q.ListRevisions(ctx, q, int32(account))
	}, func(row db.ListRevisionsRow) (core.Revision, error) {
		return core.Revision{
			Key:      core.Key{Scoring: row.ScoringID, Channel: core.Channel(row.Channel), Date: row.GeneratedDate.UTC()},
			Revision: int(row.Revision),
		}, nil
	})
}

// list reads rows of one account.
func list[Row, T any](
	ctx context.Context, s *Store, account core.AccountID, what string, read func(q pgdb.Querier) ([]Row, error),
	fromRow func(Row) (T, error),
) ([]T, error) {
	var all []T
	err := s.db.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := read(q)
		if err != nil {
			return err
		}
		for _, row := range rows {
			one, err := fromRow(row)
			if err != nil {
				return err
			}
			all = append(all, one)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return all, nil
}
