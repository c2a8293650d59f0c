package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/conf"
	"puls.app/services/puls/internal/run"
)

// given reads the settings of a process from folders of keys.
func given(t *testing.T, parts ...string) conf.Values {
	t.Helper()
	values := conf.Values{}
	for _, part := range parts {
		entries, err := os.ReadDir(part)
		require.NoError(t, err)
		for _, entry := range entries {
			content, err := os.ReadFile(filepath.Join(part, entry.Name()))
			require.NoError(t, err)
			values[entry.Name()] = string(content)
		}
	}
	return values
}

func TestAFolderOfKeysAdmitsEveryServiceOnly(t *testing.T) {
	into := filepath.Join(t.TempDir(), "keys")
	keys := keysCommand()
	keys.SetArgs([]string{"--into", into, "--database", "postgres://admin:secret@db:5432/puls?sslmode=require"})
	require.NoError(t, keys.Execute())
	everybody := filepath.Join(into, sharedName)
	operator, err := run.Read(given(t, everybody, filepath.Join(into, operatorName)))
	require.NoError(t, err)
	all, err := operator.Keys()
	require.NoError(t, err)
	require.NoError(t, all.Check(operatorName))
	signIn := operator.ServiceURL(operator.DatabaseURL())
	for _, service := range Services() {
		values := given(t, everybody, filepath.Join(into, service.Name))
		own, err := run.Read(values)
		require.NoError(t, err)
		require.NoError(t, own.Check())
		keys, err := own.Keys()
		require.NoError(t, err)
		require.NoError(t, keys.Check(service.Name))
		for _, other := range Services() {
			if other.Name != service.Name {
				require.Error(t, keys.Check(other.Name))
			}
			require.NoError(t, all.Check(other.Name))
		}
		require.NotContains(t, values, "DATABASE_URL")
		require.NotContains(t, values, "PULS_DATABASE_SECRET")
		if service.Schema == "" {
			continue
		}
		given, err := own.ServiceURL("")(service.Schema)
		require.NoError(t, err)
		made, err := signIn(service.Schema)
		require.NoError(t, err)
		require.Equal(t, made, given, "the password that `puls migrate` gives the role")
	}
	migrate := given(t, everybody, filepath.Join(into, migrateName))
	require.NotContains(t, migrate, "PULS_SERVICE_PRIVATE_KEYS")
	require.Equal(t, operator.DatabaseURL(), migrate["DATABASE_URL"])
	again := keysCommand()
	again.SilenceErrors, again.SilenceUsage = true, true
	again.SetArgs([]string{"--into", into})
	require.ErrorContains(t, again.Execute(), "new folder", "keys in use are never replaced")
	require.NoError(t, filepath.WalkDir(into, func(path string, entry os.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := entry.Info()
		require.NoError(t, err)
		want := os.FileMode(0o600)
		if entry.IsDir() {
			want = 0o700
		}
		require.Equal(t, want, info.Mode().Perm(), path)
		return nil
	}))
}
