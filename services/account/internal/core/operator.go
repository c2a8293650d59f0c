package core

import (
	"context"
	"errors"
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
	SetPackage(ctx context.Context, account AccountID, name string, trialEnds *time.Time) error
	// SetActive switches an account on or off; off ends all sessions of it and in it. Gateways are told. It answers
	// ErrNotFound when there is no such account.
	SetActive(ctx context.Context, account AccountID, active bool, now time.Time) error
	// LinkClient lets an account enter another one. It answers ErrNotFound unless both are there.
	LinkClient(ctx context.Context, account, client AccountID) error
	// UnlinkClient takes that back and ends the sessions that are there by it. It answers ErrNotFound when there is no
	// such link.
	UnlinkClient(ctx context.Context, account, client AccountID, now time.Time) error
	// SetRoles changes a user's roles; sessions end when end is answered. It answers ErrUserNotFound when nobody has
	// the e-mail.
	SetRoles(ctx context.Context, email string, now time.Time, change func(roles []string) (changed []string, end bool)) error
	// RecordAct answers ErrUserNotFound when there is no such user.
	RecordAct(ctx context.Context, act Act) error
	// Audit answers the newest acts on an account, or on all for 0, newest first.
	Audit(ctx context.Context, account AccountID, limit int) ([]Act, error)
	// Accounts answers all accounts by number, with their users.
	Accounts(ctx context.Context) ([]Listed, error)
}

// Create makes an active account with its first user.
func (a *App) Create(ctx context.Context, n NewAccount) (AccountID, error) {
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
	return a.store.Create(ctx, account, NormalEmail(n.Email), hash)
}

// SetPackage gives an account a package; without an end of a trial a running one ends.
func (a *App) SetPackage(ctx context.Context, account AccountID, name string, trialEnds *time.Time) error {
	return a.store.SetPackage(ctx, account, name, trialEnds)
}

// SetActive switches an account on or off. One that was never activated gets its recipient database first.
func (a *App) SetActive(ctx context.Context, account AccountID, active bool) error {
	if active {
		if _, err := a.store.Account(ctx, account); err != nil {
			return err
		}
		if err := a.contacts.EnsureOwn(ctx, account); err != nil {
			return err
		}
	}
	return a.store.SetActive(ctx, account, active, a.now())
}

// LinkClient makes an account a client of another one, or takes that back.
func (a *App) LinkClient(ctx context.Context, account, client AccountID, remove bool) error {
	switch {
	case account == client:
		return ErrClientSame
	case remove:
		return a.store.UnlinkClient(ctx, account, client, a.now())
	default:
		return a.store.LinkClient(ctx, account, client)
	}
}

// GrantSuperAdmin lets a user enter any account, or takes that back, which ends the user's sessions.
func (a *App) GrantSuperAdmin(ctx context.Context, email string, revoke bool) error {
	return a.store.SetRoles(ctx, NormalEmail(email), a.now(), func(roles []string) ([]string, bool) {
		had := slices.Contains(roles, RoleSuperAdmin)
		roles = slices.DeleteFunc(slices.Clone(roles), func(role string) bool { return role == RoleSuperAdmin })
		if !revoke {
			roles = append(roles, RoleSuperAdmin)
		}
		return roles, revoke && had
	})
}

// RecordAct writes to the audit log what a user did in an account that is not their own.
func (a *App) RecordAct(ctx context.Context, act Act) error {
	act.At = a.now()
	return a.store.RecordAct(ctx, act)
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
