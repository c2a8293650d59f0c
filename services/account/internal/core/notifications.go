package core

import (
	"cmp"
	"context"
	"time"
)

// NotificationLife is the retention of notifications.
const NotificationLife = 90 * 24 * time.Hour

// NotificationKind is the kind of a notification.
type NotificationKind int

// Kinds of notifications, with their numbers in storage and messages.
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
	DestinationFailed
	DestinationRecovered
	DestinationForgotten
)

// Notification reports one event in the background.
type Notification struct {
	ID      int32
	Account AccountID
	Kind    NotificationKind
	// Subject is the id of the scoring, import, webhook or destination, or the e-mail of the user.
	Subject string
	// Channel is a number of puls.type.v1.Channel, and GeneratedDate a local day; zero for all but calculations.
	Channel       int32
	GeneratedDate time.Time
	// Channels are set in lists, where the notifications of one scoring and day are merged into the newest of them.
	Channels      []int32
	Kept, Refused int32
	// Reasons are those of the first refused rows of an import, or the one why a webhook or a destination fails.
	Reasons []string
	// ScoringName is the scoring's name at that time; empty for imports and if unknown.
	ScoringName string
	// FileName is the sender's name of an import's file, which may be empty, the host of a webhook, or the name of a
	// destination.
	FileName string
	// ImportKind is the kind of an import's rows: contacts, engagement or unsubscribes; empty if unknown.
	ImportKind string
	At         time.Time
	// Read is whether the calling user has read it.
	Read bool
}

// InboxKey identifies the subject of the notification. Events with the same key are one notification: a repeat changes
// nothing, and a newer event replaces an older one, so that a scoring does not leave a line for every night.
func (n Notification) InboxKey() string {
	switch {
	case n.Kind == PasswordReset:
		return "password/" + n.Subject + "/" + n.At.UTC().Format(time.RFC3339Nano)
	case n.Kind == WebhookFailed:
		return "webhook/" + n.Subject + "/" + n.At.UTC().Format(time.RFC3339Nano)
	case n.Kind == DestinationForgotten:
		return "forgotten/" + n.Subject + "/" + n.At.UTC().Format(time.RFC3339Nano)
	case n.Kind == DestinationFailed, n.Kind == DestinationRecovered:
		return "destination/" + n.Subject
	case n.Kind >= ImportDone:
		return "import/" + n.Subject
	}
	return "calculation/" + n.Subject + "/" + string(rune('0'+n.Channel))
}

// NotificationPage is a page of notifications.
type NotificationPage struct {
	Items []Notification
	// Total counts all pages, as does Unread, for the calling user.
	Total, Unread int
}

// Page is the position of a page in a list.
type Page struct{ Size, Skipped int }

const (
	usualPage = 100
	firstPage = 1
)

// PageOf returns the page with a number, from 1, and a size; 0 means the default.
func PageOf(number, size int) Page {
	number, size = max(number, firstPage), cmp.Or(size, usualPage)
	return Page{Size: size, Skipped: (number - firstPage) * size}
}

// NotificationStore stores notifications.
type NotificationStore interface {
	// Notifications returns a page of the notifications after since, newest first.
	Notifications(
		ctx context.Context, account AccountID, user UserID, since time.Time, page Page,
	) (NotificationPage, error)
	ReadNotifications(ctx context.Context, account AccountID, user UserID, upTo int32) error
}

// Notifications lists the notifications of accounts.
type Notifications struct {
	Store NotificationStore
	Now   func() time.Time
}

// List returns a page of the notifications of the session's account, newest first.
func (n *Notifications) List(ctx context.Context, c Caller, page Page) (NotificationPage, error) {
	return n.Store.Notifications(ctx, c.Account, c.User, n.Now().Add(-NotificationLife), page)
}

// Read marks all notifications up to an id as read by the caller.
func (n *Notifications) Read(ctx context.Context, c Caller, upTo int32) error {
	return n.Store.ReadNotifications(ctx, c.Account, c.User, upTo)
}
