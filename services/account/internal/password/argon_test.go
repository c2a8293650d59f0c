package password_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/password"
)

func take(t *testing.T, a *password.Argon) core.Place {
	t.Helper()
	place, err := a.Take("192.0.2.1")
	require.NoError(t, err)
	t.Cleanup(place.Leave)
	return place
}

func TestOnlyThePasswordMatchesItsHash(t *testing.T) {
	place := take(t, password.NewArgon(nil))
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

func TestNobodyMatchesWhoDoesNotExist(t *testing.T) {
	matches, err := take(t, password.NewArgon(nil)).Matches(t.Context(), "anything", "")
	require.NoError(t, err)
	require.False(t, matches)
}

func TestHashesOfWeakerParametersAreOutdated(t *testing.T) {
	a := password.NewArgon(nil)
	hash, err := take(t, a).Hash(t.Context(), "x")
	require.NoError(t, err)
	require.False(t, a.Outdated(hash))
	require.True(t, a.Outdated(strings.Replace(hash, "m=19456", "m=8192", 1)))
	require.True(t, a.Outdated(strings.Replace(hash, "t=2", "t=1", 1)))
	require.False(t, a.Outdated("$2b$12$not-ours"), "what cannot be read is not replaced")
}
