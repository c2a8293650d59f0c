package core

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"
)

// Needs are the dependencies of the use cases.
type Needs struct {
	Store     Store
	Writer    Writer
	Scorings  Scorings
	Engine    Engine
	People    People
	Register  Register
	Databases Databases
	Accounts  Accounts
	Log       *slog.Logger
	Now       func() time.Time
}

// App holds the use cases.
type App struct {
	store     Store
	writer    Writer
	scorings  Scorings
	engine    Engine
	people    People
	register  Register
	databases Databases
	accounts  Accounts
	log       *slog.Logger
	now       func() time.Time
	// sending holds results for which a sending or event shortly before is known. Facts are only added, so an entry
	// remains valid.
	sending *otter.Cache[revised, struct{}]
}

// revised names one revision of a result.
type revised struct {
	Key
	revision int
}

// knownSending is the capacity of App.sending.
const knownSending = 50_000

// NewApp wires the use cases.
func NewApp(n Needs) *App {
	return &App{
		store: n.Store, writer: n.Writer, scorings: n.Scorings, engine: n.Engine, people: n.People,
		register: n.Register, databases: n.Databases, accounts: n.Accounts, log: n.Log, now: n.Now,
		sending: otter.Must(&otter.Options[revised, struct{}]{MaximumSize: knownSending}),
	}
}

// Calculated stores the figures of finished calculations, each in place of its older revisions; a newer one remains.
func (a *App) Calculated(ctx context.Context, calculations []Calculation) error {
	replacements := make([]Replacement, len(calculations))
	for i, c := range calculations {
		replacements[i] = Replacement{Calculation: c, Over: c.Revision - 1}
	}
	return a.writer.Put(ctx, replacements...)
}

// ScoresWritten stores the receipts of filling properties with one revision's scores, whether or not its result is
// stored already.
func (a *App) ScoresWritten(
	ctx context.Context, account AccountID, key Key, revision int, receipts []Receipt,
) error {
	return a.writer.PutReceipts(ctx, account, key, revision, receipts)
}

// Dates returns the days a scoring has results for, newest first.
func (a *App) Dates(ctx context.Context, account AccountID, scoring uuid.UUID, channel Channel) ([]time.Time, error) {
	if _, err := a.scorings.Get(ctx, scoring); err != nil {
		return nil, err
	}
	return a.store.Dates(ctx, account, scoring, channel)
}

// today returns the current local day of an account.
func (a *App) today(ctx context.Context, account AccountID) (time.Time, error) {
	zone, err := a.accounts.Zone(ctx, account)
	if err != nil {
		return time.Time{}, err
	}
	return localDay(a.now(), zone), nil
}

// scoring returns the present state of a scoring, and completes a key: a missing channel becomes the scoring's first.
func (a *App) scoring(ctx context.Context, key *Key) (Scoring, error) {
	scoring, err := a.scorings.Get(ctx, key.Scoring)
	if err == nil && key.Channel == 0 {
		key.Channel = scoring.First()
	}
	return scoring, err
}

// find completes a key, where a missing date means the newest, and returns that result or ErrNotFound.
func (a *App) find(ctx context.Context, account AccountID, key Key) (*Result, error) {
	if _, err := a.scoring(ctx, &key); err != nil {
		return nil, err
	}
	return a.result(ctx, account, key, "generatedDate")
}
