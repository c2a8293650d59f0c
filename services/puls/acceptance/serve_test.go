package acceptance

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
	"puls.app/services/puls/internal/command"
)

// freePorts returns the first of count consecutive free ports on the loopback address.
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

// freshKeys returns the output of `puls keys`, by recipient.
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

// keysOf returns exactly the keys of a process that runs these services.
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
	engine := pgtest.URL(t) // the engine's tables are in a separate database
	s := newSuite(t, suiteOptions{env: []string{
		"DATABASE_ADMIN_URL_SCORING_ENGINE=" + engine,
		"DATABASE_URL_SCORING_ENGINE=" + pgtest.As(engine, pgdb.RoleOf("scoring_engine")), "PULS_LOG_LEVEL=info",
	}})
	s.log = &lockedBuffer{}
	early := s.start(0, "account")
	<-early.ended
	require.Error(t, early.err, "a service does not start on a database that is not migrated")
	s.operate("migrate")
	var members []*member
	for _, services := range [][]string{
		{"account", "contacts"}, {"scoring-config", "scoring-engine", "reports"}, {"flags"}, {"gateway"},
	} {
		members = append(members, s.start(0, services...))
	}
	for _, m := range members {
		m.ready()
	}
	s.operate("account", "create", "--email", "apart@example.com", "--uids", "001")
	c := s.web(0)
	c.login("apart@example.com", testPassword)
	contacts, _ := crashFiles()
	require.Equal(t, crashContacts, c.upload("contacts", "text/csv", strings.NewReader(string(contacts))).Kept)
	events := eventHeader + "e1,2026-10-10T10:00:00Z,001,mailing.sent,m1,info,,person1@example.com,,,\n"
	require.Equal(t, 1, c.upload("engagement", "text/csv", strings.NewReader(events)).Kept)
	scoring := crashScoring(c)
	require.Equal(t, "done", c.calculate(scoring, crashDate)[0]["stage"])
	eventually(t, "the report", func() bool { return len(c.dates(scoring, "mailing")) == 1 })
	require.Contains(t, c.scores(scoring, "mailing", crashDate), "person1@example.com")
	conn, err := pgx.Connect(t.Context(), engine)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(context.WithoutCancel(t.Context()))) }()
	var results int
	const count = "SELECT count(*) FROM scoring_engine.calculations"
	require.NoError(t, conn.QueryRow(t.Context(), count).Scan(&results))
	require.Equal(t, 1, results)
	for _, m := range members {
		m.stop()
	}
	log := s.log.String()
	require.Equal(t, 1+len(members), strings.Count(log, `"msg":"starting","version":"`), "early is one of them")
	for _, message := range []string{"started", "stopped"} {
		require.Equal(t, len(members), strings.Count(log, `"msg":"`+message+`","services":[`), message)
	}
	for _, lines := range s.keys {
		for _, line := range lines {
			_, secret, _ := strings.Cut(line, "=")
			require.NotContains(t, log, secret)
		}
	}
}
