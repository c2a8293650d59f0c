//go:build long

package acceptance

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/puls/internal/run"
)

// longestLock is the longest time for which a migration may block a statement of the running program.
const longestLock = time.Second

// TestProgramsSideBySideThroughTheLastMigrations makes the last PULS_UPGRADES steps from one complete state of the
// migrations to the next; 1000 makes all. The last program of a state runs on a filled database under calls while the
// first program of the next state migrates; then both serve the same users from the same database and streams.
// PULS_UPGRADE_FROM selects the one step from that commit to HEAD.
func TestProgramsSideBySideThroughTheLastMigrations(t *testing.T) {
	steps := wholeSteps(t)
	compared := web
	web = http.DefaultClient // programs from before the comparison with descriptions are not compared
	t.Cleanup(func() { web = compared })
	if from := os.Getenv("PULS_UPGRADE_FROM"); from != "" {
		upgrade(t, from, "HEAD")
		return
	}
	for _, s := range steps[max(len(steps)-fromEnvironment("PULS_UPGRADES", 3), 0):] {
		t.Run(s.name, func(t *testing.T) { upgrade(t, s.before, s.commit) })
	}
}

// programAt builds the program of a commit, or of the next one that builds.
func programAt(t *testing.T, commit string) string {
	t.Helper()
	program, failed := compile(t, commit)
	for next := range strings.Lines(git(t, "log", "--reverse", "--format=%h", commit+"..HEAD")) {
		if program != "" {
			break
		}
		t.Logf("%s does not build: %s", commit, failed)
		commit = strings.TrimSpace(next)
		program, failed = compile(t, commit)
	}
	require.NotEmpty(t, program, failed)
	return program
}

// compile returns the program of a commit, or the reason why it does not build.
func compile(t *testing.T, commit string) (program, failed string) {
	t.Helper()
	dir := t.TempDir()
	archive := filepath.Join(dir, "tree.tar")
	git(t, "archive", "--output="+archive, commit, "go.work", "proto", "services")
	require.NoError(t, exec.Command("tar", "-C", dir, "-xf", archive).Run())
	program = filepath.Join(dir, "puls")
	build := exec.Command("go", "build", "-o", program, "./services/puls")
	build.Dir = dir
	if output, err := build.CombinedOutput(); err != nil {
		return "", string(output)
	}
	return program, ""
}

// upgraded is an installation that is updated from one program to the next.
type upgraded struct {
	t       *testing.T
	file    run.File
	program string
	env     []string
}

func upgrade(t *testing.T, earlier, commit string) {
	p := newEmptyProcess(t, "")
	p.program = programAt(t, earlier)
	before := p.createAccount(p.start(), "before@example.com")
	contacts, events := crashFiles()
	require.Equal(t, "done", before.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	require.Equal(t, "done", before.upload("engagement", "text/csv", bytes.NewReader(events)).State)
	scoring := crashScoring(before)
	require.Equal(t, "done", before.calculate(scoring, crashDate)[0]["stage"])

	file, err := run.Find(p.data)
	require.NoError(t, err)
	u := &upgraded{t: t, file: file, program: programAt(t, commit), env: append(
		os.Environ(), "DATABASE_URL="+file.DatabaseURL, "NATS_URL="+file.NATSURL, "PULS_SECRET="+file.Secret,
		"PULS_LOG_LEVEL=warn", "PULS_DRAIN_PAUSE=0s", "PULS_ADMIN=127.0.0.1:0",
	)}
	calls := u.call(before)
	_, stop, bears := u.serve()
	t.Logf("the new program on the old schema: %s", map[bool]string{true: "bears it", false: "does not start"}[bears])
	stop()
	took, locked := u.migrate()
	address, stop, ready := u.serve()
	require.True(t, ready, "the new program on its schema")
	defer stop()
	after := &client{t: t, address: address, token: before.token, uids: before.uids}
	for i, c := range []*client{before, after, before, after} {
		c.exercise(scoring, i)
	}
	failed, slowest := calls()
	figure(t, "migrated in %.2f s, a statement waited at most %.2f s for a lock; the old program's calls took at most %.2f s",
		took.Seconds(), locked.Seconds(), slowest.Seconds())
	require.Empty(t, failed, "calls of the old program")
	require.Less(t, locked, longestLock)
}

// exercise lets a program import files, calculate and report.
func (c *client) exercise(scoring string, turn int) {
	c.t.Helper()
	rows := fmt.Sprintf("uid,email,email_consent\n001,new%d@example.com,true\n001,person7@example.com,true\n", turn)
	require.Equal(c.t, 2, c.upload("contacts", "text/csv", strings.NewReader(rows)).Kept)
	rows = eventHeader + fmt.Sprintf("n%d,2026-10-20T10:00:00Z,001,mailing.opened,m1,info,,new%d@example.com,,,\n", turn, turn)
	require.Equal(c.t, 1, c.upload("engagement", "text/csv", strings.NewReader(rows)).Kept)
	date := time.Date(2026, 11, 3+turn, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	require.Equal(c.t, "done", c.calculate(scoring, date)[0]["stage"])
	require.Contains(c.t, c.scores(scoring, "mailing", date), "person1@example.com")
}

// call reads lists and changes a name repeatedly, until the returned function is called. That returns the failures and
// the duration of the slowest call.
func (u *upgraded) call(c *client) func() (failed []string, slowest time.Duration) {
	ctx, stop := context.WithCancel(u.t.Context())
	var failed []string
	var slowest time.Duration
	var running sync.WaitGroup
	running.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			method, path, body := http.MethodGet, "protected/saresystem/imports", ""
			switch i % 3 {
			case 1:
				path = "protected/scoring/scorings"
			case 2:
				method, path = http.MethodPost, "protected/saresystem/contacts:import"
				body = fmt.Sprintf("uid,email\n001,load%d@example.com\n", i)
			}
			began := time.Now()
			status, answer := try(ctx, c, method, path, body)
			slowest = max(slowest, time.Since(began))
			if status != http.StatusOK && status != http.StatusTooManyRequests && ctx.Err() == nil {
				failed = append(failed, fmt.Sprintf("%s %s: %d %s", method, path, status, answer))
			}
			select {
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	return func() ([]string, time.Duration) {
		stop()
		running.Wait()
		return failed, slowest
	}
}

func try(ctx context.Context, c *client, method, path, body string) (int, string) {
	req, err := http.NewRequestWithContext(ctx, method, c.address+"/api/"+path, strings.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	req.Header.Set("Content-Type", "text/csv")
	res, err := web.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	answer, err := io.ReadAll(res.Body)
	if closed := res.Body.Close(); err != nil || closed != nil {
		return 0, fmt.Sprint(err, closed)
	}
	return res.StatusCode, string(answer)
}

// serve starts all services of the new program beside the old one, and reports whether they became ready. Their log is
// shown in the test.
func (u *upgraded) serve() (address string, stop func(), ready bool) {
	u.t.Helper()
	names := []string{"flags", "account", "contacts", "scoring-config", "scoring-engine", "reports", "gateway"}
	port := freePorts(u.t, len(names)+1)
	var peers []string
	for i, name := range names {
		peers = append(peers, fmt.Sprintf("%s=127.0.0.1:%d", name, port+i))
	}
	address = fmt.Sprintf("127.0.0.1:%d", port+len(names))
	cmd := exec.Command(u.program, append([]string{"serve"}, names...)...)
	cmd.Env = append(append([]string{}, u.env...), fmt.Sprintf("PULS_GRPC=127.0.0.1:%d", port), "PULS_HTTP="+address,
		"PULS_PEERS="+strings.Join(peers, ","))
	cmd.Stderr = testWriter{u.t}
	require.NoError(u.t, cmd.Start())
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }() // the log shows how it ended
	address = "http://" + address
	eventually(u.t, "the new program to serve or to end", func() bool {
		select {
		case <-ended:
			return true
		default:
		}
		res, err := http.Get(address + "/readyz")
		ready = err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusNoContent
		return ready
	})
	return address, func() { _ = cmd.Process.Signal(syscall.SIGTERM); <-ended }, ready
}

// migrate migrates the schemas with the new program, and returns the duration and the longest wait of a statement for a
// lock.
func (u *upgraded) migrate() (took, locked time.Duration) {
	u.t.Helper()
	ctx, stop := context.WithCancel(u.t.Context())
	conn, err := pgx.Connect(ctx, u.file.DatabaseURL)
	require.NoError(u.t, err)
	var watching sync.WaitGroup
	watching.Go(func() {
		for ctx.Err() == nil {
			var longest float64
			err := conn.QueryRow(ctx, `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - l.waitstart)), 0)::float8
				FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
				WHERE NOT l.granted AND l.locktype IN ('relation', 'tuple', 'transactionid')
					AND EXISTS (SELECT FROM unnest(pg_blocking_pids(l.pid)) b JOIN pg_locks h ON h.pid = b
						WHERE h.mode = 'AccessExclusiveLock' AND h.granted)`).Scan(&longest)
			if err == nil {
				locked = max(locked, time.Duration(longest*float64(time.Second)))
			}
		}
	})
	began := time.Now()
	output, err := u.tryMigrate()
	for range 3 {
		// Programs without lockPatience (of kit/pgdb) could lose a deadlock; the step was then rolled back.
		if err != nil && bytes.Contains(output, []byte("SQLSTATE 40P01")) {
			u.t.Logf("migrated again after a deadlock: %s", output)
			output, err = u.tryMigrate()
		}
	}
	took = time.Since(began)
	stop()
	watching.Wait()
	require.NoError(u.t, conn.Close(context.WithoutCancel(ctx)))
	require.NoError(u.t, err, "%s", output)
	return took, locked
}

func (u *upgraded) tryMigrate() ([]byte, error) {
	migrate := exec.Command(u.program, "migrate")
	migrate.Env = u.env
	return migrate.CombinedOutput()
}
