package pg

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/engine/fact"
	importingpg "puls.app/services/contacts/internal/importing/pg"
	intakepg "puls.app/services/contacts/internal/intake/pg"
	"puls.app/services/contacts/internal/pg/db"
)

// addresses finds the addresses that only the person has: an address that another contact has is not erased.
func (e *erasing) addresses(ctx context.Context) error {
	find := db.StillHeldParams{}
	for _, d := range e.databases {
		find.Databases = append(find.Databases, d.ID)
	}
	e.own = map[contact.DatabaseID][]string{}
	for _, h := range e.held {
		for _, address := range spelled(h.Contact) {
			switch {
			case address == "":
			case contactpg.IsShared(address):
				find.Addresses = append(find.Addresses, address)
			default:
				e.own[h.Database] = append(e.own[h.Database], address)
			}
		}
	}
	held, err := queries.StillHeld(ctx, e.tx, find)
	if err != nil {
		return fmt.Errorf("find other contacts with the addresses: %w", err)
	}
	others := map[string]bool{}
	for _, address := range held {
		others[address] = true
	}
	for _, address := range find.Addresses {
		if !others[address] {
			e.shared = append(e.shared, address)
		}
	}
	return nil
}

// spelled returns the addresses of a contact, and their normalised forms where these differ.
func spelled(c contact.Contact) (all []string) {
	for kind, address := range [fact.AddressKinds]string{c.ExternalID, c.Email, c.GSM} {
		all = append(all, address)
		if one := contact.Spelled(fact.AddressKind(kind), address); one != address {
			all = append(all, one)
		}
	}
	return all
}

// of returns the addresses that identify the person in a database.
func (e *erasing) of(database contact.DatabaseID) []string {
	return append(e.shared[:len(e.shared):len(e.shared)], e.own[database]...)
}

// refuse stores hashes of the addresses, by which they are recognised and refused.
func (e *erasing) refuse(ctx context.Context) error {
	add := db.AddErasedParams{AccountID: int32(e.entry.Account), KeyID: e.contacts.ErasureKeyID(), ErasedAt: e.entry.At}
	for _, d := range e.databases {
		digestOf := e.contacts.Eraser(e.entry.Account, contact.DatabaseID(d.ID))
		for _, address := range e.of(contact.DatabaseID(d.ID)) {
			digest := digestOf(address)
			add.Digests = append(add.Digests, digest[:])
		}
	}
	return contactpg.Wrap("keep hashes of addresses", queries.AddErased(ctx, e.tx, add))
}

// forget removes the addresses from all other data of the service that may contain them.
func (e *erasing) forget(ctx context.Context) error {
	var texts []string
	for _, address := range e.shared {
		for _, form := range contactpg.FormsOf(address) {
			texts = append(texts, strings.ToLower(form))
		}
	}
	all := slices.Clip(e.shared)
	for _, d := range e.databases {
		database := contact.DatabaseID(d.ID)
		all = append(all, e.own[database]...)
		if addresses := e.of(database); len(addresses) > 0 {
			if err := intakepg.ForgetVisitors(ctx, e.tx, database, addresses); err != nil {
				return fmt.Errorf("database %d: %w", d.ID, err)
			}
			if err := contactpg.ForgetAddresses(ctx, e.tx, database, addresses, texts); err != nil {
				return fmt.Errorf("database %d: %w", d.ID, err)
			}
		}
	}
	if len(texts) > 0 {
		for _, forget := range []func(context.Context, pgx.Tx, contact.AccountID, []string) error{
			importingpg.ForgetInImports, intakepg.ForgetRecentEvents, contactpg.ForgetTexts,
		} {
			if err := forget(ctx, e.tx, e.entry.Account, texts); err != nil {
				return err
			}
		}
	}
	return importingpg.ForgetRefusedRows(ctx, e.tx, e.entry.Account, all)
}
