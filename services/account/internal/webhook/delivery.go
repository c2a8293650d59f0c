package webhook

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/account/internal/core"
)

// State is the state of a delivery.
type State int16

// The states; the numbers are stored.
const (
	Waiting   State = 1
	Delivered State = 2
	// Failed deliveries are tried again only by a user.
	Failed State = 3
	// Replaced deliveries were not sent because their result was calculated again or removed, or their contacts erased.
	Replaced State = 4
)

// Failure is the cause of a failed attempt.
type Failure string

// The failures.
const (
	FailNone       Failure = ""
	FailStatus     Failure = "STATUS"
	FailRedirect   Failure = "REDIRECT"
	FailGone       Failure = "GONE"
	FailTimeout    Failure = "TIMEOUT"
	FailName       Failure = "NAME"
	FailAddress    Failure = "ADDRESS"
	FailTLS        Failure = "TLS"
	FailConnection Failure = "CONNECTION"
	FailSecret     Failure = "SECRET"
)

// Delivery is one event on its way to one webhook.
type Delivery struct {
	ID      uuid.UUID
	Account core.AccountID
	Webhook uuid.UUID
	Event   string
	// Key identifies the event: a webhook gets one delivery for each key.
	Key string
	// Scoring is set for events that are delivered in order: those of one scoring.
	Scoring    *uuid.UUID
	OccurredAt time.Time
	Content    Content
	// Numbers are the contacts of Content.UID. ContactCount is set instead where only their number was read.
	Numbers      []int32
	ContactCount int

	State    State
	Attempts int
	// FirstAt is the time of the first attempt, NextAt that of the next one.
	FirstAt *time.Time
	NextAt  time.Time
	// Parts counts the messages accepted by the receiver; the next one begins at Next.
	Parts int
	Next  Place

	AttemptedAt *time.Time
	Status      int
	Failure     Failure
	Took        time.Duration
}

// Place is the position of a contact in the order of changes.
type Place struct {
	Database int32
	Number   int64
}

// Content has the fields of an event beside its contacts; those of other events are empty. It is stored as JSON.
type Content struct {
	Result *Result `json:"result,omitempty"`
	Import *Import `json:"import,omitempty"`
	// UID, Channel and Cause are those of contacts that left.
	UID     string `json:"uid,omitempty"`
	Channel string `json:"channel,omitempty"`
	Cause   string `json:"cause,omitempty"`
}

// Result is the result of a calculation.
type Result struct {
	Scoring  uuid.UUID `json:"scoring"`
	Name     string    `json:"name"`
	Channel  int32     `json:"channel"`
	Date     string    `json:"date"`
	Revision int32     `json:"revision"`
	// Bands counts scored contacts from the lowest band on, LeftOut contacts with a reason instead of a score.
	Bands   [5]int32 `json:"bands"`
	LeftOut int32    `json:"leftOut"`
	// From is the day of the previous result, from which changes are counted; empty for events without changes.
	From string `json:"from,omitempty"`
}

// Import is an import that has ended.
type Import struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	State   string `json:"state"`
	Kept    int32  `json:"kept"`
	Refused int32  `json:"refused"`
}

// happened is an event before it is addressed to subscribers.
type happened struct {
	event, key string
	scoring    *uuid.UUID
	at         time.Time
	content    Content
	numbers    []int32
}

func newDelivery(account core.AccountID, to uuid.UUID, h happened) Delivery {
	return Delivery{
		ID: uuid.New(), Account: account, Webhook: to, Event: h.event, Key: h.key, Scoring: h.scoring, OccurredAt: h.at,
		Content: h.content, Numbers: slices.Clone(h.numbers), State: Waiting, NextAt: h.at,
	}
}
