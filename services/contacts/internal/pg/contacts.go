package pg

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine"
	"puls.app/services/contacts/internal/pg/db"
)

// ApplyContacts applies rows of contacts and moves their import on, in one transaction. Rows of one database are
// applied in their order; progress gets what core refuses besides.
func (s *Store) ApplyContacts(ctx context.Context, account int32, progress core.Progress, rows []core.Row) error {
	byDatabase := map[int32][]core.Row{}
	for _, row := range rows {
		byDatabase[row.Database] = append(byDatabase[row.Database], row)
	}
	databases := make([]int32, 0, len(byDatabase))
	for database := range byDatabase {
		databases = append(databases, database)
	}
	slices.Sort(databases) // all transactions lock databases in this order
	return s.system(ctx, "apply contacts", func(tx pgx.Tx) error {
		p := progress
		p.Refused = slices.Clone(progress.Refused)
		for _, database := range databases {
			changes, err := s.applyDatabase(ctx, tx, account, database, byDatabase[database])
			if err != nil {
				return fmt.Errorf("database %d: %w", database, err)
			}
			p.Kept += changes.Kept
			p.Refused = append(p.Refused, changes.Refused...)
		}
		slices.SortStableFunc(p.Refused, func(a, b engine.Refusal) int { return a.Line - b.Line })
		return s.advance(ctx, tx, p, core.StateDone)
	})
}

func (s *Store) applyDatabase(ctx context.Context, tx pgx.Tx, account, database int32, rows []core.Row) (core.Changes, error) {
	state, err := s.q.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: account, ID: database})
	if err != nil {
		return core.Changes{}, fmt.Errorf("lock database: %w", err)
	}
	directory, err := s.directory(ctx, tx, account, database, rows)
	if err != nil {
		return core.Changes{}, err
	}
	directory.NextNumber, directory.MaxNumber = state.NextNumber, engine.MaxContacts
	changes := core.Apply(rows, directory)
	if err := s.writeContacts(ctx, tx, database, changes); err != nil {
		return core.Changes{}, err
	}
	if err := s.changeBits(ctx, tx, database, changes.Bits); err != nil {
		return core.Changes{}, err
	}
	if changes.NextNumber == state.NextNumber && !changes.Addresses {
		return changes, nil
	}
	advance := db.AdvanceDatabaseParams{AccountID: account, ID: database, NextNumber: changes.NextNumber}
	if changes.Addresses {
		advance.AddressesChanged = 1
	}
	if err := s.q.AdvanceDatabase(ctx, tx, advance); err != nil {
		return core.Changes{}, fmt.Errorf("advance database: %w", err)
	}
	return changes, nil
}

// directory loads what may matter for the rows.
func (s *Store) directory(ctx context.Context, tx pgx.Tx, account, database int32, rows []core.Row) (core.Directory, error) {
	var given [3][]string
	properties := false
	named := map[string]bool{}
	var names []string // in the order of the rows: the first ones fit when not all do
	for i := range rows {
		row := &rows[i]
		for kind, address := range [3]string{row.ExternalID, row.Email, row.GSM} {
			if address != "" {
				given[kind] = append(given[kind], address)
			}
		}
		properties = properties || len(row.Properties) > 0
		for _, name := range row.Groups {
			if !named[name] {
				named[name] = true
				names = append(names, name)
			}
		}
	}
	var d core.Directory
	var err error
	if d.Contacts, err = s.findContacts(ctx, tx, database, given, properties); err != nil {
		return d, err
	}
	if d.Groups, err = s.ensureGroups(ctx, tx, account, database, names); err != nil {
		return d, err
	}
	d.Suppressed, err = s.suppressed(ctx, tx, database, rows, d.Contacts)
	return d, err
}

// findContacts answers the contacts that have one of the addresses. Contacts found by one kind of address are not
// looked for by their others again.
func (s *Store) findContacts(
	ctx context.Context, tx pgx.Tx, database int32, given [3][]string, properties bool,
) ([]core.Contact, error) {
	var contacts []core.Contact
	found := map[int32]bool{}
	var known [3]map[string]bool
	for kind := range known {
		known[kind] = map[string]bool{}
	}
	for kind, addresses := range given {
		missing := slices.DeleteFunc(slices.Clone(addresses), func(address string) bool { return known[kind][address] })
		rows, err := s.contactsBy(ctx, tx, database, engine.AddressKind(kind), missing, properties)
		if err != nil {
			return nil, fmt.Errorf("find contacts: %w", err)
		}
		for _, row := range rows {
			if found[row.Number] {
				continue
			}
			found[row.Number] = true
			c, err := contactFromRow(row)
			if err != nil {
				return nil, err
			}
			contacts = append(contacts, c)
			for kind, address := range [3]string{c.ExternalID, c.Email, c.GSM} {
				known[kind][address] = true
			}
		}
	}
	return contacts, nil
}

func (s *Store) contactsBy(
	ctx context.Context, tx pgx.Tx, database int32, kind engine.AddressKind, addresses []string, properties bool,
) (rows []db.ContactsByEmailRow, err error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	by := db.ContactsByEmailParams{DatabaseID: database, WithProperties: properties, Addresses: addresses}
	switch kind {
	case engine.ExternalID:
		var found []db.ContactsByExternalIDRow
		found, err = s.q.ContactsByExternalID(ctx, tx, db.ContactsByExternalIDParams(by))
		for _, row := range found {
			rows = append(rows, db.ContactsByEmailRow(row))
		}
	case engine.GSM:
		var found []db.ContactsByGSMRow
		found, err = s.q.ContactsByGSM(ctx, tx, db.ContactsByGSMParams(by))
		for _, row := range found {
			rows = append(rows, db.ContactsByEmailRow(row))
		}
	default:
		rows, err = s.q.ContactsByEmail(ctx, tx, by)
	}
	return rows, err //nolint:wrapcheck // wrapped by the caller
}

func contactFromRow(row db.ContactsByEmailRow) (core.Contact, error) {
	c := core.Contact{
		Number: row.Number, ExternalID: row.ExternalID, Email: row.Email, GSM: row.Gsm, EmailConsent: row.EmailConsent,
		SMSConsent: row.SmsConsent, EmailBlocked: row.EmailBlocked, GSMBlocked: row.GsmBlocked,
	}
	if row.CreatedAt != nil && row.CreatedDay != nil {
		c.HasCreated, c.CreatedAt, c.CreatedDay = true, row.CreatedAt.UnixMicro(), *row.CreatedDay
	}
	if row.Properties != "" {
		var err error
		if c.Properties, err = readProperties(row.Properties); err != nil {
			return c, err
		}
	}
	return c, nil
}

func readProperties(text string) (map[int32]string, error) {
	var byID map[int32]string
	if err := json.Unmarshal([]byte(text), &byID); err != nil {
		return nil, fmt.Errorf("read properties: %w", err)
	}
	return byID, nil
}

func writeProperties(properties map[int32]string) string {
	if len(properties) == 0 {
		return ""
	}
	byID := make(map[string]string, len(properties))
	for id, value := range properties {
		byID[strconv.Itoa(int(id))] = value
	}
	text, err := json.Marshal(byID)
	if err != nil {
		panic(err) // texts always marshal
	}
	return string(text)
}

// ensureGroups answers the ids of groups and makes those that are missing; what is more than the database may have is
// not in the answer.
func (s *Store) ensureGroups(
	ctx context.Context, tx pgx.Tx, account, database int32, names []string,
) (map[string]int32, error) {
	if len(names) == 0 {
		return nil, nil //nolint:nilnil // no groups
	}
	if ids, missing, err := s.findGroups(ctx, tx, account, database, names); err != nil || len(missing) == 0 {
		return ids, err
	}
	// Whoever makes groups holds the account's row: what was made meanwhile is found now.
	if err := s.q.LockNumbers(ctx, tx, account); err != nil {
		return nil, fmt.Errorf("lock account: %w", err)
	}
	ids, missing, err := s.findGroups(ctx, tx, account, database, names)
	if err != nil {
		return nil, err
	}
	made, err := s.makeGroups(ctx, tx, account, database, missing)
	if err != nil {
		return nil, err
	}
	maps.Copy(ids, made)
	return ids, nil
}

func (s *Store) findGroups(
	ctx context.Context, tx pgx.Tx, account, database int32, names []string,
) (ids map[string]int32, missing []string, err error) {
	rows, err := s.q.FindGroups(ctx, tx, db.FindGroupsParams{AccountID: account, DatabaseID: database, Names: names})
	if err != nil {
		return nil, nil, fmt.Errorf("find groups: %w", err)
	}
	ids = make(map[string]int32, len(names))
	for _, row := range rows {
		ids[row.Name] = row.ID
	}
	return ids, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return ids[name] != 0 }), nil
}
