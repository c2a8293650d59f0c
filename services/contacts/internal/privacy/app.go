package privacy

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// ContactCards shows contacts.
type ContactCards interface {
	Card(ctx context.Context, account contact.AccountID, uid string, number int32) (*contact.NamedCard, error)
}

// App holds the use cases of a person's rights: the event log, answers to requests, erasure and one-click links.
type App struct {
	LogStore    LogStore
	PersonStore PersonStore
	LinkStore   LinkStore
	// Departures is where those are noted who left.
	Departures DepartureStore
	Contacts   ContactCards
	Persons    Persons
	Accounts   contact.Accounts
	Links      contact.Links
	Now        func() time.Time
}
