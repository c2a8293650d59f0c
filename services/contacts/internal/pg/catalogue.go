package pg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// Databases answers all of the account's, by uid.
func (s *Store) Databases(ctx context.Context, account int32) ([]core.Database, error) {
	var databases []core.Database
	err := s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		rows, err := s.q.ListDatabases(ctx, tx, account)
		if err != nil {
			return fmt.Errorf("list databases: %w", err)
		}
		for _, row := range rows {
			databases = append(databases, core.Database{ID: row.ID, UID: row.Uid, Contacts: row.NextNumber})
		}
		return nil
	})
	return databases, err //nolint:wrapcheck // wrapped where it arose
}

// EnsureDatabases adds uids that are missing.
func (s *Store) EnsureDatabases(ctx context.Context, account int32, uids []string) error {
	return s.db.InAccount(ctx, account, func(tx pgx.Tx) error { //nolint:wrapcheck // wrapped where it arose
		if err := s.q.EnsureDatabases(ctx, tx, db.EnsureDatabasesParams{AccountID: account, Uids: uids}); err != nil {
			return fmt.Errorf("ensure databases: %w", err)
		}
		return nil
	})
}

// CreateDatabase adds a uid.
func (s *Store) CreateDatabase(ctx context.Context, account int32, uid string) error {
	return s.db.InAccount(ctx, account, func(tx pgx.Tx) error { //nolint:wrapcheck // wrapped where it arose
		if err := s.q.LockNumbers(ctx, tx, account); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		have, err := s.q.CountDatabases(ctx, tx, account)
		if err != nil {
			return fmt.Errorf("count databases: %w", err)
		}
		if int(have) >= s.limits.Databases {
			return core.ErrDatabaseLimit.WithField("uid", core.ErrDatabaseLimit.Detail)
		}
		err = s.q.CreateDatabase(ctx, tx, db.CreateDatabaseParams{AccountID: account, Uid: uid})
		if violates(err, "database_uid_key") {
			return core.ErrDatabaseExists
		}
		if err != nil {
			return fmt.Errorf("create database: %w", err)
		}
		return nil
	})
}

// violates tells whether err comes from a constraint.
func violates(err error, constraint string) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) && failure.ConstraintName == constraint
}

// Groups answers all of the account's with their counts.
func (s *Store) Groups(ctx context.Context, account int32) ([]core.Group, error) {
	var groups []core.Group
	err := s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		rows, err := s.q.ListGroups(ctx, tx, account)
		if err != nil {
			return fmt.Errorf("list groups: %w", err)
		}
		counts := map[int32]*groupCount{}
		counted := map[int32]bool{}
		for _, row := range rows {
			if !counted[row.DatabaseID] {
				counted[row.DatabaseID] = true
				if err := s.countGroups(ctx, tx, row.DatabaseID, counts); err != nil {
					return err
				}
			}
			group := core.Group{ID: row.ID, UID: row.Uid, Name: row.Name}
			if n := counts[row.ID]; n != nil {
				group.EmailCount, group.SMSCount = n.email, n.sms
			}
			groups = append(groups, group)
		}
		return nil
	})
	return groups, err //nolint:wrapcheck // wrapped where it arose
}

// GroupNames answers what groups are called.
func (s *Store) GroupNames(ctx context.Context, account int32, ids []int32) (map[int32]string, error) {
	names := map[int32]string{}
	err := s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		rows, err := s.q.GroupNames(ctx, tx, db.GroupNamesParams{AccountID: account, Ids: ids})
		if err != nil {
			return fmt.Errorf("read names of groups: %w", err)
		}
		for _, row := range rows {
			names[row.ID] = row.Name
		}
		return nil
	})
	return names, err //nolint:wrapcheck // wrapped where it arose
}

type groupCount struct{ email, sms int32 }

// groupBits reads bitmaps by chunk and kind one after the other, which sqlc's lists would hold all at once.
const groupBits = `SELECT chunk, kind, ref, bits FROM audience_bits
	WHERE database_id = $1 AND kind = ANY ($2) ORDER BY chunk, kind, ref`

// countGroups counts the members of a database's groups that have an address.
func (s *Store) countGroups(ctx context.Context, tx pgx.Tx, database int32, counts map[int32]*groupCount) error {
	kinds := []int16{int16(core.BitHasEmail), int16(core.BitHasGSM), int16(core.BitGroup)}
	rows, err := tx.Query(ctx, groupBits, database, kinds)
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
		if counts[row.ref] == nil {
			counts[row.ref] = &groupCount{}
		}
		counts[row.ref].email += int32(members.AndCardinality(email))
		counts[row.ref].sms += int32(members.AndCardinality(sms))
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read groups: %w", err)
	}
	return nil
}

// CreateGroup adds a group.
func (s *Store) CreateGroup(ctx context.Context, account int32, uid, name string) (id int32, err error) {
	err = s.inDatabase(ctx, account, uid, func(tx pgx.Tx, database int32) error {
		ids, err := s.makeGroups(ctx, tx, account, database, []string{name})
		if violates(err, "contact_group_name_key") {
			return core.ErrGroupExists
		}
		if err == nil && len(ids) == 0 {
			return core.ErrGroupLimit.WithField("name", core.ErrGroupLimit.Detail)
		}
		id = ids[name]
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("create group: %w", err)
	}
	return id, nil
}

// makeGroups makes as many groups of those names as the database may have, in their order, and answers their ids.
func (s *Store) makeGroups(ctx context.Context, tx pgx.Tx, account, database int32, names []string) (map[string]int32, error) {
	if err := s.q.LockNumbers(ctx, tx, account); err != nil {
		return nil, fmt.Errorf("lock account: %w", err)
	}
	have, err := s.q.CountGroups(ctx, tx, database)
	if err != nil {
		return nil, fmt.Errorf("count groups: %w", err)
	}
	names = names[:min(len(names), max(0, s.limits.Groups-int(have)))]
	ids := map[string]int32{}
	if len(names) == 0 {
		return ids, nil
	}
	first, err := s.q.TakeGroupNumbers(ctx, tx, db.TakeGroupNumbersParams{AccountID: account, Taken: int32(len(names))})
	if err != nil {
		return nil, fmt.Errorf("number groups: %w", err)
	}
	insert := db.InsertGroupsParams{AccountID: account, DatabaseID: database, Names: names}
	for i, name := range names {
		ids[name] = first + int32(i)
		insert.Ids = append(insert.Ids, ids[name])
	}
	if err := s.q.InsertGroups(ctx, tx, insert); err != nil {
		return nil, fmt.Errorf("insert groups: %w", err)
	}
	return ids, nil
}

// inDatabase runs work with the id of a uid of the account.
func (s *Store) inDatabase(ctx context.Context, account int32, uid string, work func(tx pgx.Tx, database int32) error) error {
	return s.db.InAccount(ctx, account, func(tx pgx.Tx) error { //nolint:wrapcheck // wrapped by the callers
		database, err := s.q.FindDatabase(ctx, tx, db.FindDatabaseParams{AccountID: account, Uid: uid})
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrDatabaseNotFound
		}
		if err != nil {
			return fmt.Errorf("find database: %w", err)
		}
		return work(tx, database)
	})
}

// Properties answers all of the account's.
func (s *Store) Properties(ctx context.Context, account int32) ([]core.Property, error) {
	var properties []core.Property
	err := s.db.InAccount(ctx, account, func(tx pgx.Tx) error {
		rows, err := s.q.ListProperties(ctx, tx, account)
		if err != nil {
			return fmt.Errorf("list properties: %w", err)
		}
		for _, row := range rows {
			properties = append(properties, core.Property{
				ID: row.ID, Database: row.DatabaseID, UID: row.Uid, Name: row.Name, Number: row.IsNumber,
			})
		}
		return nil
	})
	return properties, err //nolint:wrapcheck // wrapped where it arose
}

// CreateProperty adds a property.
func (s *Store) CreateProperty(ctx context.Context, account int32, uid, name string, number bool) (id int32, err error) {
	err = s.inDatabase(ctx, account, uid, func(tx pgx.Tx, database int32) error {
		if err := s.q.LockNumbers(ctx, tx, account); err != nil {
			return fmt.Errorf("lock account: %w", err)
		}
		have, err := s.q.CountProperties(ctx, tx, database)
		if err != nil {
			return fmt.Errorf("count properties: %w", err)
		}
		if int(have) >= s.limits.Properties {
			return core.ErrPropertyLimit.WithField("name", core.ErrPropertyLimit.Detail)
		}
		names, err := s.q.ListPropertyNames(ctx, tx, database)
		if err != nil {
			return fmt.Errorf("read names of properties: %w", err)
		}
		if slices.ContainsFunc(names, func(taken string) bool { return strings.EqualFold(taken, name) }) {
			return core.ErrPropertyExists.WithField("name", core.ErrPropertyExists.Detail)
		}
		next, err := s.q.TakePropertyNumber(ctx, tx, account)
		if err != nil {
			return fmt.Errorf("number property: %w", err)
		}
		id, err = s.q.CreateProperty(ctx, tx,
			db.CreatePropertyParams{AccountID: account, DatabaseID: database, ID: next, Name: name, IsNumber: number})
		if violates(err, "property_name_key") {
			return core.ErrPropertyExists
		}
		return err //nolint:wrapcheck // wrapped below
	})
	if err != nil {
		return 0, fmt.Errorf("create property: %w", err)
	}
	return id, nil
}
