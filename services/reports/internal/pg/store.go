// Package pg keeps summaries in Postgres.
package pg

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/google/uuid"
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

// Put keeps the summaries of one calculation.
func (s *Store) Put(
	ctx context.Context, account core.AccountID, key core.Key, made core.Made, summaries []core.Summary,
) error {
	config, err := json.Marshal(made.Config)
	if err != nil {
		return fmt.Errorf("write configuration: %w", err)
	}
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		channel, rev := int16(key.Channel), int32(made.Revision)
		newer, err := s.q.HasNewerRevision(ctx, tx, db.HasNewerRevisionParams{
			AccountID: int32(account), ScoringID: key.Scoring, Channel: channel, GeneratedDate: key.Date, Revision: rev,
		})
		if err != nil {
			return fmt.Errorf("look for a newer revision: %w", err)
		}
		if newer {
			return nil
		}
		err = s.q.DeleteOlderRevision(ctx, tx, db.DeleteOlderRevisionParams{
			AccountID: int32(account), ScoringID: key.Scoring, Channel: channel, GeneratedDate: key.Date, Revision: rev,
		})
		if err != nil {
			return fmt.Errorf("remove older revision: %w", err)
		}
		for _, summary := range summaries {
			excluded, err := json.Marshal(summary.Excluded)
			if err != nil {
				return fmt.Errorf("write excluded: %w", err)
			}
			references, err := json.Marshal(summary.References)
			if err != nil {
				return fmt.Errorf("write references: %w", err)
			}
			samples, err := json.Marshal(summary.Samples)
			if err != nil {
				return fmt.Errorf("write samples: %w", err)
			}
			err = s.q.InsertSummary(ctx, tx, db.InsertSummaryParams{
				ScoringID: key.Scoring, Channel: channel, DatabaseID: int32(summary.DatabaseID), GeneratedDate: key.Date,
				AccountID: int32(account), Uid: string(summary.UID), Revision: rev, CalculatedAt: made.At,
				Histogram:    filled(summary.Histogram),
				NewHistogram: filled(summary.New), KnownHistogram: filled(summary.Known), Excluded: excluded,
				ReferenceValues: references, Config: config, Samples: samples,
			})
			if err != nil {
				return fmt.Errorf("insert summary: %w", err)
			}
		}
		return nil
	})
}

// filled never returns nil: the columns are not null.
func filled(counts []int32) []int32 { return append([]int32{}, counts...) }

// Dates returns the days with results.
func (s *Store) Dates(
	ctx context.Context, account core.AccountID, scoring uuid.UUID, channel core.Channel,
) ([]time.Time, error) {
	var dates []time.Time
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		dates, err = s.q.ListDates(ctx, tx, db.ListDatesParams{
			AccountID: int32(account), ScoringID: scoring, Channel: int32(channel),
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list dates: %w", err)
	}
	return dates, nil
}

// Newest returns the latest day with a result.
func (s *Store) Newest(
	ctx context.Context, account core.AccountID, scoring uuid.UUID, channel core.Channel,
) (time.Time, error) {
	var date time.Time
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		date, err = s.q.GetNewestDate(ctx, tx, db.GetNewestDateParams{
			AccountID: int32(account), ScoringID: scoring, Channel: int16(channel),
		})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return date, core.ErrNotFound
	}
	if err != nil {
		return date, fmt.Errorf("read newest date: %w", err)
	}
	return date, nil
}

// Summaries returns those of one calculation.
func (s *Store) Summaries(ctx context.Context, account core.AccountID, key core.Key) ([]core.Summary, error) {
	var summaries []core.Summary
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ListSummaries(ctx, tx, db.ListSummariesParams{
			AccountID: int32(account), ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date,
		})
		if err != nil {
			return fmt.Errorf("list summaries: %w", err)
		}
		for _, row := range rows {
			summary, err := fromRow(row)
			if err != nil {
				return err
			}
			summaries = append(summaries, summary)
		}
		return nil
	})
	return summaries, err
}

// NewestSummaries returns those of the newest calculation of every scoring and channel.
func (s *Store) NewestSummaries(ctx context.Context, account core.AccountID) ([]core.Summary, error) {
	var summaries []core.Summary
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ListNewest(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("list newest summaries: %w", err)
		}
		for _, row := range rows {
			summary, err := fromRow(db.ListSummariesRow(row))
			if err != nil {
				return err
			}
			summaries = append(summaries, summary)
		}
		return nil
	})
	return summaries, err
}

func fromRow(row db.ListSummariesRow) (core.Summary, error) {
	s := core.Summary{
		Key:        core.Key{Scoring: row.ScoringID, Channel: core.Channel(row.Channel), Date: row.GeneratedDate.UTC()},
		DatabaseID: core.DatabaseID(row.DatabaseID), UID: core.UID(row.Uid), Histogram: row.Histogram, New: row.NewHistogram,
		Known: row.KnownHistogram,
	}
	if err := json.Unmarshal(row.Excluded, &s.Excluded); err != nil {
		return s, fmt.Errorf("read excluded: %w", err)
	}
	if err := json.Unmarshal(row.ReferenceValues, &s.References); err != nil {
		return s, fmt.Errorf("read references: %w", err)
	}
	if row.Samples != nil {
		if err := json.Unmarshal(row.Samples, &s.Samples); err != nil {
			return s, fmt.Errorf("read samples: %w", err)
		}
	}
	s.Revision, s.At = int(row.Revision), row.CalculatedAt
	if row.Config == nil {
		return s, nil
	}
	if err := json.Unmarshal(row.Config, &s.Config); err != nil {
		return s, fmt.Errorf("read configuration: %w", err)
	}
	return s, nil
}
