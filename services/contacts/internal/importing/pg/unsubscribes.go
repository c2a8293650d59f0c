package pg

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/contact/pg/withdrawal"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/spec"
)

// CommitUnsubscribes withdraws the consents that rows of unsubscriptions name, in the transaction of their import's
// progress.
func (s *Store) CommitUnsubscribes(ctx context.Context, step importing.UnsubscribeStep) error {
	return s.System(ctx, "commit unsubscriptions", func(tx pgx.Tx) error {
		if _, err := contactpg.AddEntry(ctx, tx, step.Entry); err != nil { // also for a file without rows
			return err
		}
		for _, database := range databasesOf(step.Unsubscribed) { // from here on no address of them is erased
			lock := db.LockDatabaseParams{AccountID: int32(step.Account), ID: int32(database)}
			if _, err := queries.LockDatabase(ctx, tx, lock); err != nil {
				return fmt.Errorf("lock database: %w", err)
			}
		}
		if err := s.refuseErased(ctx, tx, &step); err != nil {
			return err
		}
		p := step.Progress
		for _, database := range databasesOf(step.Unsubscribed) {
			found, err := lookUp(ctx, tx, database, step.Unsubscribed)
			if err != nil {
				return err
			}
			lost, err := withdrawal.Apply(ctx, tx, found, withdrawal.Step{Entry: step.Entry, Sequence: p.From})
			if err != nil {
				return err
			}
			p.Effects = p.Effects.Plus(contact.Withdrawn(found, *lost[database]))
		}
		return s.advance(ctx, tx, step.Account, p, importing.StateDone)
	})
}

// CheckUnsubscribed computes the effects of unsubscriptions and stores only the progress.
func (s *Store) CheckUnsubscribed(ctx context.Context, step importing.UnsubscribeStep) error {
	return s.System(ctx, "check unsubscriptions", func(tx pgx.Tx) error {
		if err := s.refuseErased(ctx, tx, &step); err != nil {
			return err
		}
		p := step.Progress
		for _, database := range databasesOf(step.Unsubscribed) {
			found, err := lookUp(ctx, tx, database, step.Unsubscribed)
			if err != nil {
				return err
			}
			var lost contact.Concerned
			for i, channel := range spec.Messages() {
				for page := range slices.Chunk(numbersOf(found, channel), withdrawal.PageSize) {
					contacts, err := contactpg.ConsentsOf(ctx, tx, database, page)
					if err != nil {
						return err
					}
					numbers := contact.Withdraw(channel, contacts).Numbers
					lost.Withdrawn[i] = append(lost.Withdrawn[i], numbers...)
				}
			}
			p.Effects = p.Effects.Plus(contact.Withdrawn(found, lost))
		}
		return s.advance(ctx, tx, step.Account, p, importing.StateDone)
	})
}

// refuseErased refuses the rows of a step that name an erased address. Such rows of engagement are refused already, as
// they name no contact.
func (s *Store) refuseErased(ctx context.Context, tx pgx.Tx, step *importing.UnsubscribeStep) error {
	left := importing.FactsStep{Account: step.Account, Unsubscribed: slices.Clone(step.Unsubscribed)}
	err := s.withoutErased(ctx, tx, &left, step.Progress.Refused)
	if err != nil || len(left.Unsubscribed) == len(step.Unsubscribed) {
		return err
	}
	stays := make(map[contact.Unsubscription]bool, len(left.Unsubscribed))
	for _, u := range left.Unsubscribed {
		stays[u] = true
	}
	gone := map[int]bool{}
	for _, u := range step.Unsubscribed {
		if !stays[u] {
			gone[u.Line] = true
		}
	}
	step.Unsubscribed = slices.DeleteFunc(step.Unsubscribed, func(u contact.Unsubscription) bool { return gone[u.Line] })
	for _, row := range step.Progress.Refused {
		delete(gone, row.Line)
	}
	refused := make([]contact.RefusedRow, 0, len(gone))
	for line := range gone {
		row := contact.RefusedRow{Line: line}
		row.Erased()
		refused = append(refused, row)
	}
	step.Progress = step.Progress.With(contact.Changes{Kept: -len(refused), Refused: refused})
	return nil
}

// numbersOf returns the numbers of the contacts that unsubscribed from a channel, each once.
func numbersOf(unsubscribed []contact.Unsubscription, channel fact.Channel) []int32 {
	var numbers []int32
	for _, u := range unsubscribed {
		if u.Channel == channel && u.Number >= 0 {
			numbers = append(numbers, u.Number)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

func databasesOf(unsubscribed []contact.Unsubscription) []contact.DatabaseID {
	set := map[contact.DatabaseID]bool{}
	for _, u := range unsubscribed {
		set[u.Database] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// lookUp returns the unsubscriptions of one database with the numbers of their contacts.
func lookUp(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, all []contact.Unsubscription,
) ([]contact.Unsubscription, error) {
	found := of(all, database)
	var wanted [fact.AddressKinds][]string
	for _, u := range found {
		if u.Number < 0 {
			wanted[u.By] = append(wanted[u.By], u.Address)
		}
	}
	var numbers [fact.AddressKinds]map[string]int32
	for kind, addresses := range wanted {
		rows, err := contactpg.ContactsBy(ctx, tx, database, fact.AddressKind(kind), addresses)
		if err != nil {
			return nil, fmt.Errorf("find contacts: %w", err)
		}
		numbers[kind] = make(map[string]int32, len(rows))
		for _, row := range rows {
			numbers[kind][[fact.AddressKinds]string{row.ExternalID, row.Email, row.Gsm}[kind]] = row.Number
		}
	}
	for i := range found {
		u := &found[i]
		if number, known := numbers[u.By][u.Address]; known && u.Number < 0 {
			u.Number = number
		}
	}
	return found, nil
}
