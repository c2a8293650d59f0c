package core

import (
	"context"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The failures of intakes that a sender may act on.
var (
	ErrIntakeBusy = fault.New(fault.Busy, reason.IntakeBusy, "the system is behind; nothing was kept, send it again later")
	ErrIntakeKey  = fault.New(fault.Unauthenticated, reason.IntakeKeyUnknown, "no website has this write key")
	ErrIntakeBody = fault.New(fault.Invalid, reason.IntakeBodyInvalid, "the body cannot be read")
)

// IntakeKind is what sends to an intake, and so how its bodies are read: see decoders.
type IntakeKind int16

// The kinds; they are kept with the bodies.
const (
	IntakeWeb  IntakeKind = 1
	IntakeMail IntakeKind = 2
)

// IntakeSource is a website or a mail provider that sends events of one database.
type IntakeSource struct {
	Kind     IntakeKind
	ID       uuid.UUID
	Account  AccountID
	Database DatabaseID
}

// IntakeWebsite is a website as the source that it is.
type IntakeWebsite struct {
	IntakeSource
	Domain string
}

// IntakeBody is what a source sent in one request, as it came.
type IntakeBody struct {
	// Key is in the order of arrival; 0 before the body is kept.
	Key    int64
	Source IntakeSource
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

// IntakeEvent is what became of one event of a body. Its slices live until the next step.
type IntakeEvent struct {
	// Type is what people see: "page_view", "identify", "opened", or the sender's own word for what was refused.
	Type string
	// Refused is why the event is of no use, such as TYPE_UNKNOWN; empty when it is of use.
	Refused string
	// Seconds and Micros are when it happened; Timed reports whether the sender said so.
	Seconds int64
	Micros  int32
	Timed   bool
	// Movable events take the time that the first of their id had, whatever a repeat says.
	Movable bool
	// Fields are a row of a file of engagement without its time, in the order of its columns; nil for what makes no fact.
	// Web events leave the addresses to Claims.
	Fields [][]byte
	// Claims are the addresses that the visitor of a web event named, as they came.
	Claims []IntakeClaim
	// Subject is the visitor's or the message's id, Path that of the page: for who looks on.
	Subject, Path string
	// Once names an event of a mail provider, which is left out when it was read before; nil for others, of which a fact
	// is the same twice.
	Once uuid.UUID
	// Cause is why an unsubscription withdraws its consent.
	Cause ConsentCause
}

// IntakeClaim is an address as a sender wrote it.
type IntakeClaim struct {
	Kind    fact.AddressKind
	Address string
}

// decode hands the events of a body to visit. It computes and asks nobody: the same body always has the same events.
// What is passed to visit is read before visit returns.
type decode func(body *IntakeBody, days func(seconds int64) int32, visit func(IntakeEvent))

// decoders tells how the bodies of each kind are read.
func decoders() map[IntakeKind]decode {
	return map[IntakeKind]decode{IntakeWeb: decodeWeb, IntakeMail: decodeMail}
}

// IntakeCount is how many events of a type came from a source, or were refused for a reason.
type IntakeCount struct {
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

// IntakeStep is what a step takes away and leaves behind beside the facts.
type IntakeStep struct {
	// Bodies are the keys of those that the step has read: all of them go, or the step fails with ErrMoved.
	Bodies []int64
	Counts []IntakeTally
	Recent []RecentEvent
	// Times are to be kept for repeats.
	Times map[DatabaseID][]EventTime
	// First is the second of the first event of each website in the step.
	First map[uuid.UUID]int64
	// Read are the events of mail providers that must not be read again.
	Read []MailEvent
	// Origins are the websites by which visitors came, by visitor; Hour is the one in which new ones count.
	Origins map[DatabaseID]map[string]uuid.UUID
	Hour    time.Time
}

// MailEvent names an event of a mail provider.
type MailEvent struct{ Provider, Event uuid.UUID }

// IntakeTally is events of a quarter of an hour to be added to the counts.
type IntakeTally struct {
	Source        uuid.UUID
	Quarter       time.Time
	Type, Refused string
	Count         int
	LastAt        time.Time
}

// IntakeBacklog is what waits of an account.
type IntakeBacklog struct {
	Account       AccountID
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

// IntakeStore keeps bodies from when they were answered for until their facts are in the outbox.
type IntakeStore interface {
	// FindWebsites returns the websites that have these keys.
	FindWebsites(ctx context.Context, clients []uuid.UUID) (map[uuid.UUID]IntakeWebsite, error)
	// KeepBodies keeps all of them or none.
	KeepBodies(ctx context.Context, bodies []*IntakeBody) error
	// Backlogs returns what waits, by account.
	Backlogs(ctx context.Context) ([]IntakeBacklog, error)
	// TryIntake takes the right to read an account's bodies; release is nil when another reader has it.
	TryIntake(ctx context.Context, account AccountID) (release func(), err error)
	// NextBodies returns the first bodies of an account that together have at most so many events and bytes, in any
	// case one.
	NextBodies(ctx context.Context, account AccountID, events, bytes int) ([]IntakeBody, error)
	// BegunBodies returns what of an account was begun to be read and ended by nothing; nil for nothing.
	BegunBodies(ctx context.Context, account AccountID) (*BegunBodies, error)
	// BeginBodies notes that a step begins, EndBodies that it has ended. That its bodies went, or the first was set aside,
	// ends it too.
	BeginBodies(ctx context.Context, account AccountID, b BegunBodies) error
	EndBodies(ctx context.Context, account AccountID) error
	// SetBodyAside keeps a body without reading it, and counts its events.
	SetBodyAside(ctx context.Context, account AccountID, key int64, at time.Time, t IntakeTally) error
	// FindProofs returns those of some proofs that were taken already.
	FindProofs(ctx context.Context, proofs []MailProof) (map[MailProof]bool, error)
	// FindMailEvents returns those of some events that were read already.
	FindMailEvents(ctx context.Context, events []MailEvent) (map[MailEvent]bool, error)
	// FindEventTimes returns the times that are kept of events.
	FindEventTimes(ctx context.Context, database DatabaseID, keys []uint64) (map[uint64]int64, error)

	// CountIntake adds to the counts of what was not kept.
	CountIntake(ctx context.Context, account AccountID, t IntakeTally) error
	// IntakeCounts returns the counts of all sources of an account.
	IntakeCounts(ctx context.Context, account AccountID, midnight, dayAgo time.Time) ([]IntakeCount, error)
	// RecentEvents returns the newest 50 events of a source after one, the oldest of them first.
	RecentEvents(ctx context.Context, account AccountID, source uuid.UUID, after int64) ([]RecentEvent, error)
	// CleanIntakes removes counts and recent events from before a moment, and times from before another.
	CleanIntakes(ctx context.Context, events, times time.Time) (removed int64, err error)
}
