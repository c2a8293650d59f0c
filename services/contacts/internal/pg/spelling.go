package pg

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
)

// spellPage is how many numbers of contacts, and of visitors, a step looks at.
const spellPage = 1 << 16

// SpellAddresses does one step. The database is held, as by an import's step.
func (s *Store) SpellAddresses(
	ctx context.Context, step core.SpellStep, rule func(core.SpellDirectory) core.SpellEffects,
) (more bool, err error) {
	err = s.system(ctx, "bring addresses into one spelling", func(tx pgx.Tx) error {
		next, err := s.q.NextUnspelled(ctx, tx, db.NextUnspelledParams{Passes: int32(step.Passes), Before: step.Before})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find database: %w", err)
		}
		more = true
		state, err := s.q.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: next.AccountID, ID: next.ID})
		if err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		at, err := s.q.FindSpelled(ctx, tx, next.ID)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("find where it is: %w", err)
		}
		if int(at.Passes) >= step.Passes {
			return nil // another replica was quicker
		}
		w := &respelling{Store: s, tx: tx, step: step, account: core.AccountID(next.AccountID), database: next.ID}
		if err := w.contacts(ctx, at.NextNumber, state.NextNumber, rule); err != nil {
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
		return s.q.SetSpelled(ctx, tx, moved)
	})
	return more, err
}

// respelling is a step in its transaction.
type respelling struct {
	*Store
	tx       pgx.Tx
	step     core.SpellStep
	account  core.AccountID
	database int32
}

func (w *respelling) contacts(
	ctx context.Context, first, next int32, rule func(core.SpellDirectory) core.SpellEffects,
) error {
	rows, err := w.q.PageUnspelled(ctx, w.tx, db.PageUnspelledParams{
		DatabaseID: w.database, First: first, Last: first + spellPage,
	})
	if err != nil || len(rows) == 0 {
		return wrap("read contacts", err)
	}
	database := core.DatabaseID(w.database)
	d := core.SpellDirectory{NextNumber: next}
	var wanted [fact.AddressKinds][]string
	for _, row := range rows {
		c := contactFromRow(db.ContactsByEmailRow(row))
		d.Contacts = append(d.Contacts, c)
		for kind, address := range [fact.AddressKinds]string{c.ExternalID, c.Email, c.GSM} {
			if spelled := core.Spelled(fact.AddressKind(kind), address); spelled != address {
				wanted[kind] = append(wanted[kind], spelled)
			}
		}
	}
	if err := w.complete(ctx, w.tx, database, d.Contacts, nil); err != nil {
		return err
	}
	if d.Owners, err = w.findContacts(ctx, w.tx, database, wanted, nil); err != nil {
		return err
	}
	all := slices.Concat(wanted[fact.ExternalID], wanted[fact.Email])
	if d.Erased, err = w.erased(ctx, w.tx, w.account, database, all); err != nil {
		return err
	}
	asked := make([]core.ContactRow, 0, len(all))
	for kind, addresses := range wanted {
		for _, address := range addresses {
			asked = append(asked, core.ContactRow{Former: []core.Former{{By: fact.AddressKind(kind), Address: address}}})
		}
	}
	if d.Suppressed, err = w.suppressed(ctx, w.tx, database, asked, d.Contacts); err != nil {
		return err
	}
	return w.keep(ctx, database, next, rule(d))
}

func (w *respelling) keep(
	ctx context.Context, database core.DatabaseID, next int32, effects core.SpellEffects,
) error {
	if err := w.writeContacts(ctx, w.tx, database, effects.Changes); err != nil {
		return err
	}
	if _, err := w.changeBits(ctx, w.tx, database, effects.Bits); err != nil {
		return err
	}
	add := db.AddSuppressedParams{DatabaseID: w.database, Reason: suppressedUnsubscribed}
	for _, listed := range effects.Listed {
		k := keyOfSuppressed(listed)
		add.Kinds, add.Digests = append(add.Kinds, k.kind), append(add.Digests, k.digest[:])
	}
	if err := w.q.AddSuppressed(ctx, w.tx, add); err != nil {
		return fmt.Errorf("list addresses: %w", err)
	}
	twins := db.AddTwinsParams{DatabaseID: w.database}
	for _, twin := range effects.Twins {
		twins.Numbers, twins.Twins = append(twins.Numbers, twin.Number), append(twins.Twins, twin.Of)
		twins.Kinds = append(twins.Kinds, int16(twin.By))
	}
	added, err := w.q.AddTwins(ctx, w.tx, twins)
	if err != nil {
		return fmt.Errorf("keep twins: %w", err)
	}
	var same core.Concerned
	for _, twin := range added {
		same.Subjects = append(same.Subjects, twin.Number, twin.Twin)
	}
	if err := w.log(ctx, core.EntrySpelling, effects.Concerned); err != nil {
		return err
	}
	if err := w.log(ctx, core.EntrySameAddress, same); err != nil {
		return err
	}
	return w.advanceDatabase(ctx, w.tx, w.account, database, next, effects.Changes)
}

// log adds an entry about contacts, if there are any.
func (w *respelling) log(ctx context.Context, kind core.EntryKind, about core.Concerned) error {
	if len(about.Subjects) == 0 {
		return nil
	}
	entry, err := w.step.Entry(w.account, kind)
	if err != nil {
		return err
	}
	if _, err := w.addEntry(ctx, w.tx, entry); err != nil {
		return err
	}
	_, err = w.addEntrySets(ctx, w.tx, entry.ID, 0, core.DatabaseID(w.database), setsOf(about))
	return err
}

// claims brings what visitors said into the one spelling. What was erased is not kept.
func (w *respelling) claims(ctx context.Context, first int32) error {
	rows, err := w.q.PageUnspelledClaims(ctx, w.tx, db.PageUnspelledClaimsParams{
		DatabaseID: w.database, First: first, Last: first + spellPage,
	})
	if err != nil || len(rows) == 0 {
		return wrap("read claims", err)
	}
	var wanted []string
	for _, row := range rows {
		wanted = append(wanted, core.Spelled(fact.AddressKind(row.Kind), row.Address))
	}
	erased, err := w.erased(ctx, w.tx, w.account, core.DatabaseID(w.database), wanted)
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
	if err := w.q.DeleteSomeClaims(ctx, w.tx, gone); err != nil {
		return fmt.Errorf("delete claims: %w", err)
	}
	return wrap("keep claims", w.q.PutClaims(ctx, w.tx, put))
}

// twinsOf returns the twins that contacts of a database have or are: those whose addresses are the same still.
func (s *Store) twinsOf(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, numbers []int32,
) (twins []core.Twin, err error) {
	rows, err := s.q.ListTwins(ctx, tx, db.ListTwinsParams{DatabaseID: int32(database), Numbers: numbers})
	if err != nil || len(rows) == 0 {
		return nil, wrap("list twins", err)
	}
	read := db.ContactsByNumberParams{DatabaseID: int32(database)}
	for _, row := range rows {
		read.Numbers = append(read.Numbers, row.Number, row.Twin)
	}
	found, err := s.q.ContactsByNumber(ctx, tx, read)
	if err != nil {
		return nil, fmt.Errorf("read twins: %w", err)
	}
	addresses := map[int32][fact.AddressKinds]string{}
	for _, c := range found {
		addresses[c.Number] = [fact.AddressKinds]string{c.ExternalID, c.Email, c.Gsm}
	}
	for _, row := range rows {
		twin := core.Twin{Number: row.Number, By: fact.AddressKind(row.Kind), Of: row.Twin}
		one := core.Spelled(twin.By, addresses[twin.Number][twin.By])
		if one != "" && one == core.Spelled(twin.By, addresses[twin.Of][twin.By]) {
			twins = append(twins, twin)
		}
	}
	return twins, nil
}
