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

	"puls.app/services/contacts/internal/core"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/outbox"
)

// CommitEngagement publishes batches and moves their import on, or drops the bodies they are from, in one
// transaction. It fails with core.ErrDictionaryChanged when a contact got or lost an address since the recipients
// were looked up.
func (s *Store) CommitEngagement(
	ctx context.Context, step core.EngagementStep, withdraw withdraw, batches func() ([]core.Event, error),
) error {
	return s.system(ctx, "commit engagement", func(tx pgx.Tx) error {
		if err := s.lockDatabases(ctx, tx, step); err != nil {
			return err
		}
		if err := s.withoutErased(ctx, tx, &step); err != nil {
			return err
		}
		for _, part := range step.Web {
			if err := s.keepVisitors(ctx, tx, step, part); err != nil {
				return fmt.Errorf("database %d: %w", part.Database, err)
			}
			if err := s.seeWebsites(ctx, tx, step.Account, step.Entry.Actor, part); err != nil {
				return err
			}
		}
		if step.Intake == nil { // what sources send by themselves is no act of anybody's
			if err := s.logFacts(ctx, tx, step); err != nil {
				return err
			}
		}
		for i, entry := range step.Unsubscriptions {
			var rows []core.Unsubscription
			for _, u := range step.Unsubscribed {
				if u.Entry == i {
					rows = append(rows, u)
				}
			}
			if len(rows) == 0 {
				continue
			}
			lost, err := s.withdraw(ctx, tx, rows, withdraw, withdrawing{entry, step.Progress.From})
			if err != nil {
				return err
			}
			for database, concerned := range lost {
				step.Progress.Effects = step.Progress.Effects.Plus(core.Withdrawn(of(rows, database), *concerned))
			}
		}
		events, err := batches()
		if err != nil {
			return err
		}
		for _, event := range events {
			if err := outbox.Put(ctx, tx, event.Subject, event.Payload); err != nil {
				return err
			}
		}
		if step.Intake != nil {
			return s.dropBodies(ctx, tx, step.Account, step.Intake)
		}
		return s.advance(ctx, tx, step.Account, step.Progress, core.StateSettling)
	})
}

// lockDatabases holds the dictionaries still until the commit, by ascending id: those whose visitors or
// contacts change alone, the others shared.
func (s *Store) lockDatabases(ctx context.Context, tx pgx.Tx, step core.EngagementStep) error {
	changed := map[core.DatabaseID]bool{}
	for _, part := range step.Web {
		changed[part.Database] = true
	}
	for _, u := range step.Unsubscribed {
		changed[u.Database] = true
	}
	databases := make([]core.DatabaseID, 0, len(step.Versions)+len(changed))
	for database := range step.Versions {
		databases = append(databases, database)
	}
	for database := range changed {
		databases = append(databases, database)
	}
	slices.Sort(databases)
	for _, database := range slices.Compact(databases) {
		if err := s.noteImport(ctx, tx, step.Account, database, step.Progress.Import); err != nil {
			return err
		}
		version, err := s.lockVersion(ctx, tx, step.Account, database, changed[database])
		if err != nil {
			return fmt.Errorf("lock database: %w", err)
		}
		if wanted, checked := step.Versions[database]; checked && wanted != version {
			return core.ErrDictionaryChanged
		}
	}
	return nil
}

func (s *Store) lockVersion(
	ctx context.Context, tx pgx.Tx, account core.AccountID, database core.DatabaseID, alone bool,
) (int64, error) {
	if !alone {
		return s.q.ShareDatabase(ctx, tx, db.ShareDatabaseParams{AccountID: int32(account), ID: int32(database)})
	}
	row, err := s.q.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: int32(account), ID: int32(database)})
	return row.DictionaryVersion, err
}

// visitorPage bounds how many visitors are looked up with one statement.
const visitorPage = 20_000

// keepVisitors numbers visitors, new ones too, and keeps what they claim.
func (s *Store) keepVisitors(ctx context.Context, tx pgx.Tx, step core.EngagementStep, part fact.WebPart) error {
	account := step.Account
	var origins map[string]uuid.UUID
	if step.Intake != nil {
		origins = step.Intake.Origins[part.Database]
	}
	brought := map[uuid.UUID]int32{}
	state, err := s.q.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: int32(account), ID: int32(part.Database)})
	if err != nil {
		return fmt.Errorf("lock visitors: %w", err)
	}
	numbers := make([]uint32, len(part.Visitors))
	next := state.NextVisitor
	for from := 0; from < len(part.Visitors); from += visitorPage {
		page := part.Visitors[from:min(from+visitorPage, len(part.Visitors))]
		next, err = s.numberVisitors(ctx, tx, part.Database, page, numbers[from:], next, func(id string) uuid.UUID {
			website := origins[id]
			brought[website]++
			return website
		})
		if err != nil {
			return err
		}
	}
	if step.Intake != nil && len(brought) > 0 {
		add := db.AddNewVisitorsParams{AccountID: int32(account), Hour: step.Intake.Hour}
		for website, n := range brought {
			add.Clients, add.Counts = append(add.Clients, website), append(add.Counts, n)
		}
		if err := s.q.AddNewVisitors(ctx, tx, add); err != nil {
			return fmt.Errorf("count new visitors: %w", err)
		}
	}
	if next > fact.MaxContacts {
		return fmt.Errorf("database %d has too many visitors", part.Database)
	}
	if next != state.NextVisitor {
		advance := db.AdvanceVisitorsParams{AccountID: int32(account), ID: int32(part.Database), NextVisitor: next}
		if err := s.q.AdvanceVisitors(ctx, tx, advance); err != nil {
			return fmt.Errorf("advance visitors: %w", err)
		}
	}
	part.Place(numbers)
	return s.keepClaims(ctx, tx, part, numbers)
}

// numberVisitors gives new visitors the next numbers; origin returns the website of one, nil of a file's.
func (s *Store) numberVisitors(
	ctx context.Context, tx pgx.Tx, database core.DatabaseID, ids []string, numbers []uint32, next int32,
	origin func(id string) uuid.UUID,
) (int32, error) {
	rows, err := s.q.FindVisitors(ctx, tx, db.FindVisitorsParams{DatabaseID: int32(database), VisitorIds: ids})
	if err != nil {
		return 0, fmt.Errorf("find visitors: %w", err)
	}
	known := make(map[string]int32, len(rows))
	for _, row := range rows {
		known[row.VisitorID] = row.Number
	}
	added := db.InsertVisitorsParams{DatabaseID: int32(database)}
	for i, id := range ids {
		number, found := known[id]
		if !found {
			number = next
			next++
			added.Numbers, added.VisitorIds = append(added.Numbers, number), append(added.VisitorIds, id)
			added.Websites = append(added.Websites, origin(id))
		}
		numbers[i] = uint32(number)
	}
	if len(added.Numbers) > 0 {
		if err := s.q.InsertVisitors(ctx, tx, added); err != nil {
			return 0, fmt.Errorf("insert visitors: %w", err)
		}
	}
	return next, nil
}

func (s *Store) keepClaims(ctx context.Context, tx pgx.Tx, part fact.WebPart, numbers []uint32) error {
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
		if err := s.q.PutClaims(ctx, tx, put); err != nil {
			return fmt.Errorf("keep claims: %w", err)
		}
	}
	return nil
}

// logFacts adds to the event log whom the facts of a step are about.
func (s *Store) logFacts(ctx context.Context, tx pgx.Tx, step core.EngagementStep) error {
	if _, err := s.addEntry(ctx, tx, step.Entry); err != nil {
		return err
	}
	for _, database := range slices.Sorted(maps.Keys(step.Contacts)) {
		about := roaring.New()
		for chunk, words := range step.Contacts[database] {
			about.Or(roaring.AddOffset64(roaring.FromDense(words, false), int64(chunk)<<chunkShift))
		}
		sets := entrySets{core.EntrySubjects: about}
		if _, err := s.addEntrySets(ctx, tx, step.Entry.ID, step.Progress.From, database, sets); err != nil {
			return err
		}
	}
	return nil
}
