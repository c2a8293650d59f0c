//go:build long

package acceptance

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/natstest"
	"puls.app/services/puls/internal/demo"
)

// cluster runs two replicas of every service in separate processes, on a NATS cluster of three servers.
type cluster struct {
	*suite
	nats *natstest.Cluster
	// members by service and replica.
	members map[string][]*member
}

func startCluster(t *testing.T, env ...string) *cluster {
	t.Helper()
	const replicas = 2
	nats := natstest.Start(t)
	c := &cluster{nats: nats, members: map[string][]*member{}, suite: newSuite(t, suiteOptions{
		replicas: replicas, nats: nats.URL, env: append(env, fmt.Sprintf("PULS_NATS_REPLICAS=%d", natstest.Size),
			"PULS_NATS_CA_FILE="+nats.CAFile, "PULS_NATS_CERT_FILE="+nats.CertFile, "PULS_NATS_KEY_FILE="+nats.KeyFile),
	})}
	c.env = append(c.env, "PULS_PUBLIC_URL=http://"+c.at(0, 2*len(c.names)))
	c.operate("migrate")
	began := time.Now()
	for _, name := range c.names {
		for replica := range replicas {
			c.members[name] = append(c.members[name], c.start(replica, name))
		}
	}
	for _, members := range c.members {
		for _, m := range members {
			m.ready()
		}
	}
	t.Logf("%d processes are ready after %.1f s", replicas*len(c.names), time.Since(began).Seconds())
	return c
}

func TestGoldenCasesComeOutExactlyOnACluster(t *testing.T) {
	c := startCluster(t)
	replica := 0
	proveGolden(t, func(t *testing.T, email, timezone string, uids ...string) *client {
		replica++
		return c.createFor(t, replica%2, email, timezone, uids...)
	})
}

// TestGoldenCasesComeOutExactlyAtAnAddress uses an installation that already runs at PULS_TEST_ADDRESS, such as
// http://127.0.0.1:8080. Accounts are created by `puls account create`, for which the environment has the keys of
// operators' commands.
func TestGoldenCasesComeOutExactlyAtAnAddress(t *testing.T) {
	address := os.Getenv("PULS_TEST_ADDRESS")
	if address == "" {
		t.Skip("PULS_TEST_ADDRESS is not set")
	}
	program, err := built()
	require.NoError(t, err)
	run := rand.Uint32()
	proveGolden(t, func(t *testing.T, email, timezone string, uids ...string) *client {
		t.Helper()
		email = fmt.Sprintf("%x-%s", run, email)
		args := []string{"account", "create", "--email", email, "--timezone", timezone}
		for _, uid := range uids {
			args = append(args, "--uids", uid)
		}
		create := exec.Command(program, args...)
		create.Env = append(os.Environ(), "PULS_PASSWORD="+testPassword)
		output, err := create.CombinedOutput()
		require.NoError(t, err, "%s", output)
		c := &client{t: t, address: address, uids: uids}
		c.login(email, testPassword)
		return c
	})
}

func proveGolden(t *testing.T, create createAccount) {
	t.Helper()
	for name, dir := range goldenDirs(t) {
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, dir)
			g.prove(t, create, name+"-once", g.contactsFirst([][]byte{g.file(t, "events.csv")}))
			g.prove(t, create, name+"-twice", g.contactsFirst(shuffled(g.file(t, "events.csv"))))
		})
	}
}

// TestEngagementArrivesOnceWhileAClusterLosesNodes imports a file and sends web events while one NATS server after the
// other is killed, together with processes that read and count.
func TestEngagementArrivesOnceWhileAClusterLosesNodes(t *testing.T) {
	c := startCluster(t)
	contacts, events := crashFiles()
	undisturbed := c.createFor(t, 0, "undisturbed@example.com", "Europe/Warsaw", "001")
	require.Equal(t, "done", undisturbed.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	began := time.Now()
	want := undisturbed.upload("engagement", "text/csv", bytes.NewReader(events))
	t.Logf("undisturbed: %d rows in %.1f s", want.Read, time.Since(began).Seconds())

	person := c.createFor(t, 1, "disturbed@example.com", "Europe/Warsaw", "001")
	require.Equal(t, "done", person.upload("contacts", "text/csv", bytes.NewReader(contacts)).State)
	websites := c.createFor(t, 0, "flood@example.com", "Europe/Warsaw", "001")
	f := &flood{client: http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	f.address.Store(&websites.address)
	var made struct{ SiClientID string }
	website := object{"uid": "001", "domain": "shop.example.com"}
	websites.call(http.MethodPost, "protected/web/web-tracking-accounts", website, &made)
	f.key = made.SiClientID

	rate, seconds := fromEnvironment("PULS_INTAKE_RATE", 1_000), fromEnvironment("PULS_INTAKE_SECONDS", 60)
	batches := rate * seconds / intakeBatch
	began = time.Now()
	sent := f.begin(t, rate, batches)
	id := tryUpload(person, events)
	require.NotEmpty(t, id)
	kills := c.disturb(sent)
	got := person.waitImport(id)
	require.Equal(t, [3]any{"done", want.Kept, want.Refused}, [3]any{got.State, got.Kept, got.Refused})
	c.settled()
	f.report(t, batches*intakeBatch, time.Since(began), time.Since(began))
	figure(t, "%s; %d rows of the file and all events were counted after %.1f s", kills, got.Read, time.Since(began).Seconds())
	f.check(t, c.database, batches)
	require.Contains(t, c.operate("dead-letters"), "There are no dead letters.")
	var scores []string
	for _, who := range []*client{undisturbed, person} {
		scoring := crashScoring(who)
		require.Equal(t, "done", who.calculate(scoring, crashDate)[0]["stage"])
		scores = append(scores, who.scores(scoring, "mailing", crashDate))
	}
	require.Equal(t, scores[0], scores[1])
}

// disturb kills NATS servers and processes, one after the other, and starts each again, until enough is closed. It
// returns a summary.
func (c *cluster) disturb(enough <-chan struct{}) string {
	c.t.Helper()
	leaders, others, processes := 0, 0, 0
	for {
		select {
		case <-enough:
			return fmt.Sprintf(
				"%d leaders of ENGAGEMENT, %d servers at random and %d processes were killed", leaders, others, processes,
			)
		case <-time.After(time.Duration(rand.Int64N(int64(3 * time.Second)))):
		}
		node := rand.IntN(natstest.Size)
		if rand.IntN(2) == 0 {
			node = c.nats.Leader("ENGAGEMENT")
			leaders++
		} else {
			others++
		}
		c.nats.Kill(node)
		if service := []string{"contacts", "scoring-engine", ""}[rand.IntN(3)]; service != "" {
			replica := rand.IntN(2)
			c.members[service][replica].kill()
			c.members[service][replica] = c.start(replica, service)
			c.members[service][replica].ready()
			processes++
		} else {
			<-time.After(time.Duration(rand.Int64N(int64(5 * time.Second))))
		}
		c.nats.Run(node)
		c.nats.AwaitWhole()
	}
}

// settled waits until the engine has taken every batch.
func (c *cluster) settled() {
	c.t.Helper()
	conn, err := pgx.Connect(c.t.Context(), c.database)
	require.NoError(c.t, err)
	defer func() { require.NoError(c.t, conn.Close(c.t.Context())) }()
	eventually(c.t, "everything to be counted", func() (all bool) {
		require.NoError(c.t, conn.QueryRow(c.t.Context(), `SELECT NOT EXISTS (SELECT FROM contacts.intake_bodies)
			AND (SELECT count(*) FROM contacts.outbox WHERE subject = 'engagement.batch')
				= (SELECT count(*) FROM scoring_engine.batches)`).Scan(&all))
		return all
	})
}

// TestBrowserFlowsOnACluster runs the flows of web/e2e, or those that PULS_FLOWS names, against replicas of every
// service.
func TestBrowserFlowsOnACluster(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	require.NoError(t, err)
	data := t.TempDir()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0") // apart from the suite's ports
	require.NoError(t, err)
	second := "http://" + listener.Addr().String()
	require.NoError(t, listener.Close())
	c := startCluster(t, "PULS_STAGE=local",
		"PULS_WEB_DIR="+filepath.Join(root, "web", "dist"), "PULS_MAIL_DIR="+filepath.Join(data, "mail"),
		"PULS_SUPPORT_SCRIPT_URL="+second+"/support.js", "PULS_SENTRY_DSN=http://key@"+second[len("http://"):]+"/7")
	address := c.web(0).address
	loader := demo.Loader{
		Address: address, Folder: data, Now: time.Now,
		CreateAccount: func(_ context.Context, timezone string) (bool, error) {
			create := c.command("account", "create", "--email", demo.Email, "--timezone", timezone)
			create.Env = append(create.Env, "PULS_PASSWORD="+demo.Password)
			return false, create.Run()
		},
		Nightly: func(context.Context) error { return c.command("nightly").Run() },
		Tell:    t.Logf,
	}
	require.NoError(t, loader.Load(t.Context()))
	args := []string{"run", "--silent", "e2e", "--"}
	if flows := os.Getenv("PULS_FLOWS"); flows != "" {
		args = append(args, "-g", flows)
	}
	flows := exec.Command("npm", args...)
	flows.Dir = filepath.Join(root, "web")
	flows.Env = append(
		c.command("account").Env, "BASE_URL="+address, "DATA="+data, "SECOND_ORIGIN="+second, "PULS="+c.program,
	)
	flows.Stdout, flows.Stderr = os.Stdout, os.Stderr
	require.NoError(t, flows.Run())
}

// createFor makes an account by an operator's command and signs its user in at a replica of the gateway.
func (s *suite) createFor(t *testing.T, replica int, email, timezone string, uids ...string) *client {
	t.Helper()
	s.operate("account", "create", "--email", email, "--timezone", timezone, "--uids", strings.Join(uids, ","))
	c := s.web(replica)
	c.t, c.uids = t, uids
	c.login(email, testPassword)
	return c
}
