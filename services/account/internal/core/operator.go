package core

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// NewAccount is what an operator makes an account from.
type NewAccount struct {
	Email    string
	Password string
	Timezone string
	Language string
}

// OperatorStore is what the operator and the other services need.
type OperatorStore interface {
	// SetPackage answers ErrNotFound when there is no such account. Gateways are told.
	SetPackage(ctx context.Context, account AccountID, name string, trialEnds *time.Time, act Act) error
	// SetActive switches an account on or off; off ends the sessions of its users. Gateways are told. It answers
	// ErrNotFound when there is no such account.
	SetActive(ctx context.Context, account AccountID, active bool, act Act) error
	// LinkClient lets an account enter another one. It answers ErrNotFound unless both are there.
	LinkClient(ctx context.Context, account, client AccountID, act Act) error
	// UnlinkClient takes that back. Gateways are told. It answers ErrNotFound when there is no such link.
	UnlinkClient(ctx context.Context, account, client AccountID, act Act) error
	// SetRoles changes a user's roles and ends those sessions that are answered. It answers ErrUserNotFound when nobody
	// has the e-mail.
	SetRoles(ctx context.Context, email string, act Act, change func(roles []string) (changed []string, end Ending)) error
	// RecordAct answers ErrUserNotFound when there is no such user. It fills in the e-mail, and the key of the session.
	RecordAct(ctx context.Context, act Act, session SessionID) error
	// Audit answers the newest acts on an account, or on all for 0, newest first.
	Audit(ctx context.Context, account AccountID, limit int) ([]Act, error)
	// Accounts answers all accounts by number, with their users.
	Accounts(ctx context.Context) ([]Listed, error)
}

// Ending is which of a user's sessions end.
type Ending int

// Endings.
const (
	EndNone Ending = iota
	EndAll
	// EndByKey ends those that an API key opened.
	EndByKey
)

// command is an entry of the audit log about what an operator did to an account.
func (a *App) command(operator string, account AccountID, what string, args ...any) Act {
	return Act{At: a.now(), Operator: operator, Account: account, What: fmt.Sprintf(what, args...)}
}

// Create makes an active account with its first user.
func (a *App) Create(ctx context.Context, operator string, n NewAccount) (AccountID, error) {
	if err := CheckTimezone(n.Timezone); err != nil {
		return 0, err
	}
	if err := CheckPassword("password", n.Password); err != nil {
		return 0, err
	}
	if n.Language == "" {
		n.Language = "pl"
	}
	hash, err := a.hasher.Hash(ctx, n.Password)
	if err != nil {
		return 0, err
	}
	account := Account{Timezone: n.Timezone, Language: n.Language, Active: true}
	email := NormalEmail(n.Email)
	return a.store.Create(ctx, account, email, hash, a.command(operator, 0, "account create %s", email))
}

// SetPackage gives an account a package; without an end of a trial a running one ends.
func (a *App) SetPackage(ctx context.Context, operator string, account AccountID, name string, trialEnds *time.Time) error {
	trial := "no trial"
	if trialEnds != nil {
		trial = "trial until " + trialEnds.UTC().Format(time.RFC3339)
	}
	return a.store.SetPackage(ctx, account, name, trialEnds, a.command(operator, account, "account set-package %s, %s", name, trial))
}

// SetActive switches an account on or off. One that was never activated gets its recipient database first.
func (a *App) SetActive(ctx context.Context, operator string, account AccountID, active bool) error {
	what := "account disable"
	if active {
		what = "account enable"
		if _, err := a.store.Account(ctx, account); err != nil {
			return err
		}
		if err := a.contacts.EnsureOwn(ctx, account); err != nil {
			return err
		}
	}
	return a.store.SetActive(ctx, account, active, a.command(operator, account, "%s", what))
}

// LinkClient makes an account a client of another one, or takes that back.
func (a *App) LinkClient(ctx context.Context, operator string, account, client AccountID, remove bool) error {
	switch {
	case account == client:
		return ErrClientSame
	case remove:
		return a.store.UnlinkClient(ctx, account, client, a.command(operator, client, "account link %d %d --remove", account, client))
	default:
		return a.store.LinkClient(ctx, account, client, a.command(operator, client, "account link %d %d", account, client))
	}
}

// GrantSuperAdmin lets a user enter any account, which ends the sessions that a key opened for the user, or takes that
// back, which ends all of the user's sessions.
func (a *App) GrantSuperAdmin(ctx context.Context, operator, email string, revoke bool) error {
	email = NormalEmail(email)
	act := a.command(operator, 0, "account grant-super-admin %s", email)
	if revoke {
		act.What += " --revoke"
	}
	return a.store.SetRoles(ctx, email, act, func(roles []string) ([]string, Ending) {
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

// RecordAct writes to the audit log what a user did in an account that is not their own, or by a key.
func (a *App) RecordAct(ctx context.Context, act Act, session SessionID) error {
	act.At, act.What = a.now(), Printable(act.What)
	return a.store.RecordAct(ctx, act, session)
}

// Audit answers the audit log, newest first; 0 for all accounts, and 0 for 100 entries.
func (a *App) Audit(ctx context.Context, account AccountID, limit int) ([]Act, error) {
	if limit == 0 {
		limit = 100
	}
	return a.store.Audit(ctx, account, limit)
}

// Accounts answers all accounts by number.
func (a *App) Accounts(ctx context.Context) ([]Listed, error) { return a.store.Accounts(ctx) }

func isInactive(err error) bool { return errors.Is(err, ErrInactive) }
