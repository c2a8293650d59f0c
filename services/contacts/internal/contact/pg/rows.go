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

// ChangeContacts applies rows to a database that the caller has locked, and writes the contacts that they change.
func (s *Store) ChangeContacts(
	ctx context.Context, tx pgx.Tx, batch contact.RowBatch, d contact.Directory,
) (contact.Changes, error) {
	named := namedBy(batch.Rows)
	var err error
	if d.Groups, d.MadeGroups, err = groupsOf(ctx, tx, batch, named.groups, false); err != nil {
		return contact.Changes{}, err
	}
	if batch.Fresh && !named.former {
		if err := s.fillLists(ctx, tx, batch, named, &d); err != nil {
			return contact.Changes{}, err
		}
		if changes := contact.Apply(batch.Rows, d); changes.OnlyNew {
			known, err := insertUnknown(ctx, tx, batch.Database, changes.New)
			if err != nil {
				return changes, err
			}
			if !known {
				return changes, writeValues(ctx, tx, batch.Database, changes)
			}
		}
	}
	if d.Contacts, err = findContacts(ctx, tx, batch.Database, named.addresses, named.properties); err != nil {
		return contact.Changes{}, err
	}
	if err := s.fillLists(ctx, tx, batch, named, &d); err != nil {
		return contact.Changes{}, err
	}
	changes := contact.Apply(batch.Rows, d)
	return changes, writeContacts(ctx, tx, batch.Database, changes)
}

// fillLists adds to a directory the erased and suppressed addresses among those of the rows and of its contacts.
func (s *Store) fillLists(
	ctx context.Context, tx pgx.Tx, batch contact.RowBatch, named named, d *contact.Directory,
) (err error) {
	if d.Erased, err = s.erasedAmong(ctx, tx, batch.Account, batch.Database, named.addresses, d.Contacts); err != nil {
		return err
	}
	d.Suppressed, err = Suppressed(ctx, tx, batch.Database, batch.Rows, d.Contacts)
	return err
}

// named is the addresses, groups and properties that rows name.
type named struct {
	// addresses are in normalised form; former reports whether former forms are among them.
	addresses [fact.AddressKinds][]string
	former    bool
	// groups are in the order of the rows: when the limit does not allow all, the first ones are created.
	groups     []string
	properties []contact.PropertyID
}

func namedBy(rows []contact.Row) named {
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
		for _, former := range row.Former {
			n.addresses[former.By], n.former = append(n.addresses[former.By], former.Address), true
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

// findContacts returns the contacts that have one of the addresses, with their values of some properties. The addresses
// of a contact that was found by one kind are not looked up again by another kind.
func findContacts(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, given [fact.AddressKinds][]string,
	properties []contact.PropertyID,
) ([]contact.Contact, error) {
	var contacts []contact.Contact
	found := map[int32]bool{}
	var known [fact.AddressKinds]map[string]bool
	for kind := range known {
		known[kind] = map[string]bool{}
	}
	for kind, addresses := range given {
		missing := slices.DeleteFunc(slices.Clone(addresses), func(address string) bool { return known[kind][address] })
		rows, err := ContactsBy(ctx, q, database, fact.AddressKind(kind), missing)
		if err != nil {
			return nil, fmt.Errorf("find contacts: %w", err)
		}
		contacts = slices.Grow(contacts, len(rows))
		for _, row := range rows {
			if found[row.Number] {
				continue
			}
			found[row.Number] = true
			c := contactFromRow(row)
			contacts = append(contacts, c)
			for kind, address := range [fact.AddressKinds]string{c.ExternalID, c.Email, c.GSM} {
				known[kind][address] = true
			}
		}
	}
	return contacts, complete(ctx, q, database, contacts, properties)
}

// complete adds the flags and the values of some properties to contacts.
func complete(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, contacts []contact.Contact,
	properties []contact.PropertyID,
) error {
	at := func(i int) *contact.Contact { return &contacts[i] }
	if err := fillFlags(ctx, q, database, len(contacts), at); err != nil || len(properties) == 0 {
		return err
	}
	return fillValues(ctx, q, database, properties, len(contacts), at)
}

func contactFromRow(row db.PageWholeContactsRow) contact.Contact {
	c := contact.Contact{Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm}
	if row.CreatedAt != nil && row.CreatedDay != nil {
		c.HasCreated, c.CreatedAt, c.CreatedDay = true, row.CreatedAt.UnixMicro(), *row.CreatedDay
	}
	return c
}

// AdvanceDatabase updates the next number and the dictionary version of a database after changes.
func AdvanceDatabase(
	ctx context.Context, q pgdb.Querier, account contact.AccountID, database contact.DatabaseID, next int32,
	changes contact.Changes,
) error {
	if changes.NextNumber == next && !changes.Addresses {
		return nil
	}
	advance := db.AdvanceDatabaseParams{AccountID: int32(account), ID: int32(database), NextNumber: changes.NextNumber}
	if changes.Addresses {
		advance.AddressesChanged = 1
		if err := forgetBlocks(ctx, q, database, changes); err != nil {
			return err
		}
	}
	return Wrap("advance database", queries.AdvanceDatabase(ctx, q, advance))
}
