package pg

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// FindProofs returns the proofs that were used before.
func (s *Store) FindProofs(
	ctx context.Context, proofs []intake.MailProof,
) (taken map[intake.MailProof]bool, err error) {
	taken = map[intake.MailProof]bool{}
	var find db.FindMailProofsParams
	for _, p := range proofs {
		find.ProviderIds, find.Proofs = append(find.ProviderIds, p.Provider), append(find.Proofs, p.Proof)
	}
	err = s.System(ctx, "find proofs", func(tx pgx.Tx) error {
		rows, err := queries.FindMailProofs(ctx, tx, find)
		for _, row := range rows {
			taken[intake.MailProof{Provider: row.ProviderID, Proof: row.Proof}] = true
		}
		return err
	})
	return taken, err
}

// keepProofs stores the proofs of bodies, in the transaction that stores the bodies.
func keepProofs(ctx context.Context, tx pgx.Tx, bodies []*intake.Body) error {
	var add db.AddMailProofsParams
	for _, b := range bodies {
		for _, proof := range slices.Compact([]uuid.UUID{b.Proof, b.Whole}) {
			if proof != uuid.Nil {
				add.ProviderIds, add.Proofs = append(add.ProviderIds, b.Source.ID), append(add.Proofs, proof)
				add.TakenAts = append(add.TakenAts, b.ReceivedAt)
			}
		}
	}
	if len(add.Proofs) == 0 {
		return nil
	}
	added, err := queries.AddMailProofs(ctx, tx, add)
	if err == nil && added < int64(len(add.Proofs)) {
		err = errProofTaken
	}
	return contactpg.Wrap("keep proofs", err)
}

// errProofTaken means that another replica stored one of the bodies at the same time. A retry finds out which.
var errProofTaken = fault.New(
	fault.Unavailable, reason.Unavailable, "another body with the same signature was just accepted; send it again",
)

// FindMailEvents returns the events that were read before.
func (s *Store) FindMailEvents(
	ctx context.Context, events []intake.MailEvent,
) (read map[intake.MailEvent]bool, err error) {
	read = map[intake.MailEvent]bool{}
	var find db.FindMailEventsParams
	for _, e := range events {
		find.ProviderIds, find.Events = append(find.ProviderIds, e.Provider), append(find.Events, e.Event)
	}
	err = s.System(ctx, "find events of mail providers", func(tx pgx.Tx) error {
		rows, err := queries.FindMailEvents(ctx, tx, find)
		for _, row := range rows {
			read[intake.MailEvent{Provider: row.ProviderID, Event: row.Event}] = true
		}
		return err
	})
	return read, err
}

// keepMailEvents records the events that a step has read.
func keepMailEvents(ctx context.Context, tx pgx.Tx, events []intake.MailEvent) error {
	if len(events) == 0 {
		return nil
	}
	var add db.AddMailEventsParams
	for _, e := range events {
		add.ProviderIds, add.Events = append(add.ProviderIds, e.Provider), append(add.Events, e.Event)
	}
	return contactpg.Wrap("keep events of mail providers", queries.AddMailEvents(ctx, tx, add))
}

// CountIntake adds to the counts of requests that were not stored.
func (s *Store) CountIntake(ctx context.Context, account contact.AccountID, t intake.Tally) error {
	return s.System(ctx, "count refused request", func(tx pgx.Tx) error {
		return showIntake(ctx, tx, account, &intake.Step{Counts: []intake.Tally{t}})
	})
}
