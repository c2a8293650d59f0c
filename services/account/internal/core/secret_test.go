package core_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/account/internal/core"
)

// FuzzRefreshTokens parses arbitrary text: only issued tokens are known, and parsing one returns it unchanged.
func FuzzRefreshTokens(f *testing.F) {
	secrets := core.NewSecrets([]byte("a key"))
	// A first token is random, so it would differ in each fuzzing worker; a child of an
	// empty secret is constant.
	session := uuid.MustParse("01a214e0-36bb-7694-ab5f-cb277b0e3e35")
	token := secrets.NextRefresh(core.RefreshToken{Session: session})
	good := secrets.FormatRefresh(token)
	other := core.NewSecrets([]byte("another key")).FormatRefresh(token)
	for _, seed := range []string{"", "x", good, good[1:], good + "A", other, good[:len(good)-1] + "="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, known := secrets.ParseRefresh(text)
		if !known {
			require.NotEqual(t, good, text)
			return
		}
		require.Equal(t, token.Hash(), read.Hash())
		require.Equal(t, token.Session, read.Session)
	})
}

func TestAParentHasOneChild(t *testing.T) {
	secrets := core.NewSecrets([]byte("a key"))
	parent := secrets.FirstRefresh(uuid.New())
	child := secrets.NextRefresh(parent)
	require.Equal(t, child, secrets.NextRefresh(parent))
	require.NotEqual(t, parent.Hash(), child.Hash())
	require.NotEqual(t, child.Hash(), core.NewSecrets([]byte("another key")).NextRefresh(parent).Hash())
	sibling := parent
	sibling.Session = uuid.New()
	require.NotEqual(t, child.Hash(), secrets.NextRefresh(sibling).Hash())
}

func TestSecretsAreLongAndNeverTheSame(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		key, prefix := core.NewAPIKey()
		for _, secret := range []string{core.NewSecret(), key} {
			require.False(t, seen[secret])
			seen[secret] = true
			require.GreaterOrEqual(t, len(secret)*5, 128)
		}
		require.Equal(t, prefix, key[:len(prefix)])
	}
}
