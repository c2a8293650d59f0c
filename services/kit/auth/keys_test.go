package auth_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
)

// pair is a key pair in the form of the settings.
type pair struct{ public, private string }

func newPair(t *testing.T) pair {
	t.Helper()
	public, private, err := auth.NewPair()
	require.NoError(t, err)
	return pair{public, private}
}

// apart has the keys of an installation whose services run on separate machines.
type apart struct {
	t        *testing.T
	person   pair
	services map[string]pair
}

func newApart(t *testing.T) apart {
	return apart{
		t: t, person: newPair(t),
		services: map[string]pair{"account": newPair(t), "contacts": newPair(t), "reports": newPair(t)},
	}
}

// settings returns the settings of one service; the service that signs people in gets more.
func (a apart) settings(name string, people ...string) auth.KeySettings {
	s := auth.KeySettings{PersonPublic: people, ServicePrivate: conf.Secret(name + "=" + a.services[name].private)}
	for service, keys := range a.services {
		s.ServicePublic = append(s.ServicePublic, service+"="+keys.public)
	}
	if len(people) == 0 {
		s.PersonPublic = []string{a.person.public}
	}
	if name == "account" {
		s.PersonPrivate, s.Root = conf.Secret(a.person.private), secret
	}
	return s
}

func (a apart) keys(s auth.KeySettings) auth.Keys {
	a.t.Helper()
	k, err := auth.KeysFromSettings(s)
	require.NoError(a.t, err)
	return k
}

func TestAServiceSpeaksForItselfToTheOneItCalls(t *testing.T) {
	a := newApart(t)
	account, contacts, reports := a.keys(a.settings("account")), a.keys(
		a.settings("contacts"),
	), a.keys(a.settings("reports"))
	one, err := auth.KeysFromSecret(secret)
	require.NoError(t, err)
	for _, side := range []struct{ caller, callee, other auth.Keys }{{reports, contacts, account}, {one, one, one}} {
		token, err := side.caller.SignService("reports", "contacts", moment)
		require.NoError(t, err)
		id, err := side.callee.Verify(token, "contacts", moment)
		require.NoError(t, err)
		require.Equal(t, auth.Identity{Service: "reports"}, id)
		_, err = side.other.Verify(token, "account", moment)
		require.ErrorIs(t, err, auth.ErrToken, "who is called cannot pass the proof on")
		_, err = side.callee.Verify(token, "contacts", moment.Add(2*time.Minute))
		require.ErrorIs(t, err, auth.ErrToken)
	}
	_, err = reports.SignService("contacts", "account", moment)
	require.Error(t, err, "it has no key of another service")
	_, err = reports.Sign(auth.Identity{Account: 7, Home: 7, User: 1}, moment, moment.Add(time.Minute))
	require.Error(t, err, "nor that of people's tokens")
	require.Error(t, reports.Check("gateway"))
	require.NoError(t, reports.Check("reports"))
}

func TestAServicesKeyCannotSpeakAsAnother(t *testing.T) {
	a := newApart(t)
	account := a.keys(a.settings("account"))
	// Reports uses its own key as the key of all services.
	liar := a
	liar.person = a.services["reports"]
	liar.services = map[string]pair{"account": a.services["reports"], "contacts": a.services["reports"]}
	settings := liar.settings("account")
	settings.ServicePrivate += conf.Secret(",contacts=" + a.services["reports"].private)
	forge := liar.keys(settings)
	token, err := forge.SignService("contacts", "account", moment)
	require.NoError(t, err)
	_, err = account.Verify(token, "account", moment)
	require.ErrorIs(t, err, auth.ErrToken)
	token, err = forge.Sign(
		auth.Identity{Account: 7, Home: 7, User: 1, Roles: []string{"super-admin"}}, moment, moment.Add(time.Minute),
	)
	require.NoError(t, err)
	_, err = account.Verify(token, "account", moment)
	require.ErrorIs(t, err, auth.ErrToken)
}

func TestKeysAreExchangedWhileBothAreInUse(t *testing.T) {
	before := newApart(t)
	after := before
	after.person = newPair(t)
	id := auth.Identity{Account: 7, Home: 7, User: 1}
	sign := func(a apart) string {
		token, err := a.keys(a.settings("account")).Sign(id, moment, moment.Add(time.Hour))
		require.NoError(t, err)
		return token
	}
	old, renewed := sign(before), sign(after)
	until := moment.Add(20 * time.Minute)
	both := before.keys(
		before.settings("reports", after.person.public, before.person.public+"@"+until.Format(time.RFC3339)),
	)
	for _, token := range []string{old, renewed} {
		got, err := both.Verify(token, "reports", moment)
		require.NoError(t, err)
		require.Equal(t, id, got)
	}
	_, err := both.Verify(old, "reports", until)
	require.ErrorIs(t, err, auth.ErrToken, "the overlap has ended")
	_, err = both.Verify(renewed, "reports", until)
	require.NoError(t, err)
	_, err = before.keys(before.settings("reports")).Verify(renewed, "reports", moment)
	require.ErrorIs(t, err, auth.ErrToken, "a key that nobody announced")

	first, err := before.keys(before.settings("account")).Derive("refresh tokens")
	require.NoError(t, err)
	second, err := after.keys(after.settings("account")).Derive("refresh tokens")
	require.NoError(t, err)
	require.Equal(t, first, second, "sessions outlive the exchange")
}

func TestKeysThatDoNotBelongTogetherStopTheStart(t *testing.T) {
	a := newApart(t)
	for name, spoil := range map[string]func(*auth.KeySettings){
		"no public key":              func(s *auth.KeySettings) { s.PersonPublic = nil },
		"a public key that is none":  func(s *auth.KeySettings) { s.PersonPublic = []string{"AAAA"} },
		"a moment that is none":      func(s *auth.KeySettings) { s.PersonPublic[0] += "@tomorrow" },
		"a private key that is none": func(s *auth.KeySettings) { s.PersonPrivate = "AAAA" },
		"a private key of another":   func(s *auth.KeySettings) { s.PersonPrivate = conf.Secret(newPair(t).private) },
		"a service's key of another": func(s *auth.KeySettings) {
			s.ServicePrivate = conf.Secret(
				"account=" + newPair(t).private,
			)
		},
		"a service's key that is none":   func(s *auth.KeySettings) { s.ServicePrivate = "account=AAAA" },
		"a service's public that is not": func(s *auth.KeySettings) { s.ServicePublic = []string{"account=AAAA"} },
		"a short root":                   func(s *auth.KeySettings) { s.Root = "short" },
		"no root":                        func(s *auth.KeySettings) { s.Root = "" },
	} {
		s := a.settings("account")
		spoil(&s)
		_, err := auth.KeysFromSettings(s)
		require.Error(t, err, name)
	}
	_, err := a.keys(a.settings("reports")).Derive("refresh tokens")
	require.Error(t, err)
	_, err = auth.KeysFromSecret("short")
	require.Error(t, err)
}

func TestDerivedKeysAreOfOnePurpose(t *testing.T) {
	k := keys(t)
	seen := map[string]bool{}
	for _, purpose := range []string{"one", "two", "three"} {
		key, err := k.Derive(purpose)
		require.NoError(t, err)
		require.Len(t, key, 32)
		seen[fmt.Sprintf("%x", key)] = true
		again, err := keys(t).Derive(purpose)
		require.NoError(t, err)
		require.Equal(t, key, again)
	}
	require.Len(t, seen, 3)
}
