package password_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/password"
)

func TestOnlyThePasswordMatchesItsHash(t *testing.T) {
	a := password.NewArgon()
	long := strings.Repeat("zażółć gęślą jaźń ", 10)
	hash, err := a.Hash(t.Context(), long)
	require.NoError(t, err)
	require.Contains(t, hash, "$argon2id$v=19$m=19456,t=2,p=1$")
	for candidate, want := range map[string]bool{long: true, long[:len(long)-1]: false, "": false} {
		got, err := a.Matches(t.Context(), candidate, hash)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	again, err := a.Hash(t.Context(), long)
	require.NoError(t, err)
	require.NotEqual(t, hash, again, "every hash has a salt of its own")
}

func TestNobodyMatchesWhoDoesNotExist(t *testing.T) {
	matches, err := password.NewArgon().Matches(t.Context(), "anything", "")
	require.NoError(t, err)
	require.False(t, matches)
}

func TestTooManyAtOnceAreTurnedAway(t *testing.T) {
	a := password.NewArgon()
	var wait sync.WaitGroup
	var mu sync.Mutex
	busy, full := 0, false
	require.False(t, a.Full())
	for range 150 {
		wait.Go(func() {
			_, err := a.Matches(t.Context(), "x", "")
			mu.Lock()
			defer mu.Unlock()
			full = full || a.Full()
			if err != nil {
				busy++
			}
		})
	}
	wait.Wait()
	require.Positive(t, busy, "the queue is bounded")
	require.True(t, full)
	require.False(t, a.Full())
	_, err := a.Matches(t.Context(), "x", "")
	require.NoError(t, err, "and empties again")
}

func TestHashesOfWeakerParametersAreOutdated(t *testing.T) {
	a := password.NewArgon()
	hash, err := a.Hash(t.Context(), "x")
	require.NoError(t, err)
	require.False(t, a.Outdated(hash))
	require.True(t, a.Outdated(strings.Replace(hash, "m=19456", "m=8192", 1)))
	require.True(t, a.Outdated(strings.Replace(hash, "t=2", "t=1", 1)))
	require.False(t, a.Outdated("$2b$12$not-ours"), "what cannot be read is not replaced")
}
