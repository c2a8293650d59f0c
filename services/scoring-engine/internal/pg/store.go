// Package pg keeps segments, message ids and calculations in Postgres.
package pg

import (
	"embed"
	"io/fs"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Schema is the name of the service's schema.
const Schema = "scoring_engine"

//go:embed migrations/*.sql
var files embed.FS

// Migrations answers the goose files.
func Migrations() fs.FS { return pgdb.Migrations(files) }

// Store implements core.Store, and the parts that ingest and compaction need. Its tables carry no account: they are
// reached by ids that other services have checked.
type Store struct {
	db *pgdb.DB
	q  *db.Queries
}

// NewStore makes a store over an open database.
func NewStore(database *pgdb.DB) *Store { return &Store{db: database, q: db.New()} }
