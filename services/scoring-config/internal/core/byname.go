package core

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
)

// ByName returns the tasks of one scoring for a day, then, with history, those of the earlier Mondays of its first
// activation that have no result. A zero day is today in the account's timezone.
func (a *App) ByName(
	ctx context.Context, account AccountID, id uuid.UUID, day time.Time, history bool,
) ([]Task, error) {
	s, err := a.store.Get(ctx, account, id)
	if err != nil {
		return nil, err
	}
	if s.Status == Draft {
		return nil, ErrIsDraft
	}
	clock, err := a.accounts.Clock(ctx, account)
	if err != nil {
		return nil, err
	}
	now := a.now()
	today := clock.Day(now)
	if day.After(today) {
		return nil, ErrDateInFuture.WithField("generatedDate", ErrDateInFuture.Detail)
	}
	if day.IsZero() {
		day = today
	}
	named := newCollector(nil)
	named.add(s, day, time.Time{})
	tasks := named.tasks()
	for i := range tasks {
		tasks[i].Again = true
	}
	// The requested day is already in tasks.
	mondays := slices.DeleteFunc(s.historicalDays(clock, now), day.Equal)
	if !history || len(mondays) == 0 {
		return tasks, nil
	}
	done, err := a.store.DoneOf(ctx, account, []uuid.UUID{id}, mondays)
	if err != nil {
		return nil, err
	}
	earlier := newCollector(done)
	for _, monday := range mondays {
		earlier.add(s, monday, clock.Night(monday))
	}
	// Oldest first: that shows how far back there is enough data.
	oldest := earlier.tasks()
	slices.Reverse(oldest)
	return append(tasks, oldest...), nil
}
