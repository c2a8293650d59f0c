package pg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/destination"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/outbox"
)

// Take leases a due destination and starts a run, or continues the last one if it was interrupted or failed.
func (s *Store) Take(ctx context.Context, now, until time.Time) (t *destination.Taken, err error) {
	lease := uuid.New()
	err = s.System(ctx, "take destination", func(tx pgx.Tx) error {
		row, err := queries.TakeDestination(ctx, tx, db.TakeDestinationParams{Now: now, Until: until, Lease: lease})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		t = &destination.Taken{
			Lease: lease, Sealed: row.Secret,
			Trouble: destination.Trouble{Since: row.FailingSince, Reported: destination.Failure(row.Reported)},
			Destination: destination.Destination{
				ID: row.ID, Account: contact.AccountID(row.AccountID), Name: row.Name, PausedAt: row.PausedAt, DueAt: row.DueAt,
				Failures:  int(row.Failures),
				Selection: toSelection(row.ScoringID, row.Channel, row.Bands, row.Reasons),
				Target: destination.Target{
					Provider: destination.Provider(row.Provider), Region: row.Region, List: row.List, Tag: row.Tag, Field: row.Field,
				},
			},
		}
		return takeRun(ctx, tx, t, now)
	})
	return t, err
}

func takeRun(ctx context.Context, tx pgx.Tx, t *destination.Taken, now time.Time) error {
	open, err := queries.OpenDestinationRun(ctx, tx, t.ID)
	if err == nil {
		t.Run.ID, t.Run.BegunAt = open.ID, open.BegunAt
		return queries.ReopenDestinationRun(ctx, tx, open.ID)
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("find run: %w", err)
	}
	t.Run.ID, t.Run.BegunAt = uuid.Must(uuid.NewV7()), now
	if err := queries.AddDestinationRun(ctx, tx, db.AddDestinationRunParams{
		ID: t.Run.ID, AccountID: int32(t.Account), DestinationID: t.ID, BegunAt: now,
	}); err != nil {
		return fmt.Errorf("begin run: %w", err)
	}
	return contactpg.Wrap("forget old runs", queries.ForgetDestinationRuns(ctx, tx, db.ForgetDestinationRunsParams{
		DestinationID: t.ID, Kept: destination.KeptRuns,
	}))
}

// Hold prolongs the lease.
func (s *Store) Hold(ctx context.Context, t *destination.Taken, now, until time.Time) error {
	return s.System(ctx, "hold destination", func(tx pgx.Tx) error {
		return held(queries.HoldDestination(ctx, tx, db.HoldDestinationParams{
			ID: t.ID, Lease: t.Lease, Now: now, Until: until,
		}))
	})
}

// held returns ErrNotFound for a statement that found no destination with the worker's lease.
func held(n int64, err error) error {
	if err == nil && n == 0 {
		err = destination.ErrNotFound
	}
	return err
}

// Members returns a page of members.
func (s *Store) Members(
	ctx context.Context, id uuid.UUID, behind destination.Fingerprint, most int,
) (members []destination.Kept, err error) {
	err = s.System(ctx, "read members", func(tx pgx.Tx) error {
		rows, err := queries.DestinationMembers(ctx, tx, db.DestinationMembersParams{
			DestinationID: id, After: behind[:], Most: int32(most),
		})
		for _, row := range rows {
			members = append(members, destination.Kept{
				Fingerprint: destination.Fingerprint(row.Fingerprint), Sealed: row.Address,
				Database: contact.DatabaseID(row.DatabaseID), Number: uint32(row.Number), Name: row.Label, SentAt: row.SentAt,
				Sure: row.Sure,
			})
		}
		return err
	})
	return members, err
}

// Intend stores addresses that are about to be sent, and adds their contacts to the run's entry in the event log.
func (s *Store) Intend(
	ctx context.Context, t *destination.Taken, members []destination.Kept, now time.Time,
) (stored map[destination.Fingerprint]bool, err error) {
	intend := db.IntendMembersParams{DestinationID: t.ID, Now: now}
	for _, k := range members {
		intend.Fingerprints = append(intend.Fingerprints, k.Fingerprint[:])
		intend.Addresses = append(intend.Addresses, k.Sealed)
		intend.Databases = append(intend.Databases, int32(k.Database))
		intend.Numbers = append(intend.Numbers, int32(k.Number))
		intend.Labels = append(intend.Labels, k.Name)
	}
	return stored, s.DB.InAccount(ctx, int32(t.Account), func(tx pgx.Tx) error {
		// An erasure before is seen, and one after it finds the rows.
		if err := queries.HoldDatabases(ctx, tx, intend.Databases); err != nil {
			return fmt.Errorf("lock databases: %w", err)
		}
		lease := db.LockLeaseParams{ID: t.ID, Lease: t.Lease}
		if err := held(queries.LockLease(ctx, tx, lease)); err != nil {
			return contactpg.Wrap("lock lease", err)
		}
		fingerprints, err := queries.IntendMembers(ctx, tx, intend)
		if err != nil {
			return fmt.Errorf("keep members: %w", err)
		}
		stored = map[destination.Fingerprint]bool{}
		for _, f := range fingerprints {
			stored[destination.Fingerprint(f)] = true
		}
		return logSent(ctx, tx, t, now, slices.DeleteFunc(slices.Clone(members), func(k destination.Kept) bool {
			return !stored[k.Fingerprint]
		}))
	})
}

func logSent(
	ctx context.Context, tx pgx.Tx, t *destination.Taken, now time.Time, members []destination.Kept,
) error {
	if len(members) == 0 {
		return nil
	}
	if _, err := contactpg.AddEntry(ctx, tx, contact.Entry{
		ID: t.Run.ID, Account: t.Account, At: now, Kind: contact.EntryDestinationSend, Actor: contact.Actor{From: t.Name},
	}); err != nil {
		return err
	}
	subjects := map[contact.DatabaseID]*roaring.Bitmap{}
	for _, k := range members {
		if subjects[k.Database] == nil {
			subjects[k.Database] = roaring.New()
		}
		subjects[k.Database].Add(k.Number)
	}
	return contactpg.AddSubjects(ctx, tx, t.Run.ID, now.UnixMicro(), subjects)
}

// Keep stores the outcome of a call.
func (s *Store) Keep(ctx context.Context, t *destination.Taken, step destination.Step) error {
	return s.System(ctx, "keep step of run", func(tx pgx.Tx) error {
		if err := held(queries.LockLease(ctx, tx, db.LockLeaseParams{ID: t.ID, Lease: t.Lease})); err != nil {
			return err
		}
		sure := db.ConfirmMembersParams{DestinationID: t.ID, Fingerprints: bytesOf(step.Sure)}
		if err := queries.ConfirmMembers(ctx, tx, sure); err != nil {
			return err
		}
		unsure := db.DoubtMembersParams{DestinationID: t.ID, Fingerprints: bytesOf(step.Unsure)}
		if err := queries.DoubtMembers(ctx, tx, unsure); err != nil {
			return err
		}
		gone := db.DeleteMembersParams{DestinationID: t.ID, Fingerprints: bytesOf(step.Gone)}
		if err := queries.DeleteMembers(ctx, tx, gone); err != nil {
			return err
		}
		return queries.CountDestinationRun(ctx, tx, db.CountDestinationRunParams{
			ID: t.Run.ID, MoreAdded: int32(step.Added), MoreChanged: int32(step.Changed), MoreRemoved: int32(step.Removed),
		})
	})
}

func bytesOf(list []destination.Fingerprint) [][]byte {
	all := make([][]byte, len(list))
	for i := range list {
		all[i] = list[i][:]
	}
	return all
}

// End ends a run.
func (s *Store) End(ctx context.Context, t *destination.Taken, e destination.Ending, now time.Time) error {
	refused, err := json.Marshal(e.Refused)
	if err != nil {
		return fmt.Errorf("write refusals: %w", err)
	}
	return s.System(ctx, "end run", func(tx pgx.Tx) error {
		if err := queries.EndDestinationRun(ctx, tx, db.EndDestinationRunParams{
			ID: t.Run.ID, GeneratedDate: e.Date, LeftOut: int32(e.LeftOut), Refused: refused, Failure: string(e.Failure),
			Now: now,
		}); err != nil {
			return err
		}
		return s.settle(ctx, tx, t, e, now)
	})
}

// Release releases a destination whose run continues at next.
func (s *Store) Release(ctx context.Context, t *destination.Taken, next, now time.Time) error {
	return s.System(ctx, "release destination", func(tx pgx.Tx) error {
		return s.settle(ctx, tx, t, destination.Ending{Trouble: t.Trouble, Failures: t.Failures, NextAt: &next}, now)
	})
}

func (s *Store) settle(
	ctx context.Context, tx pgx.Tx, t *destination.Taken, e destination.Ending, now time.Time,
) error {
	forgotten, err := queries.ForgetErasedMembers(ctx, tx, db.ForgetErasedMembersParams{
		DestinationID: t.ID, Run: t.Run.ID, Before: now.Add(-destination.GiveUpAfter),
	})
	if err != nil {
		return fmt.Errorf("forget erased contacts: %w", err)
	}
	if err := held(queries.SettleDestination(ctx, tx, db.SettleDestinationParams{
		ID: t.ID, Lease: t.Lease, Failures: int32(e.Failures), Was: *t.DueAt, Next: e.NextAt, Now: now,
		FailingSince: e.Since, Reported: string(e.Reported),
	})); err != nil {
		return err
	}
	var events []contact.Event
	if e.Reported != t.Reported {
		event, err := s.events.Reported(&t.Destination, e.Reported, now)
		if err != nil {
			return err
		}
		events = append(events, event)
	}
	if forgotten > 0 {
		event, err := s.events.Forgotten(&t.Destination, int(forgotten), now)
		if err != nil {
			return err
		}
		events = append(events, event)
	}
	for _, event := range events {
		if err := outbox.Put(ctx, tx, event.Subject, event.Payload); err != nil {
			return err
		}
	}
	return nil
}
