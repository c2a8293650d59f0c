// Package pg keeps the room in Postgres.
package pg

import (
	"time"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Events encodes what others are told of scores. It computes and asks nobody.
type Events interface {
	ScoresWritten(of audience.Calculation, receipts []audience.Receipt, at time.Time) (contact.Event, error)
}

// Store reads who can be judged, and keeps what results are put into.
type Store struct {
	contactpg.Base
	events Events
}

// NewStore returns a store.
func NewStore(database *pgdb.DB, events Events) *Store {
	return &Store{Base: contactpg.Base{DB: database}, events: events}
}

// queries are those of sqlc. They hold nothing: each is told its transaction.
var queries = db.New()
