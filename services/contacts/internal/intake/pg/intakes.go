package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/contacts/internal/packed"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/kit/pgdb"
)

// FindWebsites returns the websites with these keys.
func (s *Store) FindWebsites(
	ctx context.Context, clients []uuid.UUID,
) (found map[uuid.UUID]intake.SourceWebsite, err error) {
	found = map[uuid.UUID]intake.SourceWebsite{}
	err = s.System(ctx, "find websites", func(tx pgx.Tx) error {
		rows, err := queries.FindWebsites(ctx, tx, clients)
		for _, row := range rows {
			found[row.SiClientID] = intake.SourceWebsite{Domain: row.Domain, Source: intake.Source{
				Kind: intake.Web, ID: row.SiClientID, Account: contact.AccountID(row.AccountID),
				Database: contact.DatabaseID(row.DatabaseID),
			}}
		}
		return err
	})
	return found, err
}

// KeepBodies stores all bodies or none.
func (s *Store) KeepBodies(ctx context.Context, bodies []*intake.Body) error {
	var add db.AddBodiesParams
	for _, b := range bodies {
		add.AccountIds = append(add.AccountIds, int32(b.Source.Account))
		add.DatabaseIds = append(add.DatabaseIds, int32(b.Source.Database))
		add.Kinds = append(add.Kinds, int16(b.Source.Kind))
		add.SourceIds = append(add.SourceIds, b.Source.ID)
		add.Notes = append(add.Notes, b.Note)
		add.ReceivedAts = append(add.ReceivedAts, b.ReceivedAt)
		add.EventCounts = append(add.EventCounts, int32(b.Events))
		add.Sizes = append(add.Sizes, int32(len(b.Body)))
		add.Bodies = append(add.Bodies, packed.Pack(b.Body))
	}
	err := s.System(ctx, "keep bodies", func(tx pgx.Tx) error {
		if err := keepProofs(ctx, tx, bodies); err != nil {
			return err
		}
		return queries.AddBodies(ctx, tx, add)
	})
	if err == nil {
		countEvents(ctx, bodies)
	}
	return err
}

// Backlogs returns the waiting bodies, by account.
func (s *Store) Backlogs(ctx context.Context) (waiting []intake.Backlog, err error) {
	err = s.System(ctx, "sum up bodies", func(tx pgx.Tx) error {
		rows, err := queries.WaitingBodies(ctx, tx)
		for _, row := range rows {
			waiting = append(waiting, intake.Backlog{
				Account: contact.AccountID(row.AccountID), Bodies: int(row.Bodies), Events: row.Events, Bytes: row.Size,
				First: row.First,
			})
		}
		return err
	})
	return waiting, err
}

// intakeLock is the class of the advisory locks of intakes.
const intakeLock = 0x696e7461

// TryIntake takes the lock to read an account's bodies. Release is nil when another reader has it.
func (s *Store) TryIntake(ctx context.Context, account contact.AccountID) (release func(), err error) {
	return s.DB.TryLock(ctx, intakeLock, int32(account))
}

// NextBodies returns the first bodies of an account.
func (s *Store) NextBodies(
	ctx context.Context, account contact.AccountID, events, bytes int,
) (bodies []intake.Body, err error) {
	err = s.System(ctx, "read bodies", func(tx pgx.Tx) error {
		rows, err := queries.NextBodies(ctx, tx, db.NextBodiesParams{
			AccountID: int32(account), Events: int64(events), Size: int64(bytes),
		})
		if err != nil {
			return err
		}
		for _, row := range rows {
			body, err := packed.Unpack(row.Body, nil)
			if err != nil {
				return fmt.Errorf("unpack body %d: %w", row.ID, err)
			}
			bodies = append(bodies, intake.Body{
				Key: row.ID, UID: row.Uid, Note: row.Note, ReceivedAt: row.ReceivedAt, Events: int(row.EventCount), Body: body,
				Source: intake.Source{
					Kind: intake.Kind(row.Kind), ID: row.SourceID, Account: account,
					Database: contact.DatabaseID(row.DatabaseID),
				},
			})
		}
		return nil
	})
	return bodies, err
}

// BegunBodies returns the step of an account that was begun and did not end; nil for none.
func (s *Store) BegunBodies(ctx context.Context, account contact.AccountID) (begun *intake.BegunBodies, err error) {
	err = s.System(ctx, "look for step", func(tx pgx.Tx) error {
		row, err := queries.BegunBodies(ctx, tx, db.BegunBodiesParams{AccountID: int32(account), Process: s.process})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		begun = &intake.BegunBodies{First: row.First, Last: row.Last, Times: int(row.Begun), Own: row.Own}
		return err
	})
	return begun, err
}

// BeginBodies records that a step begins. It does not wait for the disk: a crash of the server loses the record.
func (s *Store) BeginBodies(ctx context.Context, account contact.AccountID, b intake.BegunBodies) error {
	err := s.DB.Unhurried(ctx, func(tx pgx.Tx) error {
		return queries.BeginBodies(ctx, tx, db.BeginBodiesParams{
			AccountID: int32(account), First: b.First, Last: b.Last, Begun: int16(b.Times), Process: s.process,
		})
	})
	if err != nil {
		return fmt.Errorf("begin step: %w", err)
	}
	return nil
}

// EndBodies records that the last begun step has ended, whatever its result.
func (s *Store) EndBodies(ctx context.Context, account contact.AccountID) error {
	return s.System(ctx, "end step", func(tx pgx.Tx) error { return queries.EndBodies(ctx, tx, int32(account)) })
}

// SetBodyAside marks a body as set aside without reading it, and counts its events.
func (s *Store) SetBodyAside(
	ctx context.Context, account contact.AccountID, key int64, at time.Time, t intake.Tally,
) error {
	return s.System(ctx, "set body aside", func(tx pgx.Tx) error {
		aside := db.SetBodyAsideParams{AccountID: int32(account), ID: key, At: &at}
		if err := queries.SetBodyAside(ctx, tx, aside); err != nil {
			return err
		}
		if err := queries.PassBodies(ctx, tx, db.PassBodiesParams{AccountID: int32(account), Until: key}); err != nil {
			return err
		}
		return showIntake(ctx, tx, account, &intake.Step{Counts: []intake.Tally{t}})
	})
}

// FindEventTimes returns the stored times of events.
func (s *Store) FindEventTimes(
	ctx context.Context, database contact.DatabaseID, keys []uint64,
) (found map[uint64]int64, err error) {
	found = map[uint64]int64{}
	find := db.FindEventTimesParams{DatabaseID: int32(database), EventKeys: make([]int64, len(keys))}
	for i, key := range keys {
		find.EventKeys[i] = int64(key)
	}
	err = s.System(ctx, "find times of events", func(tx pgx.Tx) error {
		rows, err := queries.FindEventTimes(ctx, tx, find)
		for _, row := range rows {
			found[uint64(row.EventKey)] = row.OccurredAt
		}
		return err
	})
	return found, err
}

// CommitBodies commits the facts of a step, removes its bodies and stores the rest of the step.
func (s *Store) CommitBodies(ctx context.Context, step intake.Step) error {
	return s.System(ctx, "commit bodies", func(tx pgx.Tx) error {
		if _, err := s.imports.CommitFacts(ctx, tx, &step.FactsStep, nil); err != nil {
			return err
		}
		return dropBodies(ctx, tx, step.Account, &step)
	})
}

// dropBodies removes the bodies whose facts are in the outbox and stores the rest of the step, in that transaction.
func dropBodies(ctx context.Context, tx pgx.Tx, account contact.AccountID, step *intake.Step) error {
	dropped, err := queries.DropBodies(ctx, tx, db.DropBodiesParams{AccountID: int32(account), Ids: step.Bodies})
	if err != nil {
		return fmt.Errorf("drop bodies: %w", err)
	}
	if dropped != int64(len(step.Bodies)) {
		return importing.ErrMoved
	}
	pass := db.PassBodiesParams{AccountID: int32(account), Until: step.Bodies[len(step.Bodies)-1]}
	if err := queries.PassBodies(ctx, tx, pass); err != nil {
		return fmt.Errorf("end step: %w", err)
	}
	for database, times := range step.Times {
		add := db.AddEventTimesParams{DatabaseID: int32(database)}
		for _, t := range times {
			add.EventKeys, add.OccurredAts = append(add.EventKeys, int64(t.Key)), append(add.OccurredAts, t.At)
		}
		if err := queries.AddEventTimes(ctx, tx, add); err != nil {
			return fmt.Errorf("keep times of events: %w", err)
		}
	}
	if len(step.First) > 0 {
		first := db.FirstEventsParams{AccountID: int32(account)}
		for client, at := range step.First {
			first.Clients, first.Times = append(first.Clients, client), append(first.Times, time.Unix(at, 0))
		}
		if err := queries.FirstEvents(ctx, tx, first); err != nil {
			return fmt.Errorf("note first events: %w", err)
		}
	}
	if err := keepMailEvents(ctx, tx, step.Read); err != nil {
		return err
	}
	return showIntake(ctx, tx, account, step)
}

// showIntake stores counts and recent events for the live view.
func showIntake(ctx context.Context, tx pgx.Tx, account contact.AccountID, step *intake.Step) error {
	counts := db.AddIntakeCountsParams{AccountID: int32(account)}
	for _, t := range step.Counts {
		counts.SourceIds, counts.Quarters = append(counts.SourceIds, t.Source), append(counts.Quarters, t.Quarter)
		counts.Types, counts.Refused = append(counts.Types, t.Type), append(counts.Refused, t.Refused)
		counts.Counts, counts.LastAts = append(counts.Counts, int32(t.Count)), append(counts.LastAts, t.LastAt)
	}
	if err := queries.AddIntakeCounts(ctx, tx, counts); err != nil {
		return fmt.Errorf("count events: %w", err)
	}
	events, sources := db.AddIntakeEventsParams{AccountID: int32(account)}, map[uuid.UUID]bool{}
	for i := range step.Recent {
		e := &step.Recent[i]
		sources[e.Source] = true
		if e.OccurredAt.IsZero() {
			e.OccurredAt = time.Unix(0, 0) // the statement makes it null
		}
		events.SourceIds, events.ReceivedAts = append(events.SourceIds, e.Source), append(events.ReceivedAts, e.ReceivedAt)
		events.OccurredAts, events.Types = append(events.OccurredAts, e.OccurredAt), append(events.Types, e.Type)
		events.Subjects, events.Paths = append(events.Subjects, e.Subject), append(events.Paths, e.Path)
		events.Known, events.Refused = append(events.Known, e.Known), append(events.Refused, e.Refused)
		events.Skipped = append(events.Skipped, int32(e.Skipped))
	}
	if err := queries.AddIntakeEvents(ctx, tx, events); err != nil {
		return fmt.Errorf("show events: %w", err)
	}
	for source := range sources {
		trim := db.TrimIntakeEventsParams{AccountID: int32(account), SourceID: source}
		if err := queries.TrimIntakeEvents(ctx, tx, trim); err != nil {
			return fmt.Errorf("trim events: %w", err)
		}
	}
	return nil
}

// forgetIntake removes the counts and recent events of a source that is removed. Its waiting bodies are still read.
func forgetIntake(ctx context.Context, tx pgx.Tx, account contact.AccountID, source uuid.UUID) error {
	counts := db.ForgetIntakeCountsParams{AccountID: int32(account), SourceID: source}
	if err := queries.ForgetIntakeCounts(ctx, tx, counts); err != nil {
		return fmt.Errorf("remove counts: %w", err)
	}
	events := db.ForgetIntakeEventsParams{AccountID: int32(account), SourceID: source}
	if err := queries.ForgetIntakeEvents(ctx, tx, events); err != nil {
		return fmt.Errorf("remove events: %w", err)
	}
	forget := db.ForgetNewVisitorsParams{AccountID: int32(account), SiClientID: source}
	return contactpg.Wrap("forget new visitors", queries.ForgetNewVisitors(ctx, tx, forget))
}

// IntakeCounts returns the counts of all sources of an account.
func (s *Store) IntakeCounts(
	ctx context.Context, account contact.AccountID, midnight, dayAgo time.Time,
) (counts []intake.Count, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.ListIntakeCounts(ctx, q, db.ListIntakeCountsParams{
			AccountID: int32(account), Midnight: midnight, DayAgo: dayAgo,
		})
		for _, row := range rows {
			counts = append(counts, intake.Count{
				Source: row.SourceID, Type: row.Type, Refused: row.Refused, Today: int(row.Today), LastDay: int(row.LastDay),
				LastAt: row.LastAt,
			})
		}
		return contactpg.Wrap("list counts", err)
	})
	return counts, err
}

// RecentEvents returns the newest events of a source after an id.
func (s *Store) RecentEvents(
	ctx context.Context, account contact.AccountID, source uuid.UUID, after int64,
) (events []intake.RecentEvent, err error) {
	err = s.DB.Read(ctx, int32(account), func(q pgdb.Querier) error {
		rows, err := queries.NewestIntakeEvents(ctx, q, db.NewestIntakeEventsParams{
			AccountID: int32(account), SourceID: source, After: after,
		})
		for _, row := range rows {
			e := intake.RecentEvent{
				ID: row.ID, Source: source, ReceivedAt: row.ReceivedAt, Type: row.Type, Subject: row.Subject, Path: row.Path,
				Known: row.Known, Refused: row.Refused, Skipped: int(row.Skipped),
			}
			if row.OccurredAt != nil {
				e.OccurredAt = *row.OccurredAt
			}
			events = append(events, e)
		}
		return contactpg.Wrap("read newest events", err)
	})
	return events, err
}

// CleanIntakes removes expired rows.
func (s *Store) CleanIntakes(ctx context.Context, events, times time.Time) (removed int64, err error) {
	err = s.System(ctx, "clean intakes", func(tx pgx.Tx) error {
		for _, clean := range []func(context.Context, db.DBTX, time.Time) (int64, error){
			queries.CleanIntakeCounts, queries.CleanIntakeEvents,
		} {
			n, err := clean(ctx, tx, events)
			if err != nil {
				return err
			}
			removed += n
		}
		for _, clean := range []func(context.Context, db.DBTX, time.Time) (int64, error){
			queries.CleanEventTimes, queries.CleanBodiesAside, queries.CleanMailEvents, queries.CleanMailProofs,
		} {
			n, err := clean(ctx, tx, times)
			if err != nil {
				return err
			}
			removed += n
		}
		return nil
	})
	return removed, err
}
