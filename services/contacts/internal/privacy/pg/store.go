// Package pg keeps the room in Postgres.
package pg

import (
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/privacy"
)

// Events encodes what others are told of those who left. It computes and asks nobody.
type Events interface {
	Left(d privacy.Departure) (contact.Event, error)
}

// Store reads the event log, follows one-click links, and finds and erases persons.
type Store struct {
	contactpg.Base
	contacts *contactpg.Store
	events   Events
}

// NewStore returns a store.
func NewStore(contacts *contactpg.Store, events Events) *Store {
	return &Store{Base: contacts.Base, contacts: contacts, events: events}
}

// queries are those of sqlc. They hold nothing: each is told its transaction.
var queries = db.New()
