package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

const long = "a secret of at least thirty-two characters"

// separate returns settings with separate keys instead of the one secret.
func separate(t *testing.T) run.Settings {
	t.Helper()
	public, private, err := auth.NewPair()
	require.NoError(t, err)
	return run.Settings{TokenPublicKeys: []string{public}, TokenPrivateKey: conf.Secret(private), SessionSecret: long}
}

func TestRolesHaveUnguessablePasswords(t *testing.T) {
	short := separate(t)
	short.DatabaseSecret = "short"
	blank := separate(t)
	blank.Secret = conf.Secret(strings.Repeat(" ", 40))
	for name, s := range map[string]run.Settings{
		"nothing": {}, "separate keys alone": separate(t), "a short secret": {Secret: "short"},
		"a short secret of its own": short, "blanks": blank,
	} {
		_, err := s.RolePassword("account")
		require.Error(t, err, name)
		_, err = s.ServiceURL("postgres://admin@127.0.0.1/puls")("account")
		require.Error(t, err, name)
		require.Error(
			t, s.Bootstrap(t.Context(), "postgres://admin@127.0.0.1:1/puls", []host.Service{{Schema: "account"}}), name,
		)
	}
	own := separate(t)
	own.DatabaseSecret = long
	one, err := own.RolePassword("account")
	require.NoError(t, err)
	two, err := own.RolePassword("contacts")
	require.NoError(t, err)
	require.NotEqual(t, one, two)
	given, err := run.Read(conf.Values{"DATABASE_URL_ACCOUNT": "postgres://account@127.0.0.1/puls"})
	require.NoError(t, err)
	url, err := given.ServiceURL("")("account")
	require.NoError(t, err, "who is given an address needs no password")
	require.Equal(t, "postgres://account@127.0.0.1/puls", url)
}

func TestAFileWithoutASecretStopsTheStart(t *testing.T) {
	for name, content := range map[string]string{"empty": "", "blank": "\n \n", "cut off": "ABCDEF"} {
		data := t.TempDir()
		file := filepath.Join(data, "secret")
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
		_, err := run.Secret(data)
		require.ErrorContains(t, err, "holds no secret", name)
		kept, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, content, string(kept), "it is never replaced unasked")
	}
}

func TestProgramsThatStartAtOnceShareOneSecret(t *testing.T) {
	data := t.TempDir()
	secrets := make([]conf.Secret, 32)
	errs := make([]error, len(secrets))
	var wait sync.WaitGroup
	for i := range secrets {
		wait.Go(func() { secrets[i], errs[i] = run.Secret(data) })
	}
	wait.Wait()
	for i, secret := range secrets {
		require.NoError(t, errs[i])
		require.Equal(t, secrets[0], secret)
	}
	require.GreaterOrEqual(t, len(secrets[0].Reveal()), 32)
	entries, err := os.ReadDir(data)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing else is left")
	info, err := entries[0].Info()
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
}
