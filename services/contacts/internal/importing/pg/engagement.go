package pg

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/contact/pg/withdrawal"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/outbox"
)

// CommitEngagement commits the facts of a step and advances its import.
func (s *Store) CommitEngagement(ctx context.Context, step importing.EngagementStep) error {
	return s.System(ctx, "commit engagement", func(tx pgx.Tx) error {
		effects, err := s.CommitFacts(ctx, tx, &step.FactsStep, step.Progress.Refused)
		if err != nil {
			return err
		}
		if err := logFacts(ctx, tx, step); err != nil {
			return err
		}
		step.Progress.Effects = step.Progress.Effects.Plus(effects)
		return s.advance(ctx, tx, step.Account, step.Progress, importing.StateSettling)
	})
}

// CommitFacts locks the databases of facts, numbers their visitors, withdraws consents and puts the facts into the
// outbox. Erased addresses are removed from the refused rows of the step. It fails with importing.ErrDictionaryChanged
// when a contact got or lost an address since the recipients were looked up.
func (s *Store) CommitFacts(
	ctx context.Context, tx pgx.Tx, step *importing.FactsStep, refused []contact.RefusedRow,
) (effects contact.Effects, err error) {
	if err := lockDatabases(ctx, tx, step); err != nil {
		return effects, err
	}
	if err := s.withoutErased(ctx, tx, step, refused); err != nil {
		return effects, err
	}
	for _, part := range step.Web {
		if err := keepVisitors(ctx, tx, step, part); err != nil {
			return effects, fmt.Errorf("database %d: %w", part.Database, err)
		}
		if err := seeWebsites(ctx, tx, step.Account, step.By, part); err != nil {
			return effects, err
		}
	}
	for i, entry := range step.Unsubscriptions {
		other := func(u contact.Unsubscription) bool { return u.Entry != i }
		rows := slices.DeleteFunc(slices.Clone(step.Unsubscribed), other)
		if len(rows) == 0 {
			continue
		}
		lost, err := withdrawal.Apply(ctx, tx, rows, withdrawal.Step{Entry: entry, Sequence: step.Position})
		if err != nil {
			return effects, err
		}
		for database, concerned := range lost {
			effects = effects.Plus(contact.Withdrawn(of(rows, database), *concerned))
		}
	}
	return effects, s.publishFacts(ctx, tx, step)
}

// publishFacts puts the facts of a step into the outbox once their visitors have numbers.
func (s *Store) publishFacts(ctx context.Context, tx pgx.Tx, step *importing.FactsStep) error {
	batches := 0
	return contactpg.Wrap("publish facts", step.Facts.Batches(func(b *fact.Batch) error {
		event, err := s.events.Batch(step.BatchID(batches), b)
		if err != nil {
			return err
		}
		batches++
		return outbox.Put(ctx, tx, event.Subject, event.Payload)
	}))
}

// lockDatabases locks the dictionaries until the commit, by ascending id: exclusively if visitors or contacts change,
// shared otherwise.
func lockDatabases(ctx context.Context, tx pgx.Tx, step *importing.FactsStep) error {
	changed := map[contact.DatabaseID]bool{}
	for _, part := range step.Web {
		changed[part.Database] = true
	}
	for _, u := range step.Unsubscribed {
		changed[u.Database] = true
	}
	databases := make([]contact.DatabaseID, 0, len(step.Versions)+len(changed))
	for database := range step.Versions {
		databases = append(databases, database)
	}
	for database := range changed {
		databases = append(databases, database)
	}
	slices.Sort(databases)
	for _, database := range slices.Compact(databases) {
		if err := noteImport(ctx, tx, step.Account, database, step.Import); err != nil {
			return err
		}
		version, err := lockVersion(ctx, tx, step.Account, database, changed[database])
		if err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		if wanted, checked := step.Versions[database]; checked && wanted != version {
			return importing.ErrDictionaryChanged
		}
	}
	return nil
}

func lockVersion(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, database contact.DatabaseID, alone bool,
) (int64, error) {
	if !alone {
		return queries.ShareDatabase(ctx, tx, db.ShareDatabaseParams{AccountID: int32(account), ID: int32(database)})
	}
	row, err := queries.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: int32(account), ID: int32(database)})
	return row.DictionaryVersion, err
}

// visitorPage bounds how many visitors one statement looks up.
const visitorPage = 20_000

// keepVisitors numbers visitors, including new ones, and stores their claims.
func keepVisitors(ctx context.Context, tx pgx.Tx, step *importing.FactsStep, part fact.WebPart) error {
	account := step.Account
	origins := step.Origins[part.Database]
	brought := map[uuid.UUID]int32{}
	state, err := queries.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: int32(account), ID: int32(part.Database)})
	if err != nil {
		return fmt.Errorf("lock visitors: %w", err)
	}
	numbers := make([]uint32, len(part.Visitors))
	register := visitors{database: part.Database, next: state.NextVisitor, origin: func(id string) uuid.UUID {
		website := origins[id]
		brought[website]++
		return website
	}}
	for from := 0; from < len(part.Visitors); from += visitorPage {
		page := part.Visitors[from:min(from+visitorPage, len(part.Visitors))]
		if err := register.number(ctx, tx, page, numbers[from:]); err != nil {
			return err
		}
	}
	if origins != nil && len(brought) > 0 {
		add := db.AddNewVisitorsParams{AccountID: int32(account), Hour: step.Hour}
		for website, n := range brought {
			add.Clients, add.Counts = append(add.Clients, website), append(add.Counts, n)
		}
		if err := queries.AddNewVisitors(ctx, tx, add); err != nil {
			return fmt.Errorf("count new visitors: %w", err)
		}
	}
	if register.next > fact.MaxContacts {
		return fmt.Errorf("database %d has too many visitors", part.Database)
	}
	if register.next != state.NextVisitor {
		advance := db.AdvanceVisitorsParams{
			AccountID: int32(account), ID: int32(part.Database), NextVisitor: register.next,
		}
		if err := queries.AdvanceVisitors(ctx, tx, advance); err != nil {
			return fmt.Errorf("advance visitors: %w", err)
		}
	}
	part.Place(numbers)
	return keepClaims(ctx, tx, part, numbers)
}

// visitors numbers the visitors of a database.
type visitors struct {
	database contact.DatabaseID
	// next is the number of the next new visitor.
	next int32
	// origin returns the website of a new visitor, the zero UUID for a visitor from a file.
	origin func(id string) uuid.UUID
}

// number writes the numbers of visitors into numbers, and stores new visitors.
func (v *visitors) number(ctx context.Context, tx pgx.Tx, ids []string, numbers []uint32) error {
	rows, err := queries.FindVisitors(ctx, tx, db.FindVisitorsParams{DatabaseID: int32(v.database), VisitorIds: ids})
	if err != nil {
		return fmt.Errorf("find visitors: %w", err)
	}
	known := make(map[string]int32, len(rows))
	for _, row := range rows {
		known[row.VisitorID] = row.Number
	}
	added := db.InsertVisitorsParams{DatabaseID: int32(v.database)}
	for i, id := range ids {
		number, found := known[id]
		if !found {
			number = v.next
			v.next++
			added.Numbers, added.VisitorIds = append(added.Numbers, number), append(added.VisitorIds, id)
			added.Websites = append(added.Websites, v.origin(id))
		}
		numbers[i] = uint32(number)
	}
	if len(added.Numbers) > 0 {
		if err := queries.InsertVisitors(ctx, tx, added); err != nil {
			return fmt.Errorf("insert visitors: %w", err)
		}
	}
	return nil
}

func keepClaims(ctx context.Context, tx pgx.Tx, part fact.WebPart, numbers []uint32) error {
	slices.SortFunc(part.Claims, func(a, b fact.Claim) int {
		return cmp.Or(cmp.Compare(a.Visitor, b.Visitor), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Address, b.Address))
	})
	for page := range slices.Chunk(part.Claims, visitorPage) {
		put := db.PutClaimsParams{DatabaseID: int32(part.Database)}
		for _, c := range page {
			put.Visitors = append(put.Visitors, int32(numbers[c.Visitor]))
			put.Kinds = append(put.Kinds, int16(c.Kind))
			put.Addresses = append(put.Addresses, c.Address)
			put.OccurredAts = append(put.OccurredAts, c.Seconds*1e6+int64(c.Micros))
			put.EventIds = append(put.EventIds, c.EventID)
		}
		if err := queries.PutClaims(ctx, tx, put); err != nil {
			return fmt.Errorf("keep claims: %w", err)
		}
	}
	return nil
}

// logFacts adds the contacts of a step's facts to the event log.
func logFacts(ctx context.Context, tx pgx.Tx, step importing.EngagementStep) error {
	if _, err := contactpg.AddEntry(ctx, tx, step.Entry); err != nil {
		return err
	}
	for _, database := range slices.Sorted(maps.Keys(step.Contacts)) {
		about := roaring.New()
		for chunk, words := range step.Contacts[database] {
			about.Or(roaring.AddOffset64(roaring.FromDense(words, false), int64(chunk)<<contactpg.ChunkShift))
		}
		sets := contactpg.EntrySets{contact.EntrySubjects: about}
		if _, err := contactpg.AddEntrySets(ctx, tx, step.Entry.ID, step.Progress.From, database, sets); err != nil {
			return err
		}
	}
	return nil
}
