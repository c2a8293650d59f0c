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

// CheckContacts computes what rows of contacts would do to what there is now: it locks nothing but the import, whose
// progress alone is kept.
func (s *Store) CheckContacts(
	ctx context.Context, step core.ContactsStep, apply apply,
) (effects core.Effects, err error) {
	byDatabase := rowsByDatabase(step.Rows)
	err = s.system(ctx, "check contacts", func(tx pgx.Tx) error {
		p := step.Progress
		for _, database := range slices.Sorted(maps.Keys(byDatabase)) {
			changes, err := s.checkDatabase(ctx, tx, step, database, byDatabase[database], apply)
			if err != nil {
				return fmt.Errorf("database %d: %w", database, err)
			}
			p = p.With(changes)
		}
		effects = p.Effects
		return s.advance(ctx, tx, step.Account, p, core.StateDone)
	})
	return effects, err
}

func (s *Store) checkDatabase(
	ctx context.Context, tx pgx.Tx, step core.ContactsStep, database core.DatabaseID, rows []core.ContactRow, apply apply,
) (core.Changes, error) {
	directory, err := s.directoryToRead(ctx, tx, step, database, rows)
	if err != nil {
		return core.Changes{}, err
	}
	changes := apply(rows, directory)
	came, err := s.wouldCome(ctx, tx, database, changes.Bits)
	if err != nil {
		return core.Changes{}, err
	}
	changes.Regroup(came)
	return changes, nil
}

// directoryToRead loads what may matter for rows without making anything: groups that are missing stand as made.
func (s *Store) directoryToRead(
	ctx context.Context, tx pgx.Tx, step core.ContactsStep, database core.DatabaseID, rows []core.ContactRow,
) (d core.Directory, err error) {
	named := namedBy(rows)
	if d.Contacts, err = s.findContacts(ctx, tx, database, named.addresses, named.properties); err != nil {
		return d, err
	}
	if d.Erased, err = s.erasedAmong(ctx, tx, step.Account, database, named.addresses, d.Contacts); err != nil {
		return d, err
	}
	if d.Groups, d.MadeGroups, err = s.groupsToRead(ctx, tx, step, database, named.groups); err != nil {
		return d, err
	}
	next := db.NextNumberParams{AccountID: int32(step.Account), ID: int32(database)}
	if d.NextNumber, err = s.q.NextNumber(ctx, tx, next); err != nil {
		return d, fmt.Errorf("read next number: %w", err)
	}
	from := d.NextNumber
	d.Made = func(number int32) bool { return number >= from } // nothing that the check would make has a number yet
	d.Suppressed, err = s.suppressed(ctx, tx, database, rows, d.Contacts)
	return d, err
}

// wouldCome returns who is in none of the groups yet into which changes would put somebody. Groups that would be made
// have numbers below 0.
func (s *Store) wouldCome(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, bits []core.Bit,
) (func(int32) bool, error) {
	find := db.GroupBitsParams{DatabaseID: int32(database)}
	there := map[bitsKey]*roaring.Bitmap{}
	for _, bit := range bits {
		key := keyOf(bit)
		if bit.Kind != core.BitGroup || there[key] != nil {
			continue
		}
		there[key] = roaring.New()
		if bit.Ref > 0 {
			find.Chunks, find.Refs = append(find.Chunks, key.chunk), append(find.Refs, key.ref)
		}
	}
	rows, err := s.q.GroupBits(ctx, tx, find)
	if err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	for _, row := range rows {
		if err := readBits(there[bitsKey{row.Chunk, core.BitGroup, row.Ref}], row.Bits); err != nil {
			return nil, err
		}
	}
	come := roaring.New()
	for _, bit := range bits {
		if bit.Kind == core.BitGroup && !there[keyOf(bit)].Contains(uint32(bit.Number)&(1<<chunkShift-1)) {
			come.Add(uint32(bit.Number))
		}
	}
	return func(number int32) bool { return come.Contains(uint32(number)) }, nil
}
