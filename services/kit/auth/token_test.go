package auth_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/auth"
)

const secret = "a secret of thirty-two characters or more"

var moment = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func keys(t *testing.T) auth.Keys {
	t.Helper()
	k, err := auth.KeysFromSecret(secret)
	require.NoError(t, err)
	return k
}

func TestATokenProvesItsSubjectUntilItExpires(t *testing.T) {
	k := keys(t)
	id := auth.Identity{Account: 7, Home: 7, User: 42, Session: "s", Roles: []string{"owner"}}
	token, err := k.Sign(id, moment, moment.Add(15*time.Minute))
	require.NoError(t, err)
	got, err := k.Verify(token, "any", moment.Add(14*time.Minute))
	require.NoError(t, err)
	require.Equal(t, id, got)
	again, err := k.Sign(id, moment, moment.Add(15*time.Minute))
	require.NoError(t, err)
	require.NotEqual(t, token, again, "each token is another one")
	_, err = k.Verify(token, "any", moment.Add(16*time.Minute))
	require.ErrorIs(t, err, auth.ErrToken)
}

func TestVerifiedTokensAreCachedForOneServiceUntilTheyExpire(t *testing.T) {
	k := keys(t)
	person, err := k.Sign(auth.Identity{Account: 7, Home: 7, User: 42}, moment, moment.Add(15*time.Minute))
	require.NoError(t, err)
	service, err := k.SignService("reports", "contacts", moment)
	require.NoError(t, err)
	for range 2 {
		_, err = k.Verify(person, "contacts", moment)
		require.NoError(t, err)
		_, err = k.Verify(service, "contacts", moment.Add(time.Minute))
		require.NoError(t, err)
	}
	_, err = k.Verify(service, "account", moment)
	require.ErrorIs(t, err, auth.ErrToken, "it was made for another one")
	_, err = k.Verify(person[:len(person)-4]+"AAAA", "contacts", moment)
	require.ErrorIs(t, err, auth.ErrToken, "it is not the one that was verified")
	_, err = k.Verify(person, "contacts", moment.Add(16*time.Minute))
	require.ErrorIs(t, err, auth.ErrToken)
	_, err = k.Verify(service, "contacts", moment.Add(time.Minute+6*time.Second))
	require.ErrorIs(t, err, auth.ErrToken)
	_, err = auth.Keys{}.Verify(person, "contacts", moment)
	require.ErrorIs(t, err, auth.ErrToken, "without keys nothing is proven")
}

func BenchmarkVerify(b *testing.B) {
	k, err := auth.KeysFromSecret(secret)
	require.NoError(b, err)
	token, err := k.Sign(auth.Identity{Account: 7, Home: 7, User: 42}, moment, moment.Add(15*time.Minute))
	require.NoError(b, err)
	for b.Loop() {
		if _, err := k.Verify(token, "contacts", moment); err != nil {
			b.Fatal(err)
		}
	}
}

func TestForgedTokensProveNothing(t *testing.T) {
	k := keys(t)
	good, err := k.Sign(auth.Identity{Account: 7, Home: 7, User: 1}, moment, moment.Add(time.Minute))
	require.NoError(t, err)
	other, err := auth.KeysFromSecret("another secret of thirty-two characters")
	require.NoError(t, err)
	foreign, err := other.Sign(auth.Identity{Account: 7, Home: 7, User: 1}, moment, moment.Add(time.Minute))
	require.NoError(t, err)
	claims := jwt.MapClaims{
		"iss": "puls", "aud": "puls-api", "sub": "1", "acc": 7, "home": 7, "exp": moment.Add(time.Minute).Unix(),
	}
	none, err := jwt.NewWithClaims(jwt.SigningMethodNone, claims).SignedString(jwt.UnsafeAllowNoneSignatureType)
	require.NoError(t, err)
	// The public key as an HMAC secret: the classic confusion of algorithms.
	confused, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(publicKey(t)))
	require.NoError(t, err)
	for name, token := range map[string]string{
		"empty": "", "tampered": good[:len(good)-4] + "AAAA", "foreign": foreign, "alg none": none, "confused": confused,
		"garbage": "a.b.c",
	} {
		_, err := k.Verify(token, "any", moment)
		require.ErrorIs(t, err, auth.ErrToken, name)
	}
}

// FuzzTokens verifies arbitrary tokens: only signed ones are valid, and always with the same identity.
func FuzzTokens(f *testing.F) {
	k, err := auth.KeysFromSecret("a secret of at least thirty-two characters")
	require.NoError(f, err)
	// Sign makes a different token each time, and all fuzzing workers need the same one.
	const good = "eyJhbGciOiJFZERTQSIsImtpZCI6IjZmNzY2MzY4ZDk5MzAyYTMiLCJ0eXAiOiJKV1QifQ." +
		"eyJpc3MiOiJwdWxzIiwic3ViIjoiMSIsImF1ZCI6WyJwdWxzLWFwaSJdLCJleHAiOjE3OTM1MzQ0NjAsImlhdCI6MTc5MzUzNDQw" +
		"MCwianRpIjoiSUsyVjZJSFE0MkNGRVpLUklQNVBVMkYyU0ciLCJhY2MiOjcsImhvbWUiOjcsInNpZCI6InMiLCJyb2xlcyI6WyJv" +
		"d25lciJdfQ." +
		"wRAyvmCRlR_i9EZNsyZ37g7kg9aF13o0tDHHVh7j9xGFYCNRwXK84Z0qYGEJysqgZj7f25Dsa4pnN4-8GhkZAQ"
	service, err := k.SignService("contacts", "any", moment)
	require.NoError(f, err)
	for _, seed := range []string{
		"", "a.b.c", good, service, good + "=", good[1:], "..", "eyJhbGciOiJub25lIn0.e30.", good[:len(good)-2] + "AA",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		got, err := k.Verify(token, "any", moment)
		if token != good && token != service {
			require.ErrorIs(t, err, auth.ErrToken, "%q", token)
			return
		}
		require.NoError(t, err)
		if token == good {
			require.Equal(t, int64(1), got.User)
		}
	})
}

// publicKey returns the key that verifies people's tokens.
func publicKey(t *testing.T) ed25519.PublicKey {
	t.Helper()
	seed := sha256.Sum256([]byte("puls person tokens\x00" + secret))
	public, ok := ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey)
	require.True(t, ok)
	return public
}
