package loop_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/loop"
)

func TestWorkIsDoneAtOnceAndAgainAfterEachPauseAndItsFailuresAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Second)
		defer cancel()
		times := 0
		run := loop.Every(time.Minute, slog.New(slog.NewTextHandler(&log, nil)), "it failed", func(context.Context) error {
			times++
			return errors.New("for a reason")
		})
		require.NoError(t, run(ctx))
		require.Equal(t, 3, times)
		require.Equal(t, 3, strings.Count(log.String(), `level=WARN msg="it failed" error="for a reason"`))
	})
}

func TestAWorkerGoesOnWhileThereIsWorkAndLooksAgainWhenItIsWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wake := make(chan struct{}, 1)
		ctx, cancel := context.WithCancel(t.Context())
		waiting := 3
		var looks atomic.Int32
		ended := make(chan error, 1)
		go func() {
			ended <- loop.Work(wake, time.Minute, func(context.Context) bool {
				looks.Add(1)
				waiting--
				return waiting >= 0
			})(ctx)
		}()
		synctest.Wait()
		require.EqualValues(t, 4, looks.Load())
		loop.Wake(wake)
		synctest.Wait()
		require.EqualValues(t, 5, looks.Load())
		time.Sleep(time.Minute)
		synctest.Wait()
		require.EqualValues(t, 6, looks.Load())
		cancel()
		require.NoError(t, <-ended)
	})
}

func TestStepsLeaveHalfOfTheTimeToOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, steps := time.Now(), 0
		require.NoError(t, loop.Share(t.Context(), func(context.Context) (bool, error) {
			time.Sleep(time.Second)
			steps++
			return steps < 5, nil
		}))
		require.Equal(t, 9*time.Second, time.Since(began))
	})
}

func TestTheFirstFailureOfRunnersEndsAllOfThem(t *testing.T) {
	failure := errors.New("it cannot run")
	waits := func(ctx context.Context) error { return loop.Pause(ctx, time.Hour) }
	require.Same(t, failure, loop.All(waits, func(context.Context) error { return failure }, waits)(t.Context()))
}
