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
)

// Notification is one thing that happened in the background.
type Notification struct {
	ID      int32
	Account AccountID
	Kind    NotificationKind
	// Subject is the id of the scoring or import.
	Subject string
	// Channel is a number of puls.type.v1.Channel, and GeneratedDate a local day; zero for imports.
	Channel       int32
	GeneratedDate time.Time
	Kept, Refused int32
	// Reasons of the first refused rows of an import.
	Reasons []string
	// ScoringName is what the scoring was called then; empty for imports and where it was not told.
	ScoringName string
	At          time.Time
	// Read by the user who asks.
	Read bool
}

// InboxKey names what the notification is about. Events about the same are one notification: a repeat changes nothing,
// and a newer one takes the older one's place, so that every night does not leave a line of its own for each scoring.
func (n Notification) InboxKey() string {
	if n.Kind == ImportDone || n.Kind == ImportFailed || n.Kind == ImportRefused {
		return "import/" + n.Subject
	}
	return "calculation/" + n.Subject + "/" + string(rune('0'+n.Channel))
}

// Notifications is a page of them.
type Notifications struct {
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

// PageOf answers the part that a page number, from 1, and its size mean; 0 stands for what is usual.
func PageOf(number, size int) Page {
	number, size = max(number, firstPage), cmp.Or(size, usualPage)
	return Page{Size: size, Skipped: (number - firstPage) * size}
}

// NotificationStore keeps notifications.
type NotificationStore interface {
	// PutNotification keeps one by its inbox key; one of an account that is not there is dropped.
	PutNotification(ctx context.Context, n Notification) error
	// Notifications answers a page of those after since, newest first.
	Notifications(ctx context.Context, account AccountID, user UserID, since time.Time, page Page) (Notifications, error)
	ReadNotifications(ctx context.Context, account AccountID, user UserID, upTo int32) error
	CleanNotifications(ctx context.Context, before time.Time) error
}

// Notify keeps what happened. It may be told the same more than once, and in any order.
func (a *App) Notify(ctx context.Context, n Notification) error {
	return a.store.PutNotification(ctx, n)
}

// Notifications answers a page of the notifications of the account that the caller's session is in, newest first.
func (a *App) Notifications(ctx context.Context, c Caller, page Page) (Notifications, error) {
	return a.store.Notifications(ctx, c.Account, c.User, a.now().Add(-NotificationLife), page)
}

// ReadNotifications marks all up to one as read by the caller.
func (a *App) ReadNotifications(ctx context.Context, c Caller, upTo int32) error {
	return a.store.ReadNotifications(ctx, c.Account, c.User, upTo)
}

// Clean removes what is no longer of use.
func (a *App) Clean(ctx context.Context) error {
	now := a.now()
	if err := a.store.CleanSessions(ctx, now.Add(-AbsoluteLimit-TokenLife), now.Add(-IdleLimit-forgetAfter), now.Add(-forgetAfter)); err != nil {
		return err
	}
	if err := a.store.CleanLinks(ctx, now, now.Add(-longestLimit)); err != nil {
		return err
	}
	if err := a.store.CleanRegistrations(ctx, now.Add(-RegistrationLife)); err != nil {
		return err
	}
	return a.store.CleanNotifications(ctx, now.Add(-NotificationLife))
}
