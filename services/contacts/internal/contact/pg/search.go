package pg

import (
	"context"
	"fmt"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
)

// Searched returns the databases of a search, by uid.
func Searched(ctx context.Context, tx pgx.Tx, search contact.Search) ([]db.ListDatabasesRow, error) {
	databases, err := queries.ListDatabases(ctx, tx, int32(search.Account))
	if err != nil {
		return nil, fmt.Errorf("list databases: %w", err)
	}
	if search.UID != "" {
		databases = slices.DeleteFunc(databases, func(d db.ListDatabasesRow) bool { return d.Uid != search.UID })
		if len(databases) == 0 {
			return nil, contact.ErrDatabaseNotFound
		}
	}
	if search.Group == 0 {
		return databases, nil
	}
	groups, err := queries.OwnedGroups(ctx, tx, db.OwnedGroupsParams{
		AccountID: int32(search.Account), Ids: []int32{int32(search.Group)},
	})
	if err != nil {
		return nil, fmt.Errorf("find group: %w", err)
	}
	databases = slices.DeleteFunc(databases, func(d db.ListDatabasesRow) bool {
		return len(groups) == 0 || d.ID != groups[0].DatabaseID
	})
	if len(databases) == 0 {
		return nil, contact.ErrGroupNotFound
	}
	return databases, nil
}

// Sets returns the numbers of the found contacts of each database.
func Sets(
	ctx context.Context, tx pgx.Tx, databases []db.ListDatabasesRow, group contact.GroupID, sought *contact.Sought,
) ([]*roaring.Bitmap, error) {
	var sets []*roaring.Bitmap
	var err error
	if sought != nil {
		if sets, err = foundSets(ctx, tx, databases, *sought); err != nil {
			return nil, err
		}
	}
	if sought != nil && group == 0 {
		return sets, nil
	}
	kind := contact.BitMember
	if group != 0 {
		kind = contact.BitGroup
	}
	for i, d := range databases {
		members, err := Numbers(ctx, tx, d.ID, kind, group)
		if err != nil {
			return nil, err
		}
		if sought == nil {
			sets = append(sets, members)
		} else {
			sets[i].And(members)
		}
	}
	return sets, nil
}

// foundSets returns the contacts with an address or, when there are none, those whose address begins with it.
func foundSets(
	ctx context.Context, tx pgx.Tx, databases []db.ListDatabasesRow, sought contact.Sought,
) ([]*roaring.Bitmap, error) {
	sets, at := make([]*roaring.Bitmap, len(databases)), map[int32]*roaring.Bitmap{}
	exact := db.FindByAddressParams{ExternalID: sought.ExternalID, Email: sought.Email, Gsm: sought.GSM}
	for i, d := range databases {
		sets[i] = roaring.New()
		at[d.ID], exact.Databases = sets[i], append(exact.Databases, d.ID)
	}
	rows, err := queries.FindByAddress(ctx, tx, exact)
	if err != nil {
		return nil, fmt.Errorf("find contacts by address: %w", err)
	}
	for _, row := range rows {
		at[row.DatabaseID].Add(uint32(row.Number))
	}
	room := contact.Beginnings
	for i := 0; i < len(databases) && len(rows) == 0 && room > 0; i++ {
		numbers, err := queries.FindByBeginning(ctx, tx, db.FindByBeginningParams{
			DatabaseID: databases[i].ID, ExternalID: sought.ExternalID, Email: sought.Email, Most: int32(room),
		})
		if err != nil {
			return nil, fmt.Errorf("find contacts by the beginning of an address: %w", err)
		}
		for _, number := range numbers {
			sets[i].Add(uint32(number))
		}
		room -= len(numbers)
	}
	return sets, nil
}

// Numbers returns the members of a bitmap over all chunks.
func Numbers(
	ctx context.Context, tx pgx.Tx, database int32, kind contact.BitKind, ref contact.GroupID,
) (*roaring.Bitmap, error) {
	rows, err := queries.ListBits(ctx, tx, db.ListBitsParams{DatabaseID: database, Kind: int16(kind), Ref: int32(ref)})
	if err != nil {
		return nil, fmt.Errorf("read bitmaps: %w", err)
	}
	all := roaring.New()
	for _, row := range rows {
		bits := roaring.New()
		if err := ReadBits(bits, row.Bits); err != nil {
			return nil, err
		}
		all.Or(roaring.AddOffset64(bits, int64(row.Chunk)<<ChunkShift))
	}
	return all, nil
}

// ContactsOf returns contacts of a database by number.
func ContactsOf(
	ctx context.Context, tx pgx.Tx, d db.ListDatabasesRow, numbers []int32,
) ([]contact.FoundContact, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	rows, err := queries.ContactsByNumber(ctx, tx, db.ContactsByNumberParams{DatabaseID: d.ID, Numbers: numbers})
	if err != nil {
		return nil, fmt.Errorf("read contacts: %w", err)
	}
	slices.SortFunc(rows, func(a, b db.ContactsByNumberRow) int { return int(a.Number) - int(b.Number) })
	contacts := make([]contact.FoundContact, len(rows))
	for i, row := range rows {
		contacts[i] = contact.FoundContact{UID: d.Uid, Contact: contact.Contact{
			Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm,
		}}
	}
	return contacts, fillFlags(ctx, tx, contact.DatabaseID(d.ID), len(contacts), func(i int) *contact.Contact {
		return &contacts[i].Contact
	})
}
