package pgserver_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgserver"
)

const packagesDir = "../../../deploy/postgres/node_modules"

// Variables that turn the test program into a program with a Postgres, to be killed.
const (
	dataVariable     = "PGSERVER_TEST_DATA"
	packagesVariable = "PGSERVER_TEST_PACKAGES"
)

func TestMain(m *testing.M) {
	data := os.Getenv(dataVariable)
	if data == "" {
		code := m.Run()
		cleanup()
		os.Exit(code)
	}
	s, err := pgserver.Start(context.Background(), pgserver.Options{Packages: os.Getenv(packagesVariable), Data: data})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(s.URL("postgres"))
	_, _ = io.Copy(io.Discard, os.Stdin) // until our parent closes it, or kills us
	if err := s.Stop(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func packages(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(packagesDir)
	require.NoError(t, err)
	return path
}

// folder returns a folder that other users can enter, which t.TempDir is not.
func folder(t *testing.T) string {
	t.Helper()
	path, err := os.MkdirTemp("", "pg")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(path, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(path)) })
	return path
}

func options(t *testing.T) pgserver.Options {
	t.Helper()
	t.Parallel()
	return pgserver.Options{
		Packages: packages(t), Data: filepath.Join(folder(t), "postgres"),
		Settings: map[string]string{"fsync": "off"}, // only the tests of durability need more
	}
}

// created starts a server once in a new data folder and stops it. Creating a cluster takes seconds of processor time,
// copying one a tenth of a second. TestMain removes the folder.
var created = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "pg")
	if err != nil {
		return "", err
	}
	cleanup = func() { _ = os.RemoveAll(dir) }
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	packages, err := filepath.Abs(packagesDir)
	if err != nil {
		return "", err
	}
	data := filepath.Join(dir, "postgres")
	s, err := pgserver.Start(context.Background(), pgserver.Options{Packages: packages, Data: data})
	if err != nil {
		return "", err
	}
	return data, s.Stop()
})

var cleanup = func() {}

// optionsWithCluster are options with a copy of created, for tests of anything but the first start.
func optionsWithCluster(t *testing.T) pgserver.Options {
	t.Helper()
	o := options(t)
	data, err := created()
	require.NoError(t, err)
	require.NoError(t, exec.Command("cp", "-a", data, o.Data).Run())
	return o
}

func startServer(t *testing.T, o pgserver.Options) *pgserver.Server {
	t.Helper()
	s, err := pgserver.Start(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Stop()) })
	return s
}

func connect(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // the server may have ended
	return conn
}

func show(t *testing.T, conn *pgx.Conn, setting string) string {
	t.Helper()
	var value string
	require.NoError(t, conn.QueryRow(t.Context(), "show "+setting).Scan(&value))
	return value
}

// child is the test program, run as a program with a Postgres.
type child struct {
	cmd   *exec.Cmd
	input io.WriteCloser
	said  string // the address, or the start's error
}

func startChild(t *testing.T, program string, o pgserver.Options, as *syscall.Credential) child {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), dataVariable+"="+o.Data, packagesVariable+"="+o.Packages)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	input, err := cmd.StdinPipe()
	require.NoError(t, err)
	output, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	return child{cmd: cmd, input: input, said: strings.TrimSpace(line)}
}

func (c child) kill(t *testing.T) {
	t.Helper()
	require.NoError(t, c.cmd.Process.Kill())
	require.Error(t, c.cmd.Wait())
}

func self(t *testing.T) string {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	return program
}

func postmaster(t *testing.T, o pgserver.Options) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(o.Data, "cluster", "postmaster.pid"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	require.NoError(t, err)
	return pid
}

func TestDataSurviveARestartThatIsFast(t *testing.T) {
	o := options(t)
	o.Settings = nil
	begin := time.Now()
	first := startServer(t, o)
	cold := time.Since(begin)
	conn := connect(t, first.URL("postgres"))
	_, err := conn.Exec(t.Context(), "create table kept as select 42 as answer")
	require.NoError(t, err)
	require.NoError(t, first.Stop())
	require.NoError(t, first.Err())

	begin = time.Now()
	second := startServer(t, o)
	warm := time.Since(begin)
	t.Logf("first start %s, second %s", cold, warm)
	require.Less(t, warm, 30*time.Second)
	var answer int
	require.NoError(t, connect(t, second.URL("postgres")).QueryRow(t.Context(), "select answer from kept").Scan(&answer))
	require.Equal(t, 42, answer)
}

func TestDurabilityIsOnAndTextIsUnicode(t *testing.T) {
	o := optionsWithCluster(t)
	o.Settings = map[string]string{"work_mem": "5MB"}
	conn := connect(t, startServer(t, o).URL("postgres"))
	for setting, want := range map[string]string{
		"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "data_checksums": "on",
		"server_encoding": "UTF8", "max_connections": "200", "jit": "off", "work_mem": "5MB", "TimeZone": "UTC",
	} {
		require.Equal(t, want, show(t, conn, setting), setting)
	}
	var lower string
	require.NoError(t, conn.QueryRow(t.Context(), "select lower('ŻÓŁĆ')").Scan(&lower))
	require.Equal(t, "żółć", lower)
}

func TestAWrongPasswordIsRefusedOnTheSocketAndOnThePort(t *testing.T) {
	s := startServer(t, optionsWithCluster(t))
	for _, address := range []string{
		s.URLFor("postgres", "wrong", "postgres"),
		fmt.Sprintf("postgres://postgres:wrong@127.0.0.1:%d/postgres?sslmode=disable", s.Port()),
	} {
		_, err := pgx.Connect(t.Context(), address)
		require.ErrorContains(t, err, "password authentication failed")
	}
}

func TestAPathTooLongForASocketUsesThePort(t *testing.T) {
	o := options(t)
	o.Data = filepath.Join(filepath.Dir(o.Data), strings.Repeat("long", 20), "postgres")
	s := startServer(t, o)
	require.Contains(t, s.URL("postgres"), "@127.0.0.1:")
	require.Equal(t, "UTF8", show(t, connect(t, s.URL("postgres")), "server_encoding"))
}

func TestAFolderMayHaveSpacesAndLettersBeyondASCII(t *testing.T) {
	o := options(t)
	o.Data = filepath.Join(filepath.Dir(o.Data), "moje dane – żółć")
	s := startServer(t, o)
	require.NotContains(t, s.URL("postgres"), "127.0.0.1")
	connect(t, s.URL("postgres"))
}

func TestASecondProgramIsToldTheHolderOfTheData(t *testing.T) {
	o := optionsWithCluster(t)
	startServer(t, o)
	c := startChild(t, self(t), o, nil)
	require.Error(t, c.cmd.Wait())
	require.Equal(t, fmt.Sprintf("the Postgres data are in use by process %d, which runs on %s: stop it or choose another folder",
		os.Getpid(), o.Data), c.said)
}

func TestAPortInUseIsNamed(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	o := optionsWithCluster(t)
	o.Port = listener.Addr().(*net.TCPAddr).Port
	_, err = pgserver.Start(t.Context(), o)
	require.ErrorContains(t, err, fmt.Sprintf("port %d on 127.0.0.1 is in use", o.Port))
}

func TestAServerThatEndsByItselfSaysSo(t *testing.T) {
	o := optionsWithCluster(t)
	s, err := pgserver.Start(t.Context(), o)
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(postmaster(t, o), syscall.SIGQUIT))
	<-s.Done()
	require.ErrorContains(t, s.Err(), "ended unasked")
	require.ErrorContains(t, s.Stop(), "ended unasked")
	startServer(t, o)
}

func TestACancelledStartLeavesNothingRunning(t *testing.T) {
	o := options(t)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := pgserver.Start(ctx, o)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	startServer(t, o)
}
