package core

import (
	"context"
	"crypto/hmac"
	"strings"
	"time"
)

// ExternalLoginLife is how long a one-time token can be used.
const ExternalLoginLife = time.Minute

// APIKey describes an account's key; the key itself is shown once.
type APIKey struct {
	KeyRef
	Created time.Time
	// LastUsed is exact to the minute; nil until the key was used.
	LastUsed *time.Time
}

// UsedKey is a key that opens something for its account.
type UsedKey struct {
	KeyRef
	Account AccountID
}

// UI is what the connected system gave to show in the application, as the rpc layer encoded it; nil where it said
// nothing.
type UI struct {
	Config []byte
	Texts  []byte
}

// ExternalLogin is for whom the connected system opens the application.
type ExternalLogin struct {
	// Email of a user of the key's account; its first user who is no super admin when empty.
	Email string
	UI    UI
	// ServerID and UserID name the user in the connected system; both empty changes nothing.
	ServerID string
	UserID   string
	// Challenge is the SHA-256 of what the browser keeps that asked for the login; nil binds the token to no browser.
	Challenge []byte
}

// OneTime is a one-time token that was used up.
type OneTime struct {
	User User
	// Key is the prefix of the key by which it was made.
	Key       string
	Challenge []byte
}

// belongs tells whether the verifier is the one that the challenge was made from. A token without a challenge takes no
// verifier: otherwise anybody could put a token of their own account in the place of the one that a browser asked for.
func (o OneTime) belongs(verifier string) bool {
	if o.Challenge == nil || verifier == "" {
		return o.Challenge == nil && verifier == ""
	}
	return hmac.Equal(HashSecret(verifier), o.Challenge)
}

// ExternalStore keeps what belongs to the connected system.
type ExternalStore interface {
	// APIKey answers ErrAPIKeyNotFound when the account has none.
	APIKey(ctx context.Context, account AccountID) (APIKey, error)
	// PutAPIKey keeps a key of the caller's account in place of the one before, ends the sessions that this one opened, and
	// writes the audit log.
	PutAPIKey(ctx context.Context, c Caller, key APIKey, hash []byte) error
	// RemoveAPIKey ends a key like PutAPIKey. It answers ErrAPIKeyNotFound when the account has none.
	RemoveAPIKey(ctx context.Context, c Caller, now time.Time) error
	// UseAPIKey answers a key of an active account, whose maker is active, and notes the use, or answers
	// ErrAPIKeyInvalid.
	UseAPIKey(ctx context.Context, hash []byte, now time.Time) (UsedKey, error)
	// UI answers the zero value when the account has none.
	UI(ctx context.Context, account AccountID) (UI, error)
	// PutExternalLogin keeps a one-time token for a user and what else came with it, and writes the audit log. It answers
	// ErrUserNotFound when the account has no active user with the e-mail who is no super admin.
	PutExternalLogin(ctx context.Context, key UsedKey, login ExternalLogin, tokenHash []byte, now time.Time) error
	// TakeExternalLogin uses a one-time token up and answers whose it is, or ErrExternalToken.
	TakeExternalLogin(ctx context.Context, tokenHash []byte, now time.Time) (OneTime, error)
}

// APIKey answers the account's key.
func (a *App) APIKey(ctx context.Context, account AccountID) (APIKey, error) {
	return a.store.APIKey(ctx, account)
}

// CreateAPIKey makes the account's key anew. Only its own people may: a key outlives the link by which a guest came.
func (a *App) CreateAPIKey(ctx context.Context, c Caller) (key, prefix string, err error) {
	if !c.OwnPerson() {
		return "", "", ErrAPIKeyOwnPeople
	}
	key, prefix = NewAPIKey()
	return key, prefix, a.store.PutAPIKey(ctx, c, APIKey{KeyRef: KeyRef{Prefix: prefix}, Created: a.now()}, HashSecret(key))
}

// RevokeAPIKey ends the account's key, and what it opened.
func (a *App) RevokeAPIKey(ctx context.Context, c Caller) error {
	if !c.OwnPerson() {
		return ErrAPIKeyOwnPeople
	}
	return a.store.RemoveAPIKey(ctx, c, a.now())
}

// UI answers what the connected system gave for an account.
func (a *App) UI(ctx context.Context, account AccountID) (UI, error) { return a.store.UI(ctx, account) }

// CreateExternalLogin makes a one-time token for a user of the account that the key belongs to.
func (a *App) CreateExternalLogin(ctx context.Context, key string, login ExternalLogin) (string, error) {
	if !strings.HasPrefix(key, "puls_") {
		return "", ErrAPIKeyInvalid
	}
	now := a.now()
	used, err := a.store.UseAPIKey(ctx, HashSecret(key), now)
	if err != nil {
		return "", err
	}
	token := NewSecret()
	login.Email = NormalEmail(login.Email)
	return token, a.store.PutExternalLogin(ctx, used, login, HashSecret(token), now)
}

// ExchangeToken starts a session for a one-time token, which is used up whether the verifier belongs to it or not.
func (a *App) ExchangeToken(ctx context.Context, token, verifier string) (Token, Refresh, error) {
	once, err := a.store.TakeExternalLogin(ctx, HashSecret(token), a.now())
	if err != nil {
		return Token{}, Refresh{}, err
	}
	if !once.belongs(verifier) {
		return Token{}, Refresh{}, ErrExternalToken
	}
	signed, refresh, err := a.begin(ctx, once.User, "", KeyRef{Prefix: once.Key})
	if isInactive(err) {
		return Token{}, Refresh{}, ErrExternalToken
	}
	return signed, refresh, err
}
