package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// Entries returns a page of the event log and how many entries there are.
func (s *Store) Entries(
	ctx context.Context, account core.AccountID, kind core.EntryKind, page, size int,
) (entries []core.LoggedEntry, total int, err error) {
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		all, err := s.q.CountEntries(ctx, tx, db.CountEntriesParams{AccountID: int32(account), Kind: string(kind)})
		if err != nil {
			return fmt.Errorf("count entries: %w", err)
		}
		total = int(all)
		rows, err := s.q.ListEntries(ctx, tx, db.ListEntriesParams{
			AccountID: int32(account), Kind: string(kind), Most: int32(size), Before: int32(page * size),
		})
		for _, row := range rows {
			entries = append(entries, entryFromRow(account, db.GetEntryRow(row)))
		}
		return wrap("list entries", err)
	})
	return entries, total, err
}

// Entry returns one entry of the event log.
func (s *Store) Entry(ctx context.Context, account core.AccountID, id core.EntryID) (*core.LoggedEntry, error) {
	var found core.LoggedEntry
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		row, err := s.q.GetEntry(ctx, tx, db.GetEntryParams{AccountID: int32(account), ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return core.ErrEntryNotFound
		}
		found = entryFromRow(account, row)
		return wrap("read entry", err)
	})
	return &found, err
}

func entryFromRow(account core.AccountID, row db.GetEntryRow) core.LoggedEntry {
	return core.LoggedEntry{
		Entry: core.Entry{
			ID: row.ID, Account: account, At: row.OccurredAt, Kind: core.EntryKind(row.Kind),
			Actor: core.Actor{Who: row.Who, From: row.Source}, Cause: core.ConsentCause(row.Cause), Note: row.Note,
		},
		Contacts: int(row.Contacts), Emails: int(row.Emails), GSMs: int(row.Gsms), UIDs: row.Uids,
	}
}

// Record adds an entry about some contacts.
func (s *Store) Record(ctx context.Context, e core.Entry, about []core.NumberSet) error {
	return s.db.InAccount(ctx, int32(e.Account), func(tx pgx.Tx) error {
		added, err := s.addEntry(ctx, tx, e)
		if err != nil || !added {
			return err
		}
		subjects := map[core.DatabaseID]*roaring.Bitmap{}
		for _, set := range about {
			owned := db.OwnedDatabasesParams{AccountID: int32(e.Account), Ids: []int32{int32(set.Database)}}
			if rows, err := s.q.OwnedDatabases(ctx, tx, owned); err != nil || len(rows) == 0 {
				return errors.Join(wrap("find database", err), core.ErrDatabaseNotFound)
			}
			numbers := roaring.New()
			if len(set.Numbers) > 0 {
				if err := readBits(numbers, set.Numbers); err != nil {
					return err
				}
			}
			if set.Visitors {
				if numbers, err = s.contactsAmong(ctx, tx, set.Database, numbers); err != nil {
					return err
				}
			}
			for _, number := range set.Contacts {
				numbers.Add(uint32(number))
			}
			if numbers, err = s.membersAmong(ctx, tx, set.Database, numbers); err != nil {
				return err
			}
			if before := subjects[set.Database]; before != nil {
				numbers.Or(before)
			}
			subjects[set.Database] = numbers
		}
		return s.addSubjects(ctx, tx, e.ID, subjects)
	})
}

// contactsAmong returns the contacts that some visitors are known to be.
func (s *Store) contactsAmong(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, visitors *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	known, err := s.contactsOfVisitors(ctx, tx, database)
	if err != nil {
		return nil, err
	}
	contacts := roaring.New()
	for visitor, contact := range known {
		if visitors.Contains(visitor) {
			contacts.Add(contact)
		}
	}
	return contacts, nil
}

// membersAmong returns those of some numbers, or of all when that is nil, who are contacts.
func (s *Store) membersAmong(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, numbers *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	rows, err := s.q.ListBits(ctx, tx, db.ListBitsParams{DatabaseID: int32(database), Kind: int16(core.BitMember)})
	if err != nil {
		return nil, fmt.Errorf("read members: %w", err)
	}
	members, within := roaring.New(), roaring.New()
	for _, row := range rows {
		if err := readBits(within, row.Bits); err != nil {
			return nil, err
		}
		members.Or(roaring.AddOffset64(within, int64(row.Chunk)<<chunkShift))
	}
	if numbers != nil {
		members.And(numbers)
	}
	return members, nil
}

// RecordUID adds an entry about all contacts of a uid, and notes who gets their links.
func (s *Store) RecordUID(ctx context.Context, e core.Entry, uid string) (epoch int32, err error) {
	err = s.inDatabase(ctx, e.Account, uid, func(tx pgx.Tx, database core.DatabaseID) error {
		if epoch, err = s.holdLinks(ctx, tx, e); err != nil {
			return err
		}
		members, err := s.membersAmong(ctx, tx, database, nil)
		if err != nil {
			return err
		}
		if _, err := s.addEntry(ctx, tx, e); err != nil {
			return err
		}
		return s.addSubjects(ctx, tx, e.ID, map[core.DatabaseID]*roaring.Bitmap{database: members})
	})
	return epoch, err
}

// RecordAgain adds an entry about whom another one was about.
func (s *Store) RecordAgain(ctx context.Context, e core.Entry, about core.EntryID) error {
	return s.db.InAccount(ctx, int32(e.Account), func(tx pgx.Tx) error {
		if _, err := s.addEntry(ctx, tx, e); err != nil {
			return err
		}
		databases, err := s.entryDatabases(ctx, tx, e.Account, about)
		if err != nil {
			return err
		}
		subjects := map[core.DatabaseID]*roaring.Bitmap{}
		for _, d := range databases {
			if subjects[d.ID], err = s.subjectsOf(ctx, tx, about, d.ID); err != nil {
				return err
			}
		}
		return s.addSubjects(ctx, tx, e.ID, subjects)
	})
}

// entryDatabases returns whose contacts an entry is about, by uid.
func (s *Store) entryDatabases(
	ctx context.Context, tx pgx.Tx, account core.AccountID, id core.EntryID,
) (databases []core.Database, err error) {
	rows, err := s.q.EntryDatabases(ctx, tx, db.EntryDatabasesParams{AccountID: int32(account), EntryID: id})
	for _, row := range rows {
		databases = append(databases, core.Database{ID: core.DatabaseID(row.ID), UID: row.Uid})
	}
	return databases, wrap("find databases of entry", err)
}

// subjectsOf returns whom of a database an entry was about and who is there today.
func (s *Store) subjectsOf(
	ctx context.Context, tx pgx.Tx, id core.EntryID, database core.DatabaseID,
) (*roaring.Bitmap, error) {
	rows, err := s.q.AllEntrySubjects(ctx, tx, db.AllEntrySubjectsParams{EntryID: id, DatabaseID: int32(database)})
	if err != nil {
		return nil, fmt.Errorf("read sets of entry: %w", err)
	}
	subjects, within := roaring.New(), roaring.New()
	for _, row := range rows {
		if err := readBits(within, row.Numbers); err != nil {
			return nil, err
		}
		subjects.Or(roaring.AddOffset64(within, int64(row.Chunk)<<chunkShift))
	}
	return s.membersAmong(ctx, tx, database, subjects)
}

// namedAtOnce is how many contacts of an entry are read at once.
const namedAtOnce = 5000

// Named hands over the contacts that an entry was about.
func (s *Store) Named(
	ctx context.Context, account core.AccountID, id core.EntryID, visit func(uid string, page []core.Contact) error,
) error {
	var databases []core.Database
	err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
		databases, err = s.entryDatabases(ctx, tx, account, id)
		return err
	})
	if err != nil {
		return err
	}
	for _, d := range databases {
		var subjects *roaring.Bitmap
		err := s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
			subjects, err = s.subjectsOf(ctx, tx, id, d.ID)
			return err
		})
		if err != nil {
			return err
		}
		some := make([]uint32, namedAtOnce)
		for numbers := subjects.ManyIterator(); ; {
			n := numbers.NextMany(some)
			if n == 0 {
				break
			}
			page, err := s.namedContacts(ctx, account, d.ID, some[:n])
			if err != nil {
				return err
			}
			if err := visit(d.UID, page); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) namedContacts(
	ctx context.Context, account core.AccountID, database core.DatabaseID, numbers []uint32,
) (page []core.Contact, err error) {
	find := db.NamedContactsParams{DatabaseID: int32(database)}
	for _, number := range numbers {
		find.Numbers = append(find.Numbers, int32(number))
	}
	err = s.db.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		rows, err := s.q.NamedContacts(ctx, tx, find)
		for _, row := range rows {
			page = append(page, core.Contact{
				Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm,
			})
		}
		return wrap("read contacts", err)
	})
	return page, err
}
