package pg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// oneGroupBits are the bitmaps of groupBits for one group.
const oneGroupBits = `SELECT chunk, kind, ref, bits FROM audience_bits
	WHERE database_id = $1 AND kind = ANY ($2) AND (kind <> 9 OR ref = $3) ORDER BY chunk, kind, ref`

// heldGroup is a group in a transaction that holds its database: nobody else changes its members, name or existence.
type heldGroup struct {
	database core.DatabaseID
	name     string
}

// inGroup runs work in a transaction that holds a group.
func (s *Store) inGroup(
	ctx context.Context, account core.AccountID, id core.GroupID, work func(tx pgx.Tx, group heldGroup) error,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		find := db.FindGroupParams{AccountID: int32(account), ID: int32(id)}
		found, err := s.q.FindGroup(ctx, tx, find)
		if err == nil {
			lock := db.LockDatabaseParams{AccountID: int32(account), ID: found.DatabaseID}
			if _, err := s.q.LockDatabase(ctx, tx, lock); err != nil {
				return fmt.Errorf("lock database: %w", err)
			}
			found, err = s.q.FindGroup(ctx, tx, find) // as it is now that nobody changes it
		}
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrGroupNotFound
		}
		if err != nil {
			return fmt.Errorf("find group: %w", err)
		}
		return work(tx, heldGroup{core.DatabaseID(found.DatabaseID), found.Name})
	})
}

// RenameGroup gives a group another name.
func (s *Store) RenameGroup(
	ctx context.Context, account core.AccountID, id core.GroupID, name string,
) (core.Group, error) {
	renamed := core.Group{ID: id, Name: name}
	err := s.inGroup(ctx, account, id, func(tx pgx.Tx, group heldGroup) error {
		if err := s.q.LockNumbers(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		byKey, err := s.groupsByKey(ctx, tx, account, group.database)
		if err != nil {
			return err
		}
		taken := func(other core.GroupID) bool { return other != id }
		if name != group.name && slices.ContainsFunc(byKey[core.GroupKey(name)], taken) {
			return core.ErrGroupExists
		}
		err = s.q.RenameGroup(ctx, tx, db.RenameGroupParams{AccountID: int32(account), ID: int32(id), Name: name})
		if err != nil {
			return fmt.Errorf("rename group: %w", err)
		}
		if renamed.UID, err = s.q.FindUID(ctx, tx, int32(group.database)); err != nil {
			return fmt.Errorf("find uid: %w", err)
		}
		counts := map[core.GroupID]*core.GroupCounts{id: &renamed.GroupCounts}
		return s.countGroups(ctx, tx, counts, oneGroupBits, int32(group.database), countedKinds(), int32(id))
	})
	return renamed, err
}

// RemoveGroup deletes a group with its bitmaps and keeps what it was.
func (s *Store) RemoveGroup(ctx context.Context, account core.AccountID, id core.GroupID, now time.Time) error {
	return s.inGroup(ctx, account, id, func(tx pgx.Tx, group heldGroup) error {
		members, err := s.numbers(ctx, tx, int32(group.database), core.BitGroup, id)
		if err != nil {
			return err
		}
		members.RunOptimize()
		body, err := members.MarshalBinary()
		if err != nil {
			return fmt.Errorf("write bitmap: %w", err)
		}
		if err := s.q.KeepRemovedGroup(ctx, tx, db.KeepRemovedGroupParams{
			AccountID: int32(account), ID: int32(id), DatabaseID: int32(group.database), Name: group.name, Members: body,
			RemovedAt: now,
		}); err != nil {
			return fmt.Errorf("keep group: %w", err)
		}
		if err := s.q.DeleteGroupBits(ctx, tx, db.DeleteGroupBitsParams{
			DatabaseID: int32(group.database), Kind: int16(core.BitGroup), Ref: int32(id),
		}); err != nil {
			return fmt.Errorf("delete bitmaps: %w", err)
		}
		return wrap("delete group", s.q.DeleteGroup(ctx, tx, db.DeleteGroupParams{AccountID: int32(account), ID: int32(id)}))
	})
}

// RemovedGroups returns those that were removed before a moment.
func (s *Store) RemovedGroups(ctx context.Context, before time.Time) (groups []core.RemovedGroup, err error) {
	err = s.system(ctx, "list removed groups", func(tx pgx.Tx) error {
		rows, err := s.q.ListRemovedGroups(ctx, tx, before)
		for _, row := range rows {
			groups = append(groups, core.RemovedGroup{Account: core.AccountID(row.AccountID), ID: core.GroupID(row.ID)})
		}
		return err
	})
	return groups, err
}

// ForgetRemovedGroup makes a removal final.
func (s *Store) ForgetRemovedGroup(ctx context.Context, group core.RemovedGroup) error {
	return s.system(ctx, "forget removed group", func(tx pgx.Tx) error {
		return s.q.ForgetRemovedGroup(ctx, tx, db.ForgetRemovedGroupParams{
			AccountID: int32(group.Account), ID: int32(group.ID),
		})
	})
}

// RestoreGroup puts a removed group back.
func (s *Store) RestoreGroup(ctx context.Context, group core.RemovedGroup) error {
	return s.system(ctx, "restore group", func(tx pgx.Tx) error {
		account, id := int32(group.Account), int32(group.ID)
		kept, err := s.q.TakeRemovedGroup(ctx, tx, db.TakeRemovedGroupParams{AccountID: account, ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // somebody else did
		}
		if err != nil {
			return err
		}
		if _, err := s.q.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: account, ID: kept.DatabaseID}); err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		if err := s.q.LockNumbers(ctx, tx, account); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		database := core.DatabaseID(kept.DatabaseID)
		taken, _, err := s.findGroups(ctx, tx, group.Account, database, []string{kept.Name})
		if err != nil {
			return err
		}
		if len(taken) > 0 {
			kept.Name = fmt.Sprintf("%s (%d)", kept.Name, id)
		}
		if err := s.q.InsertGroups(ctx, tx, db.InsertGroupsParams{
			AccountID: account, DatabaseID: kept.DatabaseID, Ids: []int32{id}, Names: []string{kept.Name},
		}); err != nil {
			return fmt.Errorf("insert group: %w", err)
		}
		members := roaring.New()
		if err := readBits(members, kept.Members); err != nil {
			return err
		}
		_, err = s.changeMembers(ctx, tx, database, group.ID, members, true)
		return err
	})
}

// ChangeMembers puts contacts into a group or takes them out.
func (s *Store) ChangeMembers(
	ctx context.Context, account core.AccountID, id core.GroupID, members core.Members, in bool,
) (change core.MemberChange, err error) {
	err = s.inGroup(ctx, account, id, func(tx pgx.Tx, group heldGroup) error {
		wanted, unknown, err := s.numbersOf(ctx, tx, group.database, members)
		if err != nil {
			return err
		}
		change, err = s.changeMembers(ctx, tx, group.database, id, wanted, in)
		change.Unknown += unknown
		return err
	})
	return change, err
}

// numbersOf returns the numbers that members name, whether or not a contact has them, and counts the addresses that
// nobody has.
func (s *Store) numbersOf(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, members core.Members,
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
		err := s.find(ctx, tx, database, kind, addresses, func(number int32, address string) error {
			found[address] = true
			wanted.Add(uint32(number))
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
		var left []core.Sought
		for i := range rest {
			if !found[rest[i].Of(kind)] {
				left = append(left, rest[i])
			}
		}
		rest = left
	}
	return wanted, int32(len(rest)), nil
}

// changeMembers changes the bitmaps of a group within a transaction that holds its database. Unknown are the wanted
// numbers that are nobody's.
func (s *Store) changeMembers(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, id core.GroupID, wanted *roaring.Bitmap, in bool,
) (change core.MemberChange, err error) {
	if wanted.IsEmpty() {
		return change, nil
	}
	maps := map[bitsKey]*roaring.Bitmap{}
	parts := map[int32]*roaring.Bitmap{}
	for numbers := wanted.Iterator(); numbers.HasNext(); {
		chunk := int32(numbers.PeekNext() >> chunkShift)
		parts[chunk] = cut(wanted, uint64(chunk)<<chunkShift)
		maps[bitsKey{chunk, core.BitMember, 0}], maps[bitsKey{chunk, core.BitGroup, int32(id)}] = nil, nil
		if chunk == lastChunk {
			break
		}
		numbers.AdvanceIfNeeded(uint32(chunk+1) << chunkShift)
	}
	if err := s.lockBits(ctx, tx, database, maps); err != nil {
		return change, err
	}
	changed := map[bitsKey]*roaring.Bitmap{}
	for chunk, part := range parts {
		key := bitsKey{chunk, core.BitGroup, int32(id)}
		group, named := maps[key], int32(part.GetCardinality())
		part.And(maps[bitsKey{chunk, core.BitMember, 0}])
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
	return change, s.putBits(ctx, tx, database, changed)
}
