package reference

import (
	"encoding/json"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// openFolder makes a folder that the user that runs Postgres can read; those of t.TempDir are closed to others.
func openFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "puls-bench-test-") //nolint:usetesting // see above
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// startServer starts a Postgres for one test.
func startServer(t *testing.T) *Server {
	t.Helper()
	server, err := StartServer(t.Context(), installed(t), openFolder(t), "64MB", "128MB")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop()) })
	return server
}

// installed makes a folder like the program's own Postgres: a copy of the package with the links that npm packages
// cannot hold, and a cluster folder that belongs to the user that runs it.
func installed(t *testing.T) string {
	t.Helper()
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	native := filepath.Join(packages, "@embedded-postgres", runtime.GOOS+"-"+arch, "native")
	dir := openFolder(t)
	binaries, cluster := filepath.Join(dir, "bin-test"), filepath.Join(dir, "cluster")
	require.NoError(t, os.CopyFS(binaries, os.DirFS(native)))
	text, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	require.NoError(t, err)
	var links []struct{ Source, Target string }
	require.NoError(t, json.Unmarshal(text, &links))
	for _, link := range links {
		source, target := strings.TrimPrefix(link.Source, "native/"), strings.TrimPrefix(link.Target, "native/")
		relative, err := filepath.Rel(filepath.Dir(target), source)
		require.NoError(t, err)
		if err := os.Symlink(relative, filepath.Join(binaries, target)); !os.IsExist(err) {
			require.NoError(t, err)
		}
	}
	require.NoError(t, os.Mkdir(cluster, 0o700))
	if os.Geteuid() == 0 {
		found, err := user.Lookup("postgres")
		if err != nil {
			found, err = user.Lookup("nobody")
		}
		require.NoError(t, err)
		uid, err := strconv.Atoi(found.Uid)
		require.NoError(t, err)
		require.NoError(t, os.Chown(cluster, uid, -1))
	}
	return dir
}
