package privacy

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

const (
	// departuresAtOnce is how many steps of entries are told in one transaction.
	departuresAtOnce = 16
	// MostNumbers is how many contacts one event names.
	MostNumbers = 1500
)

// Departure is contacts of a uid that lost their consent to a channel or, with none, were erased.
type Departure struct {
	// ID follows from the entry, so that it is the same each time.
	ID      string
	Account contact.AccountID
	UID     string
	Numbers []int32
	Channel fact.Channel
	Cause   contact.ConsentCause
	At      time.Time
}

// DepartureStore knows who left.
type DepartureStore interface {
	// TellDepartures puts events of those who left into the outbox, at most so many steps of entries, in their order; more
	// says that there may be others.
	TellDepartures(ctx context.Context, most int) (more bool, err error)
}

// TellDepartures tells others who unsubscribed or was erased.
func (a *App) TellDepartures(ctx context.Context) (more bool, err error) {
	return a.Departures.TellDepartures(ctx, departuresAtOnce)
}
