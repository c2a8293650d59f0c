package core

import (
	"context"
	"slices"
	"strings"
)

// AccountStore keeps accounts and users.
type AccountStore interface {
	// Create adds an account and its first user and writes the audit log, or answers ErrEmailTaken and adds nothing.
	Create(ctx context.Context, account Account, email, hash string, act Act) (AccountID, error)
	// Account answers ErrNotFound when there is none.
	Account(ctx context.Context, id AccountID) (Account, error)
	// ActiveAccounts answers ID and Timezone of each, by number.
	ActiveAccounts(ctx context.Context) ([]Account, error)
	// User answers ErrNotFound when the account has none of that id.
	User(ctx context.Context, account AccountID, id UserID) (User, error)
	SetLanguage(ctx context.Context, account AccountID, language string) error
	// UpdateSettings keeps an account's language, timezone, event types unless they are nil, and billing.
	UpdateSettings(ctx context.Context, account Account) error
}

// EventTypes are the web event types that can be tracked, in the order in which they are listed.
func EventTypes() []string {
	return []string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}
}

// Me answers the caller's user, and the account that the session is in.
func (a *App) Me(ctx context.Context, c Caller) (User, Account, error) {
	user, err := a.store.User(ctx, c.Home, c.User)
	if err != nil {
		return User{}, Account{}, err
	}
	user.HasClients = user.HasClients || user.SuperAdmin()
	account, err := a.store.Account(ctx, c.Account)
	return user, account, err
}

// TrialExpired tells whether an account's trial is over now.
func (a *App) TrialExpired(account Account) bool { return account.TrialExpired(a.now()) }

// Account answers one account.
func (a *App) Account(ctx context.Context, id AccountID) (Account, error) {
	return a.store.Account(ctx, id)
}

// ActiveAccounts answers ID and Timezone of every active account.
func (a *App) ActiveAccounts(ctx context.Context) ([]Account, error) {
	return a.store.ActiveAccounts(ctx)
}

// SetLanguage sets the language of an account's texts and e-mails.
func (a *App) SetLanguage(ctx context.Context, account AccountID, language string) error {
	return a.store.SetLanguage(ctx, account, language)
}

// UpdateSettings replaces an account's settings; eventTypes are separated by commas, in any case, nil keeps them.
func (a *App) UpdateSettings(ctx context.Context, account Account, eventTypes *string) error {
	if err := CheckTimezone(account.Timezone); err != nil {
		return err
	}
	account.TrackedEventTypes = nil
	if eventTypes != nil {
		var err error
		if account.TrackedEventTypes, err = ParseEventTypes(*eventTypes); err != nil {
			return err
		}
	}
	return a.store.UpdateSettings(ctx, account)
}

// ParseEventTypes reads a list of web event types and answers each once, in the order of the product.
func ParseEventTypes(text string) ([]string, error) {
	known, tracked := EventTypes(), map[string]bool{}
	for name := range strings.SplitSeq(text, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		if !slices.Contains(known, name) {
			return nil, ErrEventType.WithField("Web.TrackedEventTypeList", ErrEventType.Detail)
		}
		tracked[name] = true
	}
	return slices.DeleteFunc(known, func(name string) bool { return !tracked[name] }), nil
}
