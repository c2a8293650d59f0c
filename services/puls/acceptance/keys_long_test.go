//go:build long

package acceptance

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKeysAreExchangedWithoutASignOut exchanges the key of people's tokens and every service's own key as
// docs/operating.md describes, restarting one service after the other, while a signed-in user continues to work.
func TestKeysAreExchangedWithoutASignOut(t *testing.T) {
	s := newSuite(t, suiteOptions{replicas: 2, env: []string{"PULS_DRAIN_PAUSE=1s"}})
	s.operate("migrate")
	f := startFleet(s)
	s.operate("account", "create", "--email", "exchange@example.com", "--uids", "001")
	person := &browser{client: s.web(0)}
	status, data := person.post(
		"public/account/users:login", object{"email": "exchange@example.com", "password": testPassword},
	)
	require.Equal(t, http.StatusOK, status, "%s", data)
	// roll restarts all services while a user works with a token.
	roll := func(token string) {
		t.Helper()
		people := newCrowd(t, s, token, "")
		watching, enough := context.WithCancel(t.Context())
		var working sync.WaitGroup
		working.Go(func() { people.look(watching) })
		made := 0
		working.Go(func() {
			for ; watching.Err() == nil; made++ {
				for _, path := range []string{"protected/account/users/me", "protected/saresystem/databases"} {
					if err := people.send(http.MethodGet, path, "", ""); err != nil {
						t.Errorf("%s: %v", path, err)
					}
				}
			}
		})
		f.replaceAll()
		enough()
		working.Wait()
		require.Greater(t, made, len(s.names))
		person.address = s.web(f.replica).address
	}

	fresh := freshKeys(t, s.program)
	public := []string{"PULS_TOKEN_PUBLIC_KEYS=", "PULS_SERVICE_PUBLIC_KEYS="}
	for _, name := range public {
		s.env = append(s.env, settingLine(t, fresh["everybody"], name)+","+strings.TrimPrefix(settingLine(t, s.keys["everybody"], name), name))
	}
	roll(person.token)
	before := person.token

	for _, service := range s.names {
		for i, own := range s.keys[service] {
			for _, name := range []string{"PULS_TOKEN_PRIVATE_KEY=", "PULS_SERVICE_PRIVATE_KEYS="} {
				if strings.HasPrefix(own, name) {
					s.keys[service][i] = settingLine(t, fresh[service], name)
				}
			}
		}
	}
	roll(before)
	status, data = person.post(renewing, object{})
	require.Equal(t, http.StatusOK, status, "%s", data)
	require.NotEqual(t, head(before), head(person.token), "it is signed by another key")

	for _, name := range public {
		s.env = append(s.env, settingLine(t, fresh["everybody"], name))
	}
	roll(person.token)
	status, data = person.post(renewing, object{})
	require.Equal(t, http.StatusOK, status, "the session goes on: %s", data)
	person.token = before
	status, _ = person.do(http.MethodGet, "protected/account/users/me", "", nil)
	require.Equal(t, http.StatusUnauthorized, status, "the key before is out")
}

// settingLine returns the setting of that name.
func settingLine(t *testing.T, settings []string, name string) string {
	t.Helper()
	for _, setting := range settings {
		if strings.HasPrefix(setting, name) {
			return setting
		}
	}
	require.FailNow(t, "there is no such key", name)
	return ""
}

// head returns the part of a token that names its key.
func head(token string) string {
	first, _, _ := strings.Cut(token, ".")
	return first
}
