package pgserver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgserver"
)

func TestAKilledProgramLosesNothingCommitted(t *testing.T) {
	o := optionsWithCluster(t)
	o.Settings = nil
	c := startChild(t, self(t), o, nil)
	conn := connect(t, c.said)
	_, err := conn.Exec(t.Context(), "create table kept as select generate_series(1, 1000)")
	require.NoError(t, err)
	c.kill(t)

	begin := time.Now()
	s := startServer(t, o)
	t.Logf("start after a kill %s", time.Since(begin))
	var rows int
	require.NoError(t, connect(t, s.URL("postgres")).QueryRow(t.Context(), "select count(*) from kept").Scan(&rows))
	require.Equal(t, 1000, rows)
}

func TestPostgresEndsWithAKilledProgram(t *testing.T) {
	requireLinux(t)
	o := optionsWithCluster(t)
	c := startChild(t, self(t), o, nil)
	c.kill(t)
	pid := filepath.Join(o.Data, "cluster", "postmaster.pid")
	require.Eventually(t, func() bool {
		_, err := os.Stat(pid)
		return os.IsNotExist(err)
	}, 20*time.Second, 20*time.Millisecond)
}

// The kernel cannot always end Postgres with the program, so the next start does.
func TestAPostgresLeftRunningIsStoppedByTheNextStart(t *testing.T) {
	o := optionsWithCluster(t)
	first := startServer(t, o)
	require.NoError(t, first.Stop())
	binaries, err := filepath.Glob(filepath.Join(o.Data, "bin-*"))
	require.NoError(t, err)
	require.Len(t, binaries, 1)

	left := exec.Command(filepath.Join(binaries[0], "bin", "postgres"), "-D", filepath.Join(o.Data, "cluster"),
		"-c", "listen_addresses=", "-c", "unix_socket_directories="+filepath.Join(o.Data, "run"))
	left.SysProcAttr = &syscall.SysProcAttr{Credential: ownerOf(t, filepath.Join(o.Data, "cluster"))}
	require.NoError(t, left.Start())
	ended := make(chan struct{})
	go func() {
		_ = left.Wait()
		close(ended)
	}()
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(filepath.Join(o.Data, "cluster", "postmaster.pid"))
		return err == nil && len(text) > 0
	}, 20*time.Second, 10*time.Millisecond)

	startServer(t, o)
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the Postgres left running is still there")
	}
}

func TestAStrangerWithTheOldNumberIsLeftAlone(t *testing.T) {
	o := optionsWithCluster(t)
	require.NoError(t, startServer(t, o).Stop())
	stranger := exec.Command("sleep", "600")
	require.NoError(t, stranger.Start())
	defer func() {
		require.NoError(t, stranger.Process.Signal(syscall.Signal(0)), "it was killed")
		require.NoError(t, stranger.Process.Kill())
		require.Error(t, stranger.Wait())
	}()
	writePidFile(t, o, stranger.Process.Pid)
	startServer(t, o)
}

func TestAStalePidFileIsNoHindrance(t *testing.T) {
	o := optionsWithCluster(t)
	require.NoError(t, startServer(t, o).Stop())
	gone := exec.Command("true")
	require.NoError(t, gone.Run())
	writePidFile(t, o, gone.Process.Pid)
	startServer(t, o)
}

func TestHalfACopyAndHalfAClusterAreMadeAgain(t *testing.T) {
	o := options(t)
	require.NoError(t, startServer(t, o).Stop())
	binaries, err := filepath.Glob(filepath.Join(o.Data, "bin-*", "bin", "initdb"))
	require.NoError(t, err)
	require.Len(t, binaries, 1)
	require.NoError(t, os.Truncate(binaries[0], 100))
	older := filepath.Join(o.Data, "bin-1.0")
	require.NoError(t, os.Mkdir(older, 0o755))
	require.NoError(t, os.RemoveAll(filepath.Join(o.Data, "cluster")))
	require.NoError(t, os.MkdirAll(filepath.Join(o.Data, "cluster.new", "base"), 0o700))
	startServer(t, o)
	require.NoDirExists(t, older)
}

func TestDataOfAnotherMajorVersionAreRefused(t *testing.T) {
	o := optionsWithCluster(t)
	require.NoError(t, startServer(t, o).Stop())
	require.NoError(t, os.WriteFile(filepath.Join(o.Data, "cluster", "PG_VERSION"), []byte("12\n"), 0o600))
	_, err := pgserver.Start(t.Context(), o)
	require.ErrorContains(t, err, "are from Postgres 12 and the installed Postgres is 18")
}

func TestAMissingPackageNamesTheCommand(t *testing.T) {
	dir := t.TempDir()
	_, err := pgserver.Start(t.Context(), pgserver.Options{Packages: filepath.Join(dir, "node_modules"), Data: dir})
	require.ErrorContains(t, err, "run `npm ci --ignore-scripts` in "+dir)
}

func TestSettingsThatFollowFromOptionsAreRefused(t *testing.T) {
	_, err := pgserver.Start(t.Context(), pgserver.Options{Data: t.TempDir(), Settings: map[string]string{"port": "1"}})
	require.ErrorContains(t, err, "setting port is not free to choose")
}

func TestAnUnknownSettingIsNamed(t *testing.T) {
	o := optionsWithCluster(t)
	o.Settings = map[string]string{"colour": "red"}
	_, err := pgserver.Start(t.Context(), o)
	require.ErrorContains(t, err, `unrecognized configuration parameter "colour"`)
}

func TestDiscardKeepsTheBinaries(t *testing.T) {
	o := options(t)
	require.NoError(t, startServer(t, o).Stop())
	require.NoError(t, pgserver.Discard(t.Context(), o.Data))
	require.NoDirExists(t, filepath.Join(o.Data, "cluster"))
	startServer(t, o)
}

func writePidFile(t *testing.T, o pgserver.Options, pid int) {
	t.Helper()
	cluster := filepath.Join(o.Data, "cluster")
	path := filepath.Join(cluster, "postmaster.pid")
	require.NoError(
		t, os.WriteFile(path, []byte(strconv.Itoa(pid)+"\n"+cluster+"\n1700000000\n5432\n\n127.0.0.1\n"), 0o600),
	)
	if owner := ownerOf(t, cluster); owner != nil {
		require.NoError(t, os.Chown(path, int(owner.Uid), int(owner.Gid)))
	}
}
