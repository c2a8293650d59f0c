package importing

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// Catalogue tells which databases and properties an account has.
type Catalogue interface {
	Databases(ctx context.Context, account contact.AccountID) ([]contact.Database, error)
	Properties(ctx context.Context, account contact.AccountID) ([]contact.Property, error)
}

// Needs are the ports and settings of the use cases.
type Needs struct {
	FileStore   FileStore
	DraftStore  DraftStore
	ImportStore Store
	TurnStore   TurnStore
	StepStore   StepStore
	Catalogue   Catalogue
	Books       *Books
	Accounts    contact.Accounts
	// Groups is how many groups a uid may have, Waiting how many imports of an account may wait to be read, the one that
	// is being read included.
	Groups, Waiting int
	Steps           StepLimits
	Now             func() time.Time
	Log             *slog.Logger
	// Passing reports whether a failure passes by itself, such as a database that restarts.
	Passing func(error) bool
	// ImportWaits is told that a file has become an import; it does not block.
	ImportWaits func()
}

// App holds the use cases of files: they are uploaded, inspected, checked, started, read and listed.
type App struct {
	Needs
	looks looks
	// long are the ids of imports whose files take long to be made text, as far as this process has found out.
	long sync.Map
	// alone is held by the step that was begun before and ended by nothing.
	alone sync.RWMutex
}

// NewApp wires the use cases.
func NewApp(n Needs) *App {
	n.Steps = n.Steps.orUsual()
	return &App{Needs: n, looks: newLooks()}
}
