package pg

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// ChangeContact changes one contact.
func (s *Store) ChangeContact(ctx context.Context, act contact.ByHand) (number int32, err error) {
	err = s.InDatabase(ctx, act.Account, act.UID, func(tx pgx.Tx, database contact.DatabaseID) error {
		lock := db.LockDatabaseParams{AccountID: int32(act.Account), ID: int32(database)}
		state, err := queries.LockDatabase(ctx, tx, lock)
		if err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		directory, err := s.contactDirectory(ctx, tx, act, database)
		if err != nil {
			return err
		}
		directory.NextNumber = state.NextNumber
		effects, err := contact.Decide(act, directory)
		if err != nil {
			return err
		}
		number = effects.Number
		return keepContact(ctx, tx, act, database, state.NextNumber, effects)
	})
	return number, err
}

func keepContact(
	ctx context.Context, tx pgx.Tx, act contact.ByHand, database contact.DatabaseID, next int32,
	effects contact.ContactEffects,
) error {
	changes := effects.Changes
	return pgdb.Together(ctx, tx,
		func(q pgdb.Querier) error { return writeContacts(ctx, q, database, changes) },
		func(q pgdb.Querier) error { return deleteSuppressed(ctx, q, database, effects.Unlisted) },
		func(q pgdb.Querier) error {
			moved, err := ChangeBits(ctx, q, database, effects.Bits)
			if err != nil {
				return err
			}
			effects.Regroup(func(number int32) bool { return moved.Contains(uint32(number)) })
			entry := act.Entry
			if entry.Kind = effects.Concerned.ByHand(); entry.Kind == "" {
				return nil
			}
			if _, err := AddEntry(ctx, q, entry); err != nil {
				return err
			}
			_, err = AddEntrySets(ctx, q, entry.ID, 0, database, SetsOf(effects.Concerned))
			return err
		},
		func(q pgdb.Querier) error { return AdvanceDatabase(ctx, q, act.Account, database, next, changes) },
	)
}

// contactDirectory reads the data for a change of one contact, whose database is locked.
func (s *Store) contactDirectory(
	ctx context.Context, tx pgx.Tx, act contact.ByHand, database contact.DatabaseID,
) (d contact.ContactDirectory, err error) {
	if act.Number != contact.NewContact {
		if d.Contact, err = FindContact(ctx, tx, database, act.Number); err != nil {
			return d, err
		}
	}
	var given [fact.AddressKinds][]string
	var all []string
	var row contact.Row
	row.Former = act.Change.Former
	for _, former := range row.Former {
		given[former.By], all = append(given[former.By], former.Address), append(all, former.Address)
	}
	for kind, field := range []*string{&row.ExternalID, &row.Email, &row.GSM} {
		if address := act.Change.Addresses[kind]; address != nil && *address != "" {
			given[kind], *field, all = append(given[kind], *address), *address, append(all, *address)
		}
	}
	err = pgdb.Together(ctx, tx,
		func(q pgdb.Querier) (err error) {
			if d.Owners, err = findContacts(ctx, q, database, given, nil); err != nil {
				return err
			}
			known := d.Owners
			if d.Contact != nil {
				known = append(known[:len(known):len(known)], *d.Contact)
			}
			d.Suppressed, err = Suppressed(ctx, q, database, []contact.Row{row}, known)
			return err
		},
		func(q pgdb.Querier) (err error) {
			d.Erased, err = s.Erased(ctx, q, act.Account, database, all)
			return err
		},
		func(q pgdb.Querier) (err error) {
			d.Properties, err = propertiesOf(ctx, q, act.Account, database)
			return err
		},
		func(q pgdb.Querier) (err error) {
			wanted := slices.Concat(act.Change.AddGroups, act.Change.LeaveGroups)
			if len(wanted) == 0 {
				return nil
			}
			groups, err := LockGroups(ctx, q, act.Account, wanted)
			d.Groups = make(map[contact.GroupID]bool, len(groups))
			for id, group := range groups {
				d.Groups[id] = group.DatabaseID == int32(database)
			}
			return err
		},
	)
	return d, err
}

// FindContact returns a whole contact. It fails with contact.ErrNotFound.
func FindContact(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, number int32,
) (*contact.Contact, error) {
	page, err := pageOf(ctx, tx, database, number, number)
	if err != nil {
		return nil, err
	}
	if len(page) == 0 {
		return nil, contact.ErrNotFound
	}
	found := &page[0].Contact
	at := func(int) *contact.Contact { return found }
	if err := fillFlags(ctx, tx, database, 1, at); err != nil {
		return nil, err
	}
	return found, fillValues(ctx, tx, database, nil, 1, at)
}

func propertiesOf(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, database contact.DatabaseID,
) (map[contact.PropertyID]contact.Property, error) {
	rows, err := queries.ListProperties(ctx, q, int32(account))
	if err != nil {
		return nil, fmt.Errorf("list properties: %w", err)
	}
	properties := map[contact.PropertyID]contact.Property{}
	for _, row := range rows {
		if row.DatabaseID == int32(database) {
			id := contact.PropertyID(row.ID)
			properties[id] = contact.Property{ID: id, Name: row.Name, Number: row.IsNumber}
		}
	}
	return properties, nil
}
