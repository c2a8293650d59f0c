// Package pg stores destinations in Postgres.
package pg

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/destination"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// Events encodes the events about destinations that other services receive. It does no I/O.
type Events interface {
	// Reported encodes that a destination fails or, with FailNone, that a run was complete again.
	Reported(d *destination.Destination, failure destination.Failure, at time.Time) (contact.Event, error)
	// Forgotten encodes that addresses of erased contacts were deleted before the provider had removed them.
	Forgotten(d *destination.Destination, count int, at time.Time) (contact.Event, error)
}

// Store stores destinations, their members and their runs.
type Store struct {
	contactpg.Base
	events Events
}

// NewStore returns a store.
func NewStore(database *pgdb.DB, events Events) *Store {
	return &Store{contactpg.Base{DB: database}, events}
}

// queries are the generated queries. They have no state: each call takes its transaction.
var queries = db.New()

// Destinations returns the destinations of an account, oldest first.
func (s *Store) Destinations(
	ctx context.Context, account contact.AccountID,
) (all []destination.Destination, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListDestinations(ctx, q, int32(account))
		if err != nil {
			return fmt.Errorf("list destinations: %w", err)
		}
		runs, err := queries.LastDestinationRuns(ctx, q, int32(account))
		if err != nil {
			return fmt.Errorf("list last runs: %w", err)
		}
		last := map[uuid.UUID]*destination.Run{}
		for _, row := range runs {
			if last[row.DestinationID], err = toRun(db.ListDestinationRunsRow(row)); err != nil {
				return err
			}
		}
		for _, row := range rows {
			d := destination.Destination{
				ID: row.ID, Account: account, Name: row.Name, CreatedAt: row.CreatedAt, MadeBy: row.MadeBy,
				PausedAt: row.PausedAt, DueAt: row.DueAt, Failures: int(row.Failures), Members: int(row.Members),
				LastRun: last[row.ID],
				Target: destination.Target{
					Provider: destination.Provider(row.Provider), Region: row.Region, List: row.List, Tag: row.Tag, Field: row.Field,
				},
			}
			d.Selection = toSelection(row.ScoringID, row.Channel, row.Bands, row.Reasons)
			all = append(all, d)
		}
		return nil
	})
	return all, err
}

func toSelection(scoring uuid.UUID, channel int16, bands []int16, reasons []string) destination.Selection {
	s := destination.Selection{Scoring: scoring, Channel: fact.Channel(channel), Reasons: reasons}
	for _, band := range bands {
		s.Bands = append(s.Bands, int(band))
	}
	return s
}

func bandsOf(s destination.Selection) []int16 {
	bands := make([]int16, len(s.Bands))
	for i, band := range s.Bands {
		bands[i] = int16(band)
	}
	return bands
}

func toRun(row db.ListDestinationRunsRow) (*destination.Run, error) {
	run := &destination.Run{
		ID: row.ID, BegunAt: row.BegunAt, EndedAt: row.EndedAt, Date: row.GeneratedDate, Added: int(row.Added),
		Changed: int(row.Changed), Removed: int(row.Removed), LeftOut: int(row.LeftOut),
		Failure: destination.Failure(row.Failure), Forgotten: int(row.Forgotten),
	}
	return run, contactpg.Wrap("read refusals", json.Unmarshal(row.Refused, &run.Refused))
}

// Add inserts a destination.
func (s *Store) Add(ctx context.Context, d *destination.Destination, sealed []byte) error {
	return s.DB.InAccount(ctx, int32(d.Account), func(tx pgx.Tx) error {
		if err := queries.LockAccountDestinations(ctx, tx, int32(d.Account)); err != nil {
			return fmt.Errorf("lock destinations: %w", err)
		}
		have, err := queries.CountDestinations(ctx, tx, int32(d.Account))
		if err != nil {
			return fmt.Errorf("count destinations: %w", err)
		}
		if have >= destination.Limit {
			return destination.ErrLimit
		}
		err = queries.AddDestination(ctx, tx, db.AddDestinationParams{
			ID: d.ID, AccountID: int32(d.Account), Name: d.Name, Provider: string(d.Provider), Region: d.Region, List: d.List,
			Tag: d.Tag, Field: d.Field, Secret: sealed, ScoringID: d.Scoring, Channel: int16(d.Channel),
			Bands: bandsOf(d.Selection), Reasons: append([]string{}, d.Reasons...), MadeBy: d.MadeBy, Now: d.CreatedAt,
		})
		if contactpg.Violates(err, "destinations_list_key") {
			return destination.ErrTaken.WithField("list", destination.ErrTaken.Detail)
		}
		return contactpg.Wrap("add destination", err)
	})
}

// one runs a statement that changes one destination.
func (s *Store) one(
	ctx context.Context, account contact.AccountID, doing string, statement func(tx pgx.Tx) (int64, error),
) error {
	return s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		n, err := statement(tx)
		if err == nil && n == 0 {
			return destination.ErrNotFound
		}
		return contactpg.Wrap(doing, err)
	})
}

// Change replaces name, selection and, unless sealed is nil, the key.
func (s *Store) Change(ctx context.Context, d *destination.Destination, sealed []byte, now time.Time) error {
	return s.one(ctx, d.Account, "change destination", func(tx pgx.Tx) (int64, error) {
		n, err := queries.ChangeDestination(ctx, tx, db.ChangeDestinationParams{
			AccountID: int32(d.Account), ID: d.ID, Name: d.Name, ScoringID: d.Scoring, Channel: int16(d.Channel),
			Bands: bandsOf(d.Selection), Reasons: append([]string{}, d.Reasons...), Now: &now,
		})
		if err != nil || sealed == nil {
			return n, err
		}
		return queries.ChangeDestinationKey(ctx, tx, db.ChangeDestinationKeyParams{
			AccountID: int32(d.Account), ID: d.ID, Secret: sealed, MadeBy: d.MadeBy,
		})
	})
}

// Remove deletes a destination with its members and receipts.
func (s *Store) Remove(ctx context.Context, account contact.AccountID, id uuid.UUID) error {
	return s.one(ctx, account, "remove destination", func(tx pgx.Tx) (int64, error) {
		return queries.DeleteDestination(ctx, tx, db.DeleteDestinationParams{AccountID: int32(account), ID: id})
	})
}

// Pause stores the beginning of a pause.
func (s *Store) Pause(ctx context.Context, account contact.AccountID, id uuid.UUID, now time.Time) error {
	return s.one(ctx, account, "pause destination", func(tx pgx.Tx) (int64, error) {
		return queries.PauseDestination(ctx, tx, db.PauseDestinationParams{AccountID: int32(account), ID: id, Now: now})
	})
}

// Resume ends a pause.
func (s *Store) Resume(ctx context.Context, account contact.AccountID, id uuid.UUID, now time.Time) error {
	return s.one(ctx, account, "resume destination", func(tx pgx.Tx) (int64, error) {
		return queries.ResumeDestination(ctx, tx, db.ResumeDestinationParams{AccountID: int32(account), ID: id, Now: &now})
	})
}

// Want makes a destination due.
func (s *Store) Want(ctx context.Context, account contact.AccountID, id uuid.UUID, now time.Time) error {
	return s.one(ctx, account, "ask for run", func(tx pgx.Tx) (int64, error) {
		return queries.WantDestination(ctx, tx, db.WantDestinationParams{AccountID: int32(account), ID: id, Now: &now})
	})
}

// Calculated makes the destinations of a scoring's channel due.
func (s *Store) Calculated(
	ctx context.Context, account contact.AccountID, scoring uuid.UUID, channel fact.Channel, now time.Time,
) (some bool, err error) {
	err = s.DB.InAccount(ctx, int32(account), func(tx pgx.Tx) error {
		n, err := queries.DestinationsCalculated(ctx, tx, db.DestinationsCalculatedParams{
			AccountID: int32(account), ScoringID: scoring, Channel: int16(channel), Now: &now,
		})
		some = n > 0
		return contactpg.Wrap("find destinations", err)
	})
	return some, err
}

// Runs returns the newest receipts.
func (s *Store) Runs(
	ctx context.Context, account contact.AccountID, id uuid.UUID,
) (runs []destination.Run, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		there, err := queries.HasDestination(ctx, q, db.HasDestinationParams{AccountID: int32(account), ID: id})
		if err == nil && !there {
			return destination.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("find destination: %w", err)
		}
		rows, err := queries.ListDestinationRuns(ctx, q, db.ListDestinationRunsParams{
			AccountID: int32(account), DestinationID: id, Most: destination.KeptRuns,
		})
		if err != nil {
			return fmt.Errorf("list runs: %w", err)
		}
		for _, row := range rows {
			run, err := toRun(row)
			if err != nil {
				return err
			}
			runs = append(runs, *run)
		}
		return nil
	})
	return runs, err
}

// ListsOf returns the names of the destinations that have a contact as a member, with their providers.
func (s *Store) ListsOf(
	ctx context.Context, account contact.AccountID, database contact.DatabaseID, number int32,
) (names []string, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListsOfContact(ctx, q, db.ListsOfContactParams{
			AccountID: int32(account), DatabaseID: int32(database), Number: number,
		})
		for _, row := range rows {
			names = append(names, row.Name+" ("+row.Provider+")")
		}
		return contactpg.Wrap("find lists of contact", err)
	})
	return names, err
}

// afterLeaving is how long departures are collected before one run removes them together.
const afterLeaving = time.Minute

// Left makes the destinations of accounts with departed contacts due, in the transaction that publishes the departures.
func Left(ctx context.Context, tx pgx.Tx, accounts []int32, now time.Time) error {
	due := now.Add(afterLeaving)
	return contactpg.Wrap("find destinations", queries.DestinationsLeft(ctx, tx, db.DestinationsLeftParams{
		Due: &due, Now: now, Accounts: accounts,
	}))
}

// Erase notes the erasure of contacts, in its transaction.
func Erase(
	ctx context.Context, tx pgx.Tx, database contact.DatabaseID, numbers *roaring.Bitmap, at time.Time,
) error {
	erase := db.EraseMembersParams{DatabaseID: int32(database), ErasedAt: at}
	for _, number := range numbers.ToArray() {
		erase.Numbers = append(erase.Numbers, int32(number))
	}
	return contactpg.Wrap("erase members", queries.EraseMembers(ctx, tx, erase))
}

// EraseAddresses notes the erasure of addresses that are left without a contact, in its transaction. A member names one
// of the contacts with its address, which may be another than the erased one. key is that of the runner.
func EraseAddresses(
	ctx context.Context, tx pgx.Tx, account contact.AccountID, key []byte, addresses []string, at time.Time,
) error {
	ids, err := queries.DestinationIDs(ctx, tx, int32(account))
	if err != nil {
		return fmt.Errorf("list destinations: %w", err)
	}
	for _, id := range ids {
		keys, err := destination.NewKeys(key, id)
		if err != nil {
			return err
		}
		erase := db.EraseMembersOfParams{DestinationID: id, ErasedAt: at}
		for _, address := range addresses {
			f := keys.Fingerprint(address)
			erase.Fingerprints = append(erase.Fingerprints, f[:])
		}
		if err := queries.EraseMembersOf(ctx, tx, erase); err != nil {
			return fmt.Errorf("erase members: %w", err)
		}
	}
	return nil
}
