package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/telemetry"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/pg/db"
)

const (
	// taskLock separates the advisory locks of tasks from others in the same server.
	taskLock = 0x7461736b
	// askLock does the same for the locks of accounts that request calculations.
	askLock = 0x61736b73
	// takeAmong is how many tasks Take tries to lock, past those that other workers hold.
	takeAmong = 64
)

// Put adds tasks in their order.
func (s queue) Put(ctx context.Context, tasks []calculating.Waiting) error {
	return s.db.AsSystem(ctx, func(tx pgx.Tx) error {
		put, err := s.put(ctx, tx, tasks)
		if err != nil {
			return err
		}
		return s.note(ctx, tx, tasks, put)
	})
}

// put returns the digests of the tasks that were not queued yet.
func (s queue) put(ctx context.Context, tx pgx.Tx, tasks []calculating.Waiting) ([][]byte, error) {
	p := db.PutTasksParams{Trace: telemetry.Parent(ctx)}
	for _, task := range tasks {
		p.Accounts = append(p.Accounts, int32(task.Account))
		p.Digests = append(p.Digests, task.Digest)
		p.Payloads = append(p.Payloads, task.Payload)
	}
	put, err := s.q.PutTasks(ctx, tx, p)
	if err != nil {
		return nil, fmt.Errorf("put tasks: %w", err)
	}
	return put, nil
}

// note shows the calculations of tasks as queued, except those of tasks that waited already.
func (s queue) note(ctx context.Context, tx pgx.Tx, tasks []calculating.Waiting, put [][]byte) error {
	isNew := map[string]bool{"": true} // a task without a digest is always added
	for _, digest := range put {
		isNew[string(digest)] = true
	}
	var p db.QueueDueParams
	for _, task := range tasks {
		if !isNew[string(task.Digest)] {
			continue
		}
		for _, c := range task.Calculations {
			p.AccountIds = append(p.AccountIds, int32(task.Account))
			p.ScoringIds = append(p.ScoringIds, c.Key.Scoring)
			p.Channels = append(p.Channels, int16(c.Key.Channel))
			p.GeneratedDates = append(p.GeneratedDates, c.Key.Date)
			p.Names = append(p.Names, c.Name)
			p.Sinces, p.Asked = append(p.Sinces, c.Wanted.Since), append(p.Asked, c.Wanted.Asked)
		}
	}
	if len(p.ScoringIds) == 0 {
		return nil
	}
	return wrap("store queued tasks", s.q.QueueDue(ctx, tx, p))
}

// Ask adds tasks that a person requests by name, within the account's limit.
func (s queue) Ask(
	ctx context.Context, account calculation.AccountID, tasks []calculating.Waiting, limit int, now time.Time,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		// Two requests must not both take the last place within the limit, nor get the same turn.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1, $2)", askLock, int32(account)); err != nil {
			return fmt.Errorf("wait for other requests: %w", err)
		}
		since := now.Add(-calculating.AskedWithin)
		count, err := s.q.CountRequests(ctx, tx, db.CountRequestsParams{
			AccountID: int32(account), Since: since, Limit: int32(limit),
		})
		if err != nil {
			return fmt.Errorf("count requested scorings: %w", err)
		}
		if int(count.Requests) >= limit {
			return calculating.ErrAskedOften.After(count.First.Sub(since))
		}
		before := db.ForgetRequestsParams{AccountID: int32(account), RequestedAt: since}
		if err := s.q.ForgetRequests(ctx, tx, before); err != nil {
			return fmt.Errorf("delete requested scorings: %w", err)
		}
		request := db.InsertRequestParams{AccountID: int32(account), RequestedAt: now}
		if err := s.q.InsertRequest(ctx, tx, request); err != nil {
			return fmt.Errorf("store requested scorings: %w", err)
		}
		p := db.QueueAskedParams{AccountID: int32(account), CancelledBefore: now.Add(-time.Microsecond)}
		for _, task := range tasks {
			for _, c := range task.Calculations {
				p.ScoringIds, p.Channels = append(p.ScoringIds, c.Key.Scoring), append(p.Channels, int16(c.Key.Channel))
				p.GeneratedDates, p.Names = append(p.GeneratedDates, c.Key.Date), append(p.Names, c.Name)
			}
		}
		if err := s.q.QueueAsked(ctx, tx, p); err != nil {
			return fmt.Errorf("store queued tasks: %w", err)
		}
		_, err = s.put(ctx, tx, tasks)
		return err
	})
}

// Take returns the next task that no worker holds. The lease is an advisory lock of the database: it ends with the
// process, so a dead process holds nothing.
func (s queue) Take(ctx context.Context, now time.Time) (*calculating.Taken, func(), error) {
	ids, err := pgdb.ReadAsSystem(ctx, s.db, func(q pgdb.Querier) ([]int64, error) {
		return s.q.NextTasks(ctx, q, db.NextTasksParams{Now: now, Limit: takeAmong})
	})
	if err != nil {
		return nil, nil, wrap("list tasks", err)
	}
	for _, id := range ids {
		unlock, err := s.db.TryLock(ctx, taskLock, int32(id))
		if err != nil {
			return nil, nil, wrap("lock task", err)
		}
		if unlock == nil {
			continue
		}
		taken, err := s.begin(ctx, id, now)
		if err == nil && taken != nil {
			return taken, unlock, nil
		}
		unlock() // unless begin failed, another worker has done the task
		if err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, nil
}

// begin counts an attempt and records the account's turn; it returns nil if the task need not be done any more. Neither
// write waits for the disk: a server crash forgets an attempt, which does no harm.
func (s queue) begin(ctx context.Context, id int64, now time.Time) (*calculating.Taken, error) {
	var taken *calculating.Taken
	err := s.db.Unhurried(ctx, func(tx pgx.Tx) error {
		row, err := s.q.TakeTask(ctx, tx, db.TakeTaskParams{ID: id, Now: now, Process: s.process})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("take task: %w", err)
		}
		taken = &calculating.Taken{
			ID: calculation.TaskID(id), Account: calculation.AccountID(row.AccountID), Payload: row.Payload,
			Attempts: int(row.Attempts),
			Begun:    int(row.Begun), Trace: row.Trace,
		}
		return nil
	})
	return taken, wrap("begin task", err)
}

// Done removes a task. A server crash may restore it. Its results exist by then, so only calculations requested by name
// are repeated, with the same outcome.
func (s queue) Done(ctx context.Context, id calculation.TaskID) error {
	return wrap("end task", s.db.Unhurried(ctx, func(tx pgx.Tx) error {
		_, err := s.q.DeleteTask(ctx, tx, int64(id))
		return err
	}))
}

// Postpone hides a task until a time.
func (s queue) Postpone(ctx context.Context, id calculation.TaskID, until time.Time, forgiven bool) error {
	p := db.PostponeTaskParams{ID: int64(id), RetryAt: until}
	if forgiven {
		p.Forgiven = 1
	}
	return wrap("postpone task", s.db.Unhurried(ctx, func(tx pgx.Tx) error { return s.q.PostponeTask(ctx, tx, p) }))
}

func wrap(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
