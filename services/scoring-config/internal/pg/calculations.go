package pg

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-config/internal/core"
	"puls.app/services/scoring-config/internal/pg/db"
)

// Active returns the active scorings of a range of accounts for which open returns true. open sees only
// GenerateHistorical of their configuration: decoding the rest takes longer than everything else.
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

// Done returns when calculations were finished: for each scoring those of its day in from and later ones.
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

// Some returns scorings of any account.
func (s *Store) Some(ctx context.Context, ids []uuid.UUID) (scorings []*core.Scoring, err error) {
	err = s.db.ReadAsSystem(ctx, func(q pgdb.Querier) error {
		rows, err := s.q.ListSomeScorings(ctx, q, ids)
		if err != nil {
			return err
		}
		for _, row := range rows {
			scoring, err := fromRow(db.GetScoringRow(row))
			if err != nil {
				return err
			}
			scorings = append(scorings, scoring)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list scorings: %w", err)
	}
	return scorings, nil
}

// SetFinished stores the day through which scorings have all results; the day never goes back.
func (s *Store) SetFinished(ctx context.Context, through map[*core.Scoring]time.Time) error {
	// Rows are locked in one order, against deadlocks.
	scorings := slices.SortedFunc(maps.Keys(through), func(a, b *core.Scoring) int {
		return cmp.Or(cmp.Compare(a.Account, b.Account), bytes.Compare(a.ID[:], b.ID[:]))
	})
	account := func(s *core.Scoring) int32 { return int32(s.Account) }
	err := pgdb.PipelineEach(ctx, s.db, scorings, account, func(q pgdb.Querier, scoring *core.Scoring) error {
		day := through[scoring]
		return s.q.SetFinishedThrough(ctx, q, db.SetFinishedThroughParams{
			AccountID: int32(scoring.Account), ID: scoring.ID, FinishedThrough: &day,
		})
	})
	if err != nil {
		return fmt.Errorf("note finished days: %w", err)
	}
	return nil
}

// DoneOf returns when calculations of scorings for the given days were finished.
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

// SetGenerated stores finished calculations.
func (s *Store) SetGenerated(ctx context.Context, calculations []core.Calculation) error {
	// Rows are locked in one order, against deadlocks.
	calculations = slices.SortedFunc(slices.Values(calculations), func(a, b core.Calculation) int {
		return cmp.Or(
			cmp.Compare(a.Account, b.Account), bytes.Compare(a.Scoring[:], b.Scoring[:]), cmp.Compare(a.Channel, b.Channel),
			a.Date.Compare(b.Date), a.At.Compare(b.At),
		)
	})
	account := func(c core.Calculation) int32 { return int32(c.Account) }
	err := pgdb.PipelineEach(ctx, s.db, calculations, account, func(q pgdb.Querier, c core.Calculation) error {
		return s.setGenerated(ctx, q, c)
	})
	if err != nil {
		return fmt.Errorf("note calculations: %w", err)
	}
	return nil
}

func (s *Store) setGenerated(ctx context.Context, q pgdb.Querier, c core.Calculation) error {
	err := s.q.UpsertGenerated(ctx, q, db.UpsertGeneratedParams{
		ScoringID: c.Scoring, AccountID: int32(c.Account), Channel: int16(c.Channel), GeneratedDate: c.Date,
		CalculatedAt: c.At,
	})
	if err != nil {
		return err
	}
	days := int32(c.DaysAgo)
	return s.q.SetLastGenerated(ctx, q, db.SetLastGeneratedParams{
		AccountID: int32(c.Account), ID: c.Scoring, LastGeneratedAt: &c.At, LastGeneratedDate: &c.Date,
		LastGeneratedDays: &days,
	})
}
