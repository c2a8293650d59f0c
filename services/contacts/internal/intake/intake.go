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

// Kind is the type of a source, which determines how its bodies are read: see decoders.
type Kind int16

// The kinds; they are stored with the bodies.
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

// SourceWebsite is a website as a source.
type SourceWebsite struct {
	Source
	Domain string
}

// Body is the body of one request of a source, unchanged.
type Body struct {
	// Key is in the order of arrival; 0 before the body is stored.
	Key    int64
	Source Source
	// UID is that of the source's database; the store sets it.
	UID string
	// Note is data about the body from outside it, in a form that depends on the kind.
	Note       string
	ReceivedAt time.Time
	Events     int
	Body       []byte
	// Proof is the hash of a mail provider's proof if it is valid for one request, nil otherwise. Whole is the hash of the
	// proof with the body, or the same as Proof if the proof covers the body: it identifies a repeated request. They are
	// not stored with the body.
	Proof, Whole uuid.UUID
}

// Event is the result of decoding one event of a body. Its slices are valid until the next step.
type Event struct {
	// Type is the name shown to users: "page_view", "identify", "opened", or the sender's own word for a refused one.
	Type string
	// Refused is the reason why the event is unusable, such as TYPE_UNKNOWN; empty if it is usable.
	Refused string
	table.Event
	// Movable events take the time of the first event with their id, whatever time a repeat has.
	Movable bool
	// Subject is the id of the visitor or message, Path that of the page: for the live view.
	Subject, Path string
	// Once identifies an event of a mail provider, which is skipped if it was read before. It is nil for other events: the
	// same fact twice is one fact.
	Once uuid.UUID
	// Cause is why an unsubscription withdraws its consent.
	Cause contact.ConsentCause
}

// decode calls visit with the events of a body. It does no I/O: the same body always has the same events.
type decode func(body *Body, days func(seconds int64) int32, visit func(Event))

// decoders returns the decoder of each kind.
func decoders() map[Kind]decode {
	return map[Kind]decode{Web: decodeWeb, Mail: decodeMail}
}

// Count is how many events of a type came from a source, or were refused for a reason.
type Count struct {
	Source        uuid.UUID
	Type, Refused string
	// Today counts since the requested midnight, LastDay within 24 hours.
	Today, LastDay int
	LastAt         time.Time
}

// RecentEvent is an event in the live view, with its position among those of its source.
type RecentEvent struct {
	ID         int64
	Source     uuid.UUID
	ReceivedAt time.Time
	// OccurredAt is zero when the sender gave no valid time.
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

// Step is the bodies that a step removes and the data that it stores, in addition to the facts.
type Step struct {
	importing.FactsStep
	// Bodies are the keys of the bodies that the step has read. All of them are removed, or the step fails with ErrMoved.
	Bodies []int64
	Counts []Tally
	Recent []RecentEvent
	// Times are to be stored for repeated events.
	Times map[contact.DatabaseID][]EventTime
	// First is the time of the first event of each website in the step, in seconds.
	First map[uuid.UUID]int64
	// Read are the events of mail providers that must not be read again.
	Read []MailEvent
}

// MailEvent identifies an event of a mail provider.
type MailEvent struct{ Provider, Event uuid.UUID }

// Tally is events of a quarter of an hour to be added to the counts.
type Tally struct {
	Source        uuid.UUID
	Quarter       time.Time
	Type, Refused string
	Count         int
	LastAt        time.Time
}

// Backlog sums up the waiting bodies of an account.
type Backlog struct {
	Account       contact.AccountID
	Bodies        int
	Events, Bytes int64
	// First is the key of the body that has waited longest.
	First int64
}

// BegunBodies are those of a step that was begun, from First to Last, so many Times. Own is set if this process, which
// is still running, began it.
type BegunBodies struct {
	First, Last int64
	Times       int
	Own         bool
}

// BodyStore stores bodies.
type BodyStore interface {
	// FindWebsites returns the websites with these keys.
	FindWebsites(ctx context.Context, clients []uuid.UUID) (map[uuid.UUID]SourceWebsite, error)
	// FindProofs returns the proofs that were used before.
	FindProofs(ctx context.Context, proofs []MailProof) (map[MailProof]bool, error)
	// KeepBodies stores all bodies or none.
	KeepBodies(ctx context.Context, bodies []*Body) error
	// Backlogs returns the waiting bodies, by account.
	Backlogs(ctx context.Context) ([]Backlog, error)
	// CountIntake adds to the counts of requests that were not stored.
	CountIntake(ctx context.Context, account contact.AccountID, t Tally) error
}

// ReadStore has the bodies from the answer to their request until their facts are in the outbox.
type ReadStore interface {
	// TryIntake takes the lock to read an account's bodies; release is nil when another reader has it.
	TryIntake(ctx context.Context, account contact.AccountID) (release func(), err error)
	// NextBodies returns the first bodies of an account that together have at most so many events and bytes, but at least
	// one.
	NextBodies(ctx context.Context, account contact.AccountID, events, bytes int) ([]Body, error)
	// BegunBodies returns the step of an account that was begun and did not end; nil for none.
	BegunBodies(ctx context.Context, account contact.AccountID) (*BegunBodies, error)
	// BeginBodies records that a step begins, EndBodies that it has ended. Removing its bodies, or setting the first
	// aside, ends it too.
	BeginBodies(ctx context.Context, account contact.AccountID, b BegunBodies) error
	EndBodies(ctx context.Context, account contact.AccountID) error
	// SetBodyAside marks a body as set aside without reading it, and counts its events.
	SetBodyAside(ctx context.Context, account contact.AccountID, key int64, at time.Time, t Tally) error
	// CommitBodies commits the facts of a step, removes its bodies and stores the rest of the step. It fails with
	// ErrMoved, and with ErrDictionaryChanged when a contact got or lost an address since the recipients were looked up.
	CommitBodies(ctx context.Context, step Step) error
}

// EventStore has the events that were read of websites and mail providers, and the visitors of websites.
type EventStore interface {
	// FindMailEvents returns the events that were read before.
	FindMailEvents(ctx context.Context, events []MailEvent) (map[MailEvent]bool, error)
	// FindEventTimes returns the stored times of events.
	FindEventTimes(ctx context.Context, database contact.DatabaseID, keys []uint64) (map[uint64]int64, error)
	// NewVisitors returns how many new visitors the websites of an account brought in an hour, given its beginning.
	NewVisitors(ctx context.Context, account contact.AccountID, hour time.Time) (map[uuid.UUID]int, error)
	// KnownVisitors returns which of the visitors a database has.
	KnownVisitors(ctx context.Context, database contact.DatabaseID, ids []string) (map[string]bool, error)
	// RemoveVisitors checks a page of a database's visitors for a website that was removed with its visitors, and removes
	// those of the website. A removal that was requested before a moment ends with the last visitor. It reports whether
	// there may be more to remove.
	RemoveVisitors(ctx context.Context, before time.Time) (more bool, err error)
	// IntakeCounts returns the counts of all sources of an account.
	IntakeCounts(ctx context.Context, account contact.AccountID, midnight, dayAgo time.Time) ([]Count, error)
	// RecentEvents returns the newest 50 events of a source after an id, the oldest of them first.
	RecentEvents(ctx context.Context, account contact.AccountID, source uuid.UUID, after int64) ([]RecentEvent, error)
	// CleanIntakes removes counts and recent events from before one moment, and times from before another.
	CleanIntakes(ctx context.Context, events, times time.Time) (removed int64, err error)
}
