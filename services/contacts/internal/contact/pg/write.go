package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// writeContacts writes the contacts that rows changed. It clears replaced addresses first, so that no state in between
// has two contacts with one address.
func writeContacts(ctx context.Context, q pgdb.Querier, database contact.DatabaseID, changes contact.Changes) error {
	if clearing := clearedAddresses(database, changes.Changed); len(clearing.Numbers) > 0 {
		if err := queries.ClearAddresses(ctx, q, clearing); err != nil {
			return fmt.Errorf("clear addresses: %w", err)
		}
	}
	if named := renamed(changes.Changed); len(named) > 0 {
		if err := queries.UpdateContacts(ctx, q, updatedContacts(database, named)); err != nil {
			return fmt.Errorf("update contacts: %w", err)
		}
	}
	if len(changes.New) > 0 {
		if err := queries.InsertContacts(ctx, q, newContacts(database, changes.New)); err != nil {
			return fmt.Errorf("insert contacts: %w", err)
		}
	}
	return writeValues(ctx, q, database, changes)
}

const uniqueViolation = "23505"

// insertUnknown inserts new contacts without looking up their addresses. If a contact already has one of the addresses,
// it inserts nothing and returns known. The unique indexes find that out for less than a look-up.
func insertUnknown(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, contacts []contact.Contact,
) (known bool, err error) {
	err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		return queries.InsertContacts(ctx, tx, newContacts(database, contacts))
	})
	var failure *pgconn.PgError
	if errors.As(err, &failure) && failure.Code == uniqueViolation {
		return true, nil
	}
	return false, Wrap("insert unknown contacts", err)
}

func clearedAddresses(database contact.DatabaseID, changed []contact.Changed) db.ClearAddressesParams {
	p := db.ClearAddressesParams{DatabaseID: int32(database)}
	for i := range changed {
		before, after := &changed[i].Before, &changed[i].After
		external := before.ExternalID != "" && before.ExternalID != after.ExternalID
		email := before.Email != "" && before.Email != after.Email
		gsm := before.GSM != "" && before.GSM != after.GSM
		if external || email || gsm {
			p.Numbers = append(p.Numbers, before.Number)
			p.ExternalIds = append(p.ExternalIds, external)
			p.Emails = append(p.Emails, email)
			p.Gsms = append(p.Gsms, gsm)
		}
	}
	return p
}

// renamed returns the changes of addresses and dates: everything else is stored in bitmaps and in the values of
// properties.
func renamed(changed []contact.Changed) (named []contact.Changed) {
	for i := range changed {
		before, after := &changed[i].Before, &changed[i].After
		if before.ExternalID != after.ExternalID || before.Email != after.Email || before.GSM != after.GSM ||
			before.HasCreated != after.HasCreated || before.CreatedAt != after.CreatedAt {
			named = append(named, changed[i])
		}
	}
	return named
}

func updatedContacts(database contact.DatabaseID, changed []contact.Changed) db.UpdateContactsParams {
	after := func(i int) *contact.Contact { return &changed[i].After }
	return db.UpdateContactsParams(columns(database, len(changed), after))
}

func newContacts(database contact.DatabaseID, contacts []contact.Contact) db.InsertContactsParams {
	return columns(database, len(contacts), func(i int) *contact.Contact { return &contacts[i] })
}

func columns(database contact.DatabaseID, n int, at func(int) *contact.Contact) db.InsertContactsParams {
	p := db.InsertContactsParams{
		DatabaseID: int32(database), Numbers: make([]int32, n), ExternalIds: make([]string, n), Emails: make([]string, n),
		Gsms: make([]string, n), HasCreated: make([]bool, n), CreatedAt: make([]int64, n), CreatedDays: make([]int32, n),
	}
	for i := range n {
		c := at(i)
		p.Numbers[i], p.ExternalIds[i], p.Emails[i], p.Gsms[i] = c.Number, c.ExternalID, c.Email, c.GSM
		p.HasCreated[i], p.CreatedAt[i], p.CreatedDays[i] = c.HasCreated, c.CreatedAt, c.CreatedDay
	}
	return p
}
