package core

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/spec"
)

// patience bounds the wait for the engine's progress; without it scorings are returned without their state.
const patience = 500 * time.Millisecond

// View is a scoring with its state, as users see it.
type View struct {
	*Scoring
	Clock Clock
	// State is nil if there is none, or if the engine did not respond in time.
	State *State
	// NextAt is when the next night calculates the scoring; zero unless it is active.
	NextAt time.Time
	// History is nil without a backfill.
	History *History
}

// Get returns one scoring.
func (a *App) Get(ctx context.Context, account AccountID, id uuid.UUID) (View, error) {
	s, err := a.store.Get(ctx, account, id)
	if err != nil {
		return View{}, err
	}
	return a.View(ctx, s)
}

// Specs returns the engine's input for each channel of a scoring, or ErrNotFound.
func (a *App) Specs(ctx context.Context, account AccountID, id uuid.UUID) (map[Channel]spec.Spec, error) {
	s, err := a.store.Get(ctx, account, id)
	if err != nil {
		return nil, err
	}
	specs := map[Channel]spec.Spec{}
	for _, channel := range s.Config.Channels() {
		specs[channel] = s.Spec(channel)
	}
	return specs, nil
}

// List returns scorings of an account, the latest change first, and the number of all. Page 0 returns all of them.
func (a *App) List(ctx context.Context, account AccountID, page, size int) (views []View, total int, err error) {
	skip, most := (page-1)*size, size
	if page == 0 {
		skip, most = 0, a.quota.Scorings
	}
	scorings, total, err := a.store.List(ctx, account, skip, most)
	if err != nil {
		return nil, 0, err
	}
	views, err = a.views(ctx, account, scorings)
	return views, total, err
}

// View returns a scoring with its state.
func (a *App) View(ctx context.Context, s *Scoring) (View, error) {
	views, err := a.views(ctx, s.Account, []*Scoring{s})
	if err != nil {
		return View{}, err
	}
	return views[0], nil
}

func (a *App) views(ctx context.Context, account AccountID, scorings []*Scoring) ([]View, error) {
	clock, err := a.accounts.Clock(ctx, account)
	if err != nil {
		return nil, err
	}
	newest, known := a.newest(ctx, account, scorings)
	done, err := a.doneMondays(ctx, account, scorings, clock)
	if err != nil {
		return nil, err
	}
	now := a.now()
	views := make([]View, len(scorings))
	for i, s := range scorings {
		views[i] = View{
			Scoring: s, Clock: clock, NextAt: s.NextAt(clock, now), History: s.History(newest[s.ID], done, clock, now),
		}
		if known {
			views[i].State = s.State(newest[s.ID], clock, now)
		}
	}
	return views, nil
}

// newest returns the newest calculations of scorings; known is false if the engine takes too long.
func (a *App) newest(
	ctx context.Context, account AccountID, scorings []*Scoring,
) (newest map[uuid.UUID][]Progress, known bool) {
	var ids []uuid.UUID
	var channels []Channel
	for _, s := range scorings {
		if s.Status != Draft {
			ids, channels = append(ids, s.ID), append(channels, s.Config.Channels()...)
		}
	}
	if len(ids) == 0 {
		return nil, true
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	list, err := a.engine.Newest(limited, account, ids, distinct(channels))
	if err != nil {
		if ctx.Err() == nil { // the caller still waits
			a.log.WarnContext(ctx, "scorings are shown without their state", "account", account, "error", err)
		}
		return nil, false
	}
	newest = map[uuid.UUID][]Progress{}
	for _, progress := range list {
		newest[progress.Scoring] = append(newest[progress.Scoring], progress)
	}
	return newest, true
}

// doneMondays returns when the backfills of scorings were finished.
func (a *App) doneMondays(
	ctx context.Context, account AccountID, scorings []*Scoring, clock Clock,
) (map[ResultKey]time.Time, error) {
	var ids []uuid.UUID
	var days []time.Time
	for _, s := range scorings {
		if mondays := s.Mondays(clock); len(mondays) > 0 {
			ids, days = append(ids, s.ID), append(days, mondays...)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return a.store.DoneOf(ctx, account, ids, days)
}
