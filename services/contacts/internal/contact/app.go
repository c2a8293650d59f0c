package contact

import (
	"log/slog"
	"time"
)

// App has the use cases of databases, groups, properties and contacts.
type App struct {
	DatabaseStore DatabaseStore
	GroupStore    GroupStore
	PropertyStore PropertyStore
	ContactStore  Store
	SpellStore    SpellStore
	Accounts      Accounts
	Scorings      Scorings
	Limits        Limits
	Links         Links
	Now           func() time.Time
	Log           *slog.Logger
}
