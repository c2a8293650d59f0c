package pg

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// Chunks hands the chunks of databases to visit, all of one snapshot.
func (s *Store) Chunks(ctx context.Context, q audience.Query, visit func(*audience.Chunk) error) error {
	if q.Channel == fact.Web {
		if err := s.prepareVisitors(ctx, q); err != nil {
			return err
		}
	}
	return s.DB.Snapshot(ctx, func(tx pgx.Tx) error {
		databases, err := queries.OwnedDatabases(ctx, tx, db.OwnedDatabasesParams{
			AccountID: int32(q.Account), Ids: contactpg.Int32s(q.Databases),
		})
		if err != nil {
			return fmt.Errorf("find databases: %w", err)
		}
		if len(databases) != len(q.Databases) {
			return contact.ErrDatabaseNotFound
		}
		for _, database := range databases {
			if q.Channel == fact.Web {
				err = visitorChunks(ctx, tx, q, database, visit)
			} else {
				err = contactChunks(ctx, tx, q, contact.DatabaseID(database.ID), visit)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// audienceBits reads all bitmaps of a database that a calculation needs, chunk by chunk. It is not sqlc's, since
// its rows are read in place: 150 chunks of ten million contacts in some milliseconds.
const audienceBits = `SELECT chunk, kind, ref, bits FROM audience_bits WHERE database_id = $1
	AND (kind = ANY ($2) OR kind = 8 AND ref BETWEEN $3 AND $4 OR kind = 9 AND ref = ANY ($5)) ORDER BY chunk, kind, ref`

func contactChunks(
	ctx context.Context, tx pgx.Tx, q audience.Query, database contact.DatabaseID, visit func(*audience.Chunk) error,
) error {
	consent, address := contact.ConsentBit(q.Channel), contact.AddressBit(q.Channel)
	kinds := []int16{int16(contact.BitMember), int16(consent), int16(address)}
	rows, err := tx.Query(ctx, audienceBits, int32(database), kinds,
		q.NewFrom>>contact.CreatedDaysShift, q.NewTo>>contact.CreatedDaysShift, contactpg.Int32s(q.Groups))
	if err != nil {
		return fmt.Errorf("read bitmaps: %w", err)
	}
	defer rows.Close()
	a := chunkBuilder{
		database: database, consent: consent, address: address, first: q.NewFrom, last: q.NewTo, visit: visit,
	}
	for rows.Next() {
		var row contactpg.BitRow
		if err := row.Scan(rows); err != nil {
			return err
		}
		if err := a.add(row); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read bitmaps: %w", err)
	}
	return a.finish()
}

// chunkBuilder puts the bitmaps of one chunk after the other together.
type chunkBuilder struct {
	database         contact.DatabaseID
	consent, address contact.BitKind
	first, last      int32
	visit            func(*audience.Chunk) error

	chunk   *audience.Chunk
	created *roaring.Bitmap
	bits    *roaring.Bitmap
}

func (a *chunkBuilder) add(row contactpg.BitRow) error {
	if a.chunk == nil || a.chunk.Chunk != uint32(row.Chunk) {
		if err := a.finish(); err != nil {
			return err
		}
		a.chunk = &audience.Chunk{Database: a.database, Chunk: uint32(row.Chunk)}
		a.created, a.bits = roaring.New(), roaring.New()
	}
	if err := contactpg.ReadBits(a.bits, row.Bits); err != nil {
		return err
	}
	switch row.Kind {
	case contact.BitMember:
		a.chunk.Members = contactpg.Words(a.bits)
	case a.consent:
		a.chunk.Consenting = contactpg.Words(a.bits)
	case a.address:
		a.chunk.Reachable = contactpg.Words(a.bits)
	case contact.BitCreated:
		a.addCreated(row.Ref)
	case contact.BitGroup:
		a.chunk.Groups = append(a.chunk.Groups, audience.GroupBits{
			Group: contact.GroupID(row.Ref), Bits: contactpg.Words(a.bits),
		})
	default:
		return fmt.Errorf("read bitmap: kind %d was not asked for", row.Kind)
	}
	return nil
}

// addCreated takes the wanted days out of a bitmap of 32 days.
func (a *chunkBuilder) addCreated(ref int32) {
	for day := range int32(1 << contact.CreatedDaysShift) {
		if at := ref<<contact.CreatedDaysShift + day; at >= a.first && at <= a.last {
			a.created.Or(contactpg.Cut(a.bits, uint64(day)<<contactpg.ChunkShift))
		}
	}
}

func (a *chunkBuilder) finish() error {
	if a.chunk == nil {
		return nil
	}
	a.chunk.Created = contactpg.Words(a.created)
	if err := a.visit(a.chunk); err != nil {
		return err
	}
	a.chunk = nil
	return nil
}
