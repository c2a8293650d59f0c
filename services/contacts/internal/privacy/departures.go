package privacy

import (
	"context"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/fact"
)

const (
	// departuresAtOnce is how many steps of entries are published in one transaction.
	departuresAtOnce = 16
	// MostNumbers is the maximum number of contacts of one event.
	MostNumbers = 1500
)

// Departure is contacts of a uid that lost their consent to a channel or, without a channel, were erased.
type Departure struct {
	// ID is derived from the entry, so that it is the same each time.
	ID      string
	Account contact.AccountID
	UID     string
	Numbers []int32
	Channel fact.Channel
	Cause   contact.ConsentCause
	At      time.Time
}

// DepartureStore reads contacts that unsubscribed or were erased.
type DepartureStore interface {
	// PublishDepartures puts events about departures into the outbox, for at most most steps of entries, oldest first, and
	// makes the destinations of their accounts due. more reports that further departures may wait.
	PublishDepartures(ctx context.Context, most int, now time.Time) (more bool, err error)
}

// PublishDepartures publishes events for unsubscribed and erased contacts.
func (a *App) PublishDepartures(ctx context.Context) (more bool, err error) {
	return a.Departures.PublishDepartures(ctx, departuresAtOnce, contact.Kept(a.Now()))
}
