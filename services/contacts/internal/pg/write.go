package pg

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/pg/db"
)

// writeContacts writes what rows did to contacts. Addresses that move leave first, so that no state in between
// has two contacts of one address.
func (s *Store) writeContacts(ctx context.Context, tx pgx.Tx, database core.DatabaseID, changes core.Changes) error {
	if clearing := clearedAddresses(database, changes.Changed); len(clearing.Numbers) > 0 {
		if err := s.q.ClearAddresses(ctx, tx, clearing); err != nil {
			return fmt.Errorf("clear addresses: %w", err)
		}
	}
	named, valued := split(changes.Changed)
	if len(named) > 0 {
		if err := s.q.UpdateContacts(ctx, tx, updatedContacts(database, named)); err != nil {
			return fmt.Errorf("update contacts: %w", err)
		}
	}
	if len(valued) > 0 {
		if err := s.q.UpdateValues(ctx, tx, updatedValues(database, valued)); err != nil {
			return fmt.Errorf("update values: %w", err)
		}
	}
	if len(changes.New) > 0 {
		if err := s.q.InsertContacts(ctx, tx, newContacts(database, changes.New)); err != nil {
			return fmt.Errorf("insert contacts: %w", err)
		}
	}
	return nil
}

const uniqueViolation = "23505"

// insertUnknown writes new contacts whose addresses nobody was asked for, unless somebody has one of them already: then
// it has written nothing. That is what the unique indexes tell for less than looking them up.
func (s *Store) insertUnknown(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, contacts []core.Contact,
) (known bool, err error) {
	err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		return s.q.InsertContacts(ctx, tx, newContacts(database, contacts))
	})
	var failure *pgconn.PgError
	if errors.As(err, &failure) && failure.Code == uniqueViolation {
		return true, nil
	}
	return false, wrap("insert unknown contacts", err)
}

func clearedAddresses(database core.DatabaseID, changed []core.Change) db.ClearAddressesParams {
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

// split parts contacts whose addresses or dates change from those of whom only flags and properties do.
func split(changed []core.Change) (named, valued []core.Change) {
	for i := range changed {
		before, after := &changed[i].Before, &changed[i].After
		if before.ExternalID != after.ExternalID || before.Email != after.Email || before.GSM != after.GSM ||
			before.HasCreated != after.HasCreated || before.CreatedAt != after.CreatedAt {
			named = append(named, changed[i])
		} else {
			valued = append(valued, changed[i])
		}
	}
	return named, valued
}

func updatedValues(database core.DatabaseID, changed []core.Change) db.UpdateValuesParams {
	n := len(changed)
	p := db.UpdateValuesParams{
		DatabaseID: int32(database), Numbers: make([]int32, n), EmailConsents: make([]bool, n), SmsConsents: make([]bool, n),
		EmailBlockeds: make([]bool, n), GsmBlockeds: make([]bool, n), Properties: make([]string, n),
	}
	for i := range changed {
		c := &changed[i].After
		p.Numbers[i], p.Properties[i] = c.Number, writeProperties(c.Properties)
		p.EmailConsents[i], p.SmsConsents[i] = c.EmailConsent, c.SMSConsent
		p.EmailBlockeds[i], p.GsmBlockeds[i] = c.EmailBlocked, c.GSMBlocked
	}
	return p
}

func updatedContacts(database core.DatabaseID, changed []core.Change) db.UpdateContactsParams {
	return db.UpdateContactsParams(columns(database, len(changed), func(i int) *core.Contact { return &changed[i].After }))
}

func newContacts(database core.DatabaseID, contacts []core.Contact) db.InsertContactsParams {
	return columns(database, len(contacts), func(i int) *core.Contact { return &contacts[i] })
}

func columns(database core.DatabaseID, n int, at func(int) *core.Contact) db.InsertContactsParams {
	p := db.InsertContactsParams{
		DatabaseID: int32(database), Numbers: make([]int32, n), ExternalIds: make([]string, n), Emails: make([]string, n),
		Gsms: make([]string, n), HasCreated: make([]bool, n), CreatedAt: make([]int64, n), CreatedDays: make([]int32, n),
		EmailConsents: make([]bool, n), SmsConsents: make([]bool, n), EmailBlockeds: make([]bool, n),
		GsmBlockeds: make([]bool, n), Properties: make([]string, n),
	}
	for i := range n {
		c := at(i)
		p.Numbers[i], p.Properties[i] = c.Number, writeProperties(c.Properties)
		p.ExternalIds[i], p.Emails[i], p.Gsms[i] = c.ExternalID, c.Email, c.GSM
		p.HasCreated[i], p.CreatedAt[i], p.CreatedDays[i] = c.HasCreated, c.CreatedAt, c.CreatedDay
		p.EmailConsents[i], p.SmsConsents[i] = c.EmailConsent, c.SMSConsent
		p.EmailBlockeds[i], p.GsmBlockeds[i] = c.EmailBlocked, c.GSMBlocked
	}
	return p
}
