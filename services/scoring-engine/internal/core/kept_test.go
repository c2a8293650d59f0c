package core

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsKeptIsBoundedAndOfItsVersion(t *testing.T) {
	kept := newKeptCounts(3 * (keptOverhead + 100))
	counted := 0
	ask := func(database DatabaseID, version int64, bytes int) int {
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
	require.Equal(t, 401, ask(4, 1, 100), "for which the second goes")
	require.Equal(t, 101, ask(1, 1, 100))
	require.Equal(t, 301, ask(3, 1, 100))
	require.Equal(t, 4, counted)
	require.Equal(t, 201, ask(2, 1, 100))
	require.Equal(t, 5, counted)

	// Another version takes the place of the former one.
	require.Equal(t, 202, ask(2, 2, 100))
	require.Equal(t, 202, ask(2, 2, 100))
	require.Equal(t, 6, counted)
	require.Equal(t, 3, kept.order.Len())

	// What is too much for all of it is answered, and not kept.
	require.Equal(t, 501, ask(5, 1, 10_000))
	require.Equal(t, 202, ask(2, 2, 100))
	require.Equal(t, 7, counted)
	require.Equal(t, 3, kept.order.Len())
	require.Len(t, kept.byKey, 3)
	require.Equal(t, kept.most, kept.bytes)
}

func TestAFailureIsNotKept(t *testing.T) {
	kept := newKeptCounts(1000)
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
