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
	// HasUI reports whether the connected system said how the application looks; UISet is when, nil where nobody knows.
	HasUI bool
	UISet *time.Time
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

// belongs reports whether the verifier is the one that the challenge was made from. A token without a challenge takes
// no verifier: otherwise anybody could put a token of their own account in the place of the one that a browser asked
// for.
func (o OneTime) belongs(verifier string) bool {
	if o.Challenge == nil || verifier == "" {
		return o.Challenge == nil && verifier == ""
	}
	return hmac.Equal(HashSecret(verifier), o.Challenge)
}

// KeyStore keeps what belongs to the connected system.
type KeyStore interface {
	// APIKey returns ErrAPIKeyNotFound when the account has none.
	APIKey(ctx context.Context, account AccountID) (APIKey, error)
	// PutAPIKey keeps a key of the caller's account in place of the one before, ends the sessions that this one opened
	// and the UI that came by it, and writes the audit log.
	PutAPIKey(ctx context.Context, c Caller, key APIKey, hash []byte) error
	// RemoveAPIKey ends a key like PutAPIKey. It returns ErrAPIKeyNotFound when the account has none.
	RemoveAPIKey(ctx context.Context, c Caller, now time.Time) error
	// UseAPIKey returns a key of an active account, whose maker is active, and notes the use, or returns
	// ErrAPIKeyInvalid.
	UseAPIKey(ctx context.Context, hash []byte, now time.Time) (UsedKey, error)
	// UI returns the zero value when the account has none.
	UI(ctx context.Context, account AccountID) (UI, error)
	// PutExternalLogin keeps a one-time token for a user and what else came with it, and writes the audit log. It returns
	// ErrUserNotFound when the account has no active user with the e-mail who is no super admin.
	PutExternalLogin(ctx context.Context, key UsedKey, login ExternalLogin, tokenHash []byte, now time.Time) error
}

// Keys lets the connected system in.
type Keys struct {
	Store KeyStore
	Now   func() time.Time
}

// Key returns the account's key.
func (k *Keys) Key(ctx context.Context, account AccountID) (APIKey, error) {
	return k.Store.APIKey(ctx, account)
}

// Create makes the account's key anew.
func (k *Keys) Create(ctx context.Context, c Caller) (key, prefix string, err error) {
	key, prefix = NewAPIKey()
	return key, prefix, k.Store.PutAPIKey(
		ctx, c, APIKey{KeyRef: KeyRef{Prefix: prefix}, Created: k.Now()}, HashSecret(key),
	)
}

// Revoke ends the account's key, and what it opened.
func (k *Keys) Revoke(ctx context.Context, c Caller) error {
	return k.Store.RemoveAPIKey(ctx, c, k.Now())
}

// UI returns what the connected system gave for the caller's account, and nothing to a visitor, whom its links could
// lead anywhere.
func (k *Keys) UI(ctx context.Context, c Caller) (UI, error) {
	if c.Account != c.Home {
		return UI{}, nil
	}
	return k.Store.UI(ctx, c.Account)
}

// Open makes a one-time token for a user of the account that the key belongs to.
func (k *Keys) Open(ctx context.Context, key string, login ExternalLogin) (string, error) {
	if !strings.HasPrefix(key, "puls_") {
		return "", ErrAPIKeyInvalid
	}
	now := k.Now()
	used, err := k.Store.UseAPIKey(ctx, HashSecret(key), now)
	if err != nil {
		return "", err
	}
	token := NewSecret()
	login.Email = NormalEmail(login.Email)
	return token, k.Store.PutExternalLogin(ctx, used, login, HashSecret(token), now)
}
