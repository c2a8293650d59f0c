// Package pg keeps segments, message ids and calculations in Postgres.
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

// Store implements the ports of the rooms over the database, each subject by a type of its own. Background work reaches
// segments and calculations by ids that other services have checked; what people ask for is limited to their account.
type Store struct {
	facts
	results
	queue
}

// base has what all subjects need.
type base struct {
	db *pgdb.DB
	q  *db.Queries
}

// facts are segments, message ids and what was counted of them.
type facts struct {
	base
	// Damaged is told of a fold that could not be read, and why; calculations read facts in its place.
	Damaged func(id keeping.ChunkKey, cause error)
}

// results are calculations with their cells, runs and progress.
type results struct {
	base
	announcer calculating.Announcer
}

// queue holds the tasks that wait.
type queue struct {
	base
	// process names this run of the program: what another one began and did not end may have ended that.
	process uuid.UUID
}

// NewStore returns a store over an open database.
func NewStore(database *pgdb.DB, announcer calculating.Announcer) *Store {
	b := base{database, db.New()}
	return &Store{facts{b, func(keeping.ChunkKey, error) {}}, results{b, announcer}, queue{b, uuid.New()}}
}

// numbers never returns nil: an array that is null has no size.
func numbers[T calculation.DatabaseID | calculation.Channel](ids []T) []int32 {
	list := make([]int32, 0, len(ids))
	for _, id := range ids {
		list = append(list, int32(id))
	}
	return list
}
