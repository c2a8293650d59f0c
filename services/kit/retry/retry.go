// Package retry repeats work after temporary failures. Its pauses double from First to Longest. Each varies by up to
// half, so that simultaneous failures are not retried simultaneously.
package retry

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v7"
)

// The parameters of all pauses.
const (
	First   = 100 * time.Millisecond
	Longest = 2 * time.Second
	Growth  = 2
	Jitter  = 0.5
)

// Pauses returns a backoff for loops that do not use Do.
func Pauses() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{
		InitialInterval: First, MaxInterval: Longest, Multiplier: Growth, RandomizationFactor: Jitter,
	}
}

// Pause returns the pause after a number of failures, at least one, for work that stores the time of its next attempt:
// first after one failure, doubled by each further one, up to longest.
func Pause(failures int, first, longest time.Duration) time.Duration {
	return min(first<<min(failures-1, 16), longest)
}

// After wraps a failure so that Do pauses for the given time before the next attempt.
func After(pause time.Duration, failure error) error { return backoff.RetryAfter(pause, failure) }

// Do repeats work until it succeeds, fails permanently, or ctx ends, and returns the last failure. passes reports
// whether a failure is temporary; it is not called once ctx has ended.
func Do(ctx context.Context, passes func(error) bool, work func() error) error {
	_, err := backoff.Retry(ctx, func() (none struct{}, err error) {
		if err = work(); err != nil && (ctx.Err() != nil || !passes(err)) {
			err = backoff.Permanent(err)
		}
		return none, err
	}, backoff.WithBackOff(Pauses()), backoff.WithMaxElapsedTime(0))
	if failed := backoff.AsRetryError(err); failed != nil {
		return failed.LastErr
	}
	return nil
}
