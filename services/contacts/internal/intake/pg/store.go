// Package pg stores intakes in Postgres.
package pg

import (
	"github.com/google/uuid"

	contactpg "puls.app/services/contacts/internal/contact/pg"
	importingpg "puls.app/services/contacts/internal/importing/pg"
	"puls.app/services/contacts/internal/pg/db"
)

// Store stores websites, mail providers, the bodies that they send, and visitors.
type Store struct {
	contactpg.Base
	imports *importingpg.Store
	// process identifies this run of the program, as in imports.
	process uuid.UUID
}

// NewStore returns a store, which commits facts as imports do.
func NewStore(imports *importingpg.Store) *Store {
	return &Store{Base: imports.Base, imports: imports, process: uuid.New()}
}

// queries are those of sqlc. They have no state; each call takes its transaction.
var queries = db.New()
