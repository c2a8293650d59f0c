// Package pg keeps contacts, their bitmaps, files and imports in Postgres. It decides what a transaction holds:
// a step of an import changes contacts, bitmaps, the outbox and the import's position together or not at all.
package pg

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/outbox"
	"puls.app/services/kit/pgdb"
)

// Schema is the schema of this service.
const Schema = "contacts"

//go:embed migrations/*.sql
var files embed.FS

// Migrations returns the goose files.
func Migrations() fs.FS { return pgdb.Migrations(files) }

// Store is the service's door to its schema.
type Store struct {
	db     *pgdb.DB
	bus    outbox.Consumed
	events core.Events
	q      *db.Queries
	pack   *zstd.Encoder
	unpack *zstd.Decoder
	// process names this run of the program: what another one began and did not end may have ended that.
	process uuid.UUID
	// erasureKey makes what stands for addresses that were erased.
	erasureKey []byte
}

// NewStore returns a store. The bus knows what of the outbox has been taken in; events are made within transactions;
// addresses that were erased are known again by the erasure key alone.
func NewStore(database *pgdb.DB, bus outbox.Consumed, events core.Events, erasureKey []byte) (*Store, error) {
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return nil, fmt.Errorf("make compressor: %w", err)
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		return nil, fmt.Errorf("make decompressor: %w", err)
	}
	return &Store{
		db: database, bus: bus, events: events, q: db.New(), pack: pack, unpack: unpack, erasureKey: erasureKey,
		process: uuid.New(),
	}, nil
}

// int32s returns ids as statements take them.
func int32s[T ~int32](ids []T) []int32 {
	plain := make([]int32, len(ids))
	for i, id := range ids {
		plain[i] = int32(id)
	}
	return plain
}
