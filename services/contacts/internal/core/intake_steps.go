package core

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/contacts/internal/engine/file"
)

const (
	// intakeEvents and intakeBytes bound what one transaction takes of an intake.
	intakeEvents = 20_000
	intakeBytes  = 16 << 20
	// quarter is the width of the intervals in which events are counted: every zone has its midnight between two of them.
	quarter = 15 * time.Minute
)

// IntakeTurn is the right to read what waits of an account.
type IntakeTurn struct {
	reader  *Reader
	account AccountID
	release func()
	zone    *file.Zone
	// begun is set while a step has begun that nobody noted to have ended.
	begun bool
}

// NextIntake begins the turn of the account that this reader served longest ago; nil when nothing waits that is not
// read by somebody else.
func (r *Reader) NextIntake(ctx context.Context) (*IntakeTurn, error) {
	waiting, err := r.app.store.Backlogs(ctx)
	if err != nil {
		return nil, fmt.Errorf("list what waits: %w", err)
	}
	now := r.app.now()
	slices.SortFunc(waiting, func(a, b IntakeBacklog) int {
		return cmp.Or(r.served[a.Account].Compare(r.served[b.Account]), cmp.Compare(a.First, b.First))
	})
	for _, next := range waiting {
		if r.served[next.Account].After(now) {
			continue // it failed and is left alone for a while
		}
		release, err := r.app.store.TryIntake(ctx, next.Account)
		if err != nil {
			return nil, fmt.Errorf("take intake of account %d: %w", next.Account, err)
		}
		if release == nil {
			continue
		}
		r.served[next.Account] = now
		return &IntakeTurn{reader: r, account: next.Account, release: release}, nil
	}
	return nil, nil // nobody waits
}

// End lets others read what waits of the account.
func (t *IntakeTurn) End() { t.release() }

// failurePause is how long an account is left alone after a failure, with which its bodies have nothing to do.
const failurePause = 5 * time.Second

// Step reads some bodies and keeps what they say. It reports whether there may be more to read. What fails stays as it
// was, and the account is left alone for a while.
func (t *IntakeTurn) Step(ctx context.Context) (more bool) {
	more, err := t.stepSafely(ctx)
	if err != nil && t.begun {
		t.end(ctx)
	}
	if err == nil || errors.Is(err, ErrMoved) || ctx.Err() != nil {
		return more && err == nil
	}
	a := t.reader.app
	a.log.WarnContext(ctx, "intake met a failure and is tried again", "account", t.account, "error", err)
	t.reader.served[t.account] = a.now().Add(failurePause)
	return false
}

func (t *IntakeTurn) stepSafely(ctx context.Context) (more bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if t.zone == nil {
		if t.zone, err = t.reader.app.zoneNow(ctx, t.account); err != nil {
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
		if err = s.commit(ctx); !errors.Is(err, ErrDictionaryChanged) {
			t.begun = t.begun && err != nil
			return true, err
		}
	}
}

// begin takes the next bodies and notes that they are read. Those of a step that nothing ended are read one by one;
// the one in which the process ended twice is set aside, and then none is returned.
func (t *IntakeTurn) begin(ctx context.Context) ([]IntakeBody, error) {
	store := t.reader.app.store
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
		if now.First == before.First && before.Times >= maxBegun && !before.Own {
			return nil, t.setAside(ctx, &bodies[0])
		}
		now.Last, now.Times = before.Last, maxBegun
	}
	if err := store.BeginBodies(ctx, t.account, now); err != nil {
		return nil, err
	}
	t.begun = true
	return bodies, nil
}

// refusedAside is under what events are counted that are kept unread.
const refusedAside = "SET_ASIDE"

// setAside keeps a body unread in which the process ended twice.
func (t *IntakeTurn) setAside(ctx context.Context, b *IntakeBody) error {
	a := t.reader.app
	a.log.ErrorContext(ctx, "a body ended the program twice and is set aside", "account", t.account, "body", b.Key,
		"source", b.Source.ID)
	at := a.now()
	return a.store.SetBodyAside(ctx, t.account, b.Key, at, IntakeTally{
		Source: b.Source.ID, Quarter: at.Truncate(quarter), Refused: refusedAside, Count: b.Events, LastAt: at,
	})
}

// end notes that a step has ended without its bodies having gone.
func (t *IntakeTurn) end(ctx context.Context) {
	t.begun = false
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
	defer cancel()
	if err := t.reader.app.store.EndBodies(ctx, t.account); err != nil {
		t.reader.app.log.WarnContext(ctx, "the end of a step could not be noted", "account", t.account, "error", err)
	}
}

// intakeStep is some bodies on their way into the outbox.
type intakeStep struct {
	app    *App
	turn   *IntakeTurn
	bodies []IntakeBody
	// events of all bodies; of is for each the place of its body.
	events []IntakeEvent
	of     []int
	uids   uids
	times  map[DatabaseID][]EventTime
	// read are the events of mail providers.
	read   []MailEvent
	reader *engagementReader
	// origins are the websites by which visitors came, as far as they may; new ones count in hour.
	origins map[DatabaseID]map[string]uuid.UUID
	hour    time.Time
	// versions are of the dictionaries in which recipients were looked up.
	versions map[DatabaseID]int64
}

func (t *IntakeTurn) decode(bodies []IntakeBody) *intakeStep {
	s := &intakeStep{app: t.reader.app, turn: t, bodies: bodies, uids: uids{}, times: map[DatabaseID][]EventTime{}}
	read := decoders()
	for i := range bodies {
		b := &bodies[i]
		s.uids[b.UID] = b.Source.Database
		read[b.Source.Kind](b, t.zone.Day, func(e IntakeEvent) {
			s.events, s.of = append(s.events, e), append(s.of, i)
		})
	}
	return s
}

// findTimes gives events that came before the time that they had then, and notes those whose time is to be kept.
func (s *intakeStep) findTimes(ctx context.Context) error {
	keys := map[DatabaseID][]uint64{}
	s.web(func(e *IntakeEvent, database DatabaseID, key uint64) { keys[database] = append(keys[database], key) })
	known := map[DatabaseID]map[uint64]int64{}
	for database, wanted := range keys {
		found, err := s.app.store.FindEventTimes(ctx, database, wanted)
		if err != nil {
			return fmt.Errorf("find times of events: %w", err)
		}
		known[database] = found
	}
	s.web(func(e *IntakeEvent, database DatabaseID, key uint64) {
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
func (s *intakeStep) web(visit func(e *IntakeEvent, database DatabaseID, key uint64)) {
	for i := range s.events {
		e, source := &s.events[i], s.bodies[s.of[i]].Source
		if source.Kind == IntakeWeb && e.Refused == "" && e.Timed {
			visit(e, source.Database, s.app.events.Key(e.Fields[eventEventID]))
		}
	}
}

func (s *intakeStep) commit(ctx context.Context) error {
	places := make([]int, engagementFields+1) // they are of no file
	s.reader = newEngagementReader(
		s.turn.reader.facts, s.uids, s.turn.zone, s.app.now().Unix(), s.app.events.Key, places, nil,
	)
	s.reader.websites = true
	s.reader.begin()
	for i := range s.events {
		if e := &s.events[i]; e.Refused == "" && e.Fields != nil {
			s.reader.readEvent(e, i)
		}
	}
	if err := s.resolve(ctx); err != nil {
		return err
	}
	refused := make([]string, len(s.events))
	for i := range s.events {
		refused[i] = s.events[i].Refused
	}
	for _, r := range s.reader.refused {
		refused[r.Line] = r.Defect.Code
	}
	recent, err := s.recent(ctx, refused)
	if err != nil {
		return err
	}
	step := &IntakeStep{Counts: s.counts(refused), Recent: recent, Times: s.times, First: s.first(refused), Read: s.read}
	step.Origins, step.Hour = s.origins, s.hour
	for i := range s.bodies {
		step.Bodies = append(step.Bodies, s.bodies[i].Key)
	}
	entries := s.unsubscriptions()
	err = s.app.store.CommitEngagement(ctx, EngagementStep{
		Account: s.turn.account, Versions: s.versions, Web: s.reader.facts.WebParts(),
		Unsubscribed: s.reader.unsubscribed, Unsubscriptions: entries, Intake: step,
	}, Withdraw, s.batches)
	if err != nil {
		return fmt.Errorf("commit intake: %w", err)
	}
	return nil
}

// resolve finds the contacts that the events name.
func (s *intakeStep) resolve(ctx context.Context) error {
	found, err := s.app.books.forWindow(ctx, s.turn.account, 0, s.reader)
	if err != nil {
		return err
	}
	s.versions = map[DatabaseID]int64{}
	for database, book := range found {
		s.versions[database] = book.Version
	}
	s.reader.resolve(func(database DatabaseID) *fact.Book { return found[database] })
	return nil
}

// intakeSpace is what the ids of batches of intakes are made in.
var intakeSpace = uuid.MustParse("6f0c3a5e-8d57-4a53-9d2b-0f1d6a4d7c11")

// id follows from the bodies.
func (s *intakeStep) id() uuid.UUID {
	name := binary.BigEndian.AppendUint64(nil, uint64(s.bodies[0].Key))
	name = binary.BigEndian.AppendUint64(name, uint64(s.bodies[len(s.bodies)-1].Key))
	name = binary.BigEndian.AppendUint32(name, uint32(len(s.bodies)))
	return uuid.NewSHA1(intakeSpace, name)
}

// unsubscriptions returns what the event log says of the consents that the events withdraw: an entry for each provider
// and cause. Each unsubscription is told which one is its.
func (s *intakeStep) unsubscriptions() (entries []Entry) {
	type reason struct {
		from  string
		cause ConsentCause
	}
	at := map[reason]int{}
	for i := range s.reader.unsubscribed {
		u := &s.reader.unsubscribed[i]
		why := reason{s.bodies[s.of[u.Line]].Note, s.events[u.Line].Cause}
		entry, there := at[why]
		if !there {
			entry, at[why] = len(entries), len(entries)
			entries = append(entries, Entry{
				ID: uuid.NewSHA1(s.id(), []byte(why.from+" "+string(why.cause))), Account: s.turn.account, At: s.app.kept(),
				Kind: EntryUnsubscribeEvent, Cause: why.cause, Actor: Actor{From: why.from},
			})
		}
		u.Entry = entry
	}
	return entries
}

// batches encodes the facts. Their ids follow from the bodies and their order.
func (s *intakeStep) batches() ([]Event, error) {
	of := s.id()
	var events []Event
	err := s.reader.facts.Batches(func(b *fact.Batch) error {
		event, err := s.app.events.Batch(uuid.NewSHA1(of, binary.BigEndian.AppendUint32(nil, uint32(len(events)))), b)
		events = append(events, event)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("make batches: %w", err)
	}
	return events, nil
}

// zoneNow returns the zone of the days of what comes now, an event or a contact.
func (a *App) zoneNow(ctx context.Context, account AccountID) (*file.Zone, error) {
	location, err := a.location(ctx, account)
	if err != nil {
		return nil, err
	}
	return file.NewZone(location), nil
}

// location returns an account's timezone as it is now.
func (a *App) location(ctx context.Context, account AccountID) (*time.Location, error) {
	name, err := a.accounts.Timezone(ctx, account)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errAway, err)
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("load timezone: %w", err)
	}
	return location, nil
}
