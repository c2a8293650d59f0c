package password

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/core"
)

func take(t *testing.T, a *Argon, from string) core.Place {
	t.Helper()
	place, err := a.Take(from)
	require.NoError(t, err)
	return place
}

func TestOnlyThePasswordMatchesItsHash(t *testing.T) {
	place := take(t, NewArgon(OWASP), "192.0.2.1")
	long := strings.Repeat("zażółć gęślą jaźń ", 10)
	hash, err := place.Hash(t.Context(), long)
	require.NoError(t, err)
	require.Contains(t, hash, "$argon2id$v=19$m=19456,t=2,p=1$")
	for candidate, want := range map[string]bool{long: true, long[:len(long)-1]: false, "": false} {
		got, err := place.Matches(t.Context(), candidate, hash)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	again, err := place.Hash(t.Context(), long)
	require.NoError(t, err)
	require.NotEqual(t, hash, again, "every hash has a salt of its own")
}

func TestAnEmptyHashMatchesNoPassword(t *testing.T) {
	matches, err := take(t, NewArgon(OWASP), "192.0.2.1").Matches(t.Context(), "anything", "")
	require.NoError(t, err)
	require.False(t, matches)
}

func TestHashesOfWeakerParametersAreOutdated(t *testing.T) {
	a := NewArgon(OWASP)
	hash, err := take(t, a, "192.0.2.1").Hash(t.Context(), "x")
	require.NoError(t, err)
	require.False(t, a.Outdated(hash))
	require.True(t, a.Outdated(strings.Replace(hash, "m=19456", "m=8192", 1)))
	require.True(t, a.Outdated(strings.Replace(hash, "t=2", "t=1", 1)))
	require.False(t, a.Outdated("$2b$12$not-ours"), "what cannot be read is not replaced")
}

func TestCallsOverThePlacesAreRefusedAtOnce(t *testing.T) {
	a := newArgon(OWASP, 2)
	held := make([]core.Place, 2*placesPerHash)
	for i := range held {
		held[i] = take(t, a, fmt.Sprint(i))
	}
	_, err := a.Take("another")
	require.ErrorIs(t, err, core.ErrBusy)
	held[7].Leave()
	take(t, a, "another")
	_, err = a.Take("7")
	require.ErrorIs(t, err, core.ErrBusy)
}

func TestAnAddressHasAQuarterOfThePlaces(t *testing.T) {
	a := newArgon(OWASP, 2)
	var last core.Place
	for range 2 * placesPerHash / share {
		last = take(t, a, "one")
	}
	_, err := a.Take("one")
	require.ErrorIs(t, err, core.ErrBusy)
	take(t, a, "another")
	last.Leave()
	take(t, a, "one")
}

func TestACallThatEndsWhileItWaitsIsNotHashed(t *testing.T) {
	a := newArgon(OWASP, 1)
	require.NoError(t, a.hashing.Acquire(t.Context(), 1))
	ended, end := context.WithCancel(t.Context())
	end()
	_, err := take(t, a, "192.0.2.1").Hash(ended, "x")
	require.ErrorIs(t, err, context.Canceled)
	a.hashing.Release(1)
	_, err = take(t, a, "192.0.2.1").Hash(t.Context(), "x")
	require.NoError(t, err)
}
