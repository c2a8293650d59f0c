//go:build long

package acceptance

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/puls/internal/run"
)

// podsHost is this machine in the network of the pods, see tools/deploy/pods.
const podsHost = "10.98.0.1"

// pods are the containers of the chart, as tools/deploy/pods runs them.
type pods struct {
	t     *testing.T
	input io.WriteCloser
	said  *bufio.Scanner
}

// await returns what follows the beginning of a line that the runner says, and shows the others.
func (p *pods) await(beginning string) string {
	p.t.Helper()
	for p.said.Scan() {
		if rest, found := strings.CutPrefix(p.said.Text(), beginning); found {
			return rest
		}
		p.t.Log(p.said.Text())
	}
	require.FailNow(p.t, "the pods did not say", beginning)
	return ""
}

// startPods runs the chart on servers of this machine and answers the product as operators see it.
func startPods(t *testing.T) (*pods, *program) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	require.NoError(t, err)
	puls, err := built()
	require.NoError(t, err)
	data := newProcess(t).data
	log := slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	packages := filepath.Join(root, "deploy", "postgres", "node_modules")
	servers, err := run.Settings{}.StartEmbedded(t.Context(), data, packages, log)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, servers.Stop()) })
	keys := filepath.Join(data, "keys")
	database := databaseForPods(t, servers.DatabaseURL)
	output, err := exec.Command(puls, "keys", "--into", keys, "--database", database).CombinedOutput()
	require.NoError(t, err, "%s", output)
	bus := []byte(natsForPods(t, servers.NATSURL))
	require.NoError(t, os.WriteFile(filepath.Join(keys, "everybody", "NATS_URL"), bus, 0o600))
	cmd := exec.Command(filepath.Join(root, "tools/bin/pods"), "--keys", keys, "--values", `nats: {url: ""}`)
	cmd.Dir, cmd.Stderr = root, testWriter{t}
	input, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	p := &pods{t: t, input: input, said: bufio.NewScanner(out)}
	t.Cleanup(func() {
		require.NoError(t, input.Close())
		for p.said.Scan() {
			t.Log(p.said.Text())
		}
		require.NoError(t, cmd.Wait(), "every pod ends well when it is asked to")
	})
	settings, err := run.Read(keysIn(t, keys, "everybody", "operator"))
	require.NoError(t, err)
	env, err := settings.Env(host.NewMemory(), servers.DatabaseURL, settings.NATS(servers.NATSURL), nil, log)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, env.Bus.Close()) })
	return p, &program{t: t, env: env, address: p.await("gateway "), admin: servers.DatabaseURL}
}

// keysIn reads folders of keys.
func keysIn(t *testing.T, keys string, rings ...string) conf.Values {
	t.Helper()
	values := conf.Values{}
	for _, ring := range rings {
		files, err := os.ReadDir(filepath.Join(keys, ring))
		require.NoError(t, err)
		for _, file := range files {
			content, err := os.ReadFile(filepath.Join(keys, ring, file.Name()))
			require.NoError(t, err)
			values[file.Name()] = string(content)
		}
	}
	return values
}

// databaseForPods returns the address by which pods reach a Postgres that listens on a socket of this machine.
func databaseForPods(t *testing.T, address string) string {
	t.Helper()
	config, err := pgconn.ParseConfig(address)
	require.NoError(t, err)
	network, target := pgconn.NetworkAddress(config.Host, config.Port)
	outside := url.URL{
		Scheme: "postgres", User: url.UserPassword(config.User, config.Password), Path: "/" + config.Database,
		Host: forwarded(t, network, target), RawQuery: "sslmode=disable",
	}
	return outside.String()
}

// natsForPods does so for a NATS server that listens on the loopback address.
func natsForPods(t *testing.T, address string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	require.NoError(t, err)
	parsed.Host = forwarded(t, "tcp", parsed.Host)
	return parsed.String()
}

// forwarded opens a port that pods reach and that leads to a server of this machine.
func forwarded(t *testing.T, network, target string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "0.0.0.0:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, listener.Close()) })
	go func() {
		for {
			near, err := listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			far, err := net.Dial(network, target)
			if err != nil {
				_ = near.Close() // as if nobody listened
				continue
			}
			for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
				go func() {
					_, _ = io.Copy(way[0], way[1]) // either end may go at any time
					_ = way[0].Close()
				}()
			}
		}
	}()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	return net.JoinHostPort(podsHost, port)
}

func TestPodsOfTheChartGiveTheGoldenResults(t *testing.T) {
	pods, p := startPods(t)
	for name, dir := range goldenDirs(t) {
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, dir)
			g.prove(t, p.createFor, name+"-pods", g.contactsFirst([][]byte{g.file(t, "events.csv")}))
		})
	}
	proveTheNight(t, pods, p)
}

// proveTheNight has the CronJob's pod ask for what is due, for a scoring that was switched on two days ago.
func proveTheNight(t *testing.T, pods *pods, p *program) {
	t.Helper()
	c := p.createAccount("night@example.com", "Europe/Warsaw", "001")
	contacts, events := "uid,external_id,email,email_consent\n", eventHeader
	for person := range 50 {
		contacts += fmt.Sprintf("001,E%d,person%d@example.com,true\n", person, person)
		for day := 3; day < 24; day++ {
			at := time.Now().AddDate(0, 0, -day).UTC().Format(time.RFC3339)
			for i, kind := range []string{"sent", "delivered", "opened"}[:2+person%2] {
				events += fmt.Sprintf("e%d-%d-%d,%s,001,mailing.%s,m%d,info,,person%d@example.com,,,\n",
					person, day, i, at, kind, day, person)
			}
		}
	}
	require.Equal(t, 50, c.upload("contacts", "text/csv", strings.NewReader(contacts)).Kept)
	require.Equal(t, "done", c.upload("engagement", "text/csv", strings.NewReader(events)).State)
	scoring := crashScoring(c)
	conn, err := pgx.Connect(t.Context(), p.admin)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	changed, err := conn.Exec(t.Context(), `UPDATE scoring_config.scorings
		SET activated_at = activated_at - interval '2 days', first_activated_at = first_activated_at - interval '2 days'
		WHERE id = $1`, scoring)
	require.NoError(t, err)
	require.EqualValues(t, 1, changed.RowsAffected())
	require.Empty(t, c.dates(scoring, "mailing"))
	_, err = io.WriteString(pods.input, "nightly\n")
	require.NoError(t, err)
	pods.await("nightly done")
	eventually(t, "the night's result", func() bool { return len(c.dates(scoring, "mailing")) > 0 })
}
