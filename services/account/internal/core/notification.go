package core

import (
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
	At      time.Time
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

// NotificationStore keeps notifications.
type NotificationStore interface {
	// PutNotification keeps one by its inbox key; one of an account that is not there is dropped.
	PutNotification(ctx context.Context, n Notification) error
	// Notifications answers the newest 100 after since, newest first, and how many of all the user has not read.
	Notifications(ctx context.Context, account AccountID, user UserID, since time.Time) (list []Notification, unread int, err error)
	ReadNotifications(ctx context.Context, account AccountID, user UserID, upTo int32) error
	CleanNotifications(ctx context.Context, before time.Time) error
}

// Notify keeps what happened. It may be told the same more than once, and in any order.
func (a *App) Notify(ctx context.Context, n Notification) error {
	return a.store.PutNotification(ctx, n)
}

// Notifications answers the newest notifications of the account that the caller's session is in.
func (a *App) Notifications(ctx context.Context, c Caller) ([]Notification, int, error) {
	return a.store.Notifications(ctx, c.Account, c.User, a.now().Add(-NotificationLife))
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
