package pg

import (
	"context"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
	"puls.app/services/spec"
)

// Databases returns all databases of the account, by uid.
func (s *Store) Databases(ctx context.Context, account contact.AccountID) ([]contact.Database, error) {
	var databases []contact.Database
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListDatabases(ctx, q, int32(account))
		for _, row := range rows {
			databases = append(databases, contact.Database{
				ID: contact.DatabaseID(row.ID), UID: row.Uid, Name: row.Name, Groups: row.Groups, ImportedAt: row.ImportedAt,
			})
		}
		return Wrap("list databases", err)
	})
	return databases, err
}

// CountContacts returns the number of contacts of each of the account's databases.
func (s *Store) CountContacts(ctx context.Context, account contact.AccountID) (map[contact.DatabaseID]int32, error) {
	counts, members := map[contact.DatabaseID]int32{}, roaring.New()
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListMembers(ctx, q, db.ListMembersParams{
			AccountID: int32(account), Kind: int16(contact.BitMember),
		})
		for _, row := range rows {
			if err := ReadBits(members, row.Bits); err != nil {
				return err
			}
			counts[contact.DatabaseID(row.DatabaseID)] += int32(members.GetCardinality())
		}
		return Wrap("read bitmaps", err)
	})
	return counts, err
}

// EnsureDatabases adds missing uids.
func (s *Store) EnsureDatabases(ctx context.Context, account contact.AccountID, uids []string) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := queries.EnsureDatabases(ctx, tx, db.EnsureDatabasesParams{
			AccountID: int32(account), Uids: uids,
		}); err != nil {
			return fmt.Errorf("ensure databases: %w", err)
		}
		return nil
	})
}

// RenameDatabase renames a database.
func (s *Store) RenameDatabase(ctx context.Context, account contact.AccountID, uid, name string) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		renamed, err := queries.RenameDatabase(ctx, tx, db.RenameDatabaseParams{
			AccountID: int32(account), Uid: uid, Name: name,
		})
		if err == nil && renamed == 0 {
			return contact.ErrDatabaseNotFound
		}
		return Wrap("rename database", err)
	})
}

// CreateDatabase adds a uid.
func (s *Store) CreateDatabase(
	ctx context.Context, account contact.AccountID, uid, name string, allow contact.Allow,
) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := queries.LockNumbers(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		have, err := queries.CountDatabases(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("count databases: %w", err)
		}
		if err := allow(int(have)); err != nil {
			return err
		}
		err = queries.CreateDatabase(ctx, tx, db.CreateDatabaseParams{AccountID: int32(account), Uid: uid, Name: name})
		if Violates(err, "databases_uid_key") {
			return contact.ErrDatabaseExists
		}
		if err != nil {
			return fmt.Errorf("create database: %w", err)
		}
		return nil
	})
}

// Groups returns all groups of the account with their counts.
func (s *Store) Groups(ctx context.Context, account contact.AccountID) ([]contact.Group, error) {
	var groups []contact.Group
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListGroups(ctx, q, int32(account))
		counts := map[contact.GroupID]*contact.GroupCounts{}
		counted := map[int32]bool{}
		for _, row := range rows {
			if !counted[row.DatabaseID] {
				counted[row.DatabaseID] = true
				if err := countGroups(ctx, q, counts, GroupBits, row.DatabaseID, countedKinds()); err != nil {
					return err
				}
			}
			group := contact.Group{ID: contact.GroupID(row.ID), UID: row.Uid, Name: row.Name}
			if n := counts[group.ID]; n != nil {
				group.GroupCounts = *n
			}
			groups = append(groups, group)
		}
		return Wrap("list groups", err)
	})
	return groups, err
}

// GroupNames returns the names of groups.
func (s *Store) GroupNames(
	ctx context.Context, account contact.AccountID, ids []contact.GroupID,
) (map[contact.GroupID]string, error) {
	return pgdb.Read(ctx, s.DB, int32(account), func(q pgdb.Querier) (map[contact.GroupID]string, error) {
		return groupNames(ctx, q, account, ids)
	})
}

func groupNames(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, ids []contact.GroupID,
) (map[contact.GroupID]string, error) {
	names := map[contact.GroupID]string{}
	rows, err := queries.GroupNames(ctx, q, db.GroupNamesParams{AccountID: int32(account), Ids: Int32s(ids)})
	for _, row := range rows {
		names[contact.GroupID(row.ID)] = row.Name
	}
	return names, Wrap("read names of groups", err)
}

// GroupBits reads bitmaps by chunk and kind, one at a time: sqlc's lists would hold all of them in memory.
const GroupBits = `SELECT chunk, kind, ref, bits FROM audience_bits
	WHERE database_id = $1 AND kind = ANY ($2) ORDER BY chunk, kind, ref`

func countedKinds() []int16 {
	kinds := []int16{int16(contact.BitGroup)}
	for _, channel := range spec.Messages() {
		kinds = append(kinds, int16(contact.AddressBit(channel)))
	}
	return kinds
}

// countGroups counts the members of groups, and those with an address. The statement reads the bitmaps of the groups
// and of the addresses.
func countGroups(
	ctx context.Context, q pgdb.Querier, counts map[contact.GroupID]*contact.GroupCounts, statement string, values ...any,
) error {
	rows, err := q.Query(ctx, statement, values...)
	if err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	defer rows.Close()
	members, reached := roaring.New(), map[contact.BitKind]*roaring.Bitmap{}
	for _, channel := range spec.Messages() {
		reached[contact.AddressBit(channel)] = roaring.New()
	}
	at := int32(-1)
	for rows.Next() {
		var row BitRow
		if err := row.Scan(rows); err != nil {
			return err
		}
		if row.Chunk != at {
			at = row.Chunk
			for _, with := range reached {
				with.Clear()
			}
		}
		if with := reached[row.Kind]; with != nil {
			if err := ReadBits(with, row.Bits); err != nil {
				return err
			}
			continue
		}
		if err := ReadBits(members, row.Bits); err != nil {
			return err
		}
		n := counts[contact.GroupID(row.Ref)]
		if n == nil {
			n = &contact.GroupCounts{}
			counts[contact.GroupID(row.Ref)] = n
		}
		n.Contacts += int32(members.GetCardinality())
		for i, channel := range spec.Messages() {
			n.Reached[i] += int32(members.AndCardinality(reached[contact.AddressBit(channel)]))
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	return nil
}

// CreateGroup adds a group if allow permits it.
func (s *Store) CreateGroup(
	ctx context.Context, account contact.AccountID, uid, name string, allow contact.Allow,
) (id contact.GroupID, err error) {
	err = s.InDatabase(ctx, account, uid, func(tx pgx.Tx, database contact.DatabaseID) error {
		have, err := CountGroupsAlone(ctx, tx, account, database)
		if err != nil {
			return err
		}
		if err := allow(have); err != nil {
			return err
		}
		if taken, _, err := FindGroups(ctx, tx, account, database, []string{name}); err != nil {
			return err
		} else if len(taken) > 0 {
			return contact.ErrGroupExists
		}
		ids, err := InsertGroups(ctx, tx, account, database, []string{name})
		id = ids[name]
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("create group: %w", err)
	}
	return id, nil
}

// CountGroupsAlone returns the number of groups of a database. It locks the account's numbers: no other transaction
// adds a group until this one ends.
func CountGroupsAlone(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID,
) (int, error) {
	if err := queries.LockNumbers(ctx, tx, int32(account)); err != nil {
		return 0, fmt.Errorf("lock account: %w", err)
	}
	have, err := queries.CountGroups(ctx, tx, int32(database))
	if err != nil {
		return 0, fmt.Errorf("count groups: %w", err)
	}
	return int(have), nil
}

// InsertGroups creates groups, numbered by name, and returns their ids. The caller has locked the account's numbers.
func InsertGroups(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID, names []string,
) (map[string]contact.GroupID, error) {
	ids := map[string]contact.GroupID{}
	if len(names) == 0 {
		return ids, nil
	}
	first, err := queries.TakeGroupNumbers(ctx, tx, db.TakeGroupNumbersParams{
		AccountID: int32(account), Taken: int32(len(names)),
	})
	if err != nil {
		return nil, fmt.Errorf("number groups: %w", err)
	}
	insert := db.InsertGroupsParams{AccountID: int32(account), DatabaseID: int32(database), Names: names}
	for i, name := range names {
		id := first + int32(i)
		ids[name] = contact.GroupID(id)
		insert.Ids = append(insert.Ids, id)
	}
	if err := queries.InsertGroups(ctx, tx, insert); err != nil {
		return nil, fmt.Errorf("insert groups: %w", err)
	}
	return ids, nil
}

// Properties returns all properties of the account.
func (s *Store) Properties(ctx context.Context, account contact.AccountID) ([]contact.Property, error) {
	return pgdb.Read(ctx, s.DB, int32(account), func(q pgdb.Querier) ([]contact.Property, error) {
		return properties(ctx, q, account)
	})
}

func properties(ctx context.Context, q pgdb.Querier, account contact.AccountID) (all []contact.Property, err error) {
	rows, err := queries.ListProperties(ctx, q, int32(account))
	for _, row := range rows {
		all = append(all, contact.Property{
			ID: contact.PropertyID(row.ID), Database: contact.DatabaseID(row.DatabaseID), UID: row.Uid, Name: row.Name,
			Number: row.IsNumber,
		})
	}
	return all, Wrap("list properties", err)
}

// CreateProperty adds a property if allow permits it.
func (s *Store) CreateProperty(
	ctx context.Context, account contact.AccountID, p contact.Property, allow func(taken []string) error,
) (id contact.PropertyID, err error) {
	err = s.InDatabase(ctx, account, p.UID, func(tx pgx.Tx, database contact.DatabaseID) error {
		if err := queries.LockNumbers(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		taken, err := queries.ListPropertyNames(ctx, tx, int32(database))
		if err != nil {
			return fmt.Errorf("read names of properties: %w", err)
		}
		if err := allow(taken); err != nil {
			return err
		}
		next, err := queries.TakePropertyNumber(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("number property: %w", err)
		}
		id = contact.PropertyID(next)
		return queries.CreateProperty(ctx, tx, db.CreatePropertyParams{
			AccountID: int32(account), DatabaseID: int32(database), ID: next, Name: p.Name, IsNumber: p.Number,
			IsTrait: p.Trait,
		})
	})
	if err != nil {
		return 0, fmt.Errorf("create property: %w", err)
	}
	return id, nil
}
