//go:build long

package acceptance

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/certtest"
	"puls.app/services/local/natstest"
)

// threes runs three processes of every service, and a fourth one during a rollout.
type threes struct {
	*suite
	// running has the processes of each service, replicas their numbers, and spare the unused number.
	running  map[string][]*member
	replicas map[string][]int
	spare    map[string]int
}

// TestThreeOfEachServiceAreUpgradedAndRolledBackUnderLoad runs an installation as docs/operating.md describes it: three
// replicas of each service over TLS, three NATS servers that require certificates, and Postgres with verify-full. It
// starts with the program before the last migrations. PULS_WALK_RATE requests a second continue during all steps.
func TestThreeOfEachServiceAreUpgradedAndRolledBackUnderLoad(t *testing.T) {
	rate := fromEnvironment("PULS_WALK_RATE", 300)
	compared := web
	web = http.DefaultClient // responses of the former program match its own description only
	t.Cleanup(func() { web = compared })
	steps := wholeSteps(t)
	before := programAt(t, steps[len(steps)-1].before)
	present, err := built()
	require.NoError(t, err)
	nats := natstest.Start(t)
	s := newSuite(t, suiteOptions{
		program: present, replicas: 4, nats: nats.URL, database: securePostgres(t), env: []string{
			fmt.Sprintf("PULS_NATS_REPLICAS=%d", natstest.Size), "PULS_NATS_CA_FILE=" + nats.CAFile,
			"PULS_NATS_CERT_FILE=" + nats.CertFile, "PULS_NATS_KEY_FILE=" + nats.KeyFile, "PULS_DRAIN_PAUSE=1s",
			"PULS_DATABASE_CONNECTIONS=6", "PULS_LIMIT_SCORINGS=1000000", "PULS_LIMIT_NEW_SCORINGS=1000000",
		},
	})
	s.useDatabaseSecret()
	s.program = before
	s.operate("migrate")
	f := startThrees(s)
	c := f.createFor(t, 0, "walk@example.com", "UTC", "001")
	contacts := "uid,external_id,email,email_consent\n001,R1,person1@example.com,true\n001,R2,person2@example.com,true\n"
	require.Equal(t, 2, c.upload("contacts", "text/csv", strings.NewReader(contacts)).Kept)
	events := eventHeader + "e1,2026-10-10T10:00:00Z,001,mailing.sent,m1,info,,person1@example.com,,,\n"
	require.Equal(t, 1, c.upload("engagement", "text/csv", strings.NewReader(events)).Kept)
	scoring := crashScoring(c)
	c.calculate(scoring, crashDate)
	eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })

	people := newCrowd(t, s, c.token, scoring)
	var told []string
	under := func(what string, work func()) {
		began := time.Now()
		people.run(rate, time.Hour, func(context.Context) { work() })
		came := people.figures()
		told = append(told, fmt.Sprintf("%s in %.0f s: %d requests, %d failed, p99 %s", what, time.Since(began).Seconds(),
			came.requests, came.failed, came.p99.Round(time.Millisecond)))
		t.Log(told[len(told)-1])
		require.Zero(t, came.failed, what)
	}
	under("rolling restart", f.replaceAll)
	under("a NATS server killed", func() {
		leader := nats.Leader("ENGAGEMENT")
		nats.Kill(leader)
		time.Sleep(5 * time.Second)
		nats.Run(leader)
		nats.AwaitWhole()
	})
	people.patient = true // a call to a killed service gets a 503 and is retried
	under("one of each killed", f.killOneOfEach)
	people.patient = false
	s.program = present
	under("upgrade", func() { s.operate("migrate"); f.replaceAll() })
	s.program = before
	under("rollback", f.replaceAll)
	s.program = present
	under("upgrade again", f.replaceAll)

	c.address = f.web(f.replicas["gateway"][0]).address
	var list struct{ Total int }
	c.call(http.MethodGet, "protected/scoring/scorings?page=1&pageSize=1", nil, &list)
	require.Equal(t, 1+people.made, list.Total, "scorings that were asked for once each")
	s.operate("nightly", "--date", "2026-11-09")
	eventually(t, "the night's report", func() bool { return len(c.dates(scoring, "mailing")) == 2 })
	web = compared
	replica := 0
	proveGolden(t, func(t *testing.T, email, timezone string, uids ...string) *client {
		replica++
		return f.createFor(t, f.replicas["gateway"][replica%3], email, timezone, uids...)
	})
	require.Contains(t, s.operate("dead-letters"), "There are no dead letters.")
	figure(t, "%s", strings.Join(told, "; "))
}

// securePostgres starts a server with a certificate and returns an address that verifies it.
func securePostgres(t *testing.T) string {
	t.Helper()
	server := startPostgres(t, map[string]string{"max_connections": "400"})
	folder, err := os.MkdirTemp("", "postgres-tls-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	require.NoError(t, os.Chmod(folder, 0o711))
	authority := certtest.NewAuthority(t, "postgres")
	authority.Write(t, folder, []string{"127.0.0.1"}, authority)
	conn, err := pgx.Connect(t.Context(), server.URL("postgres"))
	require.NoError(t, err)
	var data string
	require.NoError(t, conn.QueryRow(t.Context(), "SHOW data_directory").Scan(&data))
	owner, err := os.Stat(data)
	require.NoError(t, err)
	for _, name := range []string{"tls.crt", "tls.key"} {
		require.NoError(t, os.Chown(filepath.Join(folder, name), int(owner.Sys().(*syscall.Stat_t).Uid), -1))
	}
	for name, value := range map[string]string{
		"ssl_cert_file": filepath.Join(folder, "tls.crt"), "ssl_key_file": filepath.Join(folder, "tls.key"), "ssl": "on",
	} {
		_, err = conn.Exec(t.Context(), fmt.Sprintf("ALTER SYSTEM SET %s = '%s'", name, value))
		require.NoError(t, err)
	}
	_, err = conn.Exec(t.Context(), "SELECT pg_reload_conf()")
	require.NoError(t, err)
	require.NoError(t, conn.Close(t.Context()))
	address, err := url.Parse(server.URL("postgres"))
	require.NoError(t, err)
	address.Host = net.JoinHostPort("127.0.0.1", strconv.Itoa(server.Port()))
	address.RawQuery = url.Values{"sslmode": {"verify-full"}, "sslrootcert": {filepath.Join(folder, "ca.crt")}}.Encode()
	return address.String()
}

func startThrees(s *suite) *threes {
	s.t.Helper()
	f := &threes{suite: s, running: map[string][]*member{}, replicas: map[string][]int{}, spare: map[string]int{}}
	for _, name := range s.names {
		f.replicas[name], f.spare[name] = []int{0, 1, 2}, 3
		for _, replica := range f.replicas[name] {
			f.running[name] = append(f.running[name], s.start(replica, name))
		}
	}
	for _, name := range s.names {
		for _, m := range f.running[name] {
			m.ready()
		}
	}
	return f
}

// replaceAll replaces each process like a rollout: a new one is ready before an old one is asked to stop.
func (f *threes) replaceAll() {
	f.t.Helper()
	for _, name := range f.names {
		for i, old := range f.running[name] {
			next := f.start(f.spare[name], name)
			next.ready()
			old.stop()
			f.running[name][i] = next
			f.replicas[name][i], f.spare[name] = f.spare[name], f.replicas[name][i]
		}
	}
}

// killOneOfEach kills a process of each service and starts it again.
func (f *threes) killOneOfEach() {
	f.t.Helper()
	for _, name := range f.names {
		f.running[name][1].kill()
		f.running[name][1] = f.start(f.replicas[name][1], name)
		f.running[name][1].ready()
	}
}
