package pg

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/outbox"
)

// WriteScores puts scores in the place of those that properties held.
func (s *Store) WriteScores(
	ctx context.Context, of core.Calculation, properties []core.Written, now time.Time,
) error {
	return s.system(ctx, "write scores", func(tx pgx.Tx) error {
		var receipts []core.Receipt
		written := map[core.DatabaseID]*roaring.Bitmap{}
		for _, property := range properties {
			receipt, err := s.writeProperty(ctx, tx, of, property, written)
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
		if _, err := s.addEntry(ctx, tx, entry); err != nil {
			return err
		}
		if err := s.addSubjects(ctx, tx, entry.ID, written); err != nil {
			return err
		}
		event, err := s.events.ScoresWritten(of, receipts, now)
		if err != nil {
			return err
		}
		return outbox.Put(ctx, tx, event.Subject, event.Payload)
	})
}

// writeProperty returns nil when the scores of a newer calculation stand, or these. It adds whose scores it wrote.
func (s *Store) writeProperty(
	ctx context.Context, tx pgx.Tx, of core.Calculation, w core.Written, written map[core.DatabaseID]*roaring.Bitmap,
) (*core.Receipt, error) {
	receipt := &core.Receipt{UID: w.UID, Property: w.Property, Skipped: map[core.Skip]int32{}}
	name, err := s.q.FindNumberProperty(ctx, tx, db.FindNumberPropertyParams{
		AccountID: int32(of.Account), DatabaseID: int32(w.Database), ID: int32(w.Property),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		receipt.Skipped[core.SkipGone] = w.Scored
		return receipt, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find property: %w", err)
	}
	receipt.Name = name
	newer, err := s.q.PutFill(ctx, tx, db.PutFillParams{
		DatabaseID: int32(w.Database), PropertyID: int32(w.Property), ScoringID: of.Scoring, Channel: int16(of.Channel),
		GeneratedDate: of.Date, Revision: int32(of.Revision), MadeAt: of.MadeAt,
	})
	if err != nil || newer == 0 {
		return nil, wrap("note calculation", err)
	}
	chunks := w.Chunks
	if of.Channel == fact.Web {
		contacts, err := s.contactsOfVisitors(ctx, tx, w.Database)
		if err != nil {
			return nil, err
		}
		var unknown core.ScoreCounts
		chunks, unknown = core.OfContacts(chunks, contacts)
		receipt.SkipUnknown(unknown)
	}
	if err := s.keepScores(ctx, tx, of, w, chunks, receipt); err != nil {
		return nil, err
	}
	if written[w.Database] == nil {
		written[w.Database] = roaring.New()
	}
	for _, chunk := range chunks {
		for place, cell := range chunk.Cells {
			if cell <= core.MaxScore {
				written[w.Database].Add(chunk.Chunk<<chunkShift | uint32(place))
			}
		}
	}
	return receipt, nil
}

func wrap(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// insertChunks is how many chunks one statement keeps: 4 MiB.
const insertChunks = 64

func (s *Store) keepScores(
	ctx context.Context, tx pgx.Tx, of core.Calculation, w core.Written, chunks []core.ScoreChunk, receipt *core.Receipt,
) error {
	members, err := s.chunkWords(ctx, tx, w.Database, core.BitMember)
	if err != nil {
		return err
	}
	blocked, err := s.chunkWords(ctx, tx, w.Database, core.BlockedKind(of.Channel))
	if err != nil {
		return err
	}
	database, property := int32(w.Database), int32(w.Property)
	err = s.q.DeletePropertyCells(ctx, tx, db.DeletePropertyCellsParams{DatabaseID: database, PropertyID: property})
	if err != nil {
		return fmt.Errorf("remove former scores: %w", err)
	}
	for ; len(chunks) > 0; chunks = chunks[min(insertChunks, len(chunks)):] {
		insert := db.InsertPropertyCellsParams{DatabaseID: database, PropertyID: property}
		for _, chunk := range chunks[:min(insertChunks, len(chunks))] {
			receipt.Keep(chunk, members[int32(chunk.Chunk)], blocked[int32(chunk.Chunk)])
			insert.Chunks, insert.Cells = append(insert.Chunks, int32(chunk.Chunk)), append(insert.Cells, chunk.Cells)
		}
		if err := s.q.InsertPropertyCells(ctx, tx, insert); err != nil {
			return fmt.Errorf("keep scores: %w", err)
		}
	}
	return nil
}

// chunkWords returns one bitmap of every chunk of a database, as words.
func (s *Store) chunkWords(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, kind core.BitKind,
) (map[int32][]byte, error) {
	rows, err := tx.Query(ctx, groupBits, int32(database), []int16{int16(kind)})
	if err != nil {
		return nil, fmt.Errorf("read bitmaps: %w", err)
	}
	defer rows.Close()
	chunks, bits := map[int32][]byte{}, roaring.New()
	for rows.Next() {
		var row bitRow
		if err := row.scan(rows); err != nil {
			return nil, err
		}
		if err := readBits(bits, row.bits); err != nil {
			return nil, err
		}
		chunks[row.chunk] = words(bits)
	}
	return chunks, wrap("read bitmaps", rows.Err())
}

// contactsOfVisitors returns who the known visitors of a database are.
func (s *Store) contactsOfVisitors(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID,
) (map[uint32]uint32, error) {
	rows, err := tx.Query(ctx, knownVisitors, int32(database))
	if err != nil {
		return nil, fmt.Errorf("read known visitors: %w", err)
	}
	defer rows.Close()
	contacts := map[uint32]uint32{}
	for rows.Next() {
		values := rows.RawValues()
		contacts[binary.BigEndian.Uint32(values[0])] = binary.BigEndian.Uint32(values[1])
	}
	return contacts, wrap("read known visitors", rows.Err())
}
