package pg

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/jackc/pgx/v5"

	"puls.app/services/contacts/internal/contact"
	contactpg "puls.app/services/contacts/internal/contact/pg"
	destinationpg "puls.app/services/contacts/internal/destination/pg"
	"puls.app/services/contacts/internal/pg/db"
	"puls.app/services/contacts/internal/privacy"
	"puls.app/services/kit/outbox"
	"puls.app/services/spec"
)

// PublishDepartures puts events of contacts that left into the outbox, and has destinations remove them. Published
// departures are deleted.
func (s *Store) PublishDepartures(ctx context.Context, most int, now time.Time) (more bool, err error) {
	err = s.System(ctx, "publish departures", func(tx pgx.Tx) error {
		rows, err := queries.TakeDepartures(ctx, tx, int32(most))
		if err != nil {
			return fmt.Errorf("take departures: %w", err)
		}
		var facts []outbox.Fact
		steps := 0
		for at := 0; at < len(rows); {
			first, end := rows[at], at
			for end < len(rows) && rows[end].ID == first.ID && rows[end].Part == first.Part {
				end++
			}
			if at == 0 || rows[at-1].ID != first.ID {
				steps++
			}
			if facts, err = s.eventsOf(facts, rows[at:end]); err != nil {
				return err
			}
			at = end
		}
		more = steps == most
		if err := outbox.PutAll(ctx, tx, facts); err != nil || len(rows) == 0 {
			return err
		}
		return destinationpg.Left(ctx, tx, accountsOf(rows), now)
	})
	return more, err
}

func accountsOf(rows []db.TakeDeparturesRow) []int32 {
	var accounts []int32
	for _, row := range rows {
		accounts = append(accounts, row.AccountID)
	}
	slices.Sort(accounts)
	return slices.Compact(accounts)
}

// eventsOf appends the events about one part of an entry to facts; rows are the chunks of the part.
func (s *Store) eventsOf(facts []outbox.Fact, rows []db.TakeDeparturesRow) ([]outbox.Fact, error) {
	first := rows[0]
	d := privacy.Departure{
		Account: contact.AccountID(first.AccountID), UID: first.Uid, Cause: contact.ConsentCause(first.Cause),
		At: first.LeftAt,
	}
	if part := contact.EntryPart(first.Part); part != contact.EntrySubjects {
		d.Channel = spec.Messages()[(part-1)/2]
	}
	var numbers []int32
	within := roaring.New()
	for _, row := range rows {
		if err := contactpg.ReadBits(within, row.Numbers); err != nil {
			return nil, err
		}
		for _, place := range within.ToArray() {
			numbers = append(numbers, row.Chunk<<contactpg.ChunkShift+int32(place))
		}
	}
	index := 0
	for page := range slices.Chunk(numbers, privacy.MostNumbers) {
		d.ID = fmt.Sprintf("%s-%d-%d-%d-%d", first.EntryID, first.DatabaseID, first.Sequence, first.Part, index)
		d.Numbers = page
		event, err := s.events.Left(d)
		if err != nil {
			return nil, err
		}
		facts = append(facts, outbox.Fact{Subject: event.Subject, Payload: event.Payload})
		index++
	}
	return facts, nil
}
