package pg

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// apply is the rule by which rows change what a database knows.
type apply = func([]core.ContactRow, core.Directory) core.Changes

// ApplyContacts applies rows of contacts and moves their import on, in one transaction.
func (s *Store) ApplyContacts(
	ctx context.Context, step core.ContactsStep, apply apply,
) (effects core.Effects, err error) {
	byDatabase := rowsByDatabase(step.Rows)
	err = s.system(ctx, "apply contacts", func(tx pgx.Tx) error {
		p := step.Progress
		if _, err := s.addEntry(ctx, tx, step.Entry); err != nil {
			return err
		}
		for _, database := range slices.Sorted(maps.Keys(byDatabase)) { // all transactions lock databases in this order
			changes, err := s.applyDatabase(ctx, tx, step, database, byDatabase[database], apply)
			if err != nil {
				return fmt.Errorf("database %d: %w", database, err)
			}
			p = p.With(changes)
		}
		effects = p.Effects
		return s.advance(ctx, tx, step.Account, p, core.StateDone)
	})
	return effects, err
}

// rowsByDatabase parts rows in their order; those of a file are of one database most often.
func rowsByDatabase(rows []core.ContactRow) map[core.DatabaseID][]core.ContactRow {
	parts := map[core.DatabaseID][]core.ContactRow{}
	if len(rows) == 0 {
		return parts
	}
	first := rows[0].Database
	if !slices.ContainsFunc(rows, func(row core.ContactRow) bool { return row.Database != first }) {
		parts[first] = rows
		return parts
	}
	for _, row := range rows {
		parts[row.Database] = append(parts[row.Database], row)
	}
	return parts
}

func (s *Store) applyDatabase(
	ctx context.Context, tx pgx.Tx, step core.ContactsStep, database core.DatabaseID, rows []core.ContactRow, apply apply,
) (core.Changes, error) {
	account := int32(step.Account)
	state, err := s.q.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: account, ID: int32(database)})
	if err != nil {
		return core.Changes{}, fmt.Errorf("lock database: %w", err)
	}
	if err := s.noteImport(ctx, tx, step.Account, database, step.Progress.Import); err != nil {
		return core.Changes{}, err
	}
	step.Fresh = step.Fresh || state.NextNumber == 0
	changes, err := s.changeContacts(ctx, tx, step, database, state.NextNumber, rows, apply)
	if err != nil {
		return core.Changes{}, err
	}
	moved, err := s.changeBits(ctx, tx, database, changes.Bits)
	if err != nil {
		return core.Changes{}, err
	}
	changes.Regroup(func(number int32) bool { return moved.Contains(uint32(number)) })
	sets := setsOf(changes.Concerned)
	first, err := s.addEntrySets(ctx, tx, step.Entry.ID, step.Progress.From, database, sets)
	if err != nil {
		return core.Changes{}, err
	}
	changes.CountOnce(len(changes.Concerned.Subjects) - first)
	return changes, s.advanceDatabase(ctx, tx, step.Account, database, state.NextNumber, changes)
}

// advanceDatabase follows what changes did to the numbers and addresses of a database.
func (s *Store) advanceDatabase(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID, next int32, changes core.Changes,
) error {
	if changes.NextNumber == next && !changes.Addresses {
		return nil
	}
	advance := db.AdvanceDatabaseParams{AccountID: int32(account), ID: int32(database), NextNumber: changes.NextNumber}
	if changes.Addresses {
		advance.AddressesChanged = 1
		if err := s.forgetBlocks(ctx, tx, database, changes); err != nil {
			return err
		}
	}
	return wrap("advance database", s.q.AdvanceDatabase(ctx, tx, advance))
}

// changeContacts applies rows and writes the contacts that they change.
func (s *Store) changeContacts(
	ctx context.Context, tx pgx.Tx, step core.ContactsStep, database core.DatabaseID, next int32, rows []core.ContactRow,
	apply apply,
) (core.Changes, error) {
	d := core.Directory{NextNumber: next}
	named := namedBy(rows)
	var err error
	if d.Groups, d.MadeGroups, err = s.ensureGroups(ctx, tx, step, database, named.groups); err != nil {
		return core.Changes{}, err
	}
	if step.Fresh {
		if d.Erased, err = s.erasedAmong(ctx, tx, step.Account, database, named.addresses, nil); err != nil {
			return core.Changes{}, err
		}
		if d.Suppressed, err = s.suppressed(ctx, tx, database, rows, nil); err != nil {
			return core.Changes{}, err
		}
		if changes := apply(rows, d); changes.OnlyNew {
			known, err := s.insertUnknown(ctx, tx, database, changes.New)
			if err != nil {
				return changes, err
			}
			if !known {
				return changes, s.writeValues(ctx, tx, database, changes)
			}
		}
	}
	if d.Contacts, err = s.findContacts(ctx, tx, database, named.addresses, named.properties); err != nil {
		return core.Changes{}, err
	}
	if d.Erased, err = s.erasedAmong(ctx, tx, step.Account, database, named.addresses, d.Contacts); err != nil {
		return core.Changes{}, err
	}
	if d.Suppressed, err = s.suppressed(ctx, tx, database, rows, d.Contacts); err != nil {
		return core.Changes{}, err
	}
	changes := apply(rows, d)
	return changes, s.writeContacts(ctx, tx, database, changes)
}

// named is what rows name.
type named struct {
	addresses [fact.AddressKinds][]string
	// groups in the order of the rows: the first ones fit when not all do.
	groups     []string
	properties []core.PropertyID
}

func namedBy(rows []core.ContactRow) named {
	var n named
	for kind := range n.addresses {
		n.addresses[kind] = make([]string, 0, len(rows))
	}
	seen := map[string]bool{}
	for i := range rows {
		row := &rows[i]
		for kind, address := range [fact.AddressKinds]string{row.ExternalID, row.Email, row.GSM} {
			if address != "" {
				n.addresses[kind] = append(n.addresses[kind], address)
			}
		}
		for _, v := range row.Properties {
			if !slices.Contains(n.properties, v.ID) {
				n.properties = append(n.properties, v.ID)
			}
		}
		for _, name := range row.Groups {
			if !seen[name] {
				seen[name] = true
				n.groups = append(n.groups, name)
			}
		}
	}
	return n
}

// findContacts returns the contacts that have one of the addresses. Contacts found by one kind of address are not
// looked for by their others again. They come with their values of some properties.
func (s *Store) findContacts(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, given [fact.AddressKinds][]string,
	properties []core.PropertyID,
) ([]core.Contact, error) {
	var contacts []core.Contact
	for kind, missing := range given {
		if len(missing) == 0 {
			continue
		}
		known, found := make(map[string]bool, len(contacts)), make(map[int32]bool, len(contacts))
		for i := range contacts {
			c := &contacts[i]
			known[[fact.AddressKinds]string{c.ExternalID, c.Email, c.GSM}[kind]], found[c.Number] = true, true
		}
		if len(known) > 0 {
			missing = slices.DeleteFunc(slices.Clone(missing), func(address string) bool { return known[address] })
		}
		more, err := s.contactsBy(ctx, tx, database, fact.AddressKind(kind), missing)
		if err != nil {
			return nil, err
		}
		contacts = append(contacts, slices.DeleteFunc(more, func(c core.Contact) bool { return found[c.Number] })...)
	}
	return contacts, s.complete(ctx, tx, database, contacts, properties)
}

// complete adds to contacts what does not stand in their rows, with the values of some properties.
func (s *Store) complete(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, contacts []core.Contact, properties []core.PropertyID,
) error {
	at := func(i int) *core.Contact { return &contacts[i] }
	if err := s.fillFlags(ctx, tx, database, len(contacts), at); err != nil || len(properties) == 0 {
		return err
	}
	return s.fillValues(ctx, tx, database, properties, len(contacts), at)
}

// contactsBy returns what stands in the rows of the contacts that have one of the addresses, read in place as
// eachRecipient does.
func (s *Store) contactsBy(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, kind fact.AddressKind, addresses []string,
) ([]core.Contact, error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	contacts := make([]core.Contact, 0, len(addresses))
	var text []byte
	err := eachRecipient(ctx, tx, func(number uint32, columns [][]byte) {
		text = append(append(append(text[:0], columns[0]...), columns[1]...), columns[2]...)
		all, external, email := string(text), len(columns[0]), len(columns[0])+len(columns[1])
		c := core.Contact{
			Number: int32(number), ExternalID: all[:external], Email: all[external:email], GSM: all[email:],
		}
		if at, day := columns[3], columns[4]; at != nil && day != nil {
			c.HasCreated, c.CreatedAt = true, microsOf(at)
			c.CreatedDay = int32(binary.BigEndian.Uint32(day))
		}
		contacts = append(contacts, c)
	}, `SELECT number, external_id, email, gsm, created_at, created_day FROM contact_addresses
		WHERE database_id = $1 AND `+columnOf(kind)+` = ANY ($2)`, int32(database), addresses)
	return contacts, wrap("find contacts", err)
}

// microsOf reads a moment in its binary form as microseconds since 1970; Postgres counts from 2000.
func microsOf(at []byte) int64 {
	const from1970 = 946_684_800_000_000
	return int64(binary.BigEndian.Uint64(at)) + from1970
}

// ensureGroups returns the ids of groups and makes those that are missing; what is more than the database may have is
// not among them.
func (s *Store) ensureGroups(
	ctx context.Context, tx pgx.Tx, step core.ContactsStep, database core.DatabaseID, names []string,
) (ids map[string]core.GroupID, made []string, err error) {
	if len(names) == 0 {
		return nil, nil, nil
	}
	ids, missing, err := s.findGroups(ctx, tx, step.Account, database, names)
	if err != nil || len(missing) == 0 {
		return ids, nil, err
	}
	have, err := s.countGroupsAlone(ctx, tx, step.Account, database)
	if err != nil {
		return nil, nil, err
	}
	if ids, missing, err = s.findGroups(ctx, tx, step.Account, database, names); err != nil { // some were made meanwhile
		return nil, nil, err
	}
	made = missing[:min(len(missing), max(0, step.Groups-have))]
	added, err := s.insertGroups(ctx, tx, step.Account, database, made)
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(ids, added)
	return ids, made, nil
}

func (s *Store) findGroups(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID, names []string,
) (ids map[string]core.GroupID, missing []string, err error) {
	params := db.FindGroupsParams{AccountID: int32(account), DatabaseID: int32(database), Names: names}
	rows, err := s.q.FindGroups(ctx, tx, params)
	if err != nil {
		return nil, nil, fmt.Errorf("find groups: %w", err)
	}
	ids = make(map[string]core.GroupID, len(names))
	for _, row := range rows {
		ids[row.Name] = core.GroupID(row.ID)
	}
	return ids, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return ids[name] != 0 }), nil
}
