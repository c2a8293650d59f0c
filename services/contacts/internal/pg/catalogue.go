package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// Databases returns all of the account's, by uid.
func (s *Store) Databases(ctx context.Context, account core.AccountID) ([]core.Database, error) {
	var databases []core.Database
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ListDatabases(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("list databases: %w", err)
		}
		for _, row := range rows {
			databases = append(databases, core.Database{
				ID: core.DatabaseID(row.ID), UID: row.Uid, Groups: row.Groups, ImportedAt: row.ImportedAt,
			})
		}
		return nil
	})
	return databases, err
}

// CountContacts returns how many contacts each of the account's databases has.
func (s *Store) CountContacts(ctx context.Context, account core.AccountID) (map[core.DatabaseID]int32, error) {
	counts, members := map[core.DatabaseID]int32{}, roaring.New()
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ListMembers(ctx, tx, db.ListMembersParams{AccountID: int32(account), Kind: int16(core.BitMember)})
		if err != nil {
			return fmt.Errorf("read bitmaps: %w", err)
		}
		for _, row := range rows {
			if err := readBits(members, row.Bits); err != nil {
				return err
			}
			counts[core.DatabaseID(row.DatabaseID)] += int32(members.GetCardinality())
		}
		return nil
	})
	return counts, err
}

// EnsureDatabases adds uids that are missing.
func (s *Store) EnsureDatabases(ctx context.Context, account core.AccountID, uids []string) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := s.q.EnsureDatabases(ctx, tx, db.EnsureDatabasesParams{AccountID: int32(account), Uids: uids}); err != nil {
			return fmt.Errorf("ensure databases: %w", err)
		}
		return nil
	})
}

// CreateDatabase adds a uid.
func (s *Store) CreateDatabase(ctx context.Context, account core.AccountID, uid string, allow core.Allow) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		if err := s.q.LockNumbers(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		have, err := s.q.CountDatabases(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("count databases: %w", err)
		}
		if err := allow(int(have)); err != nil {
			return err
		}
		err = s.q.CreateDatabase(ctx, tx, db.CreateDatabaseParams{AccountID: int32(account), Uid: uid})
		if violates(err, "databases_uid_key") {
			return core.ErrDatabaseExists
		}
		if err != nil {
			return fmt.Errorf("create database: %w", err)
		}
		return nil
	})
}

// violates reports whether err comes from a constraint.
func violates(err error, constraint string) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) && failure.ConstraintName == constraint
}

// Groups returns all of the account's with their counts.
func (s *Store) Groups(ctx context.Context, account core.AccountID) ([]core.Group, error) {
	var groups []core.Group
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ListGroups(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("list groups: %w", err)
		}
		counts := map[core.GroupID]*core.GroupCounts{}
		counted := map[int32]bool{}
		for _, row := range rows {
			if !counted[row.DatabaseID] {
				counted[row.DatabaseID] = true
				if err := s.countGroups(ctx, tx, counts, groupBits, row.DatabaseID, countedKinds()); err != nil {
					return err
				}
			}
			group := core.Group{ID: core.GroupID(row.ID), UID: row.Uid, Name: row.Name}
			if n := counts[group.ID]; n != nil {
				group.GroupCounts = *n
			}
			groups = append(groups, group)
		}
		return nil
	})
	return groups, err
}

// GroupNames returns what groups are called.
func (s *Store) GroupNames(
	ctx context.Context, account core.AccountID, ids []core.GroupID,
) (map[core.GroupID]string, error) {
	names := map[core.GroupID]string{}
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.GroupNames(ctx, tx, db.GroupNamesParams{AccountID: int32(account), Ids: int32s(ids)})
		if err != nil {
			return fmt.Errorf("read names of groups: %w", err)
		}
		for _, row := range rows {
			names[core.GroupID(row.ID)] = row.Name
		}
		return nil
	})
	return names, err
}

// groupBits reads bitmaps by chunk and kind one after the other, which sqlc's lists would hold all at once.
const groupBits = `SELECT chunk, kind, ref, bits FROM audience_bits
	WHERE database_id = $1 AND kind = ANY ($2) ORDER BY chunk, kind, ref`

func countedKinds() []int16 {
	return []int16{int16(core.BitHasEmail), int16(core.BitHasGSM), int16(core.BitGroup)}
}

// countGroups counts the members of the groups whose bitmaps a statement reads, beside those of addresses.
func (s *Store) countGroups(
	ctx context.Context, tx pgx.Tx, counts map[core.GroupID]*core.GroupCounts, statement string, values ...any,
) error {
	rows, err := tx.Query(ctx, statement, values...)
	if err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	defer rows.Close()
	email, sms, members := roaring.New(), roaring.New(), roaring.New()
	at := int32(-1)
	for rows.Next() {
		var row bitRow
		if err := row.scan(rows); err != nil {
			return err
		}
		if row.chunk != at {
			at = row.chunk
			email.Clear()
			sms.Clear()
		}
		into := members
		switch row.kind {
		case core.BitHasEmail:
			into = email
		case core.BitHasGSM:
			into = sms
		default: // a group
		}
		if err := readBits(into, row.bits); err != nil {
			return err
		}
		if row.kind != core.BitGroup {
			continue
		}
		n := counts[core.GroupID(row.ref)]
		if n == nil {
			n = &core.GroupCounts{}
			counts[core.GroupID(row.ref)] = n
		}
		n.Contacts += int32(members.GetCardinality())
		n.Emails += int32(members.AndCardinality(email))
		n.GSMs += int32(members.AndCardinality(sms))
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	return nil
}

// CreateGroup adds a group if allow does.
func (s *Store) CreateGroup(
	ctx context.Context, account core.AccountID, uid, name string, allow core.Allow,
) (id core.GroupID, err error) {
	err = s.inDatabase(ctx, account, uid, func(tx pgx.Tx, database core.DatabaseID) error {
		have, err := s.countGroupsAlone(ctx, tx, account, database)
		if err != nil {
			return err
		}
		if err := allow(have); err != nil {
			return err
		}
		if taken, _, err := s.findGroups(ctx, tx, account, database, []string{name}); err != nil {
			return err
		} else if len(taken) > 0 {
			return core.ErrGroupExists
		}
		ids, err := s.insertGroups(ctx, tx, account, database, []string{name})
		id = ids[name]
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("create group: %w", err)
	}
	return id, nil
}

// countGroupsAlone returns how many groups a database has, which nobody adds to until the transaction ends.
func (s *Store) countGroupsAlone(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID,
) (int, error) {
	if err := s.q.LockNumbers(ctx, tx, int32(account)); err != nil {
		return 0, fmt.Errorf("lock account: %w", err)
	}
	have, err := s.q.CountGroups(ctx, tx, int32(database))
	if err != nil {
		return 0, fmt.Errorf("count groups: %w", err)
	}
	return int(have), nil
}

// insertGroups makes groups, in the order of their names, and returns their ids. The account's numbers are locked.
func (s *Store) insertGroups(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID, names []string,
) (map[string]core.GroupID, error) {
	ids := map[string]core.GroupID{}
	if len(names) == 0 {
		return ids, nil
	}
	first, err := s.q.TakeGroupNumbers(ctx, tx, db.TakeGroupNumbersParams{
		AccountID: int32(account), Taken: int32(len(names)),
	})
	if err != nil {
		return nil, fmt.Errorf("number groups: %w", err)
	}
	insert := db.InsertGroupsParams{AccountID: int32(account), DatabaseID: int32(database), Names: names}
	for i, name := range names {
		id := first + int32(i)
		ids[name] = core.GroupID(id)
		insert.Ids = append(insert.Ids, id)
	}
	if err := s.q.InsertGroups(ctx, tx, insert); err != nil {
		return nil, fmt.Errorf("insert groups: %w", err)
	}
	return ids, nil
}

// inDatabase runs work with the id of a uid of the account.
func (s *Store) inDatabase(
	ctx context.Context, account core.AccountID, uid string, work func(tx pgx.Tx, database core.DatabaseID) error,
) error {
	return s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		database, err := s.q.FindDatabase(ctx, tx, db.FindDatabaseParams{AccountID: int32(account), Uid: uid})
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrDatabaseNotFound
		}
		if err != nil {
			return fmt.Errorf("find database: %w", err)
		}
		return work(tx, core.DatabaseID(database))
	})
}

// Properties returns all of the account's.
func (s *Store) Properties(ctx context.Context, account core.AccountID) ([]core.Property, error) {
	var properties []core.Property
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.ListProperties(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("list properties: %w", err)
		}
		for _, row := range rows {
			properties = append(properties, core.Property{
				ID: core.PropertyID(row.ID), Database: core.DatabaseID(row.DatabaseID), UID: row.Uid, Name: row.Name,
				Number: row.IsNumber,
			})
		}
		return nil
	})
	return properties, err
}

// CreateProperty adds a property if allow does.
func (s *Store) CreateProperty(
	ctx context.Context, account core.AccountID, p core.Property, allow func(taken []string) error,
) (id core.PropertyID, err error) {
	err = s.inDatabase(ctx, account, p.UID, func(tx pgx.Tx, database core.DatabaseID) error {
		if err := s.q.LockNumbers(ctx, tx, int32(account)); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		taken, err := s.q.ListPropertyNames(ctx, tx, int32(database))
		if err != nil {
			return fmt.Errorf("read names of properties: %w", err)
		}
		if err := allow(taken); err != nil {
			return err
		}
		next, err := s.q.TakePropertyNumber(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("number property: %w", err)
		}
		id = core.PropertyID(next)
		return s.q.CreateProperty(ctx, tx, db.CreatePropertyParams{
			AccountID: int32(account), DatabaseID: int32(database), ID: next, Name: p.Name, IsNumber: p.Number,
			IsTrait: p.Trait,
		})
	})
	if err != nil {
		return 0, fmt.Errorf("create property: %w", err)
	}
	return id, nil
}
