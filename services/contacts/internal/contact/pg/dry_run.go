package pg

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// DryRun returns the changes that rows would make to a database. It locks nothing; missing groups count as created.
func (s *Store) DryRun(ctx context.Context, tx pgx.Tx, batch contact.RowBatch) (contact.Changes, error) {
	named, d := namedBy(batch.Rows), contact.Directory{Consents: batch.Consents}
	var err error
	if d.Contacts, err = findContacts(ctx, tx, batch.Database, named.addresses, named.properties); err != nil {
		return contact.Changes{}, err
	}
	if err := s.fillLists(ctx, tx, batch, named, &d); err != nil {
		return contact.Changes{}, err
	}
	if d.Groups, d.MadeGroups, err = groupsOf(ctx, tx, batch, named.groups, true); err != nil {
		return contact.Changes{}, err
	}
	next := db.NextNumberParams{AccountID: int32(batch.Account), ID: int32(batch.Database)}
	if d.NextNumber, err = queries.NextNumber(ctx, tx, next); err != nil {
		return contact.Changes{}, fmt.Errorf("read next number: %w", err)
	}
	// Contacts that the file would create have numbers from NextNumber on.
	d.Made = func(number int32) bool { return number >= d.NextNumber }
	changes := contact.Apply(batch.Rows, d)
	came, err := wouldCome(ctx, tx, batch.Database, changes.Bits)
	if err != nil {
		return contact.Changes{}, err
	}
	changes.Regroup(came)
	return changes, nil
}

// wouldCome returns a function that reports the contacts which changes would add to a group. Groups that would be
// created have numbers below 0.
func wouldCome(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, bits []contact.Bit,
) (func(int32) bool, error) {
	find := db.GroupBitsParams{DatabaseID: int32(database)}
	there := map[BitsKey]*roaring.Bitmap{}
	for _, bit := range bits {
		key := keyOf(bit)
		if bit.Kind != contact.BitGroup || there[key] != nil {
			continue
		}
		there[key] = roaring.New()
		if bit.Ref > 0 {
			find.Chunks, find.Refs = append(find.Chunks, key.Chunk), append(find.Refs, key.Ref)
		}
	}
	rows, err := queries.GroupBits(ctx, tx, find)
	if err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	for _, row := range rows {
		if err := ReadBits(there[BitsKey{row.Chunk, contact.BitGroup, row.Ref}], row.Bits); err != nil {
			return nil, err
		}
	}
	come := roaring.New()
	for _, bit := range bits {
		if bit.Kind == contact.BitGroup && !there[keyOf(bit)].Contains(uint32(bit.Number)&(1<<ChunkShift-1)) {
			come.Add(uint32(bit.Number))
		}
	}
	return func(number int32) bool { return come.Contains(uint32(number)) }, nil
}
