package bus

import (
	"context"
	"time"
)

// Pause returns nil after d, or the error of ctx once that has ended. What runs by itself waits with it.
func Pause(ctx context.Context, d time.Duration) error { return PauseUntil(ctx, nil, d) }

// PauseUntil is Pause that ends early, with nil, when it is woken.
func PauseUntil(ctx context.Context, wake <-chan struct{}, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-wake:
		return nil
	case <-timer.C:
		return nil
	}
}
