package core

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// NewAccount is an operator's input for a new account.
type NewAccount struct {
	Email    string
	Password string
	Timezone string
	Language string
}

// OperatorStore changes accounts together with the audit log.
type OperatorStore interface {
	// Create adds an account and its first user and writes the audit log, or returns ErrEmailTaken and adds nothing.
	Create(ctx context.Context, account Account, email, hash string, act Act) (AccountID, error)
	// Account returns ErrNotFound if there is no such account.
	Account(ctx context.Context, id AccountID) (Account, error)
	// SetPackage sets an account's package and informs gateways. It returns ErrNotFound if there is no such account.
	SetPackage(ctx context.Context, account AccountID, name string, trialEnds *time.Time, act Act) error
	// SetActive enables or disables an account and informs gateways. Disabling ends the sessions of its users. It returns
	// ErrNotFound if there is no such account.
	SetActive(ctx context.Context, account AccountID, active bool, act Act) error
	// LinkClient lets an account enter another one. It returns ErrNotFound unless both exist.
	LinkClient(ctx context.Context, account, client AccountID, act Act) error
	// UnlinkClient removes a link and informs gateways. It returns ErrNotFound if there is no such link.
	UnlinkClient(ctx context.Context, account, client AccountID, act Act) error
	// SetRoles changes a user's roles and ends the sessions that change selects. It returns ErrUserNotFound if no user has
	// the e-mail address.
	SetRoles(ctx context.Context, email string, act Act, change func(roles []string) (changed []string, end Ending)) error
	// Audit returns the newest acts on an account, or on all accounts for 0, newest first.
	Audit(ctx context.Context, account AccountID, limit int) ([]Act, error)
	// Accounts returns all accounts with their users, ordered by number.
	Accounts(ctx context.Context) ([]Listed, error)
}

// Contacts is the service that owns recipient databases.
type Contacts interface {
	// EnsureOwn creates the account's own recipient database unless it exists.
	EnsureOwn(ctx context.Context, account AccountID) error
}

// Operator has the commands of the product's operators; the audit log records every command.
type Operator struct {
	Store    OperatorStore
	Hasher   Hasher
	Contacts Contacts
	Now      func() time.Time
}

// Ending selects the sessions of a user that end.
type Ending int

// Endings.
const (
	EndNone Ending = iota
	EndAll
	// EndByKey ends the sessions that an API key opened.
	EndByKey
)

// command returns the audit log entry of an operator's command on an account.
func (o *Operator) command(operator string, account AccountID, what string, args ...any) Act {
	return Act{At: o.Now(), Operator: operator, Account: account, What: fmt.Sprintf(what, args...)}
}

// Create adds an active account with its first user.
func (o *Operator) Create(ctx context.Context, operator string, n NewAccount) (AccountID, error) {
	if err := CheckTimezone(n.Timezone); err != nil {
		return 0, err
	}
	if err := CheckPassword("password", n.Password); err != nil {
		return 0, err
	}
	if n.Language == "" {
		n.Language = "pl"
	}
	place, err := o.Hasher.Take(operator)
	if err != nil {
		return 0, err
	}
	defer place.Leave()
	hash, err := place.Hash(ctx, n.Password)
	if err != nil {
		return 0, err
	}
	account := Account{Timezone: n.Timezone, Language: n.Language, Active: true}
	email := NormalEmail(n.Email)
	return o.Store.Create(ctx, account, email, hash, o.command(operator, 0, "account create %s", email))
}

// SetPackage sets an account's package; without trialEnds a running trial ends.
func (o *Operator) SetPackage(
	ctx context.Context, operator string, account AccountID, name string, trialEnds *time.Time,
) error {
	trial := "no trial"
	if trialEnds != nil {
		trial = "trial until " + trialEnds.UTC().Format(time.RFC3339)
	}
	return o.Store.SetPackage(
		ctx, account, name, trialEnds, o.command(operator, account, "account set-package %s, %s", name, trial),
	)
}

// SetActive enables or disables an account. An account that was never activated gets its recipient database first.
func (o *Operator) SetActive(ctx context.Context, operator string, account AccountID, active bool) error {
	what := "account disable"
	if active {
		what = "account enable"
		if _, err := o.Store.Account(ctx, account); err != nil {
			return err
		}
		if err := o.Contacts.EnsureOwn(ctx, account); err != nil {
			return err
		}
	}
	return o.Store.SetActive(ctx, account, active, o.command(operator, account, "%s", what))
}

// LinkClient makes an account a client of another one, or removes that link.
func (o *Operator) LinkClient(ctx context.Context, operator string, account, client AccountID, remove bool) error {
	switch {
	case account == client:
		return ErrClientSame
	case remove:
		return o.Store.UnlinkClient(
			ctx, account, client, o.command(operator, client, "account link %d %d --remove", account, client),
		)
	default:
		return o.Store.LinkClient(ctx, account, client, o.command(operator, client, "account link %d %d", account, client))
	}
}

// GrantSuperAdmin lets a user enter any account and ends the user's sessions of API keys. With revoke, it withdraws the
// right and ends all sessions of the user.
func (o *Operator) GrantSuperAdmin(ctx context.Context, operator, email string, revoke bool) error {
	email = NormalEmail(email)
	act := o.command(operator, 0, "account grant-super-admin %s", email)
	if revoke {
		act.What += " --revoke"
	}
	return o.Store.SetRoles(ctx, email, act, func(roles []string) ([]string, Ending) {
		had := slices.Contains(roles, RoleSuperAdmin)
		roles = slices.DeleteFunc(slices.Clone(roles), func(role string) bool { return role == RoleSuperAdmin })
		switch {
		case !revoke:
			return append(roles, RoleSuperAdmin), EndByKey
		case had:
			return roles, EndAll
		default:
			return roles, EndNone
		}
	})
}

// Audit returns the audit log, newest first. Account 0 means all accounts, limit 0 means 100 entries.
func (o *Operator) Audit(ctx context.Context, account AccountID, limit int) ([]Act, error) {
	if limit == 0 {
		limit = 100
	}
	return o.Store.Audit(ctx, account, limit)
}

// Accounts returns all accounts, ordered by number.
func (o *Operator) Accounts(ctx context.Context) ([]Listed, error) { return o.Store.Accounts(ctx) }
