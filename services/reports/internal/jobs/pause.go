package jobs

import (
	"context"
	"time"
)

// Pause returns after d, or with the error of ctx once that has ended.
func Pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
