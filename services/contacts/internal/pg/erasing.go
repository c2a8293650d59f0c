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

// ErasePerson erases whoever has an address. It holds all of the account's databases, so no step of an import is
// between its reading and its writing.
func (s *Store) ErasePerson(
	ctx context.Context, entry core.Entry, address core.Sought,
) (held []core.Held, err error) {
	if s.erasureKey == nil {
		return nil, core.ErrErasure
	}
	err = s.db.InAccount(ctx, int32(entry.Account), func(tx pgx.Tx) error {
		if err := s.q.LockDatabases(ctx, tx, int32(entry.Account)); err != nil {
			return fmt.Errorf("lock databases: %w", err)
		}
		databases, err := s.q.ListDatabases(ctx, tx, int32(entry.Account))
		if err != nil {
			return fmt.Errorf("list databases: %w", err)
		}
		if held, err = s.personOf(ctx, tx, databases, address); err != nil {
			return err
		}
		if len(held) == 0 {
			return core.ErrPersonNotFound
		}
		e := &erasing{Store: s, tx: tx, entry: entry, held: held, databases: databases}
		return e.run(ctx)
	})
	return held, err
}

// erasing is a person who is being erased.
type erasing struct {
	*Store
	tx        pgx.Tx
	entry     core.Entry
	held      []core.Held
	databases []db.ListDatabasesRow
	// shared are the addresses that mean the person in every uid, own are external ids by database.
	shared []string
	own    map[core.DatabaseID][]string
}

func (e *erasing) run(ctx context.Context) error {
	if _, err := e.addEntry(ctx, e.tx, e.entry); err != nil {
		return err
	}
	subjects := map[core.DatabaseID]*roaring.Bitmap{}
	for _, h := range e.held {
		if subjects[h.Database] == nil {
			subjects[h.Database] = roaring.New()
		}
		subjects[h.Database].Add(uint32(h.Number))
	}
	if err := e.addSubjects(ctx, e.tx, e.entry.ID, subjects); err != nil {
		return err
	}
	for _, database := range slices.Sorted(maps.Keys(subjects)) {
		if err := e.contacts(ctx, database, subjects[database]); err != nil {
			return fmt.Errorf("erase from database %d: %w", database, err)
		}
	}
	for _, step := range []func(context.Context) error{e.addresses, e.refuse, e.forget, e.visitors, e.refusedRows} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// visitors forgets which of them were the person.
func (e *erasing) visitors(ctx context.Context) error {
	for _, d := range e.databases {
		if _, err := e.resolve(ctx, e.tx, d.ID); err != nil {
			return fmt.Errorf("resolve visitors of database %d: %w", d.ID, err)
		}
	}
	return nil
}

// contacts takes the person out of whatever is by number.
func (e *erasing) contacts(ctx context.Context, database core.DatabaseID, numbers *roaring.Bitmap) error {
	var list, blocks []int32
	for _, number := range numbers.ToArray() {
		list, blocks = append(list, int32(number)), append(blocks, int32(number)>>blockShift)
	}
	err := e.q.DeleteContacts(ctx, e.tx, db.DeleteContactsParams{DatabaseID: int32(database), Numbers: list})
	if err != nil {
		return fmt.Errorf("delete contacts: %w", err)
	}
	err = e.q.ForgetTwins(ctx, e.tx, db.ForgetTwinsParams{DatabaseID: int32(database), Numbers: list})
	if err != nil {
		return fmt.Errorf("forget twins: %w", err)
	}
	err = e.q.ForgetBlocks(ctx, e.tx, db.ForgetBlocksParams{DatabaseID: int32(database), Blocks: blocks})
	if err != nil {
		return fmt.Errorf("forget copies of addresses: %w", err)
	}
	if err := e.q.TouchDictionary(ctx, e.tx, int32(database)); err != nil {
		return fmt.Errorf("advance dictionary: %w", err)
	}
	if err := e.bits(ctx, database, numbers); err != nil {
		return err
	}
	for _, number := range list {
		err := e.q.EraseCells(ctx, e.tx, db.EraseCellsParams{
			DatabaseID: int32(database), Chunk: number >> chunkShift, Place: int32(place(number)),
		})
		if err != nil {
			return fmt.Errorf("erase scores in properties: %w", err)
		}
		err = e.q.EraseValues(ctx, e.tx, db.EraseValuesParams{
			DatabaseID: int32(database), Block: number >> valueShift, Place: int32(valuePlace(number)),
		})
		if err != nil {
			return fmt.Errorf("erase values of properties: %w", err)
		}
	}
	return e.receipts(ctx, database, numbers)
}

// createdDays is how many days of creation stand in one bitmap.
const createdDays = 1 << core.CreatedDaysShift

// bits takes numbers out of every bitmap.
func (e *erasing) bits(ctx context.Context, database core.DatabaseID, numbers *roaring.Bitmap) error {
	chunks := chunksOf(numbers)
	rows, err := e.q.LockChunkBits(ctx, e.tx, db.LockChunkBitsParams{
		DatabaseID: int32(database), Chunks: slices.Collect(maps.Keys(chunks)),
	})
	if err != nil {
		return fmt.Errorf("lock bitmaps: %w", err)
	}
	changed := map[bitsKey]*roaring.Bitmap{}
	for _, row := range rows {
		bits, gone := roaring.New(), chunks[row.Chunk]
		if err := readBits(bits, row.Bits); err != nil {
			return err
		}
		before := bits.GetCardinality()
		if core.BitKind(row.Kind) != core.BitCreated {
			bits.AndNot(gone)
		} else {
			for day := range int64(createdDays) {
				bits.AndNot(roaring.AddOffset64(gone, day<<chunkShift))
			}
		}
		if bits.GetCardinality() != before {
			changed[bitsKey{row.Chunk, core.BitKind(row.Kind), row.Ref}] = bits
		}
	}
	return e.putBits(ctx, e.tx, database, changed)
}

// receipts takes numbers out of those whom exports put into groups; what they counted stays.
func (e *erasing) receipts(ctx context.Context, database core.DatabaseID, numbers *roaring.Bitmap) error {
	account := int32(e.entry.Account)
	items, err := e.q.ListExportMembers(ctx, e.tx, db.ListExportMembersParams{
		AccountID: account, DatabaseID: int32(database),
	})
	if err != nil {
		return fmt.Errorf("read receipts of exports: %w", err)
	}
	members := roaring.New()
	for _, item := range items {
		if err := readBits(members, item.Members); err != nil {
			return err
		}
		if !members.Intersects(numbers) {
			continue
		}
		members.AndNot(numbers)
		members.RunOptimize()
		body, err := members.MarshalBinary()
		if err != nil {
			return fmt.Errorf("write bitmap: %w", err)
		}
		err = e.q.SetExportMembers(ctx, e.tx, db.SetExportMembersParams{
			AccountID: account, DatabaseID: int32(database), ExportID: item.ExportID, Target: item.Target, Members: body,
		})
		if err != nil {
			return fmt.Errorf("change receipt of export: %w", err)
		}
	}
	return nil
}
