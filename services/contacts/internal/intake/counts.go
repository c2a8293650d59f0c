package intake

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/table"
)

const (
	// recentOfStep is how many events of a source a step shows.
	recentOfStep = 10
	maxShown     = 200
)

// counts counts the events by type, and the refused ones by reason.
func (s *step) counts(refused []string) []Tally {
	type key struct {
		source         uuid.UUID
		quarter        int64
		kind, refusing string
	}
	tallies := map[key]*Tally{}
	var order []*Tally
	for i := range s.events {
		b := &s.bodies[s.of[i]]
		at := b.ReceivedAt.Truncate(quarter)
		k := key{b.Source.ID, at.Unix(), s.events[i].Type, refused[i]}
		if refused[i] != "" {
			k.kind = "" // the sender's own words may be any number of types
		}
		t := tallies[k]
		if t == nil {
			t = &Tally{Source: b.Source.ID, Quarter: at, Type: k.kind, Refused: refused[i]}
			tallies[k] = t
			order = append(order, t)
		}
		t.Count++
		if b.ReceivedAt.After(t.LastAt) {
			t.LastAt = b.ReceivedAt
		}
	}
	list := make([]Tally, len(order))
	for i, t := range order {
		list[i] = *t
	}
	return list
}

// first returns the time of the first event of each website, in seconds.
func (s *step) first(refused []string) map[uuid.UUID]int64 {
	all := map[uuid.UUID]int64{}
	for i := range s.events {
		e, source := &s.events[i], s.bodies[s.of[i]].Source
		if source.Kind != Web || refused[i] != "" || e.Type == identify {
			continue
		}
		if at, is := all[source.ID]; !is || e.Seconds < at {
			all[source.ID] = e.Seconds
		}
	}
	return all
}

// recent samples events of each source evenly, for the live view.
func (s *step) recent(ctx context.Context, refused []string) ([]RecentEvent, error) {
	bySource := map[uuid.UUID][]int{}
	for i := range s.events {
		id := s.bodies[s.of[i]].Source.ID
		bySource[id] = append(bySource[id], i)
	}
	var chosen []int
	skipped := map[int]int{}
	for _, events := range bySource {
		n := min(len(events), recentOfStep)
		before := -1
		for k := range n {
			at := (k+1)*len(events)/n - 1
			chosen = append(chosen, events[at])
			skipped[events[at]] = at - before - 1
			before = at
		}
	}
	slices.Sort(chosen)
	known, err := s.known(ctx, chosen)
	if err != nil {
		return nil, err
	}
	list := make([]RecentEvent, len(chosen))
	for at, i := range chosen {
		e, b := &s.events[i], &s.bodies[s.of[i]]
		list[at] = RecentEvent{
			Source: b.Source.ID, ReceivedAt: b.ReceivedAt, Type: table.OneLine(e.Type, maxShown),
			Subject: table.OneLine(e.Subject, maxShown), Path: table.OneLine(e.Path, maxShown),
			Refused: refused[i], Known: known[i], Skipped: skipped[i],
		}
		if e.Timed {
			list[at].OccurredAt = time.Unix(e.Seconds, int64(e.Micros)*1e3)
		}
	}
	return list, nil
}

// known reports which of the events name an existing contact.
func (s *step) known(ctx context.Context, events []int) (map[int]bool, error) {
	var wanted map[contact.DatabaseID]*[fact.AddressKinds][]string
	claims := func(visit func(i int, database contact.DatabaseID, kind fact.AddressKind, address string)) {
		for _, i := range events {
			for _, c := range s.events[i].Claims {
				if address, ok := c.Normal(); ok {
					visit(i, s.bodies[s.of[i]].Source.Database, c.Kind, address)
				}
			}
		}
	}
	claims(func(_ int, database contact.DatabaseID, kind fact.AddressKind, address string) {
		if wanted == nil {
			wanted = map[contact.DatabaseID]*[fact.AddressKinds][]string{}
		}
		if wanted[database] == nil {
			wanted[database] = &[fact.AddressKinds][]string{}
		}
		wanted[database][kind] = append(wanted[database][kind], address)
	})
	books := map[contact.DatabaseID]*fact.Book{}
	for _, database := range slices.Sorted(maps.Keys(wanted)) {
		addresses := wanted[database]
		for kind := range addresses {
			slices.Sort(addresses[kind])
			addresses[kind] = slices.Compact(addresses[kind])
		}
		book, err := s.app.Books.Dictionary.LookUp(ctx, s.turn.account, database, *addresses)
		if err != nil {
			return nil, fmt.Errorf("find known contacts: %w", err)
		}
		books[database] = book
	}
	known := map[int]bool{}
	claims(func(i int, database contact.DatabaseID, kind fact.AddressKind, address string) {
		book := books[database]
		if _, found := book.Find(kind, book.Hash([]byte(address))); found {
			known[i] = true
		}
	})
	return known, nil
}

const (
	// countsKept is how long counts are stored. timesKept is how long the times of events are stored, which repeated
	// events need.
	countsKept = 25 * time.Hour
	timesKept  = 7 * 24 * time.Hour
)

// CleanIntakes removes expired counts, recent events and times of events.
func (a *App) CleanIntakes(ctx context.Context) (removed int64, err error) {
	return a.EventStore.CleanIntakes(ctx, a.Now().Add(-countsKept), a.Now().Add(-timesKept))
}
