// Package pg stores the data of package audience in Postgres.
package pg

import (
	"time"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Events encodes the events about scores that other services receive. It does no I/O.
type Events interface {
	ScoresWritten(of audience.Calculation, receipts []audience.Receipt, at time.Time) (contact.Event, error)
}

// Store reads the contacts and visitors that can be scored, and writes results into properties and groups.
type Store struct {
	contactpg.Base
	events Events
}

// NewStore returns a store.
func NewStore(database *pgdb.DB, events Events) *Store {
	return &Store{Base: contactpg.Base{DB: database}, events: events}
}

// queries are those of sqlc. They have no state: each gets its transaction as an argument.
var queries = db.New()
