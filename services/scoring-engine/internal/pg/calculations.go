package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/outbox"
	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Ended returns the finished and cancelled calculations of a task.
func (s results) Ended(ctx context.Context, task calculation.Task) (map[uuid.UUID]calculating.Ended, error) {
	p := db.ListEndedParams{Channel: int16(task.Channel), GeneratedDate: task.Date}
	for _, scoring := range task.Scorings {
		wanted := scoring.Wanted()
		p.ScoringIds = append(p.ScoringIds, scoring.ID)
		p.Sinces, p.Asked = append(p.Sinces, wanted.Since), append(p.Asked, wanted.Asked)
	}
	rows, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]db.ListEndedRow, error) {
		return s.q.ListEnded(ctx, q, p)
	})
	if err != nil {
		return nil, fmt.Errorf("look for calculations: %w", err)
	}
	ended := make(map[uuid.UUID]calculating.Ended, len(rows))
	for _, row := range rows {
		how := calculating.Ended{Cancelled: row.Cancelled}
		if row.CalculatedAt != nil {
			how.FinishedAt = *row.CalculatedAt
		}
		ended[row.ScoringID] = how
	}
	return ended, nil
}

// Commit stores calculations, their cells and their announcements in one transaction.
func (s results) Commit(ctx context.Context, made []calculating.Made, now time.Time) (kept []bool, err error) {
	err = s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		c := &commit{results: s, tx: tx, now: now, kept: make([]bool, len(made))}
		kept = c.kept
		return c.run(ctx, made)
	})
	return kept, err
}

// commit is a transaction that stores results.
type commit struct {
	results
	tx     pgx.Tx
	now    time.Time
	kept   []bool
	events []outbox.Fact
}

func (c *commit) run(ctx context.Context, made []calculating.Made) error {
	cells := make([]db.InsertCellsParams, len(made))
	for i, m := range made {
		cells[i] = nextCells(m.Result.Key, m.Cells)
	}
	exists, err := c.insert(ctx, made, cells)
	if err != nil {
		return err
	}
	for i, m := range made {
		switch {
		case c.kept[i]:
			err = c.insertCells(ctx, c.tx, m.Result.Key, m.Cells) // those that did not fit
		case exists[i]:
			err = c.replace(ctx, i, m, cells[i])
		}
		if err != nil {
			return err
		}
	}
	return outbox.PutAll(ctx, c.tx, c.events)
}

// insert stores new results, in one round trip, and returns for which of the others a result may be replaced.
func (c *commit) insert(
	ctx context.Context, made []calculating.Made, cells []db.InsertCellsParams,
) (exists []bool, err error) {
	exists = make([]bool, len(made))
	var params []db.KeepResultsParams
	var places []int
	var events []calculating.Event
	for i, m := range made {
		if exists[i] = m.Result.Scoring.Again; exists[i] {
			continue
		}
		event, err := c.announcer.Calculated(m.Result, 1, c.now)
		if err != nil {
			return nil, err
		}
		params = append(params, paramsOf(m.Result, c.now, event.Payload, cells[i]))
		places, events = append(places, i), append(events, event)
	}
	if len(params) == 0 {
		return exists, nil
	}
	c.q.KeepResults(ctx, c.tx, params).QueryRow(func(n int, row db.KeepResultsRow, failed error) {
		switch i := places[n]; {
		case failed != nil:
			err = errors.Join(err, failed)
		case row.Made:
			c.add(i, events[n])
		default:
			exists[i] = row.Noted
		}
	})
	if err != nil {
		return nil, fmt.Errorf("insert calculations: %w", err)
	}
	return exists, nil
}

// add records that a result was stored.
func (c *commit) add(i int, event calculating.Event) {
	c.kept[i] = true
	c.events = append(c.events, outbox.Fact(event))
}

func paramsOf(
	r calculation.Result, now time.Time, announcement []byte, cells db.InsertCellsParams,
) db.KeepResultsParams {
	run := r.Run(now)
	return db.KeepResultsParams{
		ScoringID: r.Key.Scoring, Channel: int16(r.Key.Channel), GeneratedDate: r.Key.Date, AccountID: int32(r.Account),
		Name: run.Name, CalculatedAt: now, Announcement: announcement, ByName: run.ByName, BeganAt: run.BeganAt,
		Tries: int32(run.Tries), Scored: int32(run.Scored), Excluded: int32(run.Excluded), ChunkCount: int32(run.Chunks),
		Since: run.Wanted.Since, Asked: run.Wanted.Asked, Warnings: warningsOf(run),
		DatabaseIds: cells.DatabaseIds, Chunks: cells.Chunks, Cells: cells.Cells,
	}
}

// replace stores a result in place of an existing one: either the scoring requests that, or the existing one is from
// before its day had settled.
func (c *commit) replace(ctx context.Context, i int, m calculating.Made, first db.InsertCellsParams) error {
	again := m.Result.Scoring.Again
	before := m.Result.Scoring.SettledAt
	if again {
		before = c.now.AddDate(100, 0, 0) // any existing result
		// endRun reports whether a person cancelled the calculation; for other scorings, insert has checked that.
		err := c.endRun(ctx, c.tx, m.Result.Run(c.now))
		if errors.Is(err, calculating.ErrCancelled) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	event, raised, err := c.raise(ctx, c.tx, m.Result, before, c.now)
	if err != nil || !raised {
		return err
	}
	if !again {
		if err := c.endRun(ctx, c.tx, m.Result.Run(c.now)); err != nil {
			return err
		}
	}
	if err := c.q.InsertCells(ctx, c.tx, first); err != nil {
		return fmt.Errorf("insert cells: %w", err)
	}
	if err := c.insertCells(ctx, c.tx, m.Result.Key, m.Cells); err != nil {
		return err
	}
	c.add(i, event)
	return nil
}

// timeOf returns nil for the zero time.
func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// raise makes a calculation the next revision and removes its cells, unless it was made at before or later.
func (s results) raise(
	ctx context.Context, tx pgx.Tx, result calculation.Result, before, now time.Time,
) (event calculating.Event, raised bool, err error) {
	scoring, channel, date := result.Key.Scoring, int16(result.Key.Channel), result.Key.Date
	revision, err := s.q.RaiseCalculation(ctx, tx, db.RaiseCalculationParams{
		ScoringID: scoring, Channel: channel, GeneratedDate: date, AccountID: int32(result.Account), CalculatedAt: now,
		Before: before,
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return event, false, nil
	}
	if err != nil {
		return event, false, fmt.Errorf("replace calculation: %w", err)
	}
	if event, err = s.announcer.Calculated(result, int(revision), now); err != nil {
		return event, false, err
	}
	err = s.q.SetAnnouncement(ctx, tx, db.SetAnnouncementParams{
		ScoringID: scoring, Channel: channel, GeneratedDate: date, Announcement: event.Payload,
	})
	if err != nil {
		return event, false, fmt.Errorf("keep announcement: %w", err)
	}
	err = s.q.DeleteCells(ctx, tx, db.DeleteCellsParams{ScoringID: scoring, Channel: channel, GeneratedDate: date})
	if err != nil {
		return event, false, fmt.Errorf("remove earlier cells: %w", err)
	}
	return event, true, nil
}

// SetProgress records the progress of a calculation, without waiting for the disk.
func (s results) SetProgress(
	ctx context.Context, account calculation.AccountID, key calculation.Key, scoring calculation.Scoring,
	progress calculation.Progress,
) error {
	return s.db.Unhurried(ctx, func(tx pgx.Tx) error {
		return s.setProgress(ctx, tx, account, key, scoring.Name, scoring.Wanted(), progress)
	})
}

func (s results) setProgress(
	ctx context.Context, tx pgx.Tx, account calculation.AccountID, key calculation.Key, name string,
	wanted calculation.Wanted,
	progress calculation.Progress,
) error {
	noted, err := s.q.UpsertProgress(ctx, tx, db.UpsertProgressParams{
		ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date, Stage: string(progress.Stage),
		Done: progress.Done, Reason: string(progress.Reason), PossibleFrom: progress.PossibleFrom, AccountID: int32(account),
		Name: name, Since: wanted.Since, Asked: wanted.Asked,
	})
	if err != nil {
		return fmt.Errorf("note progress: %w", err)
	}
	if noted == 0 {
		return calculating.ErrCancelled
	}
	return nil
}

// Fail records that a task was given up, announces it and removes it from the queue, in one transaction. A process that
// ends halfway thus leaves nothing for the next one to record twice, and of two workers that hold the same task only
// the first has an effect.
func (s results) Fail(ctx context.Context, task calculation.Task, reason calculation.Reason, now time.Time) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		ended, err := s.q.DeleteTask(ctx, tx, int64(task.ID))
		if err != nil {
			return fmt.Errorf("end task: %w", err)
		}
		if ended == 0 {
			return nil
		}
		scorings := task.Scorings
		task.Scorings = nil
		for _, scoring := range scorings {
			failed := task.RunOf(scoring, now)
			failed.Outcome, failed.Reason = calculation.RunFailed, reason
			err := s.endRun(ctx, tx, failed)
			if errors.Is(err, calculating.ErrCancelled) {
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

// Progress returns the progress of a calculation; StageNone if it was never requested.
func (s results) Progress(
	ctx context.Context, account calculation.AccountID, key calculation.Key,
) (calculation.Progress, error) {
	row, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) (db.GetProgressRow, error) {
		return s.q.GetProgress(ctx, q, db.GetProgressParams{
			ScoringID: key.Scoring, Channel: int16(key.Channel), GeneratedDate: key.Date,
		})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return calculation.Progress{Stage: calculation.StageNone}, nil
	}
	if err != nil {
		return calculation.Progress{}, fmt.Errorf("read progress: %w", err)
	}
	return progressOf(row), nil
}

// progressOf leaves out the first day with enough data unless the calculation is skipped now: one that waits again
// still has that of an earlier skip.
func progressOf(row db.GetProgressRow) calculation.Progress {
	p := calculation.Progress{Stage: calculation.Stage(row.Stage), Done: row.Done, Reason: calculation.Reason(row.Reason)}
	if p.Stage == calculation.StageSkipped {
		p.PossibleFrom = row.PossibleFrom
	}
	return p
}

// Newest returns the progress of the latest day's calculation, for each of some scorings and channels of an account.
func (s results) Newest(
	ctx context.Context, account calculation.AccountID, scorings []uuid.UUID, channels []calculation.Channel,
) ([]calculation.Noted, error) {
	p := db.ListProgressParams{
		AccountID: int32(account), ScoringIds: scorings, Channels: numbers(channels),
	}
	rows, err := pgdb.Read(ctx, s.db, int32(account), func(q pgdb.Querier) ([]db.ListProgressRow, error) {
		return s.q.ListProgress(ctx, pgdb.Generic(q), p)
	})
	if err != nil {
		return nil, fmt.Errorf("list progress: %w", err)
	}
	var list []calculation.Noted
	for _, row := range rows {
		list = append(list, calculation.Noted{
			Key: calculation.Key{Scoring: row.ScoringID, Channel: calculation.Channel(row.Channel), Date: row.GeneratedDate},
			Progress: progressOf(db.GetProgressRow{
				Stage: row.Stage, Done: row.Done, Reason: row.Reason, PossibleFrom: row.PossibleFrom,
			}),
			SkippedUntil: row.SkippedUntil, Cancelled: row.Cancelled,
		})
	}
	return list, nil
}
