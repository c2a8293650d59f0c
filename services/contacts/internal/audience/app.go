package audience

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// Catalogue tells which databases an account has.
type Catalogue interface {
	Databases(ctx context.Context, account contact.AccountID) ([]contact.Database, error)
}

// App holds the use cases of results: the contacts that calculations judge, and the groups and properties that take
// scores.
type App struct {
	AudienceStore    Store
	SearchStore      SearchStore
	ScoreStore       ScoreStore
	GroupExportStore GroupExportStore
	Catalogue        Catalogue
	Scores           Scores
	Activities       Activities
	Scorings         contact.Scorings
	// Groups is how many groups a uid may have.
	Groups int
	Now    func() time.Time
	Log    *slog.Logger
}
