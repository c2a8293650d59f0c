package pg

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
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
	err = s.system(ctx, "apply contacts", func(tx pgx.Tx) (err error) {
		if err := s.addEntries(ctx, tx, step); err != nil {
			return err
		}
		if step.Progress.First, err = s.firstNumbers(ctx, tx, step.Progress.Import); err != nil {
			return err
		}
		p := step.Progress
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

func rowsByDatabase(rows []core.ContactRow) map[core.DatabaseID][]core.ContactRow {
	byDatabase := map[core.DatabaseID][]core.ContactRow{}
	for _, row := range rows {
		byDatabase[row.Database] = append(byDatabase[row.Database], row)
	}
	return byDatabase
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
	first, known := step.Progress.First[database]
	if !known {
		first = state.NextNumber
		step.Progress.First[database] = first
	}
	d := core.Directory{
		NextNumber: state.NextNumber, Made: func(number int32) bool { return number >= first },
	}
	changes, err := s.changeContacts(ctx, tx, step, database, d, rows, apply)
	if err != nil {
		return core.Changes{}, err
	}
	if err := s.addSuppressed(ctx, tx, database, changes.Listed); err != nil {
		return core.Changes{}, err
	}
	moved, err := s.changeBits(ctx, tx, database, changes.Bits)
	if err != nil {
		return core.Changes{}, err
	}
	changes.Regroup(func(number int32) bool { return moved.Contains(uint32(number)) })
	named, err := s.logConcerned(ctx, tx, step, database, changes.Concerned)
	if err != nil {
		return core.Changes{}, err
	}
	changes.CountOnce(len(changes.Concerned.Subjects) - named)
	return changes, s.advanceDatabase(ctx, tx, step.Account, database, state.NextNumber, changes)
}

// firstNumbers returns the next numbers that databases had when an import first wrote to them. They are kept with the
// progress: to change the import's row before the end of the transaction would have uploads of its key wait with locks
// that the transaction wants.
func (s *Store) firstNumbers(ctx context.Context, tx pgx.Tx, id core.ImportID) (map[core.DatabaseID]int32, error) {
	kept, err := s.q.FirstNumbers(ctx, tx, id)
	if err != nil {
		return nil, fmt.Errorf("read first numbers: %w", err)
	}
	first := map[core.DatabaseID]int32{}
	if err := json.Unmarshal(kept, &first); err != nil {
		return nil, fmt.Errorf("read first numbers: %w", err)
	}
	return first, nil
}

// addEntries adds the entries of a step's import to the event log.
func (s *Store) addEntries(ctx context.Context, tx pgx.Tx, step core.ContactsStep) error {
	if _, err := s.addEntry(ctx, tx, step.Entry); err != nil {
		return err
	}
	for _, stated := range step.Stated {
		if stated == nil {
			continue
		}
		if _, err := s.addEntry(ctx, tx, *stated); err != nil {
			return err
		}
	}
	return nil
}

// logConcerned says whom of a database a step was about, and returns how many of them no earlier step named. Consents
// that were stated with the file stand in entries of their own.
func (s *Store) logConcerned(
	ctx context.Context, tx pgx.Tx, step core.ContactsStep, database core.DatabaseID, concerned core.Concerned,
) (named int, err error) {
	sets := setsOf(concerned)
	for i, given := range []core.EntryPart{core.MailingGiven, core.SMSGiven} {
		if len(concerned.Stated[i]) == 0 || step.Stated[i] == nil {
			continue
		}
		stated := roaring.New()
		for _, number := range concerned.Stated[i] {
			stated.Add(uint32(number))
		}
		sets[given].AndNot(stated)
		about := entrySets{core.EntrySubjects: stated.Clone(), given: stated}
		if _, err := s.addEntrySets(ctx, tx, step.Stated[i].ID, step.Progress.From, database, about); err != nil {
			return 0, err
		}
	}
	return s.addEntrySets(ctx, tx, step.Entry.ID, step.Progress.From, database, sets)
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
	ctx context.Context, tx pgx.Tx, step core.ContactsStep, database core.DatabaseID, d core.Directory,
	rows []core.ContactRow, apply apply,
) (core.Changes, error) {
	named := namedBy(rows)
	var err error
	if d.Groups, d.MadeGroups, err = s.ensureGroups(ctx, tx, step, database, named.groups); err != nil {
		return core.Changes{}, err
	}
	if step.Fresh && !named.former {
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
	// addresses are canonical; former says that former forms are among them.
	addresses [fact.AddressKinds][]string
	former    bool
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

// findContacts returns the contacts that have one of the addresses. Contacts found by one kind of address are not
// looked for by their others again. They come with their values of some properties.
func (s *Store) findContacts(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, given [fact.AddressKinds][]string,
	properties []core.PropertyID,
) ([]core.Contact, error) {
	var contacts []core.Contact
	found := map[int32]bool{}
	var known [fact.AddressKinds]map[string]bool
	for kind := range known {
		known[kind] = map[string]bool{}
	}
	for kind, addresses := range given {
		missing := slices.DeleteFunc(slices.Clone(addresses), func(address string) bool { return known[kind][address] })
		rows, err := s.contactsBy(ctx, tx, database, fact.AddressKind(kind), missing)
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

func (s *Store) contactsBy(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, kind fact.AddressKind, addresses []string,
) (rows []db.ContactsByEmailRow, err error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	by := db.ContactsByEmailParams{DatabaseID: int32(database), Addresses: addresses}
	switch kind {
	case fact.ExternalID:
		var found []db.ContactsByExternalIDRow
		found, err = s.q.ContactsByExternalID(ctx, tx, db.ContactsByExternalIDParams(by))
		rows = make([]db.ContactsByEmailRow, 0, len(found))
		for _, row := range found {
			rows = append(rows, db.ContactsByEmailRow(row))
		}
	case fact.GSM:
		var found []db.ContactsByGSMRow
		found, err = s.q.ContactsByGSM(ctx, tx, db.ContactsByGSMParams(by))
		rows = make([]db.ContactsByEmailRow, 0, len(found))
		for _, row := range found {
			rows = append(rows, db.ContactsByEmailRow(row))
		}
	default:
		rows, err = s.q.ContactsByEmail(ctx, tx, by)
	}
	return rows, err
}

func contactFromRow(row db.ContactsByEmailRow) core.Contact {
	c := core.Contact{Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm}
	if row.CreatedAt != nil && row.CreatedDay != nil {
		c.HasCreated, c.CreatedAt, c.CreatedDay = true, row.CreatedAt.UnixMicro(), *row.CreatedDay
	}
	return c
}
