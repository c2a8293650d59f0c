package core

import (
	"context"
	"crypto/hmac"
	"strings"
	"time"
)

// ExternalLoginLife is how long a one-time token can be used.
const ExternalLoginLife = time.Minute

// APIKey describes an account's key; the key itself is shown only once.
type APIKey struct {
	KeyRef
	Created time.Time
	// LastUsed is exact to the minute; nil until the key was used.
	LastUsed *time.Time
	// HasUI reports whether the connected system has set the UI of the application; UISet is when, nil if unknown.
	HasUI bool
	UISet *time.Time
}

// UsedKey is a key in use, with its account.
type UsedKey struct {
	KeyRef
	Account AccountID
}

// UI is the connected system's part of the application, in the encoding of the rpc layer; nil where it has set none.
type UI struct {
	Config []byte
	Texts  []byte
}

// ExternalLogin describes the user for whom the connected system opens the application.
type ExternalLogin struct {
	// Email of a user of the key's account. If empty, it is the account's first user without the super admin role.
	Email string
	UI    UI
	// ServerID and UserID identify the user in the connected system; if both are empty, nothing changes.
	ServerID string
	UserID   string
	// Challenge is the SHA-256 of the verifier in the browser that requested the login; nil binds the token to no browser.
	Challenge []byte
}

// OneTime is a used one-time token.
type OneTime struct {
	User User
	// Key is the prefix of the API key that made the token.
	Key       string
	Challenge []byte
}

// belongs reports whether the challenge was made from verifier. A token without a challenge accepts no verifier:
// otherwise an attacker could replace the token that a browser requested by one of the attacker's account.
func (o OneTime) belongs(verifier string) bool {
	if o.Challenge == nil || verifier == "" {
		return o.Challenge == nil && verifier == ""
	}
	return hmac.Equal(HashSecret(verifier), o.Challenge)
}

// KeyStore stores API keys, one-time tokens and the connected system's UI.
type KeyStore interface {
	// APIKey returns ErrAPIKeyNotFound if the account has no key.
	APIKey(ctx context.Context, account AccountID) (APIKey, error)
	// PutAPIKey replaces the key of the caller's account, ends the sessions and the UI of the previous key, and writes the
	// audit log.
	PutAPIKey(ctx context.Context, c Caller, key APIKey, hash []byte) error
	// RemoveAPIKey removes a key with its sessions and UI, like PutAPIKey. It returns ErrAPIKeyNotFound if the account has
	// no key.
	RemoveAPIKey(ctx context.Context, c Caller, now time.Time) error
	// UseAPIKey returns a key of an active account with an active maker, and stores the time of use. Otherwise it returns
	// ErrAPIKeyInvalid.
	UseAPIKey(ctx context.Context, hash []byte, now time.Time) (UsedKey, error)
	// UI returns the zero value if the account has no UI.
	UI(ctx context.Context, account AccountID) (UI, error)
	// PutExternalLogin stores a one-time token of a user with the rest of the login, and writes the audit log. It returns
	// ErrUserNotFound if the account has no active user with the e-mail address, or only a super admin.
	PutExternalLogin(ctx context.Context, key UsedKey, login ExternalLogin, tokenHash []byte, now time.Time) error
}

// Keys manages API keys and the logins of connected systems.
type Keys struct {
	Store KeyStore
	Now   func() time.Time
}

// Key returns the account's key.
func (k *Keys) Key(ctx context.Context, account AccountID) (APIKey, error) {
	return k.Store.APIKey(ctx, account)
}

// Create replaces the account's key by a new one.
func (k *Keys) Create(ctx context.Context, c Caller) (key, prefix string, err error) {
	key, prefix = NewAPIKey()
	return key, prefix, k.Store.PutAPIKey(
		ctx, c, APIKey{KeyRef: KeyRef{Prefix: prefix}, Created: k.Now()}, HashSecret(key),
	)
}

// Revoke ends the account's key and its sessions.
func (k *Keys) Revoke(ctx context.Context, c Caller) error {
	return k.Store.RemoveAPIKey(ctx, c, k.Now())
}

// UI returns the connected system's UI of the caller's account. A visitor gets none, since its links could lead
// anywhere.
func (k *Keys) UI(ctx context.Context, c Caller) (UI, error) {
	if c.Account != c.Home {
		return UI{}, nil
	}
	return k.Store.UI(ctx, c.Account)
}

// Open returns a one-time token for a user of the key's account.
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
