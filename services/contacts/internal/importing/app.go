package importing

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// Catalogue lists the databases and properties of an account.
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
	// Groups is the limit of groups per uid. Waiting is the limit of imports of an account that wait to be read, including
	// the one that is being read.
	Groups, Waiting int
	Steps           StepLimits
	Now             func() time.Time
	Log             *slog.Logger
	// Passing reports whether a failure is temporary, such as a database restart.
	Passing func(error) bool
	// ImportWaits signals that a file has become an import; it does not block.
	ImportWaits func()
}

// App has the use cases of files: upload, inspect, check, start, read and list.
type App struct {
	Needs
	looks looks
	// long has the ids of imports whose files take long to convert to text, as far as this process has found out.
	long sync.Map
	// alone is write-locked by a step that was begun before and never ended.
	alone sync.RWMutex
}

// NewApp wires the use cases.
func NewApp(n Needs) *App {
	n.Steps = n.Steps.orUsual()
	return &App{Needs: n, looks: newLooks()}
}
