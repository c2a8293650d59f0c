// Package retry repeats work that failed for a reason that passes. Its pauses double from First to Longest, and each is
// up to half longer or shorter, so that failures of one moment do not come back at one moment.
package retry

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v7"
)

// The figures of all pauses.
const (
	First   = 100 * time.Millisecond
	Longest = 2 * time.Second
	Growth  = 2
	Jitter  = 0.5
)

// Pauses returns the pauses between tries that Do does not make.
func Pauses() *backoff.ExponentialBackOff {
	return &backoff.ExponentialBackOff{
		InitialInterval: First, MaxInterval: Longest, Multiplier: Growth, RandomizationFactor: Jitter,
	}
}

// Pause is the pause after a number of failures, at least one, of work that is kept with the time of its next try: first
// at the beginning, then twice the pause before, up to the longest.
func Pause(failures int, first, longest time.Duration) time.Duration {
	return min(first<<min(failures-1, 16), longest)
}

// Do works until that succeeds, fails for good, or ctx ends, and returns the last failure. passes is asked after each
// failure whether it passes, as long as ctx has not ended.
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
