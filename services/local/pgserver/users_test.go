package pgserver_test

import (
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgserver"
)

func requireLinux(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends a process with its parent")
	}
}

func requireRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be other users")
	}
}

// ownerOf returns the owner of a path, as the credential of a process, or nil if we own it.
func ownerOf(t *testing.T, path string) *syscall.Credential {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	stat, ok := info.Sys().(*syscall.Stat_t)
	require.True(t, ok)
	if int(stat.Uid) == os.Geteuid() {
		return nil
	}
	return &syscall.Credential{Uid: stat.Uid, Gid: stat.Gid}
}

func nobody(t *testing.T) *syscall.Credential {
	t.Helper()
	found, err := user.Lookup("nobody")
	require.NoError(t, err)
	uid, err := strconv.ParseUint(found.Uid, 10, 32)
	require.NoError(t, err)
	gid, err := strconv.ParseUint(found.Gid, 10, 32)
	require.NoError(t, err)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func TestRootRunsPostgresAsAnotherUser(t *testing.T) {
	requireRoot(t)
	o := options(t)
	o.User = "nobody"
	require.NoError(t, startServer(t, o).Stop())
	cluster := ownerOf(t, filepath.Join(o.Data, "cluster"))
	require.Equal(t, nobody(t), cluster)
	info, err := os.Stat(filepath.Join(o.Data, "password"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	o.User = "" // the owner of the data keeps running Postgres
	startServer(t, o)
	require.Equal(t, nobody(t), ownerOf(t, filepath.Join(o.Data, "cluster")))
}

func TestAnOrdinaryUserRunsPostgresItself(t *testing.T) {
	t.Parallel()
	requireRoot(t) // to become one; without root all tests run as an ordinary user
	dir := folder(t)
	program := filepath.Join(dir, "program") // the test program's own folder may be closed
	text, err := os.ReadFile(self(t))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(program, text, 0o755))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "node_modules"), os.DirFS(packages(t))))
	data := filepath.Join(dir, "postgres")
	require.NoError(t, os.Mkdir(data, 0o700))
	as := nobody(t)
	require.NoError(t, os.Chown(data, int(as.Uid), int(as.Gid)))
	o := pgserver.Options{Packages: filepath.Join(dir, "node_modules"), Data: data}

	c := startChild(t, program, o, as)
	connect(t, c.said)
	c.kill(t)
	c = startChild(t, program, o, as)
	connect(t, c.said)
	require.NoError(t, c.input.Close())
	require.NoError(t, c.cmd.Wait())
	require.Equal(t, as, ownerOf(t, filepath.Join(data, "cluster")))

	require.NoError(t, startServer(t, o).Stop()) // root can use the same data
	c = startChild(t, program, o, as)            // and leaves them usable
	connect(t, c.said)
	require.NoError(t, c.input.Close())
	require.NoError(t, c.cmd.Wait())
}

func TestDataOfAnotherUserAreRefused(t *testing.T) {
	requireRoot(t)
	t.Parallel()
	dir := folder(t)
	program := filepath.Join(dir, "program")
	text, err := os.ReadFile(self(t))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(program, text, 0o755))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "node_modules"), os.DirFS(packages(t))))
	data := filepath.Join(dir, "postgres")
	require.NoError(t, os.MkdirAll(filepath.Join(data, "cluster"), 0o700)) // root's
	require.NoError(t, os.Chmod(data, 0o777))
	c := startChild(t, program, pgserver.Options{Packages: filepath.Join(dir, "node_modules"), Data: data}, nobody(t))
	require.Error(t, c.cmd.Wait())
	require.Contains(t, c.said, "belong to user root: run as that user or as root")
}

func TestAFolderThatTheUserOfPostgresCannotEnterIsNamed(t *testing.T) {
	requireRoot(t)
	o := options(t)
	closed := filepath.Dir(o.Data)
	require.NoError(t, os.Chmod(closed, 0o700))
	_, err := pgserver.Start(t.Context(), o)
	require.ErrorContains(t, err, "cannot enter "+closed+": run `chmod o+x "+closed+"`")
}
