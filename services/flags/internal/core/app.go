// Package core has the rules of feature flags: names, values, targeting rules, and the payload that GrowthBook's SDKs
// read. It knows no database and no network.
package core

import "context"

// Store stores flags. Every effective change advances Set.ChangedAt in the same transaction.
type Store interface {
	// Set returns all flags as of one moment.
	Set(ctx context.Context) (Set, error)
	// Save adds or replaces a flag; an identical flag changes nothing.
	Save(ctx context.Context, flag Flag) error
	// Delete removes a flag, or returns ErrNotFound.
	Delete(ctx context.Context, name Name) error
}

// App holds the use cases.
type App struct{ store Store }

// NewApp wires the use cases.
func NewApp(store Store) *App { return &App{store: store} }

// Payload returns all flags in the form of GrowthBook's SDKs, and their entity tag.
func (a *App) Payload(ctx context.Context) (body []byte, tag string, err error) {
	set, err := a.store.Set(ctx)
	if err != nil {
		return nil, "", err
	}
	return Payload(set)
}

// List returns all flags by name.
func (a *App) List(ctx context.Context) ([]Flag, error) {
	set, err := a.store.Set(ctx)
	return set.Flags, err
}

// Save adds or replaces a flag. It returns ErrNameInvalid, ErrValueInvalid or ErrRuleInvalid for an unusable one.
func (a *App) Save(ctx context.Context, flag Flag) error {
	flag, err := flag.Checked()
	if err != nil {
		return err
	}
	return a.store.Save(ctx, flag)
}

// Delete removes a flag, or returns ErrNotFound.
func (a *App) Delete(ctx context.Context, name Name) error { return a.store.Delete(ctx, name) }
