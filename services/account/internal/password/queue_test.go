package password

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/core"
	"puls.app/services/kit/fault"
)

// slow returns a hasher with one lane that takes a second for a key, and where it notes whose.
func slow(served *[]string) *Argon {
	a := NewArgon(nil)
	a.queue.lanes = 1
	a.derive = func(_ context.Context, input Input) []byte {
		*served = append(*served, string(input.Password))
		time.Sleep(time.Second) // of the bubble's clock
		return make([]byte, keyBytes)
	}
	return a
}

func from(t *testing.T, a *Argon, address string) core.Place {
	t.Helper()
	place, err := a.Take(address)
	require.NoError(t, err)
	return place
}

func TestWhoeverComesWhileItIsFullIsTurnedAwayAtOnce(t *testing.T) {
	a := NewArgon(nil)
	places := make([]core.Place, most)
	for i := range places {
		places[i] = from(t, a, fmt.Sprint(i))
	}
	_, err := a.Take("somebody")
	require.ErrorIs(t, err, core.ErrBusy)
	places[7].Leave()
	from(t, a, "somebody")
}

func TestWhoeverWouldWaitTooLongIsTurnedAwayToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var served []string
		a := slow(&served)
		a.queue.average = 2 * time.Second
		done := make(chan error)
		for i := range 3 {
			place := from(t, a, fmt.Sprint(i))
			go func() {
				defer place.Leave()
				_, err := place.Hash(t.Context(), "x")
				done <- err
			}()
			synctest.Wait()
		}
		_, err := a.Take("somebody")
		require.ErrorIs(t, err, core.ErrBusy)
		require.Equal(t, 6*time.Second, fault.From(err).Wait, "how long it would have taken")
		require.NoError(t, <-done)
		require.Equal(t, 2*time.Second-time.Second/8, a.queue.average, "it took a second")
		from(t, a, "somebody")
		require.NoError(t, errors.Join(<-done, <-done))
	})
}

func TestWhoeverHasManyPlacesGivesWay(t *testing.T) {
	a := NewArgon(nil)
	var last core.Place
	for range most {
		last = from(t, a, "one who has them all")
	}
	_, err := a.Take("one who has them all")
	require.ErrorIs(t, err, core.ErrBusy)
	other := from(t, a, "somebody else")
	_, err = last.Matches(t.Context(), "x", "")
	require.ErrorIs(t, err, core.ErrBusy, "the last one gave way")
	_, err = other.Matches(t.Context(), "x", "")
	require.NoError(t, err)
}

func TestAWaitingPlaceGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var served []string
		a := slow(&served)
		answers := make(chan error, most)
		for range most {
			place := from(t, a, "one who has them all")
			go func() {
				_, err := place.Hash(t.Context(), "theirs")
				answers <- err
			}()
			synctest.Wait()
		}
		place := from(t, a, "somebody else")
		require.ErrorIs(t, <-answers, core.ErrBusy)
		_, err := place.Hash(t.Context(), "ours")
		require.NoError(t, err)
		require.Equal(t, []string{"theirs", "ours"}, served[:2], "before all others of theirs")
		for range most - 1 {
			require.NoError(t, <-answers)
		}
	})
}

func TestAddressesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var served []string
		a := slow(&served)
		done := make(chan error)
		for _, who := range []string{"a1", "a2", "a3", "b1", "c1", "b2"} {
			place := from(t, a, who[:1])
			go func() {
				_, err := place.Hash(t.Context(), who)
				done <- err
			}()
			synctest.Wait()
		}
		for range 6 {
			require.NoError(t, <-done)
		}
		require.Equal(t, []string{"a1", "b1", "c1", "a2", "b2", "a3"}, served)
	})
}

func TestWhoeverStopsWaitingIsNotServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var served []string
		a := slow(&served)
		first, second, third := from(t, a, "a"), from(t, a, "b"), from(t, a, "c")
		answers := make(chan error)
		hash := func(ctx context.Context, place core.Place, who string) {
			_, err := place.Hash(ctx, who)
			answers <- err
		}
		leaving, leave := context.WithCancel(t.Context())
		go hash(t.Context(), first, "first")
		synctest.Wait()
		go hash(leaving, second, "second")
		go hash(t.Context(), third, "third")
		synctest.Wait()
		leave()
		require.ErrorIs(t, <-answers, context.Canceled)
		require.NoError(t, <-answers)
		require.NoError(t, <-answers)
		require.Equal(t, []string{"first", "third"}, served)
		require.Zero(t, a.queue.running)
	})
}
