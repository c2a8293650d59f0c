package core

import (
	"context"
	"errors"
	"time"
)

// CleanStore removes expired data.
type CleanStore interface {
	// CleanSessions removes sessions that began, were continued or ended before these times, and ended links between
	// accounts.
	CleanSessions(ctx context.Context, begun, rotated, ended time.Time) error
	// CleanLinks removes expired links and one-time tokens, and attempts that no longer count.
	CleanLinks(ctx context.Context, now, attempts time.Time) error
	// CleanRegistrations removes accounts that were registered before a time and never activated.
	CleanRegistrations(ctx context.Context, before time.Time) error
	// CleanMails removes mails that waited for a mail server since before a time.
	CleanMails(ctx context.Context, before time.Time) error
	CleanNotifications(ctx context.Context, before time.Time) error
}

// Clean removes expired data.
func Clean(ctx context.Context, store CleanStore, now time.Time) error {
	return errors.Join(
		store.CleanSessions(ctx, now.Add(-AbsoluteLimit-TokenLife), now.Add(-IdleLimit-forgetAfter), now.Add(-forgetAfter)),
		store.CleanLinks(ctx, now, now.Add(-longestLimit)),
		store.CleanMails(ctx, now.Add(-ActivationLife)),
		store.CleanRegistrations(ctx, now.Add(-RegistrationLife)),
		store.CleanNotifications(ctx, now.Add(-NotificationLife)),
	)
}
