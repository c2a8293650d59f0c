package pg

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/asking"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// EndRun stores the run of a skipped calculation, without waiting for the disk. The schedule repeats due calculations
// every hour: skipping one again for the same reason updates its progress and adds no run.
func (s results) EndRun(ctx context.Context, run calculation.Run) error {
	return s.db.Unhurried(ctx, func(tx pgx.Tx) error {
		if run.Outcome != calculation.RunSkipped || run.ByName {
			return s.endRun(ctx, tx, run)
		}
		known, err := s.q.IsSkipped(ctx, tx, db.IsSkippedParams{
			AccountID: int32(run.Account), ScoringID: run.Key.Scoring, Channel: int16(run.Key.Channel),
			GeneratedDate: run.Key.Date, Reason: string(run.Reason), PossibleFrom: run.PossibleFrom,
		})
		switch {
		case err != nil:
			return fmt.Errorf("look for runs: %w", err)
		case known:
			return s.setProgress(ctx, tx, run.Account, run.Key, run.Name, run.Wanted, run.Progress())
		}
		return s.endRun(ctx, tx, run)
	})
}

func (s results) endRun(ctx context.Context, tx pgx.Tx, run calculation.Run) error {
	ended, err := s.q.EndCalculation(ctx, tx, db.EndCalculationParams{
		AccountID: int32(run.Account), ScoringID: run.Key.Scoring, Channel: int16(run.Key.Channel),
		GeneratedDate: run.Key.Date, Name: run.Name, ByName: run.ByName, BeganAt: run.BeganAt, EndedAt: run.EndedAt,
		Tries: int32(run.Tries), Outcome: string(run.Outcome), Reason: string(run.Reason), PossibleFrom: run.PossibleFrom,
		Scored: int32(run.Scored), Excluded: int32(run.Excluded), Chunks: int32(run.Chunks), Warnings: warningsOf(run),
		Done: run.Progress().Done, Since: run.Wanted.Since, Asked: run.Wanted.Asked,
	})
	if err != nil {
		return fmt.Errorf("note how the calculation ended: %w", err)
	}
	if ended == 0 {
		return calculating.ErrCancelled
	}
	return nil
}

// warningsOf returns codes, some followed by a colon and their subject.
func warningsOf(run calculation.Run) []string {
	warnings := make([]string, 0, len(run.Warnings))
	for _, w := range run.Warnings {
		warnings = append(warnings, strings.TrimSuffix(string(w.Code)+":"+w.Subject, ":"))
	}
	return warnings
}

// ListRuns returns a page of an account's runs.
func (s results) ListRuns(
	ctx context.Context, account calculation.AccountID, filter asking.RunFilter,
) (page []calculation.Run, total int, err error) {
	var scoring *uuid.UUID
	if filter.Scoring != uuid.Nil {
		scoring = &filter.Scoring
	}
	first, last := timeOf(filter.First), timeOf(filter.Last)
	var rows []db.ListRunsRow
	err = s.db.Read(ctx, int32(account), func(q pgdb.Querier) error {
		count, err := s.q.CountRuns(ctx, q, db.CountRunsParams{
			AccountID: int32(account), ScoringID: scoring, Channel: int16(filter.Channel), Outcome: string(filter.Outcome),
			Reason: string(filter.Reason), FirstDay: first, LastDay: last,
		})
		if err != nil {
			return fmt.Errorf("count runs: %w", err)
		}
		total = int(count)
		rows, err = s.q.ListRuns(ctx, q, db.ListRunsParams{
			AccountID: int32(account), ScoringID: scoring, Channel: int16(filter.Channel), Outcome: string(filter.Outcome),
			Reason: string(filter.Reason), FirstDay: first, LastDay: last, Size: int32(filter.Size),
			Past: int32((filter.Page - 1) * filter.Size),
		})
		return wrap("list runs", err)
	})
	for _, row := range rows {
		run := calculation.Run{
			ID: row.ID, Account: account,
			Key:  calculation.Key{Scoring: row.ScoringID, Channel: calculation.Channel(row.Channel), Date: row.GeneratedDate},
			Name: row.Name, ByName: row.ByName, BeganAt: row.BeganAt, EndedAt: row.EndedAt, Tries: int(row.Tries),
			Outcome: calculation.RunOutcome(row.Outcome), Reason: calculation.Reason(row.Reason), PossibleFrom: row.PossibleFrom,
			Scored: int(row.Scored), Excluded: int(row.Excluded), Chunks: int(row.Chunks),
		}
		for _, text := range row.Warnings {
			code, subject, _ := strings.Cut(text, ":")
			run.Warnings = append(run.Warnings, calculation.Warning{Code: calculation.WarningCode(code), Subject: subject})
		}
		page = append(page, run)
	}
	return page, total, err
}

// mostCurrent bounds the number of waiting and running calculations in a list.
const mostCurrent = 100

// ListCurrent returns an account's waiting and running calculations.
func (s results) ListCurrent(
	ctx context.Context, account calculation.AccountID, filter asking.RunFilter,
) (list []asking.Current, err error) {
	p := db.ListCurrentParams{
		AccountID: int32(account), Channel: int16(filter.Channel), FirstDay: timeOf(filter.First),
		LastDay: timeOf(filter.Last), Size: mostCurrent,
	}
	if filter.Scoring != uuid.Nil {
		p.ScoringID = &filter.Scoring
	}
	var rows []db.ListCurrentRow
	err = s.db.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
		rows, err = s.q.ListCurrent(ctx, q, p)
		return wrap("list running tasks", err)
	})
	for _, row := range rows {
		list = append(list, asking.Current{
			Key:  calculation.Key{Scoring: row.ScoringID, Channel: calculation.Channel(row.Channel), Date: row.GeneratedDate},
			Name: row.Name, Progress: calculation.Progress{
				Stage: calculation.Stage(row.Stage), Done: row.Done,
			}, NotedAt: row.UpdatedAt,
		})
	}
	return list, err
}

// Cancel stops the waiting and running calculations of a scoring.
func (s results) Cancel(
	ctx context.Context, account calculation.AccountID, scoring uuid.UUID, day, now time.Time,
) (cancelled int, err error) {
	p := db.CancelCalculationsParams{AccountID: int32(account), ScoringID: scoring, Now: now}
	if !day.IsZero() {
		p.GeneratedDate = &day
	}
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.CancelCalculations(ctx, tx, p)
		cancelled = int(rows)
		return wrap("cancel calculations", err)
	})
	return cancelled, err
}

// ForgetRuns removes runs that ended before a moment.
func (s results) ForgetRuns(ctx context.Context, before time.Time) error {
	return wrap("remove old runs", s.db.Forget(ctx, func(tx pgx.Tx, most int32) (int64, error) {
		return s.q.ForgetRuns(ctx, tx, db.ForgetRunsParams{EndedAt: before, Limit: most})
	}))
}
