// Package pg stores the data of package privacy in Postgres.
package pg

import (
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/privacy"
)

// Events encodes the events about departures that other services receive. It does no I/O.
type Events interface {
	Left(d privacy.Departure) (contact.Event, error)
}

// Store reads the event log, follows one-click links, and finds and erases persons.
type Store struct {
	contactpg.Base
	contacts *contactpg.Store
	events   Events
	// sentKey is the key of addresses that were sent to destinations.
	sentKey []byte
}

// NewStore returns a store.
func NewStore(contacts *contactpg.Store, events Events, sentKey []byte) *Store {
	return &Store{Base: contacts.Base, contacts: contacts, events: events, sentKey: sentKey}
}

// queries are those of sqlc. They have no state: each gets its transaction as an argument.
var queries = db.New()
