package retry_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/retry"
)

var errAway = errors.New("it is away")

func passes(err error) bool { return errors.Is(err, errAway) }

func TestAFailureThatPassesIsTriedAgainWithLongerPausesUpToALongestOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries []time.Time
		require.NoError(t, retry.Do(t.Context(), passes, func() error {
			if tries = append(tries, time.Now()); len(tries) < 12 {
				return errAway
			}
			return nil
		}))
		require.Len(t, tries, 12)
		longest := retry.First
		for i, at := range tries[1:] {
			pause := at.Sub(tries[i])
			require.InDelta(t, longest, pause, retry.Jitter*float64(longest)+1, "pause %d", i)
			longest = min(retry.Growth*longest, retry.Longest)
		}
	})
}

func TestAnotherFailureIsReturnedAsItIs(t *testing.T) {
	another := errors.New("it is wrong")
	tries := 0
	err := retry.Do(t.Context(), passes, func() error { tries++; return another })
	require.Same(t, another, err)
	require.Equal(t, 1, tries)
}

func TestTheEndOfTheContextEndsTheTriesWithTheLastFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		require.Same(t, errAway, retry.Do(ctx, passes, func() error { return errAway }))
		require.Equal(t, time.Minute, time.Since(began))
	})
}

func TestPausesOfKeptWorkDoubleUpToTheLongest(t *testing.T) {
	const first, longest = 5 * time.Second, 50 * time.Second
	var pauses []time.Duration
	for _, failures := range []int{1, 2, 3, 4, 5, 100} {
		pauses = append(pauses, retry.Pause(failures, first, longest))
	}
	require.Equal(t, []time.Duration{first, 2 * first, 4 * first, 8 * first, longest, longest}, pauses)
}

func TestAFailureMaySayHowLongToPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, tries := time.Now(), 0
		require.NoError(t, retry.Do(t.Context(), passes, func() error {
			if tries++; tries == 1 {
				return retry.After(7*time.Second, errAway)
			}
			return nil
		}))
		require.Equal(t, 7*time.Second, time.Since(began))
	})
}
