package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	audiencepg "puls.app/services/contacts/internal/audience/pg"
	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/privacy"
	"puls.app/services/kit/pgdb"
)

// Entries returns a page of the event log and the number of matching entries.
func (s *Store) Entries(
	ctx context.Context, account contact.AccountID, of privacy.EntryFilter, page, size int,
) (entries []privacy.LoggedEntry, total int, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		all, err := queries.CountEntries(ctx, q, db.CountEntriesParams{
			AccountID: int32(account), Kind: string(of.Kind), Since: of.Since, BeforeMoment: of.Before,
		})
		if err != nil {
			return fmt.Errorf("count entries: %w", err)
		}
		total = int(all)
		rows, err := queries.ListEntries(ctx, q, db.ListEntriesParams{
			AccountID: int32(account), Kind: string(of.Kind), Since: of.Since, BeforeMoment: of.Before,
			Most: int32(size), Before: int32(page * size),
		})
		for _, row := range rows {
			entries = append(entries, entryFromRow(account, db.GetEntryRow(row)))
		}
		return contactpg.Wrap("list entries", err)
	})
	return entries, total, err
}

// Entry returns one entry of the event log.
func (s *Store) Entry(
	ctx context.Context, account contact.AccountID, id contact.EntryID,
) (*privacy.LoggedEntry, error) {
	var found privacy.LoggedEntry
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		row, err := queries.GetEntry(ctx, q, db.GetEntryParams{AccountID: int32(account), ID: id})
		if errors.Is(err, pgx.ErrNoRows) {
			return privacy.ErrEntryNotFound
		}
		found = entryFromRow(account, row)
		return contactpg.Wrap("read entry", err)
	})
	return &found, err
}

func entryFromRow(account contact.AccountID, row db.GetEntryRow) privacy.LoggedEntry {
	return privacy.LoggedEntry{
		Entry: contact.Entry{
			ID: row.ID, Account: account, At: row.OccurredAt, Kind: contact.EntryKind(row.Kind),
			Actor: contact.Actor{Who: row.Who, From: row.Source}, Cause: contact.ConsentCause(row.Cause), Note: row.Note,
		},
		Contacts: int(row.Contacts), Emails: int(row.Emails), GSMs: int(row.Gsms), UIDs: row.Uids,
	}
}

// Record adds an entry about some contacts.
func (s *Store) Record(ctx context.Context, e contact.Entry, about []privacy.NumberSet) error {
	return s.DB.InAccount(ctx, int32(e.Account), func(tx pgx.Tx) error {
		added, err := contactpg.AddEntry(ctx, tx, e)
		if err != nil || !added {
			return err
		}
		subjects := map[contact.DatabaseID]*roaring.Bitmap{}
		for _, set := range about {
			owned := db.OwnedDatabasesParams{AccountID: int32(e.Account), Ids: []int32{int32(set.Database)}}
			if rows, err := queries.OwnedDatabases(ctx, tx, owned); err != nil || len(rows) == 0 {
				return errors.Join(contactpg.Wrap("find database", err), contact.ErrDatabaseNotFound)
			}
			numbers := roaring.New()
			if len(set.Numbers) > 0 {
				if err := contactpg.ReadBits(numbers, set.Numbers); err != nil {
					return err
				}
			}
			if set.Visitors {
				if numbers, err = contactsAmong(ctx, tx, set.Database, numbers); err != nil {
					return err
				}
			}
			for _, number := range set.Contacts {
				numbers.Add(uint32(number))
			}
			if numbers, err = contactpg.MembersAmong(ctx, tx, set.Database, numbers); err != nil {
				return err
			}
			if before := subjects[set.Database]; before != nil {
				numbers.Or(before)
			}
			subjects[set.Database] = numbers
		}
		return contactpg.AddSubjects(ctx, tx, e.ID, 0, subjects)
	})
}

// contactsAmong returns the known contacts of some visitors.
func contactsAmong(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, visitors *roaring.Bitmap,
) (*roaring.Bitmap, error) {
	known, err := audiencepg.ContactsOfVisitors(ctx, tx, database)
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

// RecordAgain adds an entry about the contacts of an earlier one that still exist.
func (s *Store) RecordAgain(ctx context.Context, e contact.Entry, about contact.EntryID) error {
	return s.DB.InAccount(ctx, int32(e.Account), func(tx pgx.Tx) error {
		if _, err := contactpg.AddEntry(ctx, tx, e); err != nil {
			return err
		}
		databases, err := entryDatabases(ctx, tx, e.Account, about)
		if err != nil {
			return err
		}
		subjects := map[contact.DatabaseID]*roaring.Bitmap{}
		for _, d := range databases {
			if subjects[d.ID], err = subjectsOf(ctx, tx, about, d.ID); err != nil {
				return err
			}
		}
		return contactpg.AddSubjects(ctx, tx, e.ID, 0, subjects)
	})
}

// entryDatabases returns the databases of an entry's contacts, by uid.
func entryDatabases(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, id contact.EntryID,
) (databases []contact.Database, err error) {
	rows, err := queries.EntryDatabases(ctx, q, db.EntryDatabasesParams{AccountID: int32(account), EntryID: id})
	for _, row := range rows {
		databases = append(databases, contact.Database{ID: contact.DatabaseID(row.ID), UID: row.Uid})
	}
	return databases, contactpg.Wrap("find databases of entry", err)
}

// subjectsOf returns the subjects of an entry in a database that still exist.
func subjectsOf(
	ctx context.Context, tx pgx.Tx, id contact.EntryID, database contact.DatabaseID,
) (*roaring.Bitmap, error) {
	rows, err := queries.AllEntrySubjects(ctx, tx, db.AllEntrySubjectsParams{EntryID: id, DatabaseID: int32(database)})
	if err != nil {
		return nil, fmt.Errorf("read sets of entry: %w", err)
	}
	subjects, within := roaring.New(), roaring.New()
	for _, row := range rows {
		if err := contactpg.ReadBits(within, row.Numbers); err != nil {
			return nil, err
		}
		subjects.Or(roaring.AddOffset64(within, int64(row.Chunk)<<contactpg.ChunkShift))
	}
	return contactpg.MembersAmong(ctx, tx, database, subjects)
}

// namedAtOnce is how many contacts of an entry are read at once.
const namedAtOnce = 5000

// Named calls visit with the contacts of an entry that still exist.
func (s *Store) Named(
	ctx context.Context, account contact.AccountID, id contact.EntryID,
	visit func(uid string, page []contact.Contact) error,
) error {
	var databases []contact.Database
	err := s.DB.Read(ctx, int32(account), func(q pgdb.Querier) (err error) {
		databases, err = entryDatabases(ctx, q, account, id)
		return err
	})
	if err != nil {
		return err
	}
	for _, d := range databases {
		var subjects *roaring.Bitmap
		err := s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) (err error) {
			subjects, err = subjectsOf(ctx, tx, id, d.ID)
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
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, numbers []uint32,
) (page []contact.Contact, err error) {
	find := db.NamedContactsParams{DatabaseID: int32(database)}
	for _, number := range numbers {
		find.Numbers = append(find.Numbers, int32(number))
	}
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.NamedContacts(ctx, q, find)
		for _, row := range rows {
			page = append(page, contact.Contact{
				Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm,
			})
		}
		return contactpg.Wrap("read contacts", err)
	})
	return page, err
}
