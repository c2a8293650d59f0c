package core

import (
	"context"
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
	CleanNotifications(ctx context.Context, before time.Time) error
}

// Clean removes expired data.
func Clean(ctx context.Context, store CleanStore, now time.Time) error {
	if err := store.CleanSessions(
		ctx, now.Add(-AbsoluteLimit-TokenLife), now.Add(-IdleLimit-forgetAfter), now.Add(-forgetAfter),
	); err != nil {
		return err
	}
	if err := store.CleanLinks(ctx, now, now.Add(-longestLimit)); err != nil {
		return err
	}
	if err := store.CleanRegistrations(ctx, now.Add(-RegistrationLife)); err != nil {
		return err
	}
	return store.CleanNotifications(ctx, now.Add(-NotificationLife))
}
