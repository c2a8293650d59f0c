// Package auth authenticates callers. Tokens are signed with Ed25519: a person's by the service that checks passwords,
// a service's by the service itself, for one other service that it calls. Every service verifies them with public keys.
// A token names its key, so that keys can be exchanged while both are in use. Tokens are valid for minutes.
package auth

import (
	"context"
	"fmt"
)

// Identity is the verified caller: a person (Account and User set) or a service (Service set).
type Identity struct {
	// Account is the account that the session works in, the only tenant whose data the call may touch.
	Account int32
	User    int64
	// Home is the user's own account. It differs from Account while the user works in another account.
	Home int32
	// Session ends with sign-out.
	Session string
	Roles   []string
	// Email is the user's address. Tokens made by earlier code have none.
	Email string
	// Key is the prefix of the API key that opened the session; empty after a sign-in.
	Key string
	// Link is the client link by which the session works in another account than Home; 0 at home and for super admins.
	Link int64
	// Service names the calling service; empty for a person.
	Service string
}

// Visiting reports whether the call works in an account that is not the user's own, as a guest or a super admin.
func (i Identity) Visiting() bool { return i.Account != i.Home }

// OwnPerson reports whether the caller is a user at home, in a session that was not opened with an API key.
func (i Identity) OwnPerson() bool { return i.User != 0 && !i.Visiting() && i.Key == "" }

// Name returns the name of the caller for display: the API key that opened the session, else the user's e-mail address.
func (i Identity) Name() string {
	switch {
	case i.Key != "":
		return i.Key + "…"
	case i.Email != "":
		return i.Email
	default:
		return fmt.Sprintf("user %d", i.User)
	}
}

type identityKey struct{}

type tokenKey struct{}

// WithIdentity stores the verified caller in ctx, with the token that proved it.
func WithIdentity(ctx context.Context, id Identity, token string) context.Context {
	return context.WithValue(context.WithValue(ctx, identityKey{}, id), tokenKey{}, token)
}

// From returns the caller, or the zero value if none was verified.
func From(ctx context.Context) Identity {
	id, _ := ctx.Value(identityKey{}).(Identity)
	return id
}

// Account returns the account of the calling person; 0 for a service or no caller.
func Account(ctx context.Context) int32 { return From(ctx).Account }

// Token returns the verified token of the call, so that it can be passed on to another service.
func Token(ctx context.Context) string {
	token, _ := ctx.Value(tokenKey{}).(string)
	return token
}
