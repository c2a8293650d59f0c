package intake

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/importing"
	"puls.app/services/contacts/internal/table"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures of intakes that a sender may act on.
var (
	ErrBusy = fault.New(fault.Busy, reason.IntakeBusy, "the system is behind; nothing was kept, send it again later")
	ErrKey  = fault.New(fault.Unauthenticated, reason.IntakeKeyUnknown, "no website has this write key")
	ErrBody = fault.New(fault.Invalid, reason.IntakeBodyInvalid, "the body cannot be read")
)

// Kind is what sends to an intake, and so how its bodies are read: see decoders.
type Kind int16

// The kinds; they are kept with the bodies.
const (
	Web  Kind = 1
	Mail Kind = 2
)

// Source is a website or a mail provider that sends events of one database.
type Source struct {
	Kind     Kind
	ID       uuid.UUID
	Account  contact.AccountID
	Database contact.DatabaseID
}

// SourceWebsite is a website as the source that it is.
type SourceWebsite struct {
	Source
	Domain string
}

// Body is what a source sent in one request, as it came.
type Body struct {
	// Key is in the order of arrival; 0 before the body is kept.
	Key    int64
	Source Source
	// UID is of the source's database; the store knows it.
	UID string
	// Note is what is known of the body besides itself, as its kind has it.
	Note       string
	ReceivedAt time.Time
	Events     int
	Body       []byte
	// Proof is what a mail provider proved itself with, if that is good for one request; nil otherwise. Whole is the proof
	// with the body, or the same as Proof where that covers the body: the request itself, sent again, is known by it. They
	// are not kept with the body.
	Proof, Whole uuid.UUID
}

// Event is what became of one event of a body. Its slices live until the next step.
type Event struct {
	// Type is what people see: "page_view", "identify", "opened", or the sender's own word for what was refused.
	Type string
	// Refused is why the event is of no use, such as TYPE_UNKNOWN; empty when it is of use.
	Refused string
	table.Event
	// Movable events take the time that the first of their id had, whatever a repeat says.
	Movable bool
	// Subject is the visitor's or the message's id, Path that of the page: for who looks on.
	Subject, Path string
	// Once names an event of a mail provider, which is left out when it was read before; nil for others, of which a fact
	// is the same twice.
	Once uuid.UUID
	// Cause is why an unsubscription withdraws its consent.
	Cause contact.ConsentCause
}

// decode hands the events of a body to visit. It computes and asks nobody: the same body always has the same events.
// What is passed to visit is read before visit returns.
type decode func(body *Body, days func(seconds int64) int32, visit func(Event))

// decoders tells how the bodies of each kind are read.
func decoders() map[Kind]decode {
	return map[Kind]decode{Web: decodeWeb, Mail: decodeMail}
}

// Count is how many events of a type came from a source, or were refused for a reason.
type Count struct {
	Source        uuid.UUID
	Type, Refused string
	// Today is since the midnight that was asked for, LastDay within 24 hours.
	Today, LastDay int
	LastAt         time.Time
}

// RecentEvent is an event for who looks on, with its place among those of its source.
type RecentEvent struct {
	ID         int64
	Source     uuid.UUID
	ReceivedAt time.Time
	// OccurredAt is zero when the sender gave no time that can be read.
	OccurredAt                   time.Time
	Type, Subject, Path, Refused string
	Known                        bool
	Skipped                      int
}

// EventTime is when a web event happened, by the hash of its id, in microseconds since 1970.
type EventTime struct {
	Key uint64
	At  int64
}

// Step is what a step takes away and leaves behind beside the facts.
type Step struct {
	importing.FactsStep
	// Bodies are the keys of those that the step has read: all of them go, or the step fails with ErrMoved.
	Bodies []int64
	Counts []Tally
	Recent []RecentEvent
	// Times are to be kept for repeats.
	Times map[contact.DatabaseID][]EventTime
	// First is the second of the first event of each website in the step.
	First map[uuid.UUID]int64
	// Read are the events of mail providers that must not be read again.
	Read []MailEvent
}

// MailEvent names an event of a mail provider.
type MailEvent struct{ Provider, Event uuid.UUID }

// Tally is events of a quarter of an hour to be added to the counts.
type Tally struct {
	Source        uuid.UUID
	Quarter       time.Time
	Type, Refused string
	Count         int
	LastAt        time.Time
}

// Backlog is what waits of an account.
type Backlog struct {
	Account       contact.AccountID
	Bodies        int
	Events, Bytes int64
	// First is the key of the body that waits longest.
	First int64
}

// BegunBodies are those of a step that was begun, from First to Last, so many Times; Own by this process, which lives.
type BegunBodies struct {
	First, Last int64
	Times       int
	Own         bool
}

// BodyStore takes bodies in.
type BodyStore interface {
	// FindWebsites returns the websites that have these keys.
	FindWebsites(ctx context.Context, clients []uuid.UUID) (map[uuid.UUID]SourceWebsite, error)
	// FindProofs returns those of some proofs that were taken already.
	FindProofs(ctx context.Context, proofs []MailProof) (map[MailProof]bool, error)
	// KeepBodies keeps all of them or none.
	KeepBodies(ctx context.Context, bodies []*Body) error
	// Backlogs returns what waits, by account.
	Backlogs(ctx context.Context) ([]Backlog, error)
	// CountIntake adds to the counts of what was not kept.
	CountIntake(ctx context.Context, account contact.AccountID, t Tally) error
}

// ReadStore keeps bodies from when they were answered for until their facts are in the outbox.
type ReadStore interface {
	// TryIntake takes the right to read an account's bodies; release is nil when another reader has it.
	TryIntake(ctx context.Context, account contact.AccountID) (release func(), err error)
	// NextBodies returns the first bodies of an account that together have at most so many events and bytes, in any
	// case one.
	NextBodies(ctx context.Context, account contact.AccountID, events, bytes int) ([]Body, error)
	// BegunBodies returns the step of an account that was begun and ended by nothing; nil for none.
	BegunBodies(ctx context.Context, account contact.AccountID) (*BegunBodies, error)
	// BeginBodies notes that a step begins, EndBodies that it has ended. That its bodies went, or the first was set aside,
	// ends it too.
	BeginBodies(ctx context.Context, account contact.AccountID, b BegunBodies) error
	EndBodies(ctx context.Context, account contact.AccountID) error
	// SetBodyAside keeps a body without reading it, and counts its events.
	SetBodyAside(ctx context.Context, account contact.AccountID, key int64, at time.Time, t Tally) error
	// CommitBodies commits the facts of a step, removes its bodies and keeps what they leave behind. It fails with
	// ErrMoved, and with ErrDictionaryChanged when a contact got or lost an address since the recipients were looked up.
	CommitBodies(ctx context.Context, step Step) error
}

// EventStore knows the events and visitors of websites and mail providers that were read.
type EventStore interface {
	// FindMailEvents returns those of some events that were read already.
	FindMailEvents(ctx context.Context, events []MailEvent) (map[MailEvent]bool, error)
	// FindEventTimes returns the times that are kept of events.
	FindEventTimes(ctx context.Context, database contact.DatabaseID, keys []uint64) (map[uint64]int64, error)
	// NewVisitors returns how many new visitors the websites of an account brought in an hour, named by its beginning.
	NewVisitors(ctx context.Context, account contact.AccountID, hour time.Time) (map[uuid.UUID]int, error)
	// KnownVisitors returns which of some visitors a database has.
	KnownVisitors(ctx context.Context, database contact.DatabaseID, ids []string) (map[string]bool, error)
	// RemoveVisitors looks at some visitors of a website that was removed with them, and removes those that are its own.
	// A removal that was asked for before a moment ends with the last visitor. It reports whether there was one.
	RemoveVisitors(ctx context.Context, before time.Time) (more bool, err error)
	// IntakeCounts returns the counts of all sources of an account.
	IntakeCounts(ctx context.Context, account contact.AccountID, midnight, dayAgo time.Time) ([]Count, error)
	// RecentEvents returns the newest 50 events of a source after one, the oldest of them first.
	RecentEvents(ctx context.Context, account contact.AccountID, source uuid.UUID, after int64) ([]RecentEvent, error)
	// CleanIntakes removes counts and recent events from before a moment, and times from before another.
	CleanIntakes(ctx context.Context, events, times time.Time) (removed int64, err error)
}
