// Package auth decides who a call comes from. Tokens are signed with Ed25519: a person's by the service that checks
// passwords, a service's by that service itself, for one other that it calls. Everybody verifies by public keys, which
// the tokens name, so that keys can be exchanged while both are in use. Tokens live for minutes.
package auth

import (
	"context"
	"fmt"
)

// Identity is who a verified call comes from: a person (Account and User set) or a service (Service set).
type Identity struct {
	// Account is the one that the session is in: the only tenant whose data the call may touch.
	Account int32
	User    int64
	// Home is the user's own account; another than Account while the user works in somebody else's.
	Home int32
	// Session ends with sign-out.
	Session string
	Roles   []string
	// Email is the user's; a token of yesterday's code has none.
	Email string
	// Key is the beginning of the API key that opened the session; empty after a sign-in.
	Key string
	// Link is by what the session works in another account than Home; 0 at home and for who may enter any account.
	Link int64
	// Service names the calling service; empty for a person.
	Service string
}

// Visiting reports whether the call works in an account that is not the user's own: a guest's, or a super admin's.
func (i Identity) Visiting() bool { return i.Account != i.Home }

// OwnPerson reports whether a user of the account itself is at work: at home, and in a session that no API key opened.
func (i Identity) OwnPerson() bool { return i.User != 0 && !i.Visiting() && i.Key == "" }

// Who names the caller for people: the API key that opened the session, else the user's e-mail address.
func (i Identity) Who() string {
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

// WithIdentity puts who calls into ctx, and the token that proved it.
func WithIdentity(ctx context.Context, id Identity, token string) context.Context {
	return context.WithValue(context.WithValue(ctx, identityKey{}, id), tokenKey{}, token)
}

// From returns who calls; the zero value when nobody was verified.
func From(ctx context.Context) Identity {
	id, _ := ctx.Value(identityKey{}).(Identity)
	return id
}

// Account returns the account of the person who calls; 0 for a service or nobody.
func Account(ctx context.Context) int32 { return From(ctx).Account }

// Token returns the verified token of the call, so that it can be passed on to another service.
func Token(ctx context.Context) string {
	token, _ := ctx.Value(tokenKey{}).(string)
	return token
}
