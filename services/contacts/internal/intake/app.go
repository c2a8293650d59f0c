package intake

import (
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
)

// Needs are the ports and settings of the use cases.
type Needs struct {
	BodyStore         BodyStore
	ReadStore         ReadStore
	EventStore        EventStore
	WebsiteStore      WebsiteStore
	MailProviderStore MailProviderStore
	Books             *importing.Books
	Accounts          contact.Accounts
	// Seal encrypts the keys of mail providers.
	Seal   Seal
	Amazon Amazon
	Limits Limits
	Now    func() time.Time
	Log    *slog.Logger
	// Room reports whether the disk has room for so many more bytes.
	Room func(bytes int64) bool
	// IntakeWaits signals that bodies wait; it does not block.
	IntakeWaits func()
}

// App has the use cases of websites and mail providers, and of the events that they send.
type App struct {
	Needs
	gate *gate
	// certificates caches those of Amazon.
	certificates *certificates
}

// NewApp wires the use cases.
func NewApp(n Needs) *App {
	n.Limits = n.Limits.orUsual()
	return &App{
		Needs: n, certificates: &certificates{amazon: n.Amazon, log: n.Log},
		gate: &gate{store: n.BodyStore, limits: n.Limits, room: n.Room, now: n.Now, kept: n.IntakeWaits},
	}
}
