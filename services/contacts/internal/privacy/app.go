package privacy

import (
	"time"

	"puls.app/services/contacts/internal/contact"
)

// App has the use cases of a person's rights: the event log, the export of a person's data, erasure and one-click
// links.
type App struct {
	LogStore    LogStore
	PersonStore PersonStore
	LinkStore   LinkStore
	// Departures has the departures that are not yet published.
	Departures DepartureStore
	Persons    Persons
	Lists      Lists
	Accounts   contact.Accounts
	Links      contact.Links
	Now        func() time.Time
}
