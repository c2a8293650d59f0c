package core_test

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/scoring-config/internal/core"
)

// memory stores scorings like the store in Postgres.
type memory struct {
	scorings map[uuid.UUID]*core.Scoring
	done     map[core.ResultKey]time.Time
}

func newMemory() *memory {
	return &memory{scorings: map[uuid.UUID]*core.Scoring{}, done: map[core.ResultKey]time.Time{}}
}

// kept returns a deep copy of a scoring.
func kept(s *core.Scoring) *core.Scoring {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	copied := &core.Scoring{}
	if err := json.Unmarshal(data, copied); err != nil {
		panic(err)
	}
	return copied
}

func (m *memory) Insert(_ context.Context, s *core.Scoring, _ core.Quota) error {
	m.scorings[s.ID] = kept(s)
	return nil
}

func (m *memory) Get(_ context.Context, account core.AccountID, id uuid.UUID) (*core.Scoring, error) {
	s := m.scorings[id]
	if s == nil || s.Account != account {
		return nil, core.ErrNotFound
	}
	return kept(s), nil
}

func (m *memory) List(context.Context, core.AccountID, int, int) ([]*core.Scoring, int, error) {
	return m.all(), len(m.scorings), nil
}

func (m *memory) Finished(_ context.Context, account core.AccountID, but uuid.UUID) ([]*core.Scoring, error) {
	var others []*core.Scoring
	for _, s := range m.scorings {
		if s.Account == account && s.ID != but && s.Status != core.Draft {
			others = append(others, kept(s))
		}
	}
	return others, nil
}

func (m *memory) Update(
	ctx context.Context, account core.AccountID, id uuid.UUID, change func(*core.Scoring, []*core.Scoring) error,
) (*core.Scoring, error) {
	s, err := m.Get(ctx, account, id)
	if err != nil {
		return nil, err
	}
	others, _ := m.Finished(ctx, account, id)
	if err := change(s, others); err != nil {
		return nil, err
	}
	m.scorings[id] = kept(s)
	return s, nil
}

func (m *memory) Delete(
	ctx context.Context, account core.AccountID, id uuid.UUID, check func(*core.Scoring) error,
) error {
	s, err := m.Get(ctx, account, id)
	if err != nil {
		return err
	}
	if err := check(s); err != nil {
		return err
	}
	delete(m.scorings, id)
	return nil
}

func (m *memory) Active(
	_ context.Context, accounts core.AccountRange, _, _ time.Time, open func(*core.Scoring) bool,
) (active []*core.Scoring, err error) {
	for _, s := range m.scorings {
		if s.Status == core.Active && s.Account >= accounts.First && s.Account <= accounts.Last && open(s) {
			active = append(active, kept(s))
		}
	}
	return active, nil
}

func (m *memory) Done(_ context.Context, from map[uuid.UUID]time.Time) (map[core.ResultKey]time.Time, error) {
	done := map[core.ResultKey]time.Time{}
	for key, at := range m.done {
		if day, wanted := from[key.Scoring]; wanted && !key.Date.Before(day) {
			done[key] = at
		}
	}
	return done, nil
}

func (m *memory) DoneOf(
	_ context.Context, _ core.AccountID, scorings []uuid.UUID, days []time.Time,
) (map[core.ResultKey]time.Time, error) {
	done := map[core.ResultKey]time.Time{}
	for _, id := range scorings {
		for _, day := range days {
			for _, channel := range []core.Channel{core.Mailing, core.SMS, core.Web} {
				if at, has := m.done[core.ResultKey{Scoring: id, Channel: channel, Date: day}]; has {
					done[core.ResultKey{Scoring: id, Channel: channel, Date: day}] = at
				}
			}
		}
	}
	return done, nil
}

func (m *memory) SetGenerated(_ context.Context, calculations []core.Calculation) error {
	for _, c := range calculations {
		m.done[c.ResultKey] = c.At
		if s := m.scorings[c.Scoring]; s.LastGenerated == nil || !s.LastGenerated.Date.After(c.Date) {
			s.LastGenerated = &core.Generated{At: c.At, Date: c.Date, DaysAgo: c.DaysAgo}
		}
	}
	return nil
}

func (m *memory) SetFinished(_ context.Context, through map[*core.Scoring]time.Time) error {
	for s, day := range through {
		if s.FinishedThrough == nil || s.FinishedThrough.Before(day) {
			s.FinishedThrough = &day
		}
	}
	return nil
}

func (m *memory) Some(_ context.Context, ids []uuid.UUID) (scorings []*core.Scoring, err error) {
	for _, id := range ids {
		if s := m.scorings[id]; s != nil {
			scorings = append(scorings, s)
		}
	}
	return scorings, nil
}

// world stands in for the peers: every name exists, one property holds texts.
type world struct {
	clocks map[core.AccountID]core.Clock
	texts  map[core.PropertyRef]bool
}

func (w world) Check(context.Context, core.AccountID, core.Names) (core.BadNames, error) {
	return core.BadNames{Texts: w.texts}, nil
}

func (world) Sources(_ context.Context, _ core.AccountID, uids []string) (map[string]core.SourceNames, error) {
	names := map[string]core.SourceNames{}
	for _, uid := range uids {
		names[uid] = core.SourceNames{Properties: map[int32]string{7: "Score", 8: "City"}}
	}
	return names, nil
}

func (world) Tracking(context.Context, core.AccountID) (int, time.Time, error) {
	return 0, time.Time{}, nil
}

func (w world) Clocks(context.Context) (map[core.AccountID]core.Clock, error) { return w.clocks, nil }

func (w world) Clock(_ context.Context, account core.AccountID) (core.Clock, error) {
	return w.clocks[account], nil
}

func (world) TrackedEvents(context.Context, core.AccountID) ([]string, error) { return nil, nil }

func (m *memory) all() []*core.Scoring {
	var all []*core.Scoring
	for _, s := range m.scorings {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *core.Scoring) int { return slices.Compare(a.ID[:], b.ID[:]) })
	return all
}
