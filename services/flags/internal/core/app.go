// Package core decides what a feature flag is: its name, its values, which targeting rules are accepted, and the
// payload that GrowthBook's SDKs read. It knows no database and no network.
package core

import "context"

// Store keeps flags. Each change that changes something moves Set.ChangedAt on, in the same transaction.
type Store interface {
	// Set returns all flags as of one moment.
	Set(ctx context.Context) (Set, error)
	// Save makes a flag or replaces it whole; the same again changes nothing.
	Save(ctx context.Context, flag Flag) error
	// Delete removes a flag. ErrNotFound.
	Delete(ctx context.Context, name Name) error
}

// App holds the use cases.
type App struct{ store Store }

// NewApp wires the use cases.
func NewApp(store Store) *App { return &App{store: store} }

// Payload returns all flags as GrowthBook's SDKs read them, and their entity tag.
func (a *App) Payload(ctx context.Context) (body []byte, tag string, err error) {
	set, err := a.store.Set(ctx)
	if err != nil {
		return nil, "", err
	}
	return Payload(set)
}

// List returns every flag by name.
func (a *App) List(ctx context.Context) ([]Flag, error) {
	set, err := a.store.Set(ctx)
	return set.Flags, err
}

// Save makes a flag or replaces it whole. It returns why it cannot be used: ErrNameInvalid, ErrValueInvalid,
// ErrRuleInvalid.
func (a *App) Save(ctx context.Context, flag Flag) error {
	flag, err := flag.Checked()
	if err != nil {
		return err
	}
	return a.store.Save(ctx, flag)
}

// Delete removes a flag. ErrNotFound.
func (a *App) Delete(ctx context.Context, name Name) error { return a.store.Delete(ctx, name) }
