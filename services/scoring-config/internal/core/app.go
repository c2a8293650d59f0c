package core

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
)

// Store keeps scorings. Every method but the last three is limited to one account.
type Store interface {
	// Insert adds a scoring. It answers ErrLimit and ErrTooManyNew when the account may make no more.
	Insert(ctx context.Context, s *Scoring, quota Quota) error
	// Get returns ErrNotFound for another account's scoring.
	Get(ctx context.Context, account AccountID, id uuid.UUID) (*Scoring, error)
	// List returns the latest change first, from the one numbered skip on, most at the most, and how many there are.
	List(ctx context.Context, account AccountID, skip, most int) (scorings []*Scoring, total int, err error)
	// Update applies change to one scoring and keeps the result or nothing; others are the account's other scorings
	// that are no drafts, which stand still meanwhile. It answers ErrNotFound for another account's scoring.
	Update(
		ctx context.Context, account AccountID, id uuid.UUID, change func(s *Scoring, others []*Scoring) error,
	) (*Scoring, error)
	// Delete removes one scoring after check allowed it.
	Delete(ctx context.Context, account AccountID, id uuid.UUID, check func(*Scoring) error) error
	// Active returns the active scorings of all accounts.
	Active(ctx context.Context) ([]*Scoring, error)
	// Done returns when the calculations of all accounts were finished, for days from since on.
	Done(ctx context.Context, since time.Time) (map[ResultKey]time.Time, error)
	// SetGenerated notes a finished calculation; a repeat changes nothing.
	SetGenerated(ctx context.Context, account AccountID, key ResultKey, at time.Time, daysAgo int) error
}

// Contacts knows what a scoring may name in the contact system.
type Contacts interface {
	// Check returns the names that cannot be used.
	Check(ctx context.Context, account AccountID, names Names) (BadNames, error)
	// Tracking returns how many websites the account tracks, and the time of the first event; zero without events.
	Tracking(ctx context.Context, account AccountID) (websites int, since time.Time, err error)
}

// Quota is how many scorings an account may have, and make within an hour, drafts included.
type Quota struct{ Scorings, PerHour int }

// Accounts tells where accounts live.
type Accounts interface {
	// Zones returns the timezone of every active account.
	Zones(ctx context.Context) (map[AccountID]*time.Location, error)
	// TrackedEvents returns the account's tracked event types, in the order of WebWeights.
	TrackedEvents(ctx context.Context, account AccountID) ([]string, error)
	// Zone returns one account's timezone.
	Zone(ctx context.Context, account AccountID) (*time.Location, error)
}

// App holds the use cases.
type App struct {
	store    Store
	contacts Contacts
	accounts Accounts
	quota    Quota
	now      func() time.Time
}

// NewApp wires the use cases.
func NewApp(store Store, contacts Contacts, accounts Accounts, quota Quota, now func() time.Time) *App {
	return &App{store: store, contacts: contacts, accounts: accounts, quota: quota, now: now}
}

// facts asks for what the rules need to know of a configuration.
func (a *App) facts(ctx context.Context, account AccountID, config Config) (facts Facts, err error) {
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

// Lead returns what the account's lead scoring stands on.
func (a *App) Lead(ctx context.Context, account AccountID) (lead Lead, err error) {
	if lead.Websites, lead.Since, err = a.contacts.Tracking(ctx, account); err != nil {
		return Lead{}, err
	}
	lead.Types, err = a.accounts.TrackedEvents(ctx, account)
	return lead, err
}

// Create makes a draft.
func (a *App) Create(ctx context.Context, account AccountID, content Content) (uuid.UUID, error) {
	facts, err := a.facts(ctx, account, content.Config)
	if err != nil {
		return uuid.Nil, err
	}
	content.Status = Draft
	content.guide()
	if err := content.check(facts); err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.Nil, errors.Join(errors.New("make scoring id"), err)
	}
	now := a.now()
	s := &Scoring{
		ID: id, Account: account, Name: content.Name, Status: Draft, LastDraftStep: content.LastDraftStep,
		ByWizard:   content.ByWizard,
		Predefined: content.Predefined, Config: content.Config, Version: 1, CreatedAt: now, UpdatedAt: now,
	}
	if err := a.store.Insert(ctx, s, a.quota); err != nil {
		return uuid.Nil, err
	}
	return s.ID, nil
}

// Get returns one scoring.
func (a *App) Get(ctx context.Context, account AccountID, id uuid.UUID) (*Scoring, error) {
	return a.store.Get(ctx, account, id)
}

// List returns scorings of an account, the latest change first, and how many there are. Page 0 is all of them.
func (a *App) List(ctx context.Context, account AccountID, page, size int) (scorings []*Scoring, total int, err error) {
	if page == 0 {
		return a.store.List(ctx, account, 0, a.quota.Scorings)
	}
	return a.store.List(ctx, account, (page-1)*size, size)
}

// Zone returns the timezone of an account.
func (a *App) Zone(ctx context.Context, account AccountID) (*time.Location, error) {
	return a.accounts.Zone(ctx, account)
}

// Save replaces a draft or inactive scoring and answers its new version.
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

// Rename changes name and export properties of an active scoring and answers its new version.
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

// SetStatus switches a scoring on or off.
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
			return err // what was found out is about another configuration
		}
		facts.Others = others
		return s.SetStatus(to, facts, a.now())
	})
	return err
}

// Due returns what has to be calculated now, or for day when it is not zero.
func (a *App) Due(ctx context.Context, day time.Time) ([]Task, error) {
	scorings, err := a.store.Active(ctx)
	if err != nil {
		return nil, err
	}
	now := a.now()
	since := now.AddDate(0, 0, -7*(historicalWeeks+2))
	if !day.IsZero() {
		since = day
	}
	done, err := a.store.Done(ctx, since)
	if err != nil {
		return nil, err
	}
	zones, err := a.accounts.Zones(ctx)
	if err != nil {
		return nil, err
	}
	if !day.IsZero() {
		return DueOn(scorings, zones, done, day, now), nil
	}
	return Due(scorings, zones, done, now), nil
}

// ByName returns the tasks of one scoring for a day; a zero day is today in the account's timezone.
func (a *App) ByName(ctx context.Context, account AccountID, id uuid.UUID, day time.Time) ([]Task, error) {
	s, err := a.store.Get(ctx, account, id)
	if err != nil {
		return nil, err
	}
	if s.Status == Draft {
		return nil, ErrIsDraft
	}
	zone, err := a.accounts.Zone(ctx, account)
	if err != nil {
		return nil, err
	}
	today := DateIn(a.now(), zone)
	if day.After(today) {
		return nil, ErrDateInFuture.WithField("generatedDate", ErrDateInFuture.Detail)
	}
	if day.IsZero() {
		day = today
	}
	collect := newCollector(nil)
	collect.add(s, day, time.Time{})
	return collect.tasks(), nil
}

// Calculated notes a finished calculation.
func (a *App) Calculated(ctx context.Context, account AccountID, key ResultKey, at time.Time, daysAgo int) error {
	return a.store.SetGenerated(ctx, account, key, at, daysAgo)
}
