package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// ChangeContact has rule decide about one contact and keeps what it makes of it.
func (s *Store) ChangeContact(
	ctx context.Context, act core.ContactAct, rule func(core.ContactDirectory) (core.ContactEffects, error),
) (number int32, err error) {
	err = s.inDatabase(ctx, act.Account, act.UID, func(tx pgx.Tx, database core.DatabaseID) error {
		lock := db.LockDatabaseParams{AccountID: int32(act.Account), ID: int32(database)}
		state, err := s.q.LockDatabase(ctx, tx, lock)
		if err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		directory, err := s.contactDirectory(ctx, tx, act, database)
		if err != nil {
			return err
		}
		directory.NextNumber = state.NextNumber
		effects, err := rule(directory)
		if err != nil {
			return err
		}
		number = effects.Number
		return s.keepContact(ctx, tx, act, database, state.NextNumber, effects)
	})
	return number, err
}

func (s *Store) keepContact(
	ctx context.Context, tx pgx.Tx, act core.ContactAct, database core.DatabaseID, next int32, effects core.ContactEffects,
) error {
	if err := s.writeContacts(ctx, tx, database, effects.Changes); err != nil {
		return err
	}
	unlisted := db.DeleteSuppressedParams{DatabaseID: int32(database)}
	for _, suppression := range effects.Unlisted {
		for _, k := range keysOfSuppressed(suppression) {
			unlisted.Kinds, unlisted.Digests = append(unlisted.Kinds, k.kind), append(unlisted.Digests, k.digest[:])
		}
	}
	if err := s.q.DeleteSuppressed(ctx, tx, unlisted); err != nil {
		return fmt.Errorf("take addresses off the list: %w", err)
	}
	moved, err := s.changeBits(ctx, tx, database, effects.Bits)
	if err != nil {
		return err
	}
	effects.Regroup(func(number int32) bool { return moved.Contains(uint32(number)) })
	entry := act.Entry
	if entry.Kind = effects.Concerned.ByHand(); entry.Kind != "" {
		if _, err := s.addEntry(ctx, tx, entry); err != nil {
			return err
		}
		if _, err := s.addEntrySets(ctx, tx, entry.ID, 0, database, setsOf(effects.Concerned)); err != nil {
			return err
		}
	}
	return s.advanceDatabase(ctx, tx, act.Account, database, next, effects.Changes)
}

// contactDirectory reads what matters for a change of one contact, whose database is locked.
func (s *Store) contactDirectory(
	ctx context.Context, tx pgx.Tx, act core.ContactAct, database core.DatabaseID,
) (d core.ContactDirectory, err error) {
	if act.Number != core.NewContact {
		if d.Contact, err = s.findContact(ctx, tx, database, act.Number); err != nil {
			return d, err
		}
	}
	var given [fact.AddressKinds][]string
	var all []string
	var row core.ContactRow
	row.Former = act.Change.Former
	for _, former := range row.Former {
		given[former.By], all = append(given[former.By], former.Address), append(all, former.Address)
	}
	for kind, field := range []*string{&row.ExternalID, &row.Email, &row.GSM} {
		if address := act.Change.Addresses[kind]; address != nil && *address != "" {
			given[kind], *field, all = append(given[kind], *address), *address, append(all, *address)
		}
	}
	if d.Owners, err = s.findContacts(ctx, tx, database, given, nil); err != nil {
		return d, err
	}
	known := d.Owners
	if d.Contact != nil {
		known = append(known[:len(known):len(known)], *d.Contact)
	}
	if d.Suppressed, err = s.suppressed(ctx, tx, database, []core.ContactRow{row}, known); err != nil {
		return d, err
	}
	if d.Erased, err = s.erased(ctx, tx, act.Account, database, all); err != nil {
		return d, err
	}
	if d.Properties, err = s.propertiesOf(ctx, tx, act.Account, database); err != nil {
		return d, err
	}
	wanted := append(act.Change.AddGroups[:len(act.Change.AddGroups):len(act.Change.AddGroups)], act.Change.LeaveGroups...)
	groups, err := s.lockGroups(ctx, tx, act.Account, wanted)
	d.Groups = make(map[core.GroupID]bool, len(groups))
	for id, group := range groups {
		d.Groups[id] = group.DatabaseID == int32(database)
	}
	return d, err
}

// findContact returns a whole contact. It fails with core.ErrContactNotFound.
func (s *Store) findContact(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, number int32,
) (*core.Contact, error) {
	row, err := s.q.FindContact(ctx, tx, db.FindContactParams{DatabaseID: int32(database), Number: number})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, core.ErrContactNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("find contact: %w", err)
	}
	contact := contactFromRow(db.ContactsByEmailRow(row))
	at := func(int) *core.Contact { return &contact }
	if err := s.fillFlags(ctx, tx, database, 1, at); err != nil {
		return nil, err
	}
	return &contact, s.fillValues(ctx, tx, database, nil, 1, at)
}

func (s *Store) propertiesOf(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID,
) (map[core.PropertyID]core.Property, error) {
	rows, err := s.q.ListProperties(ctx, tx, int32(account))
	if err != nil {
		return nil, fmt.Errorf("list properties: %w", err)
	}
	properties := map[core.PropertyID]core.Property{}
	for _, row := range rows {
		if row.DatabaseID == int32(database) {
			id := core.PropertyID(row.ID)
			properties[id] = core.Property{ID: id, Name: row.Name, Number: row.IsNumber}
		}
	}
	return properties, nil
}
