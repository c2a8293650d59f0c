package pg

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/pg/db"
)

// ApplyContacts applies rows of contacts and advances their import, in one transaction.
func (s *Store) ApplyContacts(
	ctx context.Context, step importing.ContactsStep,
) (effects contact.Effects, err error) {
	err = s.System(ctx, "apply contacts", func(tx pgx.Tx) (err error) {
		if err := addEntries(ctx, tx, step); err != nil {
			return err
		}
		if step.Progress.First, err = firstNumbers(ctx, tx, step.Progress.Import); err != nil {
			return err
		}
		p := step.Progress
		for _, batch := range step.Batches() { // by ascending id, as all transactions lock databases
			changes, err := s.applyBatch(ctx, tx, step, batch)
			if err != nil {
				return fmt.Errorf("database %d: %w", batch.Database, err)
			}
			p = p.With(changes)
		}
		effects = p.Effects
		return s.advance(ctx, tx, step.Account, p, importing.StateDone)
	})
	return effects, err
}

func (s *Store) applyBatch(
	ctx context.Context, tx pgx.Tx, step importing.ContactsStep, batch contact.RowBatch,
) (contact.Changes, error) {
	account, database := int32(step.Account), batch.Database
	state, err := queries.LockDatabase(ctx, tx, db.LockDatabaseParams{AccountID: account, ID: int32(database)})
	if err != nil {
		return contact.Changes{}, fmt.Errorf("lock database: %w", err)
	}
	if err := noteImport(ctx, tx, step.Account, database, step.Progress.Import); err != nil {
		return contact.Changes{}, err
	}
	batch.Fresh = batch.Fresh || state.NextNumber == 0
	first, known := step.Progress.First[database]
	if !known {
		first = state.NextNumber
		step.Progress.First[database] = first
	}
	d := contact.Directory{
		NextNumber: state.NextNumber, Made: func(number int32) bool { return number >= first }, Consents: batch.Consents,
	}
	changes, err := s.contacts.ChangeContacts(ctx, tx, batch, d)
	if err != nil {
		return contact.Changes{}, err
	}
	if err := contactpg.AddSuppressed(ctx, tx, database, changes.Listed); err != nil {
		return contact.Changes{}, err
	}
	moved, err := contactpg.ChangeBits(ctx, tx, database, changes.Bits)
	if err != nil {
		return contact.Changes{}, err
	}
	changes.Regroup(func(number int32) bool { return moved.Contains(uint32(number)) })
	named, err := logConcerned(ctx, tx, step, database, changes.Concerned)
	if err != nil {
		return contact.Changes{}, err
	}
	changes.CountOnce(len(changes.Concerned.Subjects) - named)
	return changes, contactpg.AdvanceDatabase(ctx, tx, step.Account, database, state.NextNumber, changes)
}

// firstNumbers returns the next number of each database when the import first wrote to it. New ones are stored with the
// progress: if the import's row were changed before the end of the transaction, uploads of the same idempotency key
// would wait for it while they hold locks that the transaction wants.
func firstNumbers(ctx context.Context, tx pgx.Tx, id importing.ID) (map[contact.DatabaseID]int32, error) {
	kept, err := queries.FirstNumbers(ctx, tx, id)
	if err != nil {
		return nil, fmt.Errorf("read first numbers: %w", err)
	}
	first := map[contact.DatabaseID]int32{}
	if err := json.Unmarshal(kept, &first); err != nil {
		return nil, fmt.Errorf("read first numbers: %w", err)
	}
	return first, nil
}

// addEntries adds the entries of a step's import to the event log.
func addEntries(ctx context.Context, tx pgx.Tx, step importing.ContactsStep) error {
	if _, err := contactpg.AddEntry(ctx, tx, step.Entry); err != nil {
		return err
	}
	for _, stated := range step.Stated {
		if stated == nil {
			continue
		}
		if _, err := contactpg.AddEntry(ctx, tx, *stated); err != nil {
			return err
		}
	}
	return nil
}

// logConcerned adds the contacts of a database that a step concerns to the event log, and returns how many of them no
// earlier step named. Consents that were stated with the file go into their own entries.
func logConcerned(
	ctx context.Context, tx pgx.Tx, step importing.ContactsStep, database contact.DatabaseID, concerned contact.Concerned,
) (named int, err error) {
	sets := contactpg.SetsOf(concerned)
	for i := range concerned.Stated {
		if len(concerned.Stated[i]) == 0 || step.Stated[i] == nil {
			continue
		}
		stated := roaring.New()
		for _, number := range concerned.Stated[i] {
			stated.Add(uint32(number))
		}
		given := contact.GivenPart(i)
		sets[given].AndNot(stated)
		about := contactpg.EntrySets{contact.EntrySubjects: stated.Clone(), given: stated}
		if _, err := contactpg.AddEntrySets(ctx, tx, step.Stated[i].ID, step.Progress.From, database, about); err != nil {
			return 0, err
		}
	}
	return contactpg.AddEntrySets(ctx, tx, step.Entry.ID, step.Progress.From, database, sets)
}
