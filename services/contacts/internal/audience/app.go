package audience

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/contact"
)

// Catalogue lists the databases of an account.
type Catalogue interface {
	Databases(ctx context.Context, account contact.AccountID) ([]contact.Database, error)
}

// App has the use cases of results: the contacts that calculations score, and the groups and properties that receive
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
