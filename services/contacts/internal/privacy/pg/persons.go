package pg

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/privacy"
)

// FindPerson returns the contacts that have an address, and whether it was erased before.
func (s *Store) FindPerson(
	ctx context.Context, account contact.AccountID, address contact.Sought,
) (held []privacy.Held, erased bool, err error) {
	var forms []string
	for kind := range fact.AddressKind(fact.AddressKinds) {
		if form := address.Of(kind); form != "" {
			forms = append(forms, form)
		}
	}
	for _, former := range address.Former {
		forms = append(forms, former.Address)
	}
	err = s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		databases, err := queries.ListDatabases(ctx, tx, int32(account))
		if err != nil {
			return fmt.Errorf("list databases: %w", err)
		}
		if held, err = personOf(ctx, tx, account, databases, address); err != nil {
			return err
		}
		for _, d := range databases {
			known, err := s.contacts.Erased(ctx, tx, account, contact.DatabaseID(d.ID), forms)
			if err != nil {
				return err
			}
			erased = erased || len(known) > 0
		}
		return nil
	})
	return held, erased, err
}

// personOf returns the contacts of some databases that have an address, by uid and number.
func personOf(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, databases []db.ListDatabasesRow, address contact.Sought,
) (held []privacy.Held, err error) {
	find := db.FindByAddressParams{ExternalID: address.ExternalID, Email: address.Email, Gsm: address.GSM}
	for _, d := range databases {
		find.Databases = append(find.Databases, d.ID)
	}
	found, err := queries.FindByAddress(ctx, tx, find)
	if err != nil {
		return nil, fmt.Errorf("find person: %w", err)
	}
	for _, d := range databases { // sorted by uid
		var numbers []int32
		for _, row := range found {
			if row.DatabaseID == d.ID {
				numbers = append(numbers, row.Number)
			}
		}
		if len(numbers) > 0 {
			twins, err := contactpg.TwinsOf(ctx, tx, contact.DatabaseID(d.ID), numbers)
			if err != nil {
				return nil, err
			}
			for _, twin := range twins {
				numbers = append(numbers, twin.Number, twin.Of)
			}
		}
		slices.Sort(numbers)
		numbers = slices.Compact(numbers)
		for _, number := range numbers {
			card, err := contactpg.Card(ctx, tx, account, d.Uid, number)
			if err != nil {
				return nil, err
			}
			held = append(held, privacy.Held{UID: d.Uid, FullCard: card})
		}
	}
	return held, nil
}
