package pg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// oneGroupBits reads the bitmaps of GroupBits for one group.
const oneGroupBits = `SELECT chunk, kind, ref, bits FROM audience_bits
	WHERE database_id = $1 AND kind = ANY ($2) AND (kind <> 9 OR ref = $3) ORDER BY chunk, kind, ref`

// heldGroup is a group in a transaction that locks its database: no other transaction changes its members or its name,
// or deletes it.
type heldGroup struct {
	database contact.DatabaseID
	name     string
}

// inGroup runs work in a transaction that locks the database of a group.
func (s *Store) inGroup(
	ctx context.Context, account contact.AccountID, id contact.GroupID, work func(tx pgx.Tx, group heldGroup) error,
) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		find := db.FindGroupParams{AccountID: int32(account), ID: int32(id)}
		found, err := queries.FindGroup(ctx, tx, find)
		if err == nil {
			lock := db.LockDatabaseParams{AccountID: int32(account), ID: found.DatabaseID}
			if _, err := queries.LockDatabase(ctx, tx, lock); err != nil {
				return fmt.Errorf("lock database: %w", err)
			}
			found, err = queries.FindGroup(ctx, tx, find) // again, now that no other transaction changes it
		}
		if errors.Is(err, pgx.ErrNoRows) {
			return contact.ErrGroupNotFound
		}
		if err != nil {
			return fmt.Errorf("find group: %w", err)
		}
		return work(tx, heldGroup{contact.DatabaseID(found.DatabaseID), found.Name})
	})
}

// RenameGroup renames a group.
func (s *Store) RenameGroup(
	ctx context.Context, account contact.AccountID, id contact.GroupID, name string,
) (contact.Group, error) {
	renamed := contact.Group{ID: id, Name: name}
	err := s.inGroup(ctx, account, id, func(tx pgx.Tx, group heldGroup) error {
		if err := queries.LockNumbers(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		byKey, err := groupsByKey(ctx, tx, account, group.database)
		if err != nil {
			return err
		}
		taken := func(other contact.GroupID) bool { return other != id }
		if name != group.name && slices.ContainsFunc(byKey[contact.GroupKey(name)], taken) {
			return contact.ErrGroupExists
		}
		err = queries.RenameGroup(ctx, tx, db.RenameGroupParams{AccountID: int32(account), ID: int32(id), Name: name})
		if err != nil {
			return fmt.Errorf("rename group: %w", err)
		}
		if renamed.UID, err = queries.FindUID(ctx, tx, int32(group.database)); err != nil {
			return fmt.Errorf("find uid: %w", err)
		}
		counts := map[contact.GroupID]*contact.GroupCounts{id: &renamed.GroupCounts}
		return countGroups(ctx, tx, counts, oneGroupBits, int32(group.database), countedKinds(), int32(id))
	})
	return renamed, err
}

// RemoveGroup deletes a group with its bitmaps, and stores its name and members for RestoreGroup.
func (s *Store) RemoveGroup(ctx context.Context, account contact.AccountID, id contact.GroupID, now time.Time) error {
	return s.inGroup(ctx, account, id, func(tx pgx.Tx, group heldGroup) error {
		members, err := Numbers(ctx, tx, int32(group.database), contact.BitGroup, id)
		if err != nil {
			return err
		}
		members.RunOptimize()
		body, err := members.MarshalBinary()
		if err != nil {
			return fmt.Errorf("write bitmap: %w", err)
		}
		if err := queries.KeepRemovedGroup(ctx, tx, db.KeepRemovedGroupParams{
			AccountID: int32(account), ID: int32(id), DatabaseID: int32(group.database), Name: group.name, Members: body,
			RemovedAt: now,
		}); err != nil {
			return fmt.Errorf("keep group: %w", err)
		}
		if err := queries.DeleteGroupBits(ctx, tx, db.DeleteGroupBitsParams{
			DatabaseID: int32(group.database), Kind: int16(contact.BitGroup), Ref: int32(id),
		}); err != nil {
			return fmt.Errorf("delete bitmaps: %w", err)
		}
		return Wrap("delete group", queries.DeleteGroup(ctx, tx, db.DeleteGroupParams{AccountID: int32(account), ID: int32(id)}))
	})
}

// RemovedGroups returns the groups that were removed before a moment.
func (s *Store) RemovedGroups(ctx context.Context, before time.Time) (groups []contact.RemovedGroup, err error) {
	err = s.System(ctx, "list removed groups", func(tx pgx.Tx) error {
		rows, err := queries.ListRemovedGroups(ctx, tx, before)
		for _, row := range rows {
			groups = append(groups, contact.RemovedGroup{Account: contact.AccountID(row.AccountID), ID: contact.GroupID(row.ID)})
		}
		return err
	})
	return groups, err
}

// ForgetRemovedGroup makes a removal final.
func (s *Store) ForgetRemovedGroup(ctx context.Context, group contact.RemovedGroup) error {
	return s.System(ctx, "forget removed group", func(tx pgx.Tx) error {
		return queries.ForgetRemovedGroup(ctx, tx, db.ForgetRemovedGroupParams{
			AccountID: int32(group.Account), ID: int32(group.ID),
		})
	})
}

// RestoreGroup restores a removed group.
func (s *Store) RestoreGroup(ctx context.Context, group contact.RemovedGroup) error {
	return s.System(ctx, "restore group", func(tx pgx.Tx) error {
		account, id := int32(group.Account), int32(group.ID)
		kept, err := queries.TakeRemovedGroup(ctx, tx, db.TakeRemovedGroupParams{AccountID: account, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // another caller restored it
		}
		if err != nil {
			return err
		}
		if _, err := queries.LockDatabase(ctx, tx, db.LockDatabaseParams{
			AccountID: account, ID: kept.DatabaseID,
		}); err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		if err := queries.LockNumbers(ctx, tx, account); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		database := contact.DatabaseID(kept.DatabaseID)
		taken, _, err := FindGroups(ctx, tx, group.Account, database, []string{kept.Name})
		if err != nil {
			return err
		}
		if len(taken) > 0 {
			kept.Name = fmt.Sprintf("%s (%d)", kept.Name, id)
		}
		if err := queries.InsertGroups(ctx, tx, db.InsertGroupsParams{
			AccountID: account, DatabaseID: kept.DatabaseID, Ids: []int32{id}, Names: []string{kept.Name},
		}); err != nil {
			return fmt.Errorf("insert group: %w", err)
		}
		members := roaring.New()
		if err := ReadBits(members, kept.Members); err != nil {
			return err
		}
		_, err = changeMembers(ctx, tx, database, group.ID, members, true)
		return err
	})
}

// ChangeMembers adds contacts to a group or removes them.
func (s *Store) ChangeMembers(
	ctx context.Context, account contact.AccountID, id contact.GroupID, members contact.Members, in bool,
) (change contact.MemberChange, err error) {
	err = s.inGroup(ctx, account, id, func(tx pgx.Tx, group heldGroup) error {
		wanted, unknown, err := memberNumbers(ctx, tx, group.database, members)
		if err != nil {
			return err
		}
		change, err = changeMembers(ctx, tx, group.database, id, wanted, in)
		change.Unknown += unknown
		return err
	})
	return change, err
}

// memberNumbers returns the numbers of members, whether or not they belong to contacts, and counts the addresses that
// no contact has.
func memberNumbers(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, members contact.Members,
) (wanted *roaring.Bitmap, unknown int32, err error) {
	wanted = roaring.New()
	for _, number := range members.Numbers {
		wanted.Add(uint32(number))
	}
	rest := members.Addresses
	for kind := range fact.AddressKind(fact.AddressKinds) {
		var addresses []string
		for i := range rest {
			if address := rest[i].Of(kind); address != "" {
				addresses = append(addresses, address)
			}
		}
		found := make(map[string]bool, len(addresses))
		err := Find(ctx, tx, database, kind, addresses, func(number int32, address string) error {
			found[address] = true
			wanted.Add(uint32(number))
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
		var left []contact.Sought
		for i := range rest {
			if !found[rest[i].Of(kind)] {
				left = append(left, rest[i])
			}
		}
		rest = left
	}
	return wanted, int32(len(rest)), nil
}

// changeMembers changes the bitmaps of a group within a transaction that locks its database. It counts as Unknown the
// wanted numbers that no contact has.
func changeMembers(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, id contact.GroupID, wanted *roaring.Bitmap, in bool,
) (change contact.MemberChange, err error) {
	if wanted.IsEmpty() {
		return change, nil
	}
	maps := map[BitsKey]*roaring.Bitmap{}
	parts := map[int32]*roaring.Bitmap{}
	for numbers := wanted.Iterator(); numbers.HasNext(); {
		chunk := int32(numbers.PeekNext() >> ChunkShift)
		parts[chunk] = Cut(wanted, uint64(chunk)<<ChunkShift)
		maps[BitsKey{chunk, contact.BitMember, 0}], maps[BitsKey{chunk, contact.BitGroup, int32(id)}] = nil, nil
		if chunk == lastChunk {
			break
		}
		numbers.AdvanceIfNeeded(uint32(chunk+1) << ChunkShift)
	}
	if err := LockBits(ctx, tx, database, maps); err != nil {
		return change, err
	}
	changed := map[BitsKey]*roaring.Bitmap{}
	for chunk, part := range parts {
		key := BitsKey{chunk, contact.BitGroup, int32(id)}
		group, named := maps[key], int32(part.GetCardinality())
		part.And(maps[BitsKey{chunk, contact.BitMember, 0}])
		there, inside := int32(part.GetCardinality()), int32(part.AndCardinality(group))
		moved := inside
		if in {
			moved = there - inside
		}
		change.Changed, change.Unchanged = change.Changed+moved, change.Unchanged+there-moved
		change.Unknown += named - there
		switch {
		case moved == 0:
			continue
		case in:
			group.Or(part)
		default:
			group.AndNot(part)
		}
		changed[key] = group
	}
	return change, PutBits(ctx, tx, database, changed)
}

// LockGroups locks groups of an account against deletion and returns them by id.
func LockGroups(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, ids []contact.GroupID,
) (map[contact.GroupID]db.LockGroupsRow, error) {
	rows, err := queries.LockGroups(ctx, q, db.LockGroupsParams{AccountID: int32(account), Ids: Int32s(ids)})
	groups := make(map[contact.GroupID]db.LockGroupsRow, len(rows))
	for _, row := range rows {
		groups[contact.GroupID(row.ID)] = row
	}
	return groups, Wrap("lock groups", err)
}
