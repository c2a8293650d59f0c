package core

import (
	"cmp"
	"context"
	"time"
)

// NotificationLife is how long notifications are kept.
const NotificationLife = 90 * 24 * time.Hour

// NotificationKind is what happened.
type NotificationKind int

// Kinds of notifications, numbered as they are kept and sent.
const (
	CalculationDone NotificationKind = iota + 1
	CalculationFailed
	ImportDone
	ImportFailed
	ImportRefused
	ImportCancelled
	SignInsBlocked
	PasswordReset
	WebhookFailed
)

// Notification is one thing that happened in the background.
type Notification struct {
	ID      int32
	Account AccountID
	Kind    NotificationKind
	// Subject is the id of the scoring, import or webhook, or the e-mail of the user.
	Subject string
	// Channel is a number of puls.type.v1.Channel, and GeneratedDate a local day; zero for imports.
	Channel       int32
	GeneratedDate time.Time
	Kept, Refused int32
	// Reasons of the first refused rows of an import; why nothing more is sent to a webhook.
	Reasons []string
	// ScoringName is what the scoring was called then; empty for imports and where it was not told.
	ScoringName string
	// FileName is what the sender called the file of an import, which may be empty; the host of a webhook.
	FileName string
	// ImportKind is which rows an import had: contacts, engagement or unsubscribes; empty where it was not told.
	ImportKind string
	At         time.Time
	// Read by the user who asks.
	Read bool
}

// InboxKey names what the notification is about. Events about the same are one notification: a repeat changes nothing,
// and a newer one takes the older one's place, so that every night does not leave a line of its own for each scoring.
func (n Notification) InboxKey() string {
	switch {
	case n.Kind == PasswordReset:
		return "password/" + n.Subject + "/" + n.At.UTC().Format(time.RFC3339Nano)
	case n.Kind == WebhookFailed:
		return "webhook/" + n.Subject + "/" + n.At.UTC().Format(time.RFC3339Nano)
	case n.Kind >= ImportDone:
		return "import/" + n.Subject
	}
	return "calculation/" + n.Subject + "/" + string(rune('0'+n.Channel))
}

// NotificationPage is a part of them.
type NotificationPage struct {
	Items []Notification
	// Total and Unread by the user who asks count all pages.
	Total, Unread int
}

// Page is a part of a list.
type Page struct{ Size, Skipped int }

const (
	usualPage = 100
	firstPage = 1
)

// PageOf returns the part that a page number, from 1, and its size mean; 0 stands for what is usual.
func PageOf(number, size int) Page {
	number, size = max(number, firstPage), cmp.Or(size, usualPage)
	return Page{Size: size, Skipped: (number - firstPage) * size}
}

// NotificationStore keeps notifications.
type NotificationStore interface {
	// Notifications returns a page of those after since, newest first.
	Notifications(
		ctx context.Context, account AccountID, user UserID, since time.Time, page Page,
	) (NotificationPage, error)
	ReadNotifications(ctx context.Context, account AccountID, user UserID, upTo int32) error
}

// Notifications tells people what happened in the background.
type Notifications struct {
	Store NotificationStore
	Now   func() time.Time
}

// List returns a page of the notifications of the account that the caller's session is in, newest first.
func (n *Notifications) List(ctx context.Context, c Caller, page Page) (NotificationPage, error) {
	return n.Store.Notifications(ctx, c.Account, c.User, n.Now().Add(-NotificationLife), page)
}

// Read marks all up to one as read by the caller.
func (n *Notifications) Read(ctx context.Context, c Caller, upTo int32) error {
	return n.Store.ReadNotifications(ctx, c.Account, c.User, upTo)
}
