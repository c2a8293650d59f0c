package intake

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/table"
)

const (
	// intakeEvents and intakeBytes bound the bodies of one transaction.
	intakeEvents = 20_000
	intakeBytes  = 16 << 20
	// quarter is the width of the intervals in which events are counted: midnight is a boundary between two of them in
	// every timezone.
	quarter = 15 * time.Minute
)

// Reader reads bodies and reuses its memory.
type Reader struct {
	app   *App
	facts *fact.Facts
	// served is when each account was read last, or until when it is paused.
	served map[contact.AccountID]time.Time
}

// NewReader returns a reader. Any number of readers may run concurrently, in any process.
func (a *App) NewReader() *Reader {
	return &Reader{app: a, facts: fact.NewFacts(), served: map[contact.AccountID]time.Time{}}
}

// Turn is the lock on the waiting bodies of an account.
type Turn struct {
	reader  *Reader
	account contact.AccountID
	release func()
	zone    *file.Zone
	// begun is set while a step has begun whose end is not recorded.
	begun bool
}

// Next begins the turn of the account that this reader served longest ago; nil when no bodies wait that no other reader
// reads.
func (r *Reader) Next(ctx context.Context) (*Turn, error) {
	waiting, err := r.app.BodyStore.Backlogs(ctx)
	if err != nil {
		return nil, fmt.Errorf("list waiting bodies: %w", err)
	}
	now := r.app.Now()
	slices.SortFunc(waiting, func(a, b Backlog) int {
		return cmp.Or(r.served[a.Account].Compare(r.served[b.Account]), cmp.Compare(a.First, b.First))
	})
	for _, next := range waiting {
		if r.served[next.Account].After(now) {
			continue // it failed and is paused for a while
		}
		release, err := r.app.ReadStore.TryIntake(ctx, next.Account)
		if err != nil {
			return nil, fmt.Errorf("take intake of account %d: %w", next.Account, err)
		}
		if release == nil {
			continue
		}
		r.served[next.Account] = now
		return &Turn{reader: r, account: next.Account, release: release}, nil
	}
	return nil, nil // no bodies wait
}

// End releases the lock on the account's bodies.
func (t *Turn) End() { t.release() }

// failurePause is how long an account is paused after a failure that its bodies did not cause.
const failurePause = 5 * time.Second

// Step reads some bodies and commits their effects. It reports whether there may be more to read. After a failure
// nothing has changed, and the account is paused for a while.
func (t *Turn) Step(ctx context.Context) (more bool) {
	more, err := t.stepSafely(ctx)
	if err != nil && t.begun {
		t.end(ctx)
	}
	if err == nil || errors.Is(err, importing.ErrMoved) || ctx.Err() != nil {
		return more && err == nil
	}
	a := t.reader.app
	a.Log.WarnContext(ctx, "intake met a failure and is tried again", "account", t.account, "error", err)
	t.reader.served[t.account] = a.Now().Add(failurePause)
	return false
}

func (t *Turn) stepSafely(ctx context.Context) (more bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if t.zone == nil {
		if t.zone, err = contact.ZoneNow(ctx, t.reader.app.Accounts, t.account); err != nil {
			return false, err
		}
	}
	bodies, err := t.begin(ctx)
	if err != nil || len(bodies) == 0 {
		return false, err
	}
	s := t.decode(bodies)
	if err := s.leaveOutRead(ctx); err != nil {
		return false, err
	}
	if err := s.boundVisitors(ctx); err != nil {
		return false, err
	}
	if err := s.findTimes(ctx); err != nil {
		return false, err
	}
	for {
		if err = s.commit(ctx); !errors.Is(err, importing.ErrDictionaryChanged) {
			t.begun = t.begun && err != nil
			return true, err
		}
	}
}

// begin takes the next bodies and records that they are being read. The bodies of a step that did not end are read one
// by one. The body in which the process crashed twice is set aside; then begin returns none.
func (t *Turn) begin(ctx context.Context) ([]Body, error) {
	store := t.reader.app.ReadStore
	before, err := store.BegunBodies(ctx, t.account)
	if err != nil {
		return nil, err
	}
	events, bytes := intakeEvents, intakeBytes
	cautious := before != nil && (!before.Own || before.Times > 1)
	if cautious {
		events, bytes = 0, 0
	}
	bodies, err := store.NextBodies(ctx, t.account, events, bytes)
	if err != nil || len(bodies) == 0 {
		return nil, err
	}
	now := BegunBodies{First: bodies[0].Key, Last: bodies[len(bodies)-1].Key, Times: 1}
	if cautious && now.First <= before.Last {
		if now.First == before.First && before.Times >= importing.MaxBegun && !before.Own {
			return nil, t.setAside(ctx, &bodies[0])
		}
		now.Last, now.Times = before.Last, importing.MaxBegun
	}
	if err := store.BeginBodies(ctx, t.account, now); err != nil {
		return nil, err
	}
	t.begun = true
	return bodies, nil
}

// refusedAside is the reason under which events of bodies that were set aside are counted.
const refusedAside = "SET_ASIDE"

// setAside keeps a body unread in which the process crashed twice.
func (t *Turn) setAside(ctx context.Context, b *Body) error {
	a := t.reader.app
	a.Log.ErrorContext(ctx, "a body ended the program twice and is set aside", "account", t.account, "body", b.Key,
		"source", b.Source.ID)
	at := a.Now()
	return a.ReadStore.SetBodyAside(ctx, t.account, b.Key, at, Tally{
		Source: b.Source.ID, Quarter: at.Truncate(quarter), Refused: refusedAside, Count: b.Events, LastAt: at,
	})
}

// end records that a step has ended whose bodies were not removed.
func (t *Turn) end(ctx context.Context) {
	t.begun = false
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), importing.StopLimit)
	defer cancel()
	if err := t.reader.app.ReadStore.EndBodies(ctx, t.account); err != nil {
		t.reader.app.Log.WarnContext(ctx, "the end of a step could not be noted", "account", t.account, "error", err)
	}
}

// step is some bodies on their way into the outbox.
type step struct {
	app    *App
	turn   *Turn
	bodies []Body
	// events are those of all bodies; of has the index of the body of each.
	events []Event
	of     []int
	uids   table.UIDs
	times  map[contact.DatabaseID][]EventTime
	// read are the events of mail providers.
	read   []MailEvent
	reader *table.EngagementReader
	// origins are the websites that visitors came from; new visitors count in hour.
	origins map[contact.DatabaseID]map[string]uuid.UUID
	hour    time.Time
	// versions are those of the dictionaries in which recipients were looked up.
	versions map[contact.DatabaseID]int64
}

func (t *Turn) decode(bodies []Body) *step {
	s := &step{app: t.reader.app, turn: t, bodies: bodies, uids: table.UIDs{}, times: map[contact.DatabaseID][]EventTime{}}
	read := decoders()
	for i := range bodies {
		b := &bodies[i]
		s.uids[b.UID] = b.Source.Database
		read[b.Source.Kind](b, t.zone.Day, func(e Event) {
			s.events, s.of = append(s.events, e), append(s.of, i)
		})
	}
	return s
}

// findTimes sets the times of repeated events to those of their first arrival, and collects the times to be stored.
func (s *step) findTimes(ctx context.Context) error {
	keys := map[contact.DatabaseID][]uint64{}
	s.web(func(e *Event, database contact.DatabaseID, key uint64) { keys[database] = append(keys[database], key) })
	known := map[contact.DatabaseID]map[uint64]int64{}
	for database, wanted := range keys {
		found, err := s.app.EventStore.FindEventTimes(ctx, database, wanted)
		if err != nil {
			return fmt.Errorf("find times of events: %w", err)
		}
		known[database] = found
	}
	s.web(func(e *Event, database contact.DatabaseID, key uint64) {
		if at, is := known[database][key]; is {
			e.Seconds, e.Micros = at/1e6, int32(at%1e6)
		} else if e.Movable {
			at := e.Seconds*1e6 + int64(e.Micros)
			known[database][key] = at
			s.times[database] = append(s.times[database], EventTime{Key: key, At: at})
		}
	})
	return nil
}

// web visits the events that have an id and a time of their own.
func (s *step) web(visit func(e *Event, database contact.DatabaseID, key uint64)) {
	for i := range s.events {
		e, source := &s.events[i], s.bodies[s.of[i]].Source
		if source.Kind == Web && e.Refused == "" && e.Timed {
			visit(e, source.Database, xxhash.Sum64(e.Fields[table.EventEventID]))
		}
	}
}

func (s *step) commit(ctx context.Context) error {
	places := make([]int, table.EngagementFields+1) // they are not from a file
	s.reader = table.NewEngagementReader(
		s.turn.reader.facts, s.uids, s.turn.zone, s.app.Now().Unix(), places, nil,
	)
	s.reader.Websites = true
	s.reader.Begin()
	for i := range s.events {
		if e := &s.events[i]; e.Refused == "" && e.Fields != nil {
			s.reader.ReadEvent(&e.Event, i)
		}
	}
	if err := s.resolve(ctx); err != nil {
		return err
	}
	refused := make([]string, len(s.events))
	for i := range s.events {
		refused[i] = s.events[i].Refused
	}
	for _, r := range s.reader.Refused {
		refused[r.Line] = r.Defect.Code
	}
	recent, err := s.recent(ctx, refused)
	if err != nil {
		return err
	}
	step := Step{
		FactsStep: importing.FactsStep{
			Account: s.turn.account, Versions: s.versions, Web: s.reader.Facts.WebParts(), Facts: s.reader.Facts,
			Source: s.id(), Unsubscribed: s.reader.Unsubscribed, Unsubscriptions: s.unsubscriptions(),
			Origins: s.origins, Hour: s.hour,
		},
		Counts: s.counts(refused), Recent: recent, Times: s.times, First: s.first(refused), Read: s.read,
	}
	for i := range s.bodies {
		step.Bodies = append(step.Bodies, s.bodies[i].Key)
	}
	if err := s.app.ReadStore.CommitBodies(ctx, step); err != nil {
		return fmt.Errorf("commit intake: %w", err)
	}
	return nil
}

// resolve finds the contacts that the events name.
func (s *step) resolve(ctx context.Context) error {
	found, err := s.app.Books.ForWindow(ctx, s.turn.account, 0, s.reader)
	if err != nil {
		return err
	}
	s.versions = map[contact.DatabaseID]int64{}
	for database, book := range found {
		s.versions[database] = book.Version
	}
	s.reader.Resolve(func(database contact.DatabaseID) *fact.Book { return found[database] })
	return nil
}

// intakeSpace is the namespace of the ids of an intake's batches.
var intakeSpace = uuid.MustParse("6f0c3a5e-8d57-4a53-9d2b-0f1d6a4d7c11")

// id is derived from the bodies.
func (s *step) id() uuid.UUID {
	name := binary.BigEndian.AppendUint64(nil, uint64(s.bodies[0].Key))
	name = binary.BigEndian.AppendUint64(name, uint64(s.bodies[len(s.bodies)-1].Key))
	name = binary.BigEndian.AppendUint32(name, uint32(len(s.bodies)))
	return uuid.NewSHA1(intakeSpace, name)
}

// unsubscriptions returns the event log entries for the consents that the events withdraw: an entry for each provider
// and cause. It sets the entry of each unsubscription.
func (s *step) unsubscriptions() (entries []contact.Entry) {
	type reason struct {
		from  string
		cause contact.ConsentCause
	}
	at := map[reason]int{}
	for i := range s.reader.Unsubscribed {
		u := &s.reader.Unsubscribed[i]
		why := reason{s.bodies[s.of[u.Line]].Note, s.events[u.Line].Cause}
		entry, there := at[why]
		if !there {
			entry, at[why] = len(entries), len(entries)
			entries = append(entries, contact.Entry{
				ID: uuid.NewSHA1(s.id(), []byte(why.from+" "+string(why.cause))), Account: s.turn.account, At: contact.Kept(s.app.Now()),
				Kind: contact.EntryUnsubscribeEvent, Cause: why.cause, Actor: contact.Actor{From: why.from},
			})
		}
		u.Entry = entry
	}
	return entries
}
