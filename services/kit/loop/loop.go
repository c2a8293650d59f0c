// Package loop repeats work in the background: at intervals, when woken, or for at most half of the time.
package loop

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
)

// Runner is work that ends when ctx does.
type Runner = func(ctx context.Context) error

// leastRest is the minimum rest of Share after a step.
const leastRest = 20 * time.Millisecond

// Every returns a runner that does work at once, and again d after each end. A failure is logged with message and
// retried in the next round.
func Every(d time.Duration, log *slog.Logger, message string, work Runner) Runner {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			if err := work(ctx); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, message, "error", err)
			}
			_ = Pause(ctx, d)
		}
		return nil
	}
}

// Work returns a runner that does work while it finds any, and checks again when it is woken or poll has passed.
func Work(wake <-chan struct{}, poll time.Duration, work func(ctx context.Context) (found bool)) Runner {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			if !work(ctx) {
				_ = PauseUntil(ctx, wake, poll)
			}
		}
		return nil
	}
}

// All returns a runner that runs others concurrently. The first failure cancels the rest.
func All(runners ...Runner) Runner {
	return func(ctx context.Context) error {
		running, ctx := errgroup.WithContext(ctx)
		for _, run := range runners {
			running.Go(func() error { return run(ctx) })
		}
		return running.Wait()
	}
}

// Share repeats a step while there is more to do, and rests after each step for as long as it took.
func Share(ctx context.Context, step func(ctx context.Context) (more bool, err error)) error {
	for {
		began := time.Now()
		if more, err := step(ctx); err != nil || !more {
			return err
		}
		if err := Pause(ctx, max(time.Since(began), leastRest)); err != nil {
			return err
		}
	}
}

// Wake ends a PauseUntil that waits on the channel now, or the next one if the channel has a buffer. It never blocks.
func Wake(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// Pause returns nil after d, or the cause of ctx once it has ended.
func Pause(ctx context.Context, d time.Duration) error { return PauseUntil(ctx, nil, d) }

// PauseUntil is Pause that returns nil early when it is woken.
func PauseUntil(ctx context.Context, wake <-chan struct{}, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-wake:
		return nil
	case <-timer.C:
		return nil
	}
}
