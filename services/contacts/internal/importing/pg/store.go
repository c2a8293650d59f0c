// Package pg stores imports in Postgres.
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

// Events encodes the events that imports publish. It does no I/O.
type Events interface {
	Batch(id uuid.UUID, batch *fact.Batch) (contact.Event, error)
	// BatchSubject is the subject of all batches.
	BatchSubject() string
	Finished(f importing.Finished) (contact.Event, error)
}

// Store stores files and imports. A step of an import changes contacts, bitmaps, the outbox and the import's position
// in one transaction.
type Store struct {
	contactpg.Base
	contacts *contactpg.Store
	bus      outbox.Consumed
	events   Events
	// process identifies this run of the program. A step that another run began and did not end may have crashed it.
	process uuid.UUID
}

// NewStore returns a store. The bus reports which events of the outbox were consumed.
func NewStore(contacts *contactpg.Store, bus outbox.Consumed, events Events) *Store {
	return &Store{Base: contacts.Base, contacts: contacts, bus: bus, events: events, process: uuid.New()}
}

// queries are those of sqlc. They have no state; each call takes its transaction.
var queries = db.New()
