package core

import (
	"context"
	"log/slog"
	"time"
)

// Store keeps everything that the service owns.
type Store interface {
	AccountStore
	SessionStore
	LimitStore
	RegistrationStore
	MailStore
	ClientStore
	ExternalStore
	NotificationStore
	OperatorStore
}

// Hasher makes and checks password hashes; both answer ErrBusy when too many wait.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
	// Matches compares in constant time. An empty hash takes as long as any other and never matches.
	Matches(ctx context.Context, password, hash string) (bool, error)
	// Full tells that whoever comes now is turned away, so that nothing need be looked up first.
	Full() bool
	// Outdated tells whether a hash was made with weaker parameters than Hash uses.
	Outdated(hash string) bool
}

// Signer makes the token of a session.
type Signer interface {
	Sign(s *Session, now, expires time.Time) (string, error)
}

// Contacts is the service that owns recipient databases.
type Contacts interface {
	// EnsureOwn makes the account's own recipient database unless it is there.
	EnsureOwn(ctx context.Context, account AccountID) error
}

// Needs is what the use cases stand on.
type Needs struct {
	Store    Store
	Hasher   Hasher
	Signer   Signer
	Secrets  Secrets
	Contacts Contacts
	Now      func() time.Time
	Log      *slog.Logger
	// MailWaits is told that a mail was put into the store; it does not block.
	MailWaits func()
}

// App holds the use cases.
type App struct {
	store     Store
	hasher    Hasher
	signer    Signer
	secrets   Secrets
	contacts  Contacts
	now       func() time.Time
	log       *slog.Logger
	mailWaits func()
	zones     func() []*time.Location
}

// NewApp wires the use cases.
func NewApp(n Needs) *App {
	return &App{
		store: n.Store, hasher: n.Hasher, signer: n.Signer, secrets: n.Secrets, contacts: n.Contacts,
		now: n.Now, log: n.Log, mailWaits: n.MailWaits, zones: zones(),
	}
}
