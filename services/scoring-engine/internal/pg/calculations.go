package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/outbox"
	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Exists tells whether a calculation is finished.
func (s *Store) Exists(ctx context.Context, key core.Key) (bool, error) {
	exists, err := s.q.HasCalculation(ctx, s.db.Pool, db.HasCalculationParams{
		ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date,
	})
	if err != nil {
		return false, fmt.Errorf("look for calculation: %w", err)
	}
	return exists, nil
}

// errFinished ends a transaction in which another worker's result was found.
var errFinished = errors.New("the calculation is finished already")

// Commit keeps a calculation, its cells and its announcement in one transaction.
func (s *Store) Commit(ctx context.Context, result core.Result, again bool, now time.Time, cells core.CellSource) (bool, error) {
	err := pgx.BeginFunc(ctx, s.db.Pool, func(tx pgx.Tx) error {
		revision, err := s.claim(ctx, tx, result, again, now)
		if err != nil {
			return err
		}
		if err := copyCells(ctx, tx, result.Key, cells); err != nil {
			return err
		}
		payload, err := proto.Marshal(event(result, revision, now))
		if err != nil {
			return fmt.Errorf("write event: %w", err)
		}
		if err := s.setProgress(ctx, tx, result.Key, core.Progress{Stage: core.StageDone, Done: 1}); err != nil {
			return err
		}
		return outbox.Put(ctx, tx, "scoring.calculated", payload)
	})
	if errors.Is(err, errFinished) {
		return false, nil
	}
	return err == nil, err
}

// claim takes the primary key, which is the only fence between two workers.
func (s *Store) claim(ctx context.Context, tx pgx.Tx, result core.Result, again bool, now time.Time) (revision int32, err error) {
	key := result.Key
	if !again {
		inserted, err := s.q.InsertCalculation(ctx, tx, db.InsertCalculationParams{
			ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date, AccountID: int32(result.Account), CalculatedAt: now,
		})
		if err != nil {
			return 0, fmt.Errorf("insert calculation: %w", err)
		}
		if inserted == 0 {
			return 0, errFinished
		}
		return 1, nil
	}
	revision, err = s.q.RaiseCalculation(ctx, tx, db.RaiseCalculationParams{
		ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date, AccountID: int32(result.Account), CalculatedAt: now,
	})
	if err != nil {
		return 0, fmt.Errorf("replace calculation: %w", err)
	}
	err = s.q.DeleteCells(ctx, tx, db.DeleteCellsParams{ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date})
	if err != nil {
		return 0, fmt.Errorf("remove earlier cells: %w", err)
	}
	return revision, nil
}

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

func event(result core.Result, revision int32, now time.Time) *scoringenginev1.Calculated {
	e := &scoringenginev1.Calculated{
		AccountId: int32(result.Account), ScoringId: result.Key.Scoring.String(), Channel: typev1.Channel(result.Key.Channel),
		GeneratedDate: result.Key.Date.Format(time.DateOnly), DaysAgo: int32(result.DaysAgo), Revision: revision,
		CalculatedAt: now.Unix(), References: result.References,
	}
	for _, d := range result.Databases {
		e.Databases = append(e.Databases, &scoringenginev1.DatabaseResult{
			DatabaseId: d.Database.ID, Uid: d.Database.UID, Histogram: d.Scores, NewHistogram: d.New, KnownHistogram: d.Known, Excluded: d.Excluded,
		})
	}
	return e
}

// SetProgress notes how far a calculation is, without waiting for the disk.
func (s *Store) SetProgress(ctx context.Context, key core.Key, progress core.Progress) error {
	return pgx.BeginFunc(ctx, s.db.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
			return fmt.Errorf("prepare progress: %w", err)
		}
		return s.setProgress(ctx, tx, key, progress)
	})
}

func (s *Store) setProgress(ctx context.Context, tx pgx.Tx, key core.Key, progress core.Progress) error {
	err := s.q.UpsertProgress(ctx, tx, db.UpsertProgressParams{
		ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date, Stage: string(progress.Stage),
		Done: progress.Done, Reason: progress.Reason, PossibleFrom: progress.PossibleFrom,
	})
	if err != nil {
		return fmt.Errorf("note progress: %w", err)
	}
	return nil
}

// Fail notes that a task was given up and announces it.
func (s *Store) Fail(ctx context.Context, task core.Task, reason string, now time.Time) error {
	failed := &scoringenginev1.Failed{
		AccountId: int32(task.Account), Channel: typev1.Channel(task.Channel), GeneratedDate: task.Date.Format(time.DateOnly), FailedAt: now.Unix(),
	}
	return pgx.BeginFunc(ctx, s.db.Pool, func(tx pgx.Tx) error {
		for _, scoring := range task.Scorings {
			failed.ScoringIds = append(failed.ScoringIds, scoring.ID.String())
			if err := s.setProgress(ctx, tx, task.Key(scoring), core.Progress{Stage: core.StageFailed, Reason: reason}); err != nil {
				return err
			}
		}
		payload, err := proto.Marshal(failed)
		if err != nil {
			return fmt.Errorf("write event: %w", err)
		}
		return outbox.Put(ctx, tx, "scoring.failed", payload)
	})
}

// Progress answers how far a calculation is; StageNone when nobody has asked for it.
func (s *Store) Progress(ctx context.Context, key core.Key) (core.Progress, error) {
	row, err := s.q.GetProgress(ctx, s.db.Pool, db.GetProgressParams{ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Progress{Stage: core.StageNone}, nil
	}
	if err != nil {
		return core.Progress{}, fmt.Errorf("read progress: %w", err)
	}
	return core.Progress{Stage: core.Stage(row.Stage), Done: row.Done, Reason: row.Reason, PossibleFrom: row.PossibleFrom}, nil
}

// cellPage is how many chunks are read at a time: no snapshot is held between pages, since finished cells only change
// when a person asks for the calculation again.
const cellPage = 16

// Cells hands over the cells of a calculation by database and chunk. It answers core.ErrNotFound when there is none.
func (s *Store) Cells(ctx context.Context, key core.Key, databases []int32, visit func(id core.ChunkID, cells []byte) error) error {
	exists, err := s.Exists(ctx, key)
	if err != nil {
		return err
	}
	if !exists {
		return core.ErrNotFound
	}
	after := db.ListCellsParams{
		ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date, Limit: cellPage,
		DatabaseIds: append([]int32{}, databases...), AfterChunk: -1,
	}
	for {
		rows, err := s.q.ListCells(ctx, s.db.Pool, after)
		if err != nil {
			return fmt.Errorf("list cells: %w", err)
		}
		for _, row := range rows {
			if err := visit(core.ChunkID{Database: row.DatabaseID, Chunk: uint32(row.Chunk)}, row.Cells); err != nil {
				return err
			}
		}
		if len(rows) < cellPage {
			return nil
		}
		last := rows[len(rows)-1]
		after.AfterDatabase, after.AfterChunk = last.DatabaseID, last.Chunk
	}
}
