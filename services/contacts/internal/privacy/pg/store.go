// Package pg keeps the room in Postgres.
package pg

import (
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
)

// Store reads the event log, follows one-click links, and finds and erases persons.
type Store struct {
	contactpg.Base
	contacts *contactpg.Store
}

// NewStore returns a store.
func NewStore(contacts *contactpg.Store) *Store {
	return &Store{Base: contacts.Base, contacts: contacts}
}

// queries are those of sqlc. They hold nothing: each is told its transaction.
var queries = db.New()
