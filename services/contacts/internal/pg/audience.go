package pg

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// Chunks hands the chunks of databases to visit, all of one snapshot.
func (s *Store) Chunks(ctx context.Context, q core.AudienceQuery, visit func(*core.AudienceChunk) error) error {
	return s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		databases, err := s.q.OwnedDatabases(ctx, tx, db.OwnedDatabasesParams{
			AccountID: int32(q.Account), Ids: int32s(q.Databases),
		})
		if err != nil {
			return fmt.Errorf("find databases: %w", err)
		}
		if len(databases) != len(q.Databases) {
			return core.ErrDatabaseNotFound
		}
		for _, database := range databases {
			if q.Channel == fact.Web {
				err = s.visitorChunks(ctx, tx, q, database, visit)
			} else {
				err = s.contactChunks(ctx, tx, q, core.DatabaseID(database.ID), visit)
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

func (s *Store) contactChunks(
	ctx context.Context, tx pgx.Tx, q core.AudienceQuery, database core.DatabaseID, visit func(*core.AudienceChunk) error,
) error {
	consent, address := core.BitEmailConsent, core.BitHasEmail
	if q.Channel == fact.SMS {
		consent, address = core.BitSMSConsent, core.BitHasGSM
	}
	kinds := []int16{int16(core.BitMember), int16(consent), int16(address)}
	rows, err := tx.Query(ctx, audienceBits, int32(database), kinds,
		q.NewFrom>>core.CreatedDaysShift, q.NewTo>>core.CreatedDaysShift, int32s(q.Groups))
	if err != nil {
		return fmt.Errorf("read bitmaps: %w", err)
	}
	defer rows.Close()
	a := chunkBuilder{
		database: database, consent: consent, address: address, first: q.NewFrom, last: q.NewTo, visit: visit,
	}
	for rows.Next() {
		var row bitRow
		if err := row.scan(rows); err != nil {
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
	database         core.DatabaseID
	consent, address core.BitKind
	first, last      int32
	visit            func(*core.AudienceChunk) error

	chunk   *core.AudienceChunk
	created *roaring.Bitmap
	bits    *roaring.Bitmap
}

func (a *chunkBuilder) add(row bitRow) error {
	if a.chunk == nil || a.chunk.Chunk != uint32(row.chunk) {
		if err := a.finish(); err != nil {
			return err
		}
		a.chunk = &core.AudienceChunk{Database: a.database, Chunk: uint32(row.chunk)}
		a.created, a.bits = roaring.New(), roaring.New()
	}
	if err := readBits(a.bits, row.bits); err != nil {
		return err
	}
	switch row.kind {
	case core.BitMember:
		a.chunk.Members = words(a.bits)
	case a.consent:
		a.chunk.Consenting = words(a.bits)
	case a.address:
		a.chunk.Reachable = words(a.bits)
	case core.BitCreated:
		a.addCreated(row.ref)
	case core.BitGroup:
		a.chunk.Groups = append(a.chunk.Groups, core.GroupBits{Group: core.GroupID(row.ref), Bits: words(a.bits)})
	default:
		return fmt.Errorf("read bitmap: kind %d was not asked for", row.kind)
	}
	return nil
}

// addCreated takes the wanted days out of a bitmap of 32 days.
func (a *chunkBuilder) addCreated(ref int32) {
	for day := range int32(1 << core.CreatedDaysShift) {
		if at := ref<<core.CreatedDaysShift + day; at >= a.first && at <= a.last {
			from := uint64(day) << chunkShift
			wanted := roaring.New()
			wanted.AddRange(from, from+1<<chunkShift)
			wanted.And(a.bits)
			a.created.Or(roaring.AddOffset64(wanted, -int64(from)))
		}
	}
}

func (a *chunkBuilder) finish() error {
	if a.chunk == nil {
		return nil
	}
	a.chunk.Created = words(a.created)
	if err := a.visit(a.chunk); err != nil {
		return err
	}
	a.chunk = nil
	return nil
}

// recipientPage is how many recipients are read at once: a slow reader of an export leaves some pages waiting in each
// of the services that it passes. Two thousand with their addresses fit into one of the buffers of gRPC.
const recipientPage = 2000

// Recipients hands contacts or visitors to visit, page by page: no transaction waits for a slow reader. The next page
// is read meanwhile.
func (s *Store) Recipients(
	ctx context.Context, account core.AccountID, database core.DatabaseID, visitors bool,
	visit func(*core.Recipients) error,
) error {
	owned, err := s.owns(ctx, account, database)
	if err != nil {
		return err
	}
	if !owned {
		return core.ErrDatabaseNotFound
	}
	read := s.pageContacts
	if visitors {
		read = s.pageVisitors
	}
	pages := make(chan *core.Recipients)
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() error {
		defer close(pages)
		for after := int32(-1); ; {
			page, err := read(ctx, database, after)
			if err != nil || len(page.Numbers) == 0 {
				return err
			}
			select {
			case pages <- page:
			case <-ctx.Done():
				return ctx.Err()
			}
			after = int32(page.Numbers[len(page.Numbers)-1])
		}
	})
	both.Go(func() error {
		for page := range pages {
			if err := visit(page); err != nil {
				return err
			}
		}
		return nil
	})
	return both.Wait()
}

func (s *Store) owns(ctx context.Context, account core.AccountID, database core.DatabaseID) (owned bool, err error) {
	err = s.system(ctx, "find database", func(tx pgx.Tx) error {
		params := db.OwnedDatabasesParams{AccountID: int32(account), Ids: []int32{int32(database)}}
		rows, err := s.q.OwnedDatabases(ctx, tx, params)
		owned = len(rows) == 1
		return err
	})
	return owned, err
}

// pageOfContacts is read in place, which sqlc's rows, a text each, are not.
const pageOfContacts = `SELECT number, external_id, email, gsm FROM contacts
	WHERE database_id = $1 AND number > $2 ORDER BY number LIMIT $3`

func (s *Store) pageContacts(ctx context.Context, database core.DatabaseID, after int32) (*core.Recipients, error) {
	return s.page(ctx, pageOfContacts, database, after)
}

func (s *Store) pageVisitors(ctx context.Context, database core.DatabaseID, after int32) (*core.Recipients, error) {
	return s.page(ctx, pageOfVisitors, database, after)
}

// page reads rows of a number and texts, of which one that is null is empty.
func (s *Store) page(
	ctx context.Context, query string, database core.DatabaseID, after int32,
) (*core.Recipients, error) {
	page := &core.Recipients{Numbers: make([]uint32, 0, recipientPage)}
	var texts strings.Builder
	texts.Grow(recipientPage * 48)
	err := s.system(ctx, "read recipients", func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, query, int32(database), after, recipientPage)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			values := rows.RawValues()
			page.Numbers = append(page.Numbers, binary.BigEndian.Uint32(values[0]))
			for _, text := range values[1:] {
				texts.Write(text)
				texts.WriteByte(0)
			}
		}
		return rows.Err()
	})
	page.Texts = texts.String()
	return page, err
}
