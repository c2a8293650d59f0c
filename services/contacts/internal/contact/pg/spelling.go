package pg

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// spellPage is how many numbers of contacts, and of visitors, a step covers.
const spellPage = 1 << 16

// SpellAddresses does one step. It locks the database like a step of an import.
func (s *Store) SpellAddresses(
	ctx context.Context, step contact.SpellStep,
) (more bool, err error) {
	err = s.System(ctx, "bring addresses into one spelling", func(tx pgx.Tx) error {
		next, err := queries.NextUnspelled(ctx, tx, db.NextUnspelledParams{Passes: int32(step.Passes), Before: step.Before})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find database: %w", err)
		}
		more = true
		state, err := queries.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: next.AccountID, ID: next.ID})
		if err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		at, err := queries.FindSpelled(ctx, tx, next.ID)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("find where it is: %w", err)
		}
		if int(at.Passes) >= step.Passes {
			return nil // another replica has done it
		}
		w := &respelling{Store: s, tx: tx, step: step, account: contact.AccountID(next.AccountID), database: next.ID}
		if err := w.contacts(ctx, at.NextNumber, state.NextNumber); err != nil {
			return err
		}
		if err := w.claims(ctx, at.NextVisitor); err != nil {
			return err
		}
		moved := db.SetSpelledParams{
			DatabaseID: next.ID, NextNumber: at.NextNumber + spellPage, NextVisitor: at.NextVisitor + spellPage,
			Passes: at.Passes, At: step.At,
		}
		if moved.NextNumber >= state.NextNumber && moved.NextVisitor >= state.NextVisitor {
			moved.NextNumber, moved.NextVisitor, moved.Passes = 0, 0, at.Passes+1
		}
		return queries.SetSpelled(ctx, tx, moved)
	})
	return more, err
}

// respelling is a step in its transaction.
type respelling struct {
	*Store
	tx       pgx.Tx
	step     contact.SpellStep
	account  contact.AccountID
	database int32
}

func (w *respelling) contacts(ctx context.Context, first, next int32) error {
	rows, err := queries.PageUnspelled(ctx, w.tx, db.PageUnspelledParams{
		DatabaseID: w.database, First: first, Last: first + spellPage,
	})
	if err != nil || len(rows) == 0 {
		return Wrap("read contacts", err)
	}
	database := contact.DatabaseID(w.database)
	d := contact.SpellDirectory{NextNumber: next}
	var wanted [fact.AddressKinds][]string
	for _, row := range rows {
		c := contactFromRow(db.PageWholeContactsRow(row))
		d.Contacts = append(d.Contacts, c)
		for kind, address := range [fact.AddressKinds]string{c.ExternalID, c.Email, c.GSM} {
			if spelled := contact.Spelled(fact.AddressKind(kind), address); spelled != address {
				wanted[kind] = append(wanted[kind], spelled)
			}
		}
	}
	if err := complete(ctx, w.tx, database, d.Contacts, nil); err != nil {
		return err
	}
	if d.Owners, err = findContacts(ctx, w.tx, database, wanted, nil); err != nil {
		return err
	}
	all := slices.Concat(wanted[fact.ExternalID], wanted[fact.Email])
	if d.Erased, err = w.Erased(ctx, w.tx, w.account, database, all); err != nil {
		return err
	}
	asked := make([]contact.Row, 0, len(all))
	for kind, addresses := range wanted {
		for _, address := range addresses {
			asked = append(asked, contact.Row{Former: []contact.Former{{By: fact.AddressKind(kind), Address: address}}})
		}
	}
	if d.Suppressed, err = Suppressed(ctx, w.tx, database, asked, d.Contacts); err != nil {
		return err
	}
	return w.keep(ctx, database, next, contact.Spell(d))
}

func (w *respelling) keep(
	ctx context.Context, database contact.DatabaseID, next int32, effects contact.SpellEffects,
) error {
	if err := writeContacts(ctx, w.tx, database, effects.Changes); err != nil {
		return err
	}
	if _, err := ChangeBits(ctx, w.tx, database, effects.Bits); err != nil {
		return err
	}
	add := db.AddSuppressedParams{DatabaseID: w.database, Reason: suppressedUnsubscribed}
	for _, listed := range effects.Listed {
		k := keyOfSuppressed(listed)
		add.Kinds, add.Digests = append(add.Kinds, k.kind), append(add.Digests, k.digest[:])
	}
	if err := queries.AddSuppressed(ctx, w.tx, add); err != nil {
		return fmt.Errorf("list addresses: %w", err)
	}
	twins := db.AddTwinsParams{DatabaseID: w.database}
	for _, twin := range effects.Twins {
		twins.Numbers, twins.Twins = append(twins.Numbers, twin.Number), append(twins.Twins, twin.Of)
		twins.Kinds = append(twins.Kinds, int16(twin.By))
	}
	added, err := queries.AddTwins(ctx, w.tx, twins)
	if err != nil {
		return fmt.Errorf("keep twins: %w", err)
	}
	var same contact.Concerned
	for _, twin := range added {
		same.Subjects = append(same.Subjects, twin.Number, twin.Twin)
	}
	if err := w.log(ctx, contact.EntrySpelling, effects.Concerned); err != nil {
		return err
	}
	if err := w.log(ctx, contact.EntrySameAddress, same); err != nil {
		return err
	}
	return AdvanceDatabase(ctx, w.tx, w.account, database, next, effects.Changes)
}

// log adds an entry about contacts, unless there are none.
func (w *respelling) log(ctx context.Context, kind contact.EntryKind, about contact.Concerned) error {
	if len(about.Subjects) == 0 {
		return nil
	}
	entry := contact.NewEntry(w.account, kind, contact.Actor{}, w.step.At)
	entry.Cause = contact.CauseSpelling
	if _, err := AddEntry(ctx, w.tx, entry); err != nil {
		return err
	}
	_, err := AddEntrySets(ctx, w.tx, entry.ID, 0, contact.DatabaseID(w.database), SetsOf(about))
	return err
}

// claims normalises the addresses of visitors' claims. It deletes claims with an erased address.
func (w *respelling) claims(ctx context.Context, first int32) error {
	rows, err := queries.PageUnspelledClaims(ctx, w.tx, db.PageUnspelledClaimsParams{
		DatabaseID: w.database, First: first, Last: first + spellPage,
	})
	if err != nil || len(rows) == 0 {
		return Wrap("read claims", err)
	}
	var wanted []string
	for _, row := range rows {
		wanted = append(wanted, contact.Spelled(fact.AddressKind(row.Kind), row.Address))
	}
	erased, err := w.Erased(ctx, w.tx, w.account, contact.DatabaseID(w.database), wanted)
	if err != nil {
		return err
	}
	gone := db.DeleteSomeClaimsParams{DatabaseID: w.database}
	type key struct {
		visitor int32
		kind    int16
		address string
	}
	latest := map[key]db.PageUnspelledClaimsRow{}
	for i, row := range rows {
		if wanted[i] == row.Address {
			continue
		}
		gone.Visitors, gone.Kinds = append(gone.Visitors, row.Visitor), append(gone.Kinds, row.Kind)
		gone.Addresses = append(gone.Addresses, row.Address)
		k := key{row.Visitor, row.Kind, wanted[i]}
		if before, has := latest[k]; !erased[wanted[i]] &&
			(!has || row.OccurredAt.After(before.OccurredAt) ||
				row.OccurredAt.Equal(before.OccurredAt) && row.EventID > before.EventID) {
			latest[k] = row
		}
	}
	put := db.PutClaimsParams{DatabaseID: w.database}
	for k, row := range latest {
		put.Visitors, put.Kinds = append(put.Visitors, k.visitor), append(put.Kinds, k.kind)
		put.Addresses = append(put.Addresses, k.address)
		put.OccurredAts, put.EventIds = append(put.OccurredAts, row.OccurredAt.UnixMicro()), append(put.EventIds, row.EventID)
	}
	if err := queries.DeleteSomeClaims(ctx, w.tx, gone); err != nil {
		return fmt.Errorf("delete claims: %w", err)
	}
	return Wrap("keep claims", queries.PutClaims(ctx, w.tx, put))
}

// TwinsOf returns the twins among contacts of a database, in either role, whose addresses are still the same.
func TwinsOf(
	ctx context.Context, q pgdb.Querier, database contact.DatabaseID, numbers []int32,
) (twins []contact.Twin, err error) {
	rows, err := queries.ListTwins(ctx, q, db.ListTwinsParams{DatabaseID: int32(database), Numbers: numbers})
	if err != nil || len(rows) == 0 {
		return nil, Wrap("list twins", err)
	}
	read := db.ContactsByNumberParams{DatabaseID: int32(database)}
	for _, row := range rows {
		read.Numbers = append(read.Numbers, row.Number, row.Twin)
	}
	found, err := queries.ContactsByNumber(ctx, q, read)
	if err != nil {
		return nil, fmt.Errorf("read twins: %w", err)
	}
	addresses := map[int32][fact.AddressKinds]string{}
	for _, c := range found {
		addresses[c.Number] = [fact.AddressKinds]string{c.ExternalID, c.Email, c.Gsm}
	}
	for _, row := range rows {
		twin := contact.Twin{Number: row.Number, By: fact.AddressKind(row.Kind), Of: row.Twin}
		one := contact.Spelled(twin.By, addresses[twin.Number][twin.By])
		if one != "" && one == contact.Spelled(twin.By, addresses[twin.Of][twin.By]) {
			twins = append(twins, twin)
		}
	}
	return twins, nil
}
