package pg

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/scoring-config/internal/pg/db"
)

// Active returns the active scorings of accounts that open wants, which sees of their configuration
// GenerateHistorical alone: to decode the rest takes longer than all else.
func (s *Store) Active(
	ctx context.Context, accounts core.AccountRange, newest, tried time.Time, open func(*core.Scoring) bool,
) (scorings []*core.Scoring, err error) {
	wanted := db.ListActiveScoringsParams{
		FirstAccount: int32(accounts.First), LastAccount: int32(accounts.Last), TriedSince: tried,
	}
	if !newest.IsZero() {
		wanted.Newest = &newest
	}
	err = s.db.ReadAsSystem(ctx, func(q pgdb.Querier) error {
		rows, err := s.q.ListActiveScorings(ctx, q, wanted)
		if err != nil {
			return err
		}
		for _, row := range rows {
			scoring := &core.Scoring{
				ID: row.ID, Account: core.AccountID(row.AccountID), Name: row.Name, Version: int(row.Version),
				Status: core.Active, FirstActivatedAt: row.FirstActivatedAt, ActivatedAt: row.ActivatedAt,
				FinishedThrough: row.FinishedThrough, Config: core.Config{GenerateHistorical: row.Historical},
			}
			if row.LastGeneratedDate != nil {
				scoring.LastGenerated = &core.Generated{Date: *row.LastGeneratedDate}
			}
			if !open(scoring) {
				continue
			}
			if err := json.Unmarshal(row.Config, &scoring.Config); err != nil {
				return fmt.Errorf("read config of scoring %s: %w", row.ID, err)
			}
			scorings = append(scorings, scoring)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list active scorings: %w", err)
	}
	return scorings, nil
}

// Done returns when calculations were finished, of each scoring those for its day and later ones.
func (s *Store) Done(ctx context.Context, from map[uuid.UUID]time.Time) (map[core.ResultKey]time.Time, error) {
	done := map[core.ResultKey]time.Time{}
	if len(from) == 0 {
		return done, nil
	}
	var wanted db.ListGeneratedFromParams
	for id, day := range from {
		wanted.Scorings, wanted.Days = append(wanted.Scorings, id), append(wanted.Days, day)
		if wanted.Since.IsZero() || day.Before(wanted.Since) {
			wanted.Since = day
		}
	}
	err := s.db.ReadAsSystem(ctx, func(q pgdb.Querier) error {
		rows, err := s.q.ListGeneratedFrom(ctx, q, wanted)
		for _, row := range rows {
			done[keyOf(row.ScoringID, row.Channel, row.GeneratedDate)] = row.CalculatedAt
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list finished calculations: %w", err)
	}
	return done, nil
}

// SetFinished notes up to which day a scoring has every result; it never goes back.
func (s *Store) SetFinished(ctx context.Context, account core.AccountID, id uuid.UUID, through time.Time) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		err := s.q.SetFinishedThrough(ctx, tx, db.SetFinishedThroughParams{
			AccountID: int32(account), ID: id, FinishedThrough: &through,
		})
		if err != nil {
			return fmt.Errorf("note finished days: %w", err)
		}
		return nil
	})
}

// DoneOf returns when calculations of scorings for some days were finished.
func (s *Store) DoneOf(
	ctx context.Context, account core.AccountID, scorings []uuid.UUID, days []time.Time,
) (map[core.ResultKey]time.Time, error) {
	done := map[core.ResultKey]time.Time{}
	err := s.db.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := s.q.ListGeneratedOf(ctx, q, db.ListGeneratedOfParams{
			AccountID: int32(account), Scorings: scorings, Days: days,
		})
		for _, row := range rows {
			done[keyOf(row.ScoringID, row.Channel, row.GeneratedDate)] = row.CalculatedAt
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list finished calculations: %w", err)
	}
	return done, nil
}

func keyOf(scoring uuid.UUID, channel int16, date time.Time) core.ResultKey {
	return core.ResultKey{Scoring: scoring, Channel: core.Channel(channel), Date: date.UTC()}
}

// SetGenerated notes a finished calculation.
func (s *Store) SetGenerated(
	ctx context.Context, account core.AccountID, key core.ResultKey, at time.Time, daysAgo int,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		err := s.q.UpsertGenerated(ctx, tx, db.UpsertGeneratedParams{
			ScoringID: key.Scoring, AccountID: int32(account), Channel: int16(key.Channel), GeneratedDate: key.Date,
			CalculatedAt: at,
		})
		if err != nil {
			return fmt.Errorf("note calculation: %w", err)
		}
		days := int32(daysAgo)
		err = s.q.SetLastGenerated(ctx, tx, db.SetLastGeneratedParams{
			AccountID: int32(account), ID: key.Scoring, LastGeneratedAt: &at, LastGeneratedDate: &key.Date,
			LastGeneratedDays: &days,
		})
		if err != nil {
			return fmt.Errorf("note last calculation: %w", err)
		}
		return nil
	})
}
