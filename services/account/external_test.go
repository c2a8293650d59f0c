package account_test

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/local/servicetest"
)

// connected is a system with an account's API key.
type connected struct {
	s   *system
	key string
}

func (s *system) connect(t testing.TB, p *person) connected {
	t.Helper()
	made, err := s.accounts.CreateApiKey(p.ctx(t), &accountv1.CreateApiKeyRequest{})
	require.NoError(t, err)
	return connected{s: s, key: made.GetKey()}
}

// open requests a one-time token.
func (c connected) open(t testing.TB, request *accountv1.CreateExternalLoginRequest) string {
	t.Helper()
	res, err := c.s.sessions.CreateExternalLogin(withKey(t, c.key), request)
	require.NoError(t, err)
	return res.GetToken()
}

func (s *system) exchange(t testing.TB, token, verifier string) error {
	t.Helper()
	_, err := s.sessions.GetToken(t.Context(), &accountv1.GetTokenRequest{Exchange: &accountv1.TokenExchange{
		Token: token, Verifier: verifier,
	}})
	return err
}

func TestAOneTimeTokenIsOfUseInTheBrowserThatAskedForIt(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	c := s.connect(t, s.login(t, "anna@example.com"))
	verifier := rand.Text() + rand.Text()
	sum := sha256.Sum256([]byte(verifier))
	bound := &accountv1.CreateExternalLoginRequest{Challenge: base64.RawURLEncoding.EncodeToString(sum[:])}
	require.NoError(t, s.exchange(t, c.open(t, bound), verifier))
	require.NoError(t, s.exchange(t, c.open(t, &accountv1.CreateExternalLoginRequest{}), ""))

	for _, wrong := range map[string]struct {
		request  *accountv1.CreateExternalLoginRequest
		verifier string
	}{
		"another browser":         {bound, rand.Text() + rand.Text()},
		"no verifier":             {bound, ""},
		"somebody else's token":   {&accountv1.CreateExternalLoginRequest{}, verifier},
		"the challenge, repeated": {bound, bound.GetChallenge()},
	} {
		token := c.open(t, wrong.request)
		servicetest.Refused(t, s.exchange(t, token, wrong.verifier), codes.Unauthenticated, "ACCOUNT_EXTERNAL_TOKEN_INVALID")
		right := verifier
		if wrong.request != bound {
			right = ""
		}
		servicetest.Refused(t, s.exchange(t, token, right), codes.Unauthenticated, "ACCOUNT_EXTERNAL_TOKEN_INVALID")
	}
	servicetest.Refused(t, s.exchange(t, "", ""), codes.InvalidArgument, "REQUEST_INVALID")
	servicetest.Refused(t, s.exchange(t, "x", "too short"), codes.InvalidArgument, "REQUEST_INVALID")
	wrong := &accountv1.CreateExternalLoginRequest{Challenge: "not a hash"}
	_, err := s.sessions.CreateExternalLogin(withKey(t, c.key), wrong)
	servicetest.Refused(t, err, codes.InvalidArgument, "REQUEST_INVALID")
}
