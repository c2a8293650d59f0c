package core

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
)

// Store keeps scorings. Every method but the last three is limited to one account.
type Store interface {
	// Insert adds a scoring.
	Insert(ctx context.Context, s *Scoring) error
	// Get answers ErrNotFound for another account's scoring.
	Get(ctx context.Context, account AccountID, id uuid.UUID) (*Scoring, error)
	// List answers the latest change first.
	List(ctx context.Context, account AccountID) ([]*Scoring, error)
	// Update applies change to one scoring and keeps the result or nothing. It answers ErrNotFound for another
	// account's scoring.
	Update(ctx context.Context, account AccountID, id uuid.UUID, change func(*Scoring) error) (*Scoring, error)
	// Delete removes one scoring after check allowed it.
	Delete(ctx context.Context, account AccountID, id uuid.UUID, check func(*Scoring) error) error
	// Active answers the active scorings of all accounts.
	Active(ctx context.Context) ([]*Scoring, error)
	// Done answers when the calculations of all accounts were finished, for days from since on.
	Done(ctx context.Context, since time.Time) (map[ResultKey]time.Time, error)
	// SetGenerated notes a finished calculation; a repeat changes nothing.
	SetGenerated(ctx context.Context, account AccountID, key ResultKey, at time.Time, daysAgo int) error
}

// Contacts checks what a scoring names in the contact system.
type Contacts interface {
	// Check answers a fault when a uid, group or property is not the account's.
	Check(ctx context.Context, account AccountID, config Config) error
}

// Accounts tells where accounts live.
type Accounts interface {
	// Zones answers the timezone of every active account.
	Zones(ctx context.Context) (map[AccountID]*time.Location, error)
	// Zone answers one account's timezone.
	Zone(ctx context.Context, account AccountID) (*time.Location, error)
}

// App holds the use cases.
type App struct {
	store    Store
	contacts Contacts
	accounts Accounts
	now      func() time.Time
}

// NewApp wires the use cases.
func NewApp(store Store, contacts Contacts, accounts Accounts, now func() time.Time) *App {
	return &App{store: store, contacts: contacts, accounts: accounts, now: now}
}

// Create makes a draft.
func (a *App) Create(ctx context.Context, account AccountID, content Content) (uuid.UUID, error) {
	if err := content.Config.checkShape(); err != nil {
		return uuid.Nil, err
	}
	if err := a.contacts.Check(ctx, account, content.Config); err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.Nil, errors.Join(errors.New("make scoring id"), err)
	}
	now := a.now()
	s := &Scoring{
		ID: id, Account: account, Name: content.Name, Status: Draft, LastDraftStep: content.LastDraftStep, ByWizard: content.ByWizard,
		Predefined: content.Predefined, Config: content.Config, Version: 1, CreatedAt: now, UpdatedAt: now,
	}
	if err := a.store.Insert(ctx, s); err != nil {
		return uuid.Nil, err
	}
	return s.ID, nil
}

// Get answers one scoring.
func (a *App) Get(ctx context.Context, account AccountID, id uuid.UUID) (*Scoring, error) {
	return a.store.Get(ctx, account, id)
}

// List answers all scorings of an account.
func (a *App) List(ctx context.Context, account AccountID) ([]*Scoring, error) {
	return a.store.List(ctx, account)
}

// Zone answers the timezone of an account.
func (a *App) Zone(ctx context.Context, account AccountID) (*time.Location, error) {
	return a.accounts.Zone(ctx, account)
}

// Save replaces a draft or inactive scoring and answers its new version.
func (a *App) Save(ctx context.Context, account AccountID, id uuid.UUID, content Content, version int) (int, error) {
	if err := a.contacts.Check(ctx, account, content.Config); err != nil {
		return 0, err
	}
	s, err := a.store.Update(ctx, account, id, func(s *Scoring) error { return s.Save(content, version, a.now()) })
	if err != nil {
		return 0, err
	}
	return s.Version, nil
}

// Rename changes name and export properties of an active scoring and answers its new version.
func (a *App) Rename(ctx context.Context, account AccountID, id uuid.UUID, name string, exports Exports, version int) (int, error) {
	var named Config
	for channel, properties := range exports {
		named.set(channel, &ChannelConfig{ExportTo: properties})
	}
	if err := a.contacts.Check(ctx, account, named); err != nil {
		return 0, err
	}
	s, err := a.store.Update(ctx, account, id, func(s *Scoring) error { return s.Rename(name, exports, version, a.now()) })
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
	_, err := a.store.Update(ctx, account, id, func(s *Scoring) error { return s.SetStatus(to, a.now()) })
	return err
}

// Due answers what has to be calculated now, or for day when it is not zero.
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

// ByName answers the tasks of one scoring for a day; a zero day is today in the account's timezone.
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
