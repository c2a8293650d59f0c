package acceptance

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgtest"
	"puls.app/services/puls/internal/command"
)

// freePorts returns so many consecutive free ports on the loopback address.
func freePorts(t *testing.T, count int) int {
	t.Helper()
	var config net.ListenConfig
	for first := 20000; first < 60000; first += 97 {
		var taken []net.Listener
		for port := first; port < first+count; port++ {
			listener, err := config.Listen(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d", port))
			if err != nil {
				break
			}
			taken = append(taken, listener)
		}
		for _, listener := range taken {
			require.NoError(t, listener.Close())
		}
		if len(taken) == count {
			return first
		}
	}
	require.FailNow(t, "no free ports")
	return 0
}

// freshKeys returns what `puls keys` makes, by who is to get it.
func freshKeys(t *testing.T, program string) map[string][]string {
	t.Helper()
	output, err := exec.Command(program, "keys").Output()
	require.NoError(t, err)
	keys := map[string][]string{}
	whose := ""
	for line := range strings.Lines(string(output)) {
		line = strings.TrimSpace(line)
		if name, found := strings.CutPrefix(line, "# "); found {
			whose = strings.TrimSuffix(name, " alone")
		} else if line != "" {
			keys[whose] = append(keys[whose], line)
		}
	}
	require.Len(t, keys, len(command.Services())+2, "everybody's, operators' and each service's own")
	return keys
}

// keysOf returns what a process gets that runs these services, and nothing else.
func keysOf(keys map[string][]string, services []string) (own []string) {
	var private []string
	for _, service := range services {
		for _, line := range keys[service] {
			if key, found := strings.CutPrefix(line, "PULS_SERVICE_PRIVATE_KEYS="); found {
				private = append(private, key)
			} else {
				own = append(own, line)
			}
		}
	}
	return append(own, "PULS_SERVICE_PRIVATE_KEYS="+strings.Join(private, ","))
}

func TestServicesInProcessesOfTheirOwnMeetOverTCP(t *testing.T) {
	program, err := built()
	require.NoError(t, err)
	nats, err := natsserver.Start(t.Context(), natsserver.Options{Dir: t.TempDir(), Listen: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, nats.Stop()) })
	admin := pgtest.URL(t)
	port := freePorts(t, 7)
	at := func(n int) string { return fmt.Sprintf("127.0.0.1:%d", port+n) }
	env := append(os.Environ(),
		"DATABASE_URL="+admin, "NATS_URL="+nats.URL(), "PULS_LOG_LEVEL=warn", "PULS_ADMIN=127.0.0.1:0", "PULS_DRAIN_PAUSE=0s",
		"PULS_PASSWORD="+testPassword, "PULS_HTTP="+at(5),
		fmt.Sprintf(
			"PULS_PEERS=account=%s,contacts=%s,scoring-config=%s,scoring-engine=%s,reports=%s,flags=%s", at(0), at(1), at(2),
			at(3), at(4), at(6),
		))
	for _, schema := range schemas() {
		// Roles are shared by all tests on the server, so their passwords cannot be relied on.
		env = append(env, "DATABASE_URL_"+strings.ToUpper(schema)+"="+pgtest.As(admin, pgdb.RoleOf(schema)))
	}
	keys := freshKeys(t, program)
	env = append(env, keys["everybody"]...)
	run := func(extra string, args ...string) *exec.Cmd {
		cmd := exec.Command(program, args...)
		own := keys["operators' commands"]
		if args[0] == "serve" {
			own = keysOf(keys, args[1:])
		}
		cmd.Env = append(append(append([]string{}, env...), own...), extra)
		cmd.Stderr = testWriter{t}
		return cmd
	}
	early := run("PULS_GRPC="+at(0), "serve", "account")
	require.Error(t, early.Run(), "a service does not start on a database that is not migrated")
	require.NoError(t, run("", "migrate").Run())
	for _, process := range [][]string{
		{"PULS_GRPC=" + at(0), "serve", "account", "contacts"},
		{"PULS_GRPC=" + at(2), "serve", "scoring-config", "scoring-engine", "reports"},
		{"PULS_GRPC=" + at(6), "serve", "flags"},
		{"PULS_GRPC=" + at(0), "serve", "gateway"},
	} {
		cmd := run(process[0], process[1:]...)
		require.NoError(t, cmd.Start())
		t.Cleanup(func() {
			require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
			require.NoError(t, cmd.Wait())
		})
	}
	require.NoError(t, run("", "account", "create", "--email", "apart@example.com", "--uids", "001").Run())
	c := &client{t: t, address: "http://" + at(5)}
	eventually(t, "the gateway to answer", func() bool {
		res, err := http.Get(c.address + "/readyz")
		if err != nil {
			return false
		}
		require.NoError(t, res.Body.Close())
		return res.StatusCode == http.StatusNoContent
	})
	c.login("apart@example.com", testPassword)
	contacts, _ := crashFiles()
	require.Equal(t, crashContacts, c.upload("contacts", "text/csv", strings.NewReader(string(contacts))).Kept)
	events := eventHeader + "e1,2026-10-10T10:00:00Z,001,mailing.sent,m1,info,,person1@example.com,,,\n"
	require.Equal(t, 1, c.upload("engagement", "text/csv", strings.NewReader(events)).Kept)
	scoring := crashScoring(c)
	require.Equal(t, "done", c.calculate(scoring, crashDate)[0]["stage"])
	eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })
	require.Contains(t, c.scores(scoring, "mailing", crashDate), "person1@example.com")
}
