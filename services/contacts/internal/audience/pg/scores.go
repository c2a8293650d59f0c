package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/outbox"
)

// WriteScores replaces the scores of properties.
func (s *Store) WriteScores(
	ctx context.Context, of audience.Calculation, properties []audience.Written, now time.Time,
) error {
	return s.System(ctx, "write scores", func(tx pgx.Tx) error {
		var receipts []audience.Receipt
		written := map[contact.DatabaseID]*roaring.Bitmap{}
		for _, property := range properties {
			receipt, err := writeProperty(ctx, tx, of, property, written)
			if err != nil {
				return err
			}
			if receipt != nil {
				receipts = append(receipts, *receipt)
			}
		}
		if len(receipts) == 0 {
			return nil
		}
		entry := of.Entry(now)
		if _, err := contactpg.AddEntry(ctx, tx, entry); err != nil {
			return err
		}
		if err := contactpg.AddSubjects(ctx, tx, entry.ID, 0, written); err != nil {
			return err
		}
		event, err := s.events.ScoresWritten(of, receipts, now)
		if err != nil {
			return err
		}
		return outbox.Put(ctx, tx, event.Subject, event.Payload)
	})
}

// writeProperty returns nil when the property already has these scores or those of a newer calculation. It adds the
// contacts whose scores it wrote to written.
func writeProperty(
	ctx context.Context, tx pgx.Tx, of audience.Calculation, w audience.Written,
	written map[contact.DatabaseID]*roaring.Bitmap,
) (*audience.Receipt, error) {
	receipt := &audience.Receipt{UID: w.UID, Property: w.Property, Skipped: map[audience.Skip]int32{}}
	name, err := queries.FindNumberProperty(ctx, tx, db.FindNumberPropertyParams{
		AccountID: int32(of.Account), DatabaseID: int32(w.Database), ID: int32(w.Property),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		receipt.Skipped[audience.SkipGone] = w.Scored
		return receipt, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find property: %w", err)
	}
	receipt.Name = name
	// No contact is erased while its score is written.
	share := db.ShareDatabaseParams{AccountID: int32(of.Account), ID: int32(w.Database)}
	if _, err := queries.ShareDatabase(ctx, tx, share); err != nil {
		return nil, fmt.Errorf("lock database: %w", err)
	}
	newer, err := queries.PutFill(ctx, tx, db.PutFillParams{
		DatabaseID: int32(w.Database), PropertyID: int32(w.Property), ScoringID: of.Scoring, Channel: int16(of.Channel),
		GeneratedDate: of.Date, Revision: int32(of.Revision), MadeAt: of.MadeAt,
	})
	if err != nil || newer == 0 {
		return nil, contactpg.Wrap("note calculation", err)
	}
	chunks := w.Chunks
	if of.Channel == fact.Web {
		contacts, err := ContactsOfVisitors(ctx, tx, w.Database)
		if err != nil {
			return nil, err
		}
		var unknown audience.ScoreCounts
		chunks, unknown = audience.OfContacts(chunks, contacts)
		receipt.SkipUnknown(unknown)
	}
	if err := keepScores(ctx, tx, of, w, chunks, receipt); err != nil {
		return nil, err
	}
	if written[w.Database] == nil {
		written[w.Database] = roaring.New()
	}
	for _, chunk := range chunks {
		for place, cell := range chunk.Cells {
			if cell <= contact.MaxScore {
				written[w.Database].Add(chunk.Chunk<<contactpg.ChunkShift | uint32(place))
			}
		}
	}
	return receipt, nil
}

// insertChunks is how many chunks one statement inserts: 4 MiB.
const insertChunks = 64

func keepScores(
	ctx context.Context, tx pgx.Tx, of audience.Calculation, w audience.Written, chunks []audience.ScoreChunk,
	receipt *audience.Receipt,
) error {
	members, err := chunkWords(ctx, tx, w.Database, contact.BitMember)
	if err != nil {
		return err
	}
	blocked, err := chunkWords(ctx, tx, w.Database, audience.BlockedKind(of.Channel))
	if err != nil {
		return err
	}
	database, property := int32(w.Database), int32(w.Property)
	err = queries.DeletePropertyCells(ctx, tx, db.DeletePropertyCellsParams{DatabaseID: database, PropertyID: property})
	if err != nil {
		return fmt.Errorf("remove former scores: %w", err)
	}
	for ; len(chunks) > 0; chunks = chunks[min(insertChunks, len(chunks)):] {
		insert := db.InsertPropertyCellsParams{DatabaseID: database, PropertyID: property}
		for _, chunk := range chunks[:min(insertChunks, len(chunks))] {
			receipt.Keep(chunk, members[int32(chunk.Chunk)], blocked[int32(chunk.Chunk)])
			insert.Chunks, insert.Cells = append(insert.Chunks, int32(chunk.Chunk)), append(insert.Cells, chunk.Cells)
		}
		if err := queries.InsertPropertyCells(ctx, tx, insert); err != nil {
			return fmt.Errorf("keep scores: %w", err)
		}
	}
	return nil
}

// chunkWords returns one bitmap of every chunk of a database, as words.
func chunkWords(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, kind contact.BitKind,
) (map[int32][]byte, error) {
	rows, err := tx.Query(ctx, contactpg.GroupBits, int32(database), []int16{int16(kind)})
	if err != nil {
		return nil, fmt.Errorf("read bitmaps: %w", err)
	}
	defer rows.Close()
	chunks, bits := map[int32][]byte{}, roaring.New()
	for rows.Next() {
		var row contactpg.BitRow
		if err := row.Scan(rows); err != nil {
			return nil, err
		}
		if err := contactpg.ReadBits(bits, row.Bits); err != nil {
			return nil, err
		}
		chunks[row.Chunk] = contactpg.Words(bits)
	}
	return chunks, contactpg.Wrap("read bitmaps", rows.Err())
}

// ContactsOfVisitors returns the contacts of the known visitors of a database.
func ContactsOfVisitors(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID,
) (map[uint32]uint32, error) {
	known, err := readVisitors(ctx, tx, int32(database))
	if err != nil {
		return nil, err
	}
	contacts := map[uint32]uint32{}
	for chunk, of := range known {
		if of.visitors == nil {
			continue
		}
		for i, visitor := range of.visitors.ToArray() {
			contacts[uint32(chunk)<<contactpg.ChunkShift|visitor] = of.contacts[i]
		}
	}
	return contacts, nil
}
