package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/puls/internal/run"
)

// built builds the program once for all tests that run it in a separate process.
var built = sync.OnceValues(func() (string, error) {
	program := filepath.Join(lasting.TempDir(), "puls")
	output, err := exec.Command("go", "build", "-ldflags=-s", "-o", program, "puls.app/services/puls").CombinedOutput()
	if err != nil {
		os.Stderr.Write(output)
	}
	return program, err
})

var stoppedData struct {
	sync.Mutex
	dir string
}

// stopped returns the data folder of a program that was started once, and stopped. Creating the cluster and the schemas
// takes most of a first start.
func stopped(t *testing.T) string {
	t.Helper()
	stoppedData.Lock()
	defer stoppedData.Unlock()
	if stoppedData.dir != "" {
		return stoppedData.dir
	}
	p := newEmptyProcess(t, "")
	p.start()
	p.stop()
	dir := filepath.Join(lasting.TempDir(), "stopped")
	require.NoError(t, os.Remove(filepath.Join(p.data, "reserve"))) // large, and reserved again by each start
	require.NoError(t, exec.Command("cp", "-a", p.data, dir).Run())
	stoppedData.dir = dir
	return dir
}

// process is `puls local` on a data folder that outlives it.
type process struct {
	t       *testing.T
	program string
	data    string
	cmd     *exec.Cmd
	// stderr is that of the present run.
	stderr *bytes.Buffer
	// env has settings of its own.
	env []string
}

// newProcess makes a data folder that the user of Postgres can reach. The test runs in parallel with others.
func newProcess(t *testing.T) *process {
	t.Helper()
	t.Parallel()
	return newProcessIn(t, "")
}

// newProcessIn is newProcess with its data in a folder, such as a small disk; "" is that of temporary files. A test that
// measures memory or time runs alone with it.
func newProcessIn(t *testing.T, folder string) *process {
	t.Helper()
	p := newEmptyProcess(t, folder)
	require.NoError(t, exec.Command("cp", "-a", stopped(t)+"/.", p.data).Run())
	return p
}

// newEmptyProcess is a process whose first start creates the cluster and the schemas. It runs alone.
func newEmptyProcess(t *testing.T, folder string) *process {
	t.Helper()
	data, err := os.MkdirTemp(folder, "puls-data")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(data, 0o755))
	program, err := built()
	require.NoError(t, err)
	p := &process{t: t, program: program, data: data}
	t.Cleanup(func() {
		if t.Failed() && p.stderr != nil {
			t.Log(p.stderr.String())
		}
		p.stop()
		require.NoError(t, os.RemoveAll(data))
	})
	return p
}

// start starts the program and returns its address once it answers.
func (p *process) start() string {
	p.t.Helper()
	packages, err := filepath.Abs(filepath.Join("..", "..", "..", "deploy", "postgres", "node_modules"))
	require.NoError(p.t, err)
	require.NoError(p.t, run.Remove(p.data))
	p.cmd = exec.Command(
		p.program, "local", "--demo=false", "--data", p.data, "--http", "127.0.0.1:0", "--postgres", packages,
	)
	// Tests that kill it often request a calculation each time.
	p.cmd.Env = append(append(
		os.Environ(), "PULS_LIMIT_CALCULATIONS=100000", fmt.Sprint("PULS_DATABASE_CONNECTIONS=", connections),
	), p.env...)
	p.stderr = &bytes.Buffer{}
	p.cmd.Stderr = p.stderr
	require.NoError(p.t, p.cmd.Start())
	address := ""
	eventually(p.t, "the program to run", func() bool {
		file, err := run.Find(p.data)
		if err != nil {
			return false
		}
		address = file.HTTP
		res, err := http.Get(address + "/readyz")
		if err != nil {
			return false
		}
		require.NoError(p.t, res.Body.Close())
		return res.StatusCode == http.StatusNoContent
	})
	return address
}

// kill ends the program like a power cut.
func (p *process) kill() {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Process.Kill())
	_, err := p.cmd.Process.Wait()
	require.NoError(p.t, err)
	p.cmd = nil
}

// stop ends the program like Ctrl-C.
func (p *process) stop() {
	p.t.Helper()
	if p.cmd == nil {
		return
	}
	require.NoError(p.t, p.cmd.Process.Signal(syscall.SIGINT))
	err := p.cmd.Wait()
	require.NoError(p.t, err, "%s", p.stderr)
	p.cmd = nil
}

// puls runs an operator's command on the data folder.
func (p *process) puls(args ...string) string {
	p.t.Helper()
	cmd := exec.Command(p.program, append(args, "--data", p.data)...)
	cmd.Env = append(os.Environ(), "PULS_PASSWORD="+testPassword)
	output, err := cmd.CombinedOutput()
	require.NoError(p.t, err, "%s", output)
	return string(output)
}

// createAccount makes an account by the operator's command and signs in.
func (p *process) createAccount(address, email string) *client {
	p.t.Helper()
	p.puls("account", "create", "--email", email, "--timezone", "Europe/Warsaw", "--uids", "001")
	c := &client{t: p.t, address: address}
	c.login(email, testPassword)
	return c
}

// scores downloads the scores and reasons of a calculation for every contact.
func (c *client) scores(scoring, scoringType, date string) string {
	c.t.Helper()
	body, err := json.Marshal(object{"scoringType": scoringType, "generatedDate": date, "includeExcluded": true})
	require.NoError(c.t, err)
	status, data := c.do(
		http.MethodPost, "protected/scoring/scorings/"+scoring+":exportToCsv", "application/json", bytes.NewReader(body),
	)
	require.Equal(c.t, http.StatusOK, status, "%s", data)
	return string(data)
}

// dates returns the days with results.
func (c *client) dates(scoring, scoringType string) []string {
	c.t.Helper()
	var answer struct{ Items []string }
	c.call(
		http.MethodGet, "protected/scoring/scorings/"+scoring+":generatedDateList?scoringType="+scoringType, nil, &answer,
	)
	return answer.Items
}

// withDatabase queries the program's database directly.
func withDatabase(t *testing.T, p *process, work func(query func(sql string, into ...any))) {
	t.Helper()
	file, err := run.Find(p.data)
	require.NoError(t, err)
	conn, err := pgx.Connect(t.Context(), file.DatabaseURL)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	work(func(sql string, into ...any) {
		t.Helper()
		require.NoError(t, conn.QueryRow(t.Context(), sql).Scan(into...))
	})
}

func decode(body io.Reader, into any) error { return json.NewDecoder(body).Decode(into) }
