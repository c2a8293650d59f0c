package pgtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/local/internal/flock"
)

// memberVariable turns the test program into one of several that use a server.
const memberVariable = "PGTEST_MEMBER"

func TestMain(m *testing.M) {
	order := os.Getenv(memberVariable)
	if order == "" {
		os.Exit(m.Run())
	}
	var f folder
	if err := json.Unmarshal([]byte(order), &f); err != nil {
		panic(err)
	}
	join := f.attach
	if f.Path == "" {
		join = attach
	}
	address, err := join()
	if err != nil {
		address = err.Error()
	}
	fmt.Println(address)
	_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
}

type member struct {
	cmd  *exec.Cmd
	said string
}

func startMember(t *testing.T, program string, f folder, as *syscall.Credential, env ...string) member {
	t.Helper()
	order, err := json.Marshal(f)
	require.NoError(t, err)
	cmd := exec.Command(program)
	cmd.Dir = "/"
	cmd.Env = append(append(os.Environ(), memberVariable+"="+string(order)), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	input, err := cmd.StdinPipe()
	require.NoError(t, err)
	t.Cleanup(func() { _ = input.Close() })
	output, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	return member{cmd: cmd, said: strings.TrimSpace(line)}
}

func (m member) kill(t *testing.T) {
	t.Helper()
	require.NoError(t, m.cmd.Process.Kill())
	require.Error(t, m.cmd.Wait())
}

// ownFolder returns a folder separate from the real one, in which an unused server keeps running for a short while.
func ownFolder(t *testing.T) folder {
	t.Helper()
	packages, _, err := findPackages()
	require.NoError(t, err)
	path, err := os.MkdirTemp("", "pgt")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(path, 0o755))
	f := folder{Path: path, Packages: packages, Idle: time.Second}
	t.Cleanup(func() {
		f.requireStopped(t)
		require.NoError(t, os.RemoveAll(path))
	})
	return f
}

// requireStopped waits until keeper, server and data are gone.
func (f folder) requireStopped(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		running, err := f.keeperRuns()
		_, cluster := os.Stat(filepath.Join(f.data(), "cluster"))
		return err == nil && !running && os.IsNotExist(cluster)
	}, time.Minute, 50*time.Millisecond)
}

func self(t *testing.T) string {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	return program
}

func TestProgramsShareAServerThatEndsAfterTheLastIsKilled(t *testing.T) {
	t.Parallel()
	f := ownFolder(t)
	members := make([]member, 3)
	var all sync.WaitGroup
	for i := range members {
		all.Go(func() { members[i] = startMember(t, self(t), f, nil) })
	}
	all.Wait()
	for _, m := range members {
		require.Contains(t, m.said, "postgres://")
		require.Equal(t, members[0].said, m.said)
	}
	members[0].kill(t)
	members[1].kill(t)
	time.Sleep(2 * f.Idle) // nothing may happen, so there is no event to wait for
	execute(t, members[2].said, "select 1")
	members[2].kill(t)
	f.requireStopped(t)
}

func TestAKilledKeeperIsReplaced(t *testing.T) {
	t.Parallel()
	f := ownFolder(t)
	first := startMember(t, self(t), f, nil)
	execute(t, first.said, "create database leftover")
	require.NoError(t, syscall.Kill(flock.Holder(f.keeper()), syscall.SIGKILL))
	require.Eventually(t, func() bool {
		running, err := f.keeperRuns()
		return err == nil && !running
	}, 10*time.Second, 10*time.Millisecond)

	second := startMember(t, self(t), f, nil)
	require.NotEqual(t, first.said, second.said)
	execute(t, second.said, "create database leftover")
	first.kill(t)
	second.kill(t)
}

func TestAServerGivenByTheEnvironmentIsUsed(t *testing.T) {
	m := startMember(t, self(t), folder{}, nil, serverVariable+"=postgres://elsewhere/db")
	require.Equal(t, "postgres://elsewhere/db", m.said)
	m.kill(t)
}

func TestAMissingPackageFailsWithTheCommand(t *testing.T) {
	t.Parallel()
	f := ownFolder(t)
	f.Packages = filepath.Join(f.Path, "deploy", "node_modules")
	m := startMember(t, self(t), f, nil)
	require.Contains(t, m.said, "run `npm ci --ignore-scripts` in "+filepath.Join(f.Path, "deploy"))
	m.kill(t)
}

func TestAnOrdinaryUserHasAServerToo(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be other users; all other tests show this one")
	}
	t.Parallel()
	f := ownFolder(t)
	found, err := user.Lookup("nobody")
	require.NoError(t, err)
	uid, err := strconv.Atoi(found.Uid)
	require.NoError(t, err)
	gid, err := strconv.Atoi(found.Gid)
	require.NoError(t, err)
	program := filepath.Join(f.Path, "program") // the test program's own folder may be closed
	text, err := os.ReadFile(self(t))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(program, text, 0o755))
	packages := filepath.Join(f.Path, "node_modules")
	require.NoError(t, os.CopyFS(packages, os.DirFS(f.Packages)))
	f.Packages = packages
	require.NoError(t, os.Chown(f.Path, uid, gid))

	m := startMember(t, program, f, &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)})
	execute(t, m.said, "create database mine")
	m.kill(t)
}
