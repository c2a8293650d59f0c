package pg

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// addresses finds what is the person's alone: an address that another contact has stays with that one.
func (e *erasing) addresses(ctx context.Context) error {
	find := db.StillHeldParams{}
	for _, d := range e.databases {
		find.Databases = append(find.Databases, d.ID)
	}
	e.own = map[core.DatabaseID][]string{}
	for _, h := range e.held {
		for _, address := range spelled(h.Contact) {
			switch {
			case address == "":
			case isShared(address):
				find.Addresses = append(find.Addresses, address)
			default:
				e.own[h.Database] = append(e.own[h.Database], address)
			}
		}
	}
	held, err := e.q.StillHeld(ctx, e.tx, find)
	if err != nil {
		return fmt.Errorf("find who else has the addresses: %w", err)
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

// spelled returns the addresses of a contact, those that have not got their one spelling yet in that one too.
func spelled(c core.Contact) (all []string) {
	for kind, address := range [fact.AddressKinds]string{c.ExternalID, c.Email, c.GSM} {
		all = append(all, address)
		if one := core.Spelled(fact.AddressKind(kind), address); one != address {
			all = append(all, one)
		}
	}
	return all
}

// of returns the addresses that mean the person in a database.
func (e *erasing) of(database core.DatabaseID) []string {
	return append(e.shared[:len(e.shared):len(e.shared)], e.own[database]...)
}

// refuse keeps hashes of the addresses, by which they are known again.
func (e *erasing) refuse(ctx context.Context) error {
	add := db.AddErasedParams{AccountID: int32(e.entry.Account), KeyID: e.erasureKeyID(), ErasedAt: e.entry.At}
	for _, d := range e.databases {
		digestOf := e.eraser(e.entry.Account, core.DatabaseID(d.ID))
		for _, address := range e.of(core.DatabaseID(d.ID)) {
			digest := digestOf(address)
			add.Digests = append(add.Digests, digest[:])
		}
	}
	return wrap("keep hashes of addresses", e.q.AddErased(ctx, e.tx, add))
}

// forget takes the addresses out of whatever else may hold them.
func (e *erasing) forget(ctx context.Context) error {
	var texts []string
	for _, address := range e.shared {
		for _, form := range formsOf(address) {
			texts = append(texts, strings.ToLower(form))
		}
	}
	for _, d := range e.databases {
		if err := e.forgetIn(ctx, core.DatabaseID(d.ID), texts); err != nil {
			return fmt.Errorf("forget addresses in database %d: %w", d.ID, err)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	account := int32(e.entry.Account)
	for what, forget := range map[string]func() error{
		"imports": func() error {
			return e.q.ForgetInImports(ctx, e.tx, db.ForgetInImportsParams{AccountID: account, Addresses: texts})
		},
		"mappings": func() error {
			return e.q.ForgetMappings(ctx, e.tx, db.ForgetMappingsParams{AccountID: account, Addresses: texts})
		},
		"names of files": func() error {
			return e.q.ForgetSources(ctx, e.tx, db.ForgetSourcesParams{AccountID: account, Addresses: texts})
		},
		"recent events": func() error {
			return e.q.ForgetRecentEvents(ctx, e.tx, db.ForgetRecentEventsParams{AccountID: account, Addresses: texts})
		},
		"answers": func() error {
			return e.q.ForgetAnswers(ctx, e.tx, db.ForgetAnswersParams{AccountID: account, Addresses: texts})
		},
		"event log": func() error {
			return e.q.ForgetInLog(ctx, e.tx, db.ForgetInLogParams{Account: account, Addresses: texts})
		},
	} {
		if err := forget(); err != nil {
			return fmt.Errorf("forget addresses in %s: %w", what, err)
		}
	}
	return nil
}

func (e *erasing) forgetIn(ctx context.Context, database core.DatabaseID, texts []string) error {
	addresses, id := e.of(database), int32(database)
	if len(addresses) == 0 {
		return nil
	}
	err := e.q.RenameUsers(ctx, e.tx, db.RenameUsersParams{DatabaseID: id, Addresses: addresses})
	if err != nil {
		return fmt.Errorf("rename users: %w", err)
	}
	err = e.q.DeleteClaims(ctx, e.tx, db.DeleteClaimsParams{DatabaseID: id, Addresses: addresses})
	if err != nil {
		return fmt.Errorf("delete claims: %w", err)
	}
	err = e.q.RenameVisitors(ctx, e.tx, db.RenameVisitorsParams{DatabaseID: id, Addresses: addresses})
	if err != nil {
		return fmt.Errorf("rename visitors: %w", err)
	}
	suppressed := db.ForgetSuppressedParams{DatabaseID: id}
	for _, address := range addresses {
		for _, form := range formsOf(address) {
			digest := sha256.Sum256([]byte(form))
			suppressed.Digests = append(suppressed.Digests, digest[:])
		}
	}
	if err := e.q.ForgetSuppressed(ctx, e.tx, suppressed); err != nil {
		return fmt.Errorf("delete unsubscribed addresses: %w", err)
	}
	if len(texts) == 0 {
		return nil
	}
	return wrap("change properties", e.q.ForgetProperties(ctx, e.tx, db.ForgetPropertiesParams{
		DatabaseID: id, Addresses: texts,
	}))
}

// refusedRows empties rows that name the person; their lines and defects stay.
func (e *erasing) refusedRows(ctx context.Context) error {
	kept, err := e.q.ListAllRefused(ctx, e.tx, int32(e.entry.Account))
	if err != nil {
		return fmt.Errorf("list refused rows: %w", err)
	}
	account := int32(e.entry.Account)
	if err := e.q.ForgetReasons(ctx, e.tx, account); err != nil {
		return fmt.Errorf("empty reasons: %w", err)
	}
	if err := e.q.DeleteBlocksOfDrafts(ctx, e.tx, account); err != nil {
		return fmt.Errorf("delete files of drafts: %w", err)
	}
	if err := e.q.CancelDrafts(ctx, e.tx, account); err != nil {
		return fmt.Errorf("cancel drafts: %w", err)
	}
	all := e.shared
	for _, addresses := range e.own {
		all = append(all, addresses...)
	}
	for _, row := range kept {
		body, err := e.q.GetRefused(ctx, e.tx, db.GetRefusedParams(row))
		if err != nil {
			return fmt.Errorf("read refused rows: %w", err)
		}
		body, emptied, err := e.emptied(body, all)
		if err != nil {
			return err
		}
		if !emptied {
			continue
		}
		err = e.q.SetRefused(ctx, e.tx, db.SetRefusedParams{ImportID: row.ImportID, Position: row.Position, Body: body})
		if err != nil {
			return fmt.Errorf("empty refused rows: %w", err)
		}
	}
	return nil
}

// emptied returns some refused rows without the texts that hold one of the addresses, and whether there were such.
func (e *erasing) emptied(body []byte, addresses []string) (without []byte, any bool, err error) {
	text, err := e.unpack.DecodeAll(body, nil)
	if err != nil {
		return nil, false, fmt.Errorf("unpack refused rows: %w", err)
	}
	var rows []core.RefusedRow
	_, err = visitRefused(text, nil, func(r core.RefusedRow) (bool, error) {
		if r.Names(addresses) {
			r.Text, any = nil, true
		}
		rows = append(rows, r)
		return true, nil
	})
	return e.pack.EncodeAll(appendRefused(nil, rows), nil), any, err
}
