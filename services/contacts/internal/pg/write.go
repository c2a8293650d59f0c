package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

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
	if len(changes.Changed) > 0 {
		if err := s.q.UpdateContacts(ctx, tx, updatedContacts(database, changes.Changed)); err != nil {
			return fmt.Errorf("update contacts: %w", err)
		}
	}
	if len(changes.New) > 0 {
		if err := s.q.InsertContacts(ctx, tx, newContacts(database, changes.New)); err != nil {
			return fmt.Errorf("insert contacts: %w", err)
		}
	}
	return nil
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

func updatedContacts(database core.DatabaseID, changed []core.Change) db.UpdateContactsParams {
	p := db.UpdateContactsParams{DatabaseID: int32(database)}
	for i := range changed {
		c := &changed[i].After
		p.Numbers = append(p.Numbers, c.Number)
		p.ExternalIds = append(p.ExternalIds, c.ExternalID)
		p.Emails = append(p.Emails, c.Email)
		p.Gsms = append(p.Gsms, c.GSM)
		p.HasCreated = append(p.HasCreated, c.HasCreated)
		p.CreatedAt = append(p.CreatedAt, c.CreatedAt)
		p.CreatedDays = append(p.CreatedDays, c.CreatedDay)
		p.EmailConsents = append(p.EmailConsents, c.EmailConsent)
		p.SmsConsents = append(p.SmsConsents, c.SMSConsent)
		p.EmailBlockeds = append(p.EmailBlockeds, c.EmailBlocked)
		p.GsmBlockeds = append(p.GsmBlockeds, c.GSMBlocked)
		p.Properties = append(p.Properties, writeProperties(c.Properties))
	}
	return p
}

func newContacts(database core.DatabaseID, contacts []core.Contact) db.InsertContactsParams {
	changed := make([]core.Change, len(contacts))
	for i := range contacts {
		changed[i].After = contacts[i]
	}
	return db.InsertContactsParams(updatedContacts(database, changed))
}
