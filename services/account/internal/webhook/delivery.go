package webhook

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"puls.app/services/account/internal/core"
)

// State is where a delivery stands.
type State int16

// The states; the numbers are stored.
const (
	Waiting   State = 1
	Delivered State = 2
	// Failed is one that was given up.
	Failed State = 3
	// Replaced is one whose result was calculated again or removed before it was taken, or whose contacts were erased.
	Replaced State = 4
)

// Failure is why an attempt came to nothing.
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
	// Key is what the event is known by: the same twice is one delivery.
	Key string
	// Scoring is nil for what has no order.
	Scoring    *uuid.UUID
	OccurredAt time.Time
	Content    Content
	// Numbers are the contacts of the uid of Content, ContactCount how many there are where only that was read.
	Numbers      []int32
	ContactCount int

	State    State
	Attempts int
	// FirstAt is when it was tried first, and NextAt when it is due.
	FirstAt *time.Time
	NextAt  time.Time
	// Parts counts the messages of it that were taken; the next begins at Next.
	Parts int
	Next  Place

	AttemptedAt *time.Time
	Status      int
	Failure     Failure
	Took        time.Duration
}

// Place is a contact's.
type Place struct {
	Database int32
	Number   int64
}

// Content is what an event says beside its contacts; what it does not say is left out. Its JSON is stored.
type Content struct {
	Result *Result `json:"result,omitempty"`
	Import *Import `json:"import,omitempty"`
	// UID, Channel and Cause are of contacts that left.
	UID     string `json:"uid,omitempty"`
	Channel string `json:"channel,omitempty"`
	Cause   string `json:"cause,omitempty"`
}

// Result is what a calculation left.
type Result struct {
	Scoring  uuid.UUID `json:"scoring"`
	Name     string    `json:"name"`
	Channel  int32     `json:"channel"`
	Date     string    `json:"date"`
	Revision int32     `json:"revision"`
	// Bands counts the scored from the lowest band, and LeftOut those with a reason instead.
	Bands   [5]int32 `json:"bands"`
	LeftOut int32    `json:"leftOut"`
	// From is the day of the result before, which changes are counted from; empty for an event that needs none.
	From string `json:"from,omitempty"`
}

// Import is a file that was read.
type Import struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	State   string `json:"state"`
	Kept    int32  `json:"kept"`
	Refused int32  `json:"refused"`
}

// happened is an event before it is addressed.
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
