// Package pg keeps the room in Postgres.
package pg

import (
	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/outbox"
)

// Events encodes what others are told of imports. It computes and asks nobody.
type Events interface {
	Batch(id uuid.UUID, batch *fact.Batch) (contact.Event, error)
	// BatchSubject is that of every batch.
	BatchSubject() string
	Finished(f importing.Finished) (contact.Event, error)
}

// Store keeps files and imports. A step of an import changes contacts, bitmaps, the outbox and the import's
// position together or not at all.
type Store struct {
	contactpg.Base
	contacts *contactpg.Store
	bus      outbox.Consumed
	events   Events
	// process identifies this run of the program: a step that another run began and did not end may have ended it.
	process uuid.UUID
}

// NewStore returns a store. The bus knows which events of the outbox were taken in.
func NewStore(contacts *contactpg.Store, bus outbox.Consumed, events Events) *Store {
	return &Store{Base: contacts.Base, contacts: contacts, bus: bus, events: events, process: uuid.New()}
}

// queries are those of sqlc. They hold nothing: each is told its transaction.
var queries = db.New()
