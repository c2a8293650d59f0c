package privacy

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// ContactCards returns contacts with all their data.
type ContactCards interface {
	Card(ctx context.Context, account contact.AccountID, uid string, number int32) (*contact.NamedCard, error)
}

// App has the use cases of a person's rights: the event log, the export of a person's data, erasure and one-click
// links.
type App struct {
	LogStore    LogStore
	PersonStore PersonStore
	LinkStore   LinkStore
	// Departures has the departures that are not yet published.
	Departures DepartureStore
	Contacts   ContactCards
	Persons    Persons
	Lists      Lists
	Accounts   contact.Accounts
	Links      contact.Links
	Now        func() time.Time
}
