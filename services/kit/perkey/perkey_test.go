package perkey

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAKeyHasSoManyPlacesAndNothingIsKeptOfIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New[int](2)
		first, err := l.Enter(t.Context(), 1)
		require.NoError(t, err)
		second, err := l.Enter(t.Context(), 1)
		require.NoError(t, err)
		other, err := l.Enter(t.Context(), 2)
		require.NoError(t, err, "keys do not wait for each other")
		other()

		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = l.Enter(short, 1)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		_, ok := l.TryEnter(1)
		require.False(t, ok)
		other, ok = l.TryEnter(2)
		require.True(t, ok)
		other()

		time.AfterFunc(time.Minute, first)
		began := time.Now()
		third, err := l.Enter(t.Context(), 1)
		require.NoError(t, err)
		require.Equal(t, time.Minute, time.Since(began))
		second()
		third()
		synctest.Wait() // the first freed its place before it left the line
		require.Empty(t, l.lines)
	})
}
