package core

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"puls.app/services/contacts/internal/engine/fact"
)

// AccountID is the tenant's number.
type AccountID int32

// OwnUID is the uid that an account has of itself, its number padded; rows that name none mean it.
func (a AccountID) OwnUID() string { return fmt.Sprintf("%03d", a) }

// DatabaseID is unique over all accounts.
type DatabaseID = fact.DatabaseID

// GroupID and PropertyID are unique within an account.
type (
	GroupID    int32
	PropertyID int32
)

// ImportID names an import, and the file before it is one.
type ImportID = uuid.UUID

// Store keeps everything that the service owns.
type Store interface {
	CatalogueStore
	WebsiteStore
	MailProviderStore
	AudienceStore
	FileStore
	DraftStore
	ImportStore
	StepStore
	ScoreStore
	GroupExportStore
	GroupStore
	EventLogStore
	PersonStore
	PropertyStore
	ContactStore
	LinkStore
	CardStore
	SearchStore
	Dictionary
	IntakeStore
	SpellStore
	VisitorStore
}

// Accounts is the service that owns accounts.
type Accounts interface {
	// Timezone returns the IANA name of an account's zone.
	Timezone(ctx context.Context, account AccountID) (string, error)
	// Language returns "pl" or "en".
	Language(ctx context.Context, account AccountID) (string, error)
}

// Event is what others are told, as the bus carries it.
type Event struct {
	Subject string
	Payload []byte
}

// Events puts what others are told into the form of the contracts. Its methods compute and ask nobody: the store calls
// them, and functions of core that do, within transactions.
type Events interface {
	// Key hashes the id of a web event.
	Key(id []byte) uint64
	Batch(id uuid.UUID, batch *fact.Batch) (Event, error)
	// BatchSubject is that of every batch.
	BatchSubject() string
	Finished(f Finished) (Event, error)
	ScoresWritten(of Calculation, receipts []Receipt, at time.Time) (Event, error)
}

// Needs is what the use cases stand on.
type Needs struct {
	Store    Store
	Accounts Accounts
	Scores   Scores
	Persons  Persons
	Scorings Scorings
	Events   Events
	Limits   Limits
	Links    Links
	// Seal closes the keys of mail providers.
	Seal   Seal
	Amazon Amazon
	Steps  StepLimits
	Now    func() time.Time
	Log    *slog.Logger
	// Passing reports whether a failure is nobody's fault and passes by itself, such as a database that restarts.
	Passing func(error) bool
	// ImportWaits is told that a file has become an import; it does not block.
	ImportWaits func()
	Intake      IntakeLimits
	// Room reports whether the disk takes so many bytes more.
	Room func(bytes int64) bool
	// IntakeWaits is told that bodies of intakes wait; it does not block.
	IntakeWaits func()
}

// App holds the use cases.
type App struct {
	store    Store
	accounts Accounts
	scores   Scores
	persons  Persons
	scorings Scorings
	events   Events
	limits   Limits
	links    Links
	seal     Seal
	steps    StepLimits
	books    *books
	// newVisitors is how many new visitors a website may bring in an hour.
	newVisitors int
	now         func() time.Time
	log         *slog.Logger
	passing     func(error) bool
	importWaits func()
	gate        *intakeGate
	looks       *looks
	// long are the ids of imports whose files take long to be made text, as far as this process has found out.
	long sync.Map
	// alone is held by who does a step that was begun before and ended by nothing.
	alone sync.RWMutex
	// certificates are those of Amazon.
	certificates *certificates
}

// NewApp wires the use cases.
func NewApp(n Needs) *App {
	return &App{
		certificates: &certificates{amazon: n.Amazon, log: n.Log}, gate: newIntakeGate(n), looks: newLooks(),
		store: n.Store, accounts: n.Accounts, scores: n.Scores, persons: n.Persons, scorings: n.Scorings,
		events: n.Events,
		limits: n.Limits, links: n.Links, seal: n.Seal, steps: n.Steps.orUsual(),
		books: newBooks(n.Store), newVisitors: n.Intake.orUsual().NewVisitors,
		now: n.Now, log: n.Log, passing: n.Passing, importWaits: n.ImportWaits,
	}
}
