package core

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"
)

// Store stores scorings. All methods are limited to one account unless they say otherwise.
type Store interface {
	// Insert adds a scoring. It returns ErrLimit or ErrTooManyNew if the account has reached its quota.
	Insert(ctx context.Context, s *Scoring, quota Quota) error
	// Get returns ErrNotFound for another account's scoring.
	Get(ctx context.Context, account AccountID, id uuid.UUID) (*Scoring, error)
	// List returns at most most scorings after skip, the latest change first, and the number of all.
	List(ctx context.Context, account AccountID, skip, most int) (scorings []*Scoring, total int, err error)
	// Finished returns the account's scorings that are not drafts, except but.
	Finished(ctx context.Context, account AccountID, but uuid.UUID) ([]*Scoring, error)
	// Update applies change to one scoring and stores the result, or nothing if change fails. others are the account's
	// other scorings that are not drafts; they are locked meanwhile. It returns ErrNotFound for another account's scoring.
	Update(
		ctx context.Context, account AccountID, id uuid.UUID, change func(s *Scoring, others []*Scoring) error,
	) (*Scoring, error)
	// Delete removes one scoring if check allows it.
	Delete(ctx context.Context, account AccountID, id uuid.UUID, check func(*Scoring) error) error
	// Active returns the active scorings of a range of accounts for which open returns true. open sees only
	// GenerateHistorical of their configuration. Scorings that are finished through newest are left out, unless they were
	// first activated after tried; a zero newest leaves out none.
	Active(
		ctx context.Context, accounts AccountRange, newest, tried time.Time, open func(*Scoring) bool,
	) ([]*Scoring, error)
	// Done returns when calculations were finished, in any account: for each scoring those of its day in from and later
	// ones.
	Done(ctx context.Context, from map[uuid.UUID]time.Time) (map[ResultKey]time.Time, error)
	// DoneOf returns when calculations of scorings for the given days were finished.
	DoneOf(
		ctx context.Context, account AccountID, scorings []uuid.UUID, days []time.Time,
	) (map[ResultKey]time.Time, error)
	// SetGenerated stores finished calculations, in any account; a repeat changes nothing.
	SetGenerated(ctx context.Context, calculations []Calculation) error
	// SetFinished stores the day through which scorings, in any account, have all results; the day never goes back.
	SetFinished(ctx context.Context, through map[*Scoring]time.Time) error
	// Some returns scorings of any account; unknown ids are left out.
	Some(ctx context.Context, ids []uuid.UUID) ([]*Scoring, error)
}

// Contacts reads the uids, groups, properties and websites that a scoring may use.
type Contacts interface {
	// Check returns the names that cannot be used.
	Check(ctx context.Context, account AccountID, names Names) (BadNames, error)
	// Sources returns the names of the groups and properties of uids; uids that the account lacks are left out.
	Sources(ctx context.Context, account AccountID, uids []string) (map[string]SourceNames, error)
	// Tracking returns the number of websites that the account tracks, and the time of the first event; zero without
	// events.
	Tracking(ctx context.Context, account AccountID) (websites int, since time.Time, err error)
}

// Quota bounds the scorings of an account, and those created within an hour, drafts included.
type Quota struct{ Scorings, PerHour int }

// Accounts reads settings of accounts.
type Accounts interface {
	// Clocks returns the clock of every active account.
	Clocks(ctx context.Context) (map[AccountID]Clock, error)
	// Clock returns one account's clock.
	Clock(ctx context.Context, account AccountID) (Clock, error)
	// TrackedEvents returns the account's tracked event types, in the order of the channel's weights.
	TrackedEvents(ctx context.Context, account AccountID) ([]string, error)
}

// Engine reads the progress of calculations, and calculates previews.
type Engine interface {
	// Preview counts tasks, each a channel with one scoring. It also scores them if scores is set and there is enough
	// data.
	Preview(ctx context.Context, account AccountID, tasks []Task, scores bool) (map[Channel]TaskPreview, error)
	// Backtest counts and scores a task for each of the given number of weeks. The task has the changed scoring and,
	// optionally, the one before the change.
	Backtest(ctx context.Context, account AccountID, task Task, weeks int) (Backtest, error)
	// Newest returns the newest calculation of each scoring and channel that has one.
	Newest(ctx context.Context, account AccountID, scorings []uuid.UUID, channels []Channel) ([]Progress, error)
}

// Needs are the dependencies of the use cases.
type Needs struct {
	Store    Store
	Contacts Contacts
	Accounts Accounts
	Engine   Engine
	Quota    Quota
	Now      func() time.Time
	Log      *slog.Logger
}

// App holds the use cases.
type App struct {
	store    Store
	contacts Contacts
	accounts Accounts
	engine   Engine
	quota    Quota
	now      func() time.Time
	log      *slog.Logger
	previews previews
}

// NewApp wires the use cases.
func NewApp(n Needs) *App {
	return &App{
		store: n.Store, contacts: n.Contacts, accounts: n.Accounts, engine: n.Engine, quota: n.Quota, now: n.Now, log: n.Log,
		previews: newPreviews(),
	}
}

// facts fetches the data outside a configuration that the rules need.
func (a *App) facts(ctx context.Context, account AccountID, config Config) (facts Facts, err error) {
	facts.Own = account.OwnUID()
	names := config.names()
	if len(names.UIDs)+len(names.Groups)+len(names.Properties) > 0 {
		if facts.Bad, err = a.contacts.Check(ctx, account, names); err != nil {
			return Facts{}, err
		}
	}
	if config.Web != nil {
		facts.Lead, err = a.Lead(ctx, account)
	}
	return facts, err
}

// Lead returns the data that the account's lead scoring depends on.
func (a *App) Lead(ctx context.Context, account AccountID) (lead Lead, err error) {
	if lead.Websites, lead.Since, err = a.contacts.Tracking(ctx, account); err != nil {
		return Lead{}, err
	}
	lead.Types, err = a.accounts.TrackedEvents(ctx, account)
	return lead, err
}

// LeadFrom returns Lead and the first day with complete data; zero without events.
func (a *App) LeadFrom(ctx context.Context, account AccountID) (lead Lead, from time.Time, err error) {
	if lead, err = a.Lead(ctx, account); err != nil {
		return Lead{}, time.Time{}, err
	}
	clock, err := a.accounts.Clock(ctx, account)
	if err != nil {
		return Lead{}, time.Time{}, err
	}
	return lead, lead.CompleteFrom(clock), nil
}

// Create adds a draft.
func (a *App) Create(ctx context.Context, account AccountID, content Content) (uuid.UUID, error) {
	facts, err := a.facts(ctx, account, content.Config)
	if err != nil {
		return uuid.Nil, err
	}
	content.Status = Draft
	if err := content.settle(facts); err != nil {
		return uuid.Nil, err
	}
	return a.insert(ctx, account, content)
}

// Duplicate adds a draft with a scoring's settings.
func (a *App) Duplicate(ctx context.Context, account AccountID, id uuid.UUID, name string) (uuid.UUID, error) {
	s, err := a.store.Get(ctx, account, id)
	if err != nil {
		return uuid.Nil, err
	}
	return a.insert(ctx, account, s.Duplicate(name))
}

func (a *App) insert(ctx context.Context, account AccountID, content Content) (uuid.UUID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.Nil, fmt.Errorf("make scoring id: %w", err)
	}
	now := a.now()
	return id, a.store.Insert(ctx, &Scoring{
		ID: id, Account: account, Name: content.Name, Status: Draft, LastDraftStep: content.LastDraftStep,
		ByWizard: content.ByWizard, Predefined: content.Predefined, Config: content.Config, Version: 1, CreatedAt: now,
		UpdatedAt: now,
	}, a.quota)
}

// Save replaces a draft or inactive scoring and returns its new version.
func (a *App) Save(ctx context.Context, account AccountID, id uuid.UUID, content Content, version int) (int, error) {
	facts, err := a.facts(ctx, account, content.Config)
	if err != nil {
		return 0, err
	}
	s, err := a.store.Update(ctx, account, id, func(s *Scoring, others []*Scoring) error {
		facts.Others = others
		return s.Save(content, version, facts, a.now())
	})
	if err != nil {
		return 0, err
	}
	return s.Version, nil
}

// Rename changes name and export properties of a scoring and returns its new version.
func (a *App) Rename(
	ctx context.Context, account AccountID, id uuid.UUID, name string, exports Exports, version int,
) (int, error) {
	facts, err := a.facts(ctx, account, exports.named())
	if err != nil {
		return 0, err
	}
	s, err := a.store.Update(ctx, account, id, func(s *Scoring, others []*Scoring) error {
		facts.Others = others
		return s.Rename(name, exports, version, facts, a.now())
	})
	if err != nil {
		return 0, err
	}
	return s.Version, nil
}

// Delete removes a draft.
func (a *App) Delete(ctx context.Context, account AccountID, id uuid.UUID) error {
	return a.store.Delete(ctx, account, id, func(s *Scoring) error {
		if s.Status != Draft {
			return ErrNotDraft
		}
		return nil
	})
}

// SetStatus activates or deactivates a scoring.
func (a *App) SetStatus(ctx context.Context, account AccountID, id uuid.UUID, to Status) error {
	seen, err := a.store.Get(ctx, account, id)
	if err != nil {
		return err
	}
	facts, err := a.facts(ctx, account, seen.Config)
	if err != nil {
		return err
	}
	_, err = a.store.Update(ctx, account, id, func(s *Scoring, others []*Scoring) error {
		if err := s.checkVersion(seen.Version); err != nil {
			return err // facts are about another configuration
		}
		facts.Others = others
		return s.SetStatus(to, facts, a.now())
	})
	return err
}

// Due calls each with the tasks that are due now, or those for day if it is not zero. It works on several chunks of
// accounts at a time, so that the queries and the decoding of one chunk overlap with those of others.
func (a *App) Due(ctx context.Context, day time.Time, each func([]Task) error) error {
	clocks, err := a.accounts.Clocks(ctx)
	if err != nil {
		return err
	}
	now := a.now()
	var newest time.Time
	if day.IsZero() {
		for _, clock := range clocks {
			if due := clock.Due(now); due.After(newest) {
				newest = due
			}
		}
	}
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(dueWorkers)
	var one sync.Mutex
	for accounts := range slices.Chunk(slices.Sorted(maps.Keys(clocks)), dueAccounts) {
		work.Go(func() error {
			tasks, err := a.dueOf(ctx, AccountRange{accounts[0], accounts[len(accounts)-1]}, clocks, day, newest, now)
			if err != nil {
				return err
			}
			one.Lock()
			defer one.Unlock()
			return each(tasks)
		})
	}
	return work.Wait()
}

// dueOf returns the due tasks of a range of accounts; newest is the newest day whose night has begun in any of them.
func (a *App) dueOf(
	ctx context.Context, accounts AccountRange, clocks map[AccountID]Clock, day, newest, now time.Time,
) ([]Task, error) {
	from := map[uuid.UUID]time.Time{}
	scorings, err := a.store.Active(ctx, accounts, newest, now.Add(-historicalFor), func(s *Scoring) bool {
		clock, known := clocks[s.Account]
		if !known {
			return false
		}
		first := day
		if day.IsZero() {
			first = s.firstOpen(clock, now)
		}
		// A scoring whose last result is of an earlier day has no results to look up.
		if !first.IsZero() && s.LastGenerated != nil && !s.LastGenerated.Date.Before(first) {
			from[s.ID] = first
		}
		return !first.IsZero()
	})
	if err != nil {
		return nil, err
	}
	done, err := a.store.Done(ctx, from)
	if err != nil {
		return nil, err
	}
	if !day.IsZero() {
		return DueOn(scorings, clocks, done, day, now), nil
	}
	return Due(scorings, clocks, done, now), nil
}

// Calculation is a finished calculation.
type Calculation struct {
	Account AccountID
	ResultKey
	At time.Time
	// DaysAgo is the length of its window in days.
	DaysAgo int
}

// Calculated stores finished calculations, and the day through which their scorings now have all results.
func (a *App) Calculated(ctx context.Context, calculations []Calculation) error {
	if err := a.store.SetGenerated(ctx, calculations); err != nil {
		return err
	}
	ids := map[uuid.UUID]bool{}
	for _, c := range calculations {
		ids[c.Scoring] = true
	}
	scorings, err := a.store.Some(ctx, slices.Collect(maps.Keys(ids)))
	if err != nil {
		return err
	}
	clocks, err := a.clocksOf(ctx, scorings)
	if err != nil {
		return err
	}
	now, open, from := a.now(), map[*Scoring][]time.Time{}, map[uuid.UUID]time.Time{}
	for _, s := range scorings {
		if days := s.openDays(clocks[s.Account], now); len(days) > 0 {
			open[s], from[s.ID] = days, days[0]
		}
	}
	done, err := a.store.Done(ctx, from)
	if err != nil {
		return err
	}
	finished := map[*Scoring]time.Time{}
	for s, days := range open {
		if through := s.finished(days, done, clocks[s.Account]); !through.IsZero() {
			finished[s] = through
		}
	}
	return a.store.SetFinished(ctx, finished)
}

// clocksOf returns the clocks of the accounts of scorings.
func (a *App) clocksOf(ctx context.Context, scorings []*Scoring) (map[AccountID]Clock, error) {
	clocks := map[AccountID]Clock{}
	for _, s := range scorings {
		if _, known := clocks[s.Account]; known {
			continue
		}
		clock, err := a.accounts.Clock(ctx, s.Account)
		if err != nil {
			return nil, err
		}
		clocks[s.Account] = clock
	}
	return clocks, nil
}
