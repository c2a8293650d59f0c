package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/outbox"
	"puls.app/services/scoring-engine/internal/core"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Ended returns how calculations ended.
func (s *Store) Ended(
	ctx context.Context, channel core.Channel, date time.Time, scorings []uuid.UUID,
) (map[uuid.UUID]core.Ended, error) {
	var rows []db.ListEndedRow
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) (err error) {
		rows, err = s.q.ListEnded(ctx, tx, db.ListEndedParams{
			ScoringIds: scorings, Channel: int16(channel), GeneratedDate: date,
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for calculations: %w", err)
	}
	ended := make(map[uuid.UUID]core.Ended, len(rows))
	for _, row := range rows {
		calculation := core.Ended{Cancelled: row.Cancelled}
		if row.CalculatedAt != nil {
			calculation.FinishedAt = *row.CalculatedAt
		}
		ended[row.ScoringID] = calculation
	}
	return ended, nil
}

// errFinished ends a transaction in which another worker's result was found.
var errFinished = errors.New("the calculation is finished already")

// Commit keeps a calculation, its cells and its announcement in one transaction.
func (s *Store) Commit(ctx context.Context, result core.Result, now time.Time, cells core.CellSource) (bool, error) {
	err := s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		event, err := s.claim(ctx, tx, result, now)
		if err != nil {
			return err
		}
		if err := s.insertCells(ctx, tx, result.Key, cells); err != nil {
			return err
		}
		if err := s.endRun(ctx, tx, result.Run(now)); err != nil {
			return err
		}
		return outbox.Put(ctx, tx, event.Subject, event.Payload)
	})
	if errors.Is(err, errFinished) {
		// The note of whoever asked again says so too.
		done := core.Progress{Stage: core.StageDone, Done: 1}
		return false, s.SetProgress(ctx, result.Account, result.Key, result.Scoring.Name, done)
	}
	return err == nil, err
}

// claim takes the primary key, which is the only fence between two workers, and keeps what is announced.
func (s *Store) claim(ctx context.Context, tx pgx.Tx, result core.Result, now time.Time) (core.Event, error) {
	before := now.AddDate(100, 0, 0) // whatever there is
	if !result.Scoring.Again {
		event, err := s.announcer.Calculated(result, 1, now)
		if err != nil {
			return core.Event{}, err
		}
		inserted, err := s.q.InsertCalculation(ctx, tx, db.InsertCalculationParams{
			ScoringID: result.Key.Scoring, Channel: int16(result.Key.Channel), GeneratedDate: result.Key.Date,
			AccountID: int32(result.Account), CalculatedAt: now, Announcement: event.Payload,
		})
		if err != nil {
			return core.Event{}, fmt.Errorf("insert calculation: %w", err)
		}
		if inserted > 0 {
			return event, nil
		}
		before = result.Scoring.SettledAt
	}
	return s.raise(ctx, tx, result, before, now)
}

// raise makes a calculation the next revision, unless it was made at before or later, and removes its cells.
func (s *Store) raise(ctx context.Context, tx pgx.Tx, result core.Result, before, now time.Time) (core.Event, error) {
	scoring, channel, date := result.Key.Scoring, int16(result.Key.Channel), result.Key.Date
	revision, err := s.q.RaiseCalculation(ctx, tx, db.RaiseCalculationParams{
		ScoringID: scoring, Channel: channel, GeneratedDate: date, AccountID: int32(result.Account), CalculatedAt: now,
		Before: before,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Event{}, errFinished
	}
	if err != nil {
		return core.Event{}, fmt.Errorf("replace calculation: %w", err)
	}
	event, err := s.announcer.Calculated(result, int(revision), now)
	if err != nil {
		return core.Event{}, err
	}
	err = s.q.SetAnnouncement(ctx, tx, db.SetAnnouncementParams{
		ScoringID: scoring, Channel: channel, GeneratedDate: date, Announcement: event.Payload,
	})
	if err != nil {
		return core.Event{}, fmt.Errorf("keep announcement: %w", err)
	}
	err = s.q.DeleteCells(ctx, tx, db.DeleteCellsParams{ScoringID: scoring, Channel: channel, GeneratedDate: date})
	if err != nil {
		return core.Event{}, fmt.Errorf("remove earlier cells: %w", err)
	}
	return event, nil
}

// SetProgress notes how far a calculation is, without waiting for the disk.
func (s *Store) SetProgress(
	ctx context.Context, account core.AccountID, key core.Key, name string, progress core.Progress,
) error {
	return s.db.Unhurried(ctx, func(tx pgx.Tx) error { return s.setProgress(ctx, tx, account, key, name, progress) })
}

func (s *Store) setProgress(
	ctx context.Context, tx pgx.Tx, account core.AccountID, key core.Key, name string, progress core.Progress,
) error {
	noted, err := s.q.UpsertProgress(ctx, tx, db.UpsertProgressParams{
		ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date, Stage: string(progress.Stage),
		Done: progress.Done, Reason: string(progress.Reason), PossibleFrom: progress.PossibleFrom, AccountID: int32(account),
		Name: name,
	})
	if err != nil {
		return fmt.Errorf("note progress: %w", err)
	}
	if noted == 0 {
		return core.ErrCancelled
	}
	return nil
}

// Fail notes that a task was given up and announces it.
func (s *Store) Fail(ctx context.Context, task core.Task, reason core.Reason, now time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		scorings := task.Scorings
		task.Scorings = nil
		for _, scoring := range scorings {
			failed := task.RunOf(scoring, now)
			failed.Outcome, failed.Reason = core.RunFailed, reason
			err := s.endRun(ctx, tx, failed)
			if errors.Is(err, core.ErrCancelled) {
				continue
			}
			if err != nil {
				return err
			}
			task.Scorings = append(task.Scorings, scoring)
		}
		if len(task.Scorings) == 0 {
			return nil
		}
		event, err := s.announcer.Failed(task, now)
		if err != nil {
			return err
		}
		return outbox.Put(ctx, tx, event.Subject, event.Payload)
	})
}

// Progress returns how far a calculation is; StageNone when nobody has asked for it.
func (s *Store) Progress(ctx context.Context, account core.AccountID, key core.Key) (core.Progress, error) {
	var row db.GetProgressRow
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		row, err = s.q.GetProgress(ctx, tx, db.GetProgressParams{
			ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date,
		})
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return core.Progress{Stage: core.StageNone}, nil
	}
	if err != nil {
		return core.Progress{}, fmt.Errorf("read progress: %w", err)
	}
	return core.Progress{
		Stage: core.Stage(row.Stage), Done: row.Done, Reason: core.Reason(row.Reason), PossibleFrom: row.PossibleFrom,
	}, nil
}

// Newest returns how far the calculation of the latest day is, of each scoring and channel of an account.
func (s *Store) Newest(ctx context.Context, account core.AccountID, scorings []uuid.UUID) ([]core.Noted, error) {
	p := db.ListProgressParams{AccountID: int32(account), ScoringIds: append([]uuid.UUID{}, scorings...)} // never null
	var rows []db.ListProgressRow
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		rows, err = s.q.ListProgress(ctx, tx, p)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list progress: %w", err)
	}
	var list []core.Noted
	for _, row := range rows {
		list = append(list, core.Noted{
			Key: core.Key{Scoring: row.ScoringID, Channel: core.Channel(row.Channel), Date: row.GeneratedDate},
			Progress: core.Progress{
				Stage: core.Stage(row.Stage), Done: row.Done, Reason: core.Reason(row.Reason), PossibleFrom: row.PossibleFrom,
			},
			SkippedUntil: row.SkippedUntil,
		})
	}
	return list, nil
}
