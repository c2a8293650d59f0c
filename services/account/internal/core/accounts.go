package core

import (
	"context"
	"slices"
	"strings"
	"time"
)

// AccountStore stores accounts and users.
type AccountStore interface {
	// Account returns ErrNotFound if there is no such account.
	Account(ctx context.Context, id AccountID) (Account, error)
	// ActiveAccounts returns ID, Timezone and NightHour of each active account, ordered by number.
	ActiveAccounts(ctx context.Context) ([]Account, error)
	// AtHome returns a user and the user's own account, or ErrNotFound if the account has no such user.
	AtHome(ctx context.Context, home AccountID, id UserID) (User, Account, error)
	// Users returns the active users of an account.
	Users(ctx context.Context, account AccountID) ([]Member, error)
	// Guests returns the active users of the accounts that have an account as a client.
	Guests(ctx context.Context, client AccountID) ([]Member, error)
	SetLanguage(ctx context.Context, account AccountID, language string) error
	// UpdateSettings stores an account's settings; event types and night hour only if they are not nil.
	UpdateSettings(ctx context.Context, id AccountID, settings Settings) error
}

// Accounts reads accounts, for their users and other services, and changes their settings.
type Accounts struct {
	Store AccountStore
	Now   func() time.Time
}

// EventTypes returns the web event types that can be tracked, in display order.
func EventTypes() []string {
	return []string{"page_view", "product_view", "checkout_view", "payment_info", "purchase"}
}

// Me is a user and the account that the session works in.
type Me struct {
	User
	Account      Account
	TrialExpired bool
}

// Me returns the caller's user and the account that the session works in.
func (a *Accounts) Me(ctx context.Context, c Caller) (Me, error) {
	user, account, err := a.Store.AtHome(ctx, c.Home, c.User)
	if err == nil && c.Account != c.Home {
		account, err = a.Store.Account(ctx, c.Account)
	}
	if err != nil {
		return Me{}, err
	}
	user.HasClients = user.HasClients || user.SuperAdmin()
	return Me{User: user, Account: account, TrialExpired: account.TrialExpired(a.Now())}, nil
}

// Member is a user with access to an account.
type Member struct {
	Email string
	Home  AccountID
	// SignedIn is the last sign-in of the account's own user, Since the beginning of a guest's access; nil if unknown.
	SignedIn, Since *time.Time
}

// Users returns the users of the session's account. The account's own users also get its guests.
func (a *Accounts) Users(ctx context.Context, c Caller) ([]Member, error) {
	users, err := a.Store.Users(ctx, c.Account)
	if err != nil || c.Home != c.Account {
		return users, err
	}
	guests, err := a.Store.Guests(ctx, c.Account)
	return append(users, guests...), err
}

// Account returns one account.
func (a *Accounts) Account(ctx context.Context, id AccountID) (Account, error) {
	return a.Store.Account(ctx, id)
}

// Settings are the settings that users choose for their account; a nil value is left unchanged.
type Settings struct {
	Language, Timezone string
	Billing            Billing
	TrackedEventTypes  []string
	// NightHour is 0 to 23.
	NightHour *int32
}

// ActiveAccounts returns ID, Timezone and NightHour of every active account.
func (a *Accounts) ActiveAccounts(ctx context.Context) ([]Account, error) {
	return a.Store.ActiveAccounts(ctx)
}

// SetLanguage sets the language of an account's texts and e-mails.
func (a *Accounts) SetLanguage(ctx context.Context, account AccountID, language string) error {
	return a.Store.SetLanguage(ctx, account, language)
}

// UpdateSettings replaces an account's settings. eventTypes are separated by commas, in any case; nil leaves them
// unchanged.
func (a *Accounts) UpdateSettings(ctx context.Context, id AccountID, settings Settings, eventTypes *string) error {
	if err := CheckTimezone(settings.Timezone); err != nil {
		return err
	}
	if eventTypes != nil {
		var err error
		if settings.TrackedEventTypes, err = ParseEventTypes(*eventTypes); err != nil {
			return err
		}
	}
	return a.Store.UpdateSettings(ctx, id, settings)
}

// Timezones returns all IANA timezones by name with their current offsets.
func (a *Accounts) Timezones() []Zone { return timezones(a.Now()) }

// ParseEventTypes parses a list of web event types and returns each once, in the order of EventTypes.
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
