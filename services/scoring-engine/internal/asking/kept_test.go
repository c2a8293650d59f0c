package asking

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/calculation"
)

func keeping(t *testing.T, most uint64) *keptCounts {
	t.Helper()
	kept := newKeptCounts(most, semaphore.NewWeighted(calculation.LooksAtOnce))
	go kept.run(t.Context())
	t.Cleanup(func() { <-kept.ended })
	return kept
}

func TestCachedValuesAreBoundedAndOfTheirVersion(t *testing.T) {
	kept := keeping(t, 3*(keptOverhead+100))
	counted := 0
	ask := func(database calculation.DatabaseID, version int64, bytes int) int {
		value, err := keep(t.Context(), kept, keptKey{database: database}, FactVersion{Batches: version},
			func(int) int { return bytes },
			func(context.Context) (int, error) {
				counted++
				return int(database)*100 + int(version), nil
			})
		require.NoError(t, err)
		return value
	}
	require.Equal(t, 101, ask(1, 1, 100))
	require.Equal(t, 201, ask(2, 1, 100))
	require.Equal(t, 301, ask(3, 1, 100))
	require.Equal(t, 101, ask(1, 1, 100))
	require.Equal(t, 3, counted)
	require.Equal(t, 401, ask(4, 1, 100))
	require.Equal(t, 4, counted)
	kept.cache.CleanUp()
	require.Equal(t, 3, kept.cache.EstimatedSize(), "one goes for it")

	// Another version replaces the former one.
	require.Equal(t, 101, ask(1, 1, 100))
	before := counted
	require.Equal(t, 102, ask(1, 2, 100))
	require.Equal(t, 102, ask(1, 2, 100))
	require.Equal(t, before+1, counted)

	// A value larger than the whole cache is returned, but not cached.
	require.Equal(t, 501, ask(5, 1, 10_000))
	kept.cache.CleanUp()
	require.LessOrEqual(t, kept.cache.WeightedSize(), kept.cache.GetMaximum())
	_, found := kept.cache.GetIfPresent(keptKey{database: 5})
	require.False(t, found)
}

func TestAFailureIsNotKept(t *testing.T) {
	kept := keeping(t, 1000)
	failure := errors.New("no facts")
	ask := func(err error) error {
		_, err = keep(t.Context(), kept, keptKey{}, FactVersion{}, func(int) int { return 1 },
			func(context.Context) (int, error) { return 1, err })
		return err
	}
	require.ErrorIs(t, ask(failure), failure)
	require.NoError(t, ask(nil))
	require.NoError(t, ask(failure), "it is kept now")
}

func TestACountIsFoundByTheNextAskerWhenItsOwnLeaves(t *testing.T) {
	kept := keeping(t, 1000)
	begun, proceed := make(chan struct{}), make(chan struct{})
	ask := func(ctx context.Context) (int, error) {
		return keep(ctx, kept, keptKey{}, FactVersion{}, func(int) int { return 1 },
			func(ctx context.Context) (int, error) {
				begun <- struct{}{} // a second count would wait here forever
				<-proceed
				return 7, ctx.Err()
			})
	}
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() { _, err := ask(ctx); left <- err }()
	<-begun
	leave()
	require.ErrorIs(t, <-left, context.Canceled)
	close(proceed)
	value, err := ask(t.Context())
	require.NoError(t, err)
	require.Equal(t, 7, value)
}

func TestACountThatWaitsForItsPlaceIsLeftWithItsAsker(t *testing.T) {
	kept := keeping(t, 1000)
	require.NoError(t, kept.looks.Acquire(t.Context(), calculation.LooksAtOnce))
	defer kept.looks.Release(calculation.LooksAtOnce)
	ctx, leave := context.WithCancel(t.Context())
	leave()
	err := kept.begin(ctx, func(context.Context) error { panic("counted without a place") })
	require.ErrorIs(t, err, context.Canceled)
}

func TestCountsEndWithTheirRunner(t *testing.T) {
	kept := newKeptCounts(1000, semaphore.NewWeighted(calculation.LooksAtOnce))
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() { defer close(over); kept.run(ctx) }()
	begun, asked := make(chan struct{}), make(chan error, 1)
	go func() {
		asked <- kept.begin(t.Context(), func(ctx context.Context) error {
			limit, ok := ctx.Deadline()
			if !ok || time.Until(limit) > countLimit {
				return errors.New("a count without a limit")
			}
			close(begun)
			<-ctx.Done()
			return ctx.Err()
		})
	}()
	<-begun
	stop()
	require.ErrorIs(t, <-asked, context.Canceled)
	<-over
	require.ErrorIs(t, kept.begin(t.Context(), nil), errOver)
	require.True(t, kept.looks.TryAcquire(calculation.LooksAtOnce), "both are free")
}
