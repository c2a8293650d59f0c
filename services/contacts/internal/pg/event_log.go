package pg

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// addEntry adds an act to the event log; one that is in it already stays as it is. It returns whether it was added.
func (s *Store) addEntry(ctx context.Context, tx pgx.Tx, e core.Entry) (added bool, err error) {
	n, err := s.q.AddEntry(ctx, tx, db.AddEntryParams{
		ID: e.ID, AccountID: int32(e.Account), OccurredAt: e.At, Kind: string(e.Kind), Source: e.From, Who: e.Who,
		Cause: string(e.Cause), Note: e.Note,
	})
	return n > 0, wrap("add entry to event log", err)
}

// entrySets are contacts of one database by what an entry says of them, by their whole numbers.
type entrySets map[core.EntryPart]*roaring.Bitmap

// setsOf returns whom an act was about.
func setsOf(c core.Concerned) entrySets {
	sets := entrySets{}
	for part, numbers := range map[core.EntryPart][]int32{
		core.EntrySubjects: c.Subjects, core.MailingGiven: c.EmailGiven, core.MailingWithdrawn: c.EmailWithdrawn,
		core.SMSGiven: c.SMSGiven, core.SMSWithdrawn: c.SMSWithdrawn,
	} {
		sets[part] = roaring.New()
		for _, number := range numbers {
			sets[part].Add(uint32(number))
		}
	}
	return sets
}

// addEntrySets says whom of a database an entry is about. An act of several steps gives each an ascending sequence, and
// whom an earlier one named already is not counted again. It returns how many it named first. The counts are of the
// addresses that contacts have in the transaction: what takes addresses away calls it before it does.
func (s *Store) addEntrySets(
	ctx context.Context, tx pgx.Tx, entry core.EntryID, sequence int64, database core.DatabaseID, sets entrySets,
) (named int, err error) {
	subjects, err := s.newSubjects(ctx, tx, entry, sequence, database, chunksOf(sets[core.EntrySubjects]))
	if err != nil {
		return 0, err
	}
	withEmail, withGSM, err := s.withAddresses(ctx, tx, database, subjects)
	if err != nil {
		return 0, err
	}
	add := db.AddEntrySetsParams{EntryID: entry, DatabaseID: int32(database), Sequence: sequence}
	for part := core.EntrySubjects; part <= core.SMSWithdrawn; part++ {
		chunks := subjects
		if part != core.EntrySubjects {
			chunks = chunksOf(sets[part])
		}
		for _, chunk := range slices.Sorted(maps.Keys(chunks)) {
			numbers := chunks[chunk]
			numbers.RunOptimize()
			body, err := numbers.MarshalBinary()
			if err != nil {
				return 0, fmt.Errorf("write set: %w", err)
			}
			var all, email, gsm uint64
			if part == core.EntrySubjects {
				all, email, gsm = numbers.GetCardinality(), common(numbers, withEmail[chunk]), common(numbers, withGSM[chunk])
				named += int(all)
			}
			first, last := chunk<<chunkShift+int32(numbers.Minimum()), chunk<<chunkShift+int32(numbers.Maximum())
			add.Chunks, add.Parts = append(add.Chunks, chunk), append(add.Parts, int16(part))
			add.Firsts, add.Lasts = append(add.Firsts, first), append(add.Lasts, last)
			add.Numbers, add.ContactCounts = append(add.Numbers, body), append(add.ContactCounts, int32(all))
			add.EmailCounts, add.GsmCounts = append(add.EmailCounts, int32(email)), append(add.GsmCounts, int32(gsm))
		}
	}
	if len(add.Chunks) == 0 {
		return 0, nil
	}
	return named, wrap("add sets to event log", s.q.AddEntrySets(ctx, tx, add))
}

// addSubjects says whom of several databases an act of one step was about.
func (s *Store) addSubjects(
	ctx context.Context, tx pgx.Tx, entry core.EntryID, subjects map[core.DatabaseID]*roaring.Bitmap,
) error {
	for _, database := range slices.Sorted(maps.Keys(subjects)) {
		sets := entrySets{core.EntrySubjects: subjects[database]}
		if _, err := s.addEntrySets(ctx, tx, entry, 0, database, sets); err != nil {
			return fmt.Errorf("database %d: %w", database, err)
		}
	}
	return nil
}

// chunksOf cuts a set of whole numbers into those within each chunk; empty ones are left out.
func chunksOf(numbers *roaring.Bitmap) map[int32]*roaring.Bitmap {
	chunks := map[int32]*roaring.Bitmap{}
	if numbers == nil || numbers.IsEmpty() {
		return chunks
	}
	for chunk := numbers.Minimum() >> chunkShift; chunk <= numbers.Maximum()>>chunkShift; chunk++ {
		if within := cut(numbers, uint64(chunk)<<chunkShift); !within.IsEmpty() {
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

// newSubjects takes out whom earlier steps of the entry named.
func (s *Store) newSubjects(
	ctx context.Context, tx pgx.Tx, entry core.EntryID, sequence int64, database core.DatabaseID,
	chunks map[int32]*roaring.Bitmap,
) (map[int32]*roaring.Bitmap, error) {
	if sequence == 0 || len(chunks) == 0 {
		return chunks, nil
	}
	find := db.EntrySubjectsParams{EntryID: entry, DatabaseID: int32(database)}
	for chunk, numbers := range chunks {
		find.Chunks = append(find.Chunks, chunk)
		find.Firsts = append(find.Firsts, chunk<<chunkShift+int32(numbers.Minimum()))
		find.Lasts = append(find.Lasts, chunk<<chunkShift+int32(numbers.Maximum()))
	}
	earlier, err := s.q.EntrySubjects(ctx, tx, find)
	if err != nil {
		return nil, fmt.Errorf("read earlier sets: %w", err)
	}
	named := roaring.New()
	for _, row := range earlier {
		if err := readBits(named, row.Numbers); err != nil {
			return nil, err
		}
		chunks[row.Chunk].AndNot(named)
	}
	maps.DeleteFunc(chunks, func(_ int32, numbers *roaring.Bitmap) bool { return numbers.IsEmpty() })
	return chunks, nil
}

// withAddresses returns who of some chunks has an e-mail address, and who a phone number.
func (s *Store) withAddresses(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, chunks map[int32]*roaring.Bitmap,
) (email, gsm map[int32]*roaring.Bitmap, err error) {
	email, gsm = map[int32]*roaring.Bitmap{}, map[int32]*roaring.Bitmap{}
	if len(chunks) == 0 {
		return email, gsm, nil
	}
	rows, err := s.q.ChunksWithAddress(ctx, tx, db.ChunksWithAddressParams{
		DatabaseID: int32(database), Chunks: slices.Collect(maps.Keys(chunks)),
		Kinds: []int16{int16(core.BitHasEmail), int16(core.BitHasGSM)},
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read who has addresses: %w", err)
	}
	for _, row := range rows {
		bits := roaring.New()
		if err := readBits(bits, row.Bits); err != nil {
			return nil, nil, err
		}
		if core.BitKind(row.Kind) == core.BitHasEmail {
			email[row.Chunk] = bits
		} else {
			gsm[row.Chunk] = bits
		}
	}
	return email, gsm, nil
}

// ConsentChanges returns the newest changes of a contact's consents.
func (s *Store) ConsentChanges(
	ctx context.Context, account core.AccountID, database core.DatabaseID, number int32,
) (changes []core.ConsentChange, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ConsentSets(ctx, tx, db.ConsentSetsParams{
			AccountID: int32(account), DatabaseID: int32(database), Chunk: number >> chunkShift, Number: number,
		})
		if err != nil {
			return fmt.Errorf("read history of consents: %w", err)
		}
		within := roaring.New()
		for _, row := range rows {
			if err := readBits(within, row.Numbers); err != nil {
				return err
			}
			if !within.Contains(uint32(number) & (1<<chunkShift - 1)) {
				continue
			}
			changes = append(changes, core.NewConsentChange(core.EntryPart(row.Part), core.Entry{
				At: row.OccurredAt, Actor: core.Actor{Who: row.Who, From: row.Source}, Cause: core.ConsentCause(row.Cause),
				Note: row.Note,
			}))
			if len(changes) == core.ShownConsentChanges {
				break
			}
		}
		return nil
	})
	return changes, err
}
