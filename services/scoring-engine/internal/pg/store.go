// Package pg stores segments, message ids and calculations in Postgres.
package pg

import (
	"embed"
	"io/fs"

	"github.com/google/uuid"

	"puls.app/services/kit/pgdb"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/keeping"
	"puls.app/services/scoring-engine/internal/pg/db"
)

// Schema is the name of the service's schema.
const Schema = "scoring_engine"

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the goose files.
func Migrations() fs.FS { return pgdb.Migrations(files) }

// Store implements the service's ports over the database, with one type for each subject. Background work accesses
// segments and calculations by ids that other services have checked; requests of people are limited to their account.
type Store struct {
	facts
	results
	queue
}

// base is embedded by all subjects: database and queries.
type base struct {
	db *pgdb.DB
	q  *db.Queries
}

// facts stores segments, message ids and folds.
type facts struct {
	base
	// Damaged is called with a fold that could not be read, and the error; calculations read facts instead.
	Damaged func(id keeping.ChunkKey, cause error)
}

// results stores calculations with their cells, runs and progress.
type results struct {
	base
	announcer calculating.Announcer
}

// queue stores waiting tasks.
type queue struct {
	base
	// process names this run of the program: a task that another run began and did not end may have crashed it.
	process uuid.UUID
}

// NewStore returns a store over an open database.
func NewStore(database *pgdb.DB, announcer calculating.Announcer) *Store {
	b := base{database, db.New()}
	return &Store{facts{b, func(keeping.ChunkKey, error) {}}, results{b, announcer}, queue{b, uuid.New()}}
}

// numbers never returns nil: a null array has no size.
func numbers[T calculation.DatabaseID | calculation.Channel](ids []T) []int32 {
	list := make([]int32, 0, len(ids))
	for _, id := range ids {
		list = append(list, int32(id))
	}
	return list
}
