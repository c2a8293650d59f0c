package pg

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// AddEntry adds an entry to the event log and reports whether it was added. An existing entry stays unchanged.
func AddEntry(ctx context.Context, q pgdb.Querier, e contact.Entry) (added bool, err error) {
	n, err := queries.AddEntry(ctx, q, db.AddEntryParams{
		ID: e.ID, AccountID: int32(e.Account), OccurredAt: e.At, Kind: string(e.Kind), Source: e.From, Who: e.Who,
		Cause: string(e.Cause), Note: e.Note,
	})
	return n > 0, Wrap("add entry to event log", err)
}

// EntrySets are the sets of an entry in one database, by part. They contain whole numbers, not places in chunks.
type EntrySets map[contact.EntryPart]*roaring.Bitmap

// SetsOf returns the sets of the contacts that an act concerned.
func SetsOf(c contact.Concerned) EntrySets {
	sets := EntrySets{contact.EntrySubjects: setOf(c.Subjects)}
	for i := range c.Given {
		sets[contact.GivenPart(i)], sets[contact.WithdrawnPart(i)] = setOf(c.Given[i]), setOf(c.Withdrawn[i])
	}
	return sets
}

func setOf(numbers []int32) *roaring.Bitmap {
	set := roaring.New()
	for _, number := range numbers {
		set.Add(uint32(number))
	}
	return set
}

// AddEntrySets adds sets of a database to an entry and returns the number of contacts that are new to the entry. An act
// of several steps numbers them with ascending sequences; the contacts of an earlier step are not counted again.
// Addresses are counted as they are in the transaction, so a caller that removes addresses calls it before that.
func AddEntrySets(
	ctx context.Context, q pgdb.Querier, entry contact.EntryID, sequence int64, database contact.DatabaseID,
	sets EntrySets,
) (named int, err error) {
	subjects, err := newSubjects(ctx, q, entry, sequence, database, ChunksOf(sets[contact.EntrySubjects]))
	if err != nil {
		return 0, err
	}
	with, err := withAddresses(ctx, q, database, subjects)
	if err != nil {
		return 0, err
	}
	add := db.AddEntrySetsParams{EntryID: entry, DatabaseID: int32(database), Sequence: sequence}
	for part := contact.EntrySubjects; part < contact.EntryParts; part++ {
		chunks := subjects
		if part != contact.EntrySubjects {
			chunks = ChunksOf(sets[part])
		}
		for _, chunk := range slices.Sorted(maps.Keys(chunks)) {
			numbers := chunks[chunk]
			numbers.RunOptimize()
			body, err := numbers.MarshalBinary()
			if err != nil {
				return 0, fmt.Errorf("write set: %w", err)
			}
			var all, emails, gsms uint64
			if part == contact.EntrySubjects {
				all, emails, gsms = numbers.GetCardinality(), common(numbers, with[email][chunk]), common(numbers, with[gsm][chunk])
				named += int(all)
			}
			first, last := chunk<<ChunkShift+int32(numbers.Minimum()), chunk<<ChunkShift+int32(numbers.Maximum())
			add.Chunks, add.Parts = append(add.Chunks, chunk), append(add.Parts, int16(part))
			add.Firsts, add.Lasts = append(add.Firsts, first), append(add.Lasts, last)
			add.Numbers, add.ContactCounts = append(add.Numbers, body), append(add.ContactCounts, int32(all))
			add.EmailCounts, add.GsmCounts = append(add.EmailCounts, int32(emails)), append(add.GsmCounts, int32(gsms))
		}
	}
	if len(add.Chunks) == 0 {
		return 0, nil
	}
	return named, Wrap("add sets to event log", queries.AddEntrySets(ctx, q, add))
}

// AddSubjects adds the subjects of a step in several databases; see AddEntrySets. An act of one step has sequence 0.
func AddSubjects(
	ctx context.Context, tx pgx.Tx, entry contact.EntryID, sequence int64,
	subjects map[contact.DatabaseID]*roaring.Bitmap,
) error {
	for _, database := range slices.Sorted(maps.Keys(subjects)) {
		sets := EntrySets{contact.EntrySubjects: subjects[database]}
		if _, err := AddEntrySets(ctx, tx, entry, sequence, database, sets); err != nil {
			return fmt.Errorf("database %d: %w", database, err)
		}
	}
	return nil
}

// ChunksOf splits a set of whole numbers into sets of places in each chunk, without the empty ones.
func ChunksOf(numbers *roaring.Bitmap) map[int32]*roaring.Bitmap {
	chunks := map[int32]*roaring.Bitmap{}
	if numbers == nil || numbers.IsEmpty() {
		return chunks
	}
	for chunk := numbers.Minimum() >> ChunkShift; chunk <= numbers.Maximum()>>ChunkShift; chunk++ {
		if within := Cut(numbers, uint64(chunk)<<ChunkShift); !within.IsEmpty() {
			chunks[int32(chunk)] = within
		}
	}
	return chunks
}

func common(a, b *roaring.Bitmap) uint64 {
	if b == nil {
		return 0
	}
	return a.AndCardinality(b)
}

// newSubjects removes the subjects of earlier steps of the entry.
func newSubjects(
	ctx context.Context, q pgdb.Querier, entry contact.EntryID, sequence int64, database contact.DatabaseID,
	chunks map[int32]*roaring.Bitmap,
) (map[int32]*roaring.Bitmap, error) {
	if sequence == 0 || len(chunks) == 0 {
		return chunks, nil
	}
	find := db.EntrySubjectsParams{EntryID: entry, DatabaseID: int32(database)}
	for chunk, numbers := range chunks {
		find.Chunks = append(find.Chunks, chunk)
		find.Firsts = append(find.Firsts, chunk<<ChunkShift+int32(numbers.Minimum()))
		find.Lasts = append(find.Lasts, chunk<<ChunkShift+int32(numbers.Maximum()))
	}
	earlier, err := queries.EntrySubjects(ctx, q, find)
	if err != nil {
		return nil, fmt.Errorf("read earlier sets: %w", err)
	}
	named := roaring.New()
	for _, row := range earlier {
		if err := ReadBits(named, row.Numbers); err != nil {
			return nil, err
		}
		chunks[row.Chunk].AndNot(named)
	}
	maps.DeleteFunc(chunks, func(_ int32, numbers *roaring.Bitmap) bool { return numbers.IsEmpty() })
	return chunks, nil
}

const email, gsm = contact.BitHasEmail, contact.BitHasGSM

// withAddresses returns the contacts of some chunks that have an address, by its bitmap and chunk.
func withAddresses(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, chunks map[int32]*roaring.Bitmap,
) (map[contact.BitKind]map[int32]*roaring.Bitmap, error) {
	with := map[contact.BitKind]map[int32]*roaring.Bitmap{email: {}, gsm: {}}
	if len(chunks) == 0 {
		return with, nil
	}
	rows, err := queries.ChunksWithAddress(ctx, q, db.ChunksWithAddressParams{
		DatabaseID: int32(database), Chunks: slices.Collect(maps.Keys(chunks)), Kinds: []int16{int16(email), int16(gsm)},
	})
	if err != nil {
		return nil, fmt.Errorf("read addresses of contacts: %w", err)
	}
	for _, row := range rows {
		bits := roaring.New()
		if err := ReadBits(bits, row.Bits); err != nil {
			return nil, err
		}
		with[contact.BitKind(row.Kind)][row.Chunk] = bits
	}
	return with, nil
}

// consentChanges returns the changes of a contact's consents, newest first.
func consentChanges(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, database contact.DatabaseID, number int32,
) (changes []contact.ConsentChange, err error) {
	rows, err := queries.ConsentSets(ctx, q, db.ConsentSetsParams{
		AccountID: int32(account), DatabaseID: int32(database), Chunk: number >> ChunkShift, Number: number,
	})
	within := roaring.New()
	for _, row := range rows {
		if err := ReadBits(within, row.Numbers); err != nil {
			return nil, err
		}
		if !within.Contains(Place(number)) {
			continue
		}
		changes = append(changes, contact.NewConsentChange(contact.EntryPart(row.Part), contact.Entry{
			At: row.OccurredAt, Actor: contact.Actor{Who: row.Who, From: row.Source}, Cause: contact.ConsentCause(row.Cause),
			Note: row.Note,
		}))
	}
	return changes, Wrap("read history of consents", err)
}
