package acceptance

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgserver"
)

// crowded is the number of connections that the server accepts: fewer than one replica of every service may open by
// default.
const crowded = "60"

// answer is the outcome of a request.
type answer struct {
	status int
	retry  string
	took   time.Duration
}

// burst sends requests at once and returns their outcomes.
func burst(c *client, count int, paths ...string) []answer {
	answers := make([]answer, count)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			began := time.Now()
			reply := c.send(http.MethodGet, paths[i%len(paths)], "")
			answers[i] = answer{reply.status, reply.header.Get("Retry-After"), time.Since(began)}
		})
	}
	all.Wait()
	return answers
}

func TestAPostgresWithoutConnectionsIsWaitedForWithinBounds(t *testing.T) {
	t.Parallel() // most of it is waiting
	packages, err := filepath.Abs(filepath.Join("..", "..", "..", "deploy", "postgres", "node_modules"))
	require.NoError(t, err)
	folder, err := os.MkdirTemp("", "crowded-") // the user that Postgres runs as must reach it
	require.NoError(t, err)
	require.NoError(t, os.Chmod(folder, 0o711))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	server, err := pgserver.Start(t.Context(), pgserver.Options{
		Packages: packages, Data: filepath.Join(folder, "postgres"),
		Settings: map[string]string{"fsync": "off", "max_connections": crowded},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop()) })

	s := newSuite(t, suiteOptions{plain: true, database: server.URL("postgres")})
	for _, line := range s.keys["operators' commands"] { // the source of the roles' passwords, for every service
		if strings.HasPrefix(line, "PULS_DATABASE_SECRET=") {
			s.env = append(s.env, line)
		}
	}
	s.operate("migrate")
	m := s.start(0, s.names...)
	m.ready()
	s.operate("account", "create", "--email", "crowded@example.com", "--uids", "001")
	c := s.web(0)
	c.login("crowded@example.com", testPassword)
	calls := []string{
		"protected/scoring/scorings", "protected/saresystem/databases", "protected/account/users/me",
		"protected/scoring/scorings:summary", "protected/scoring/lead",
	}
	// Other clients take the server's remaining connections.
	var others []*pgx.Conn
	for {
		conn, err := pgx.Connect(t.Context(), server.URL("postgres"))
		if err != nil {
			break
		}
		others = append(others, conn)
	}
	full := endings(t, burst(c, 200, calls...))
	for _, conn := range others {
		require.NoError(t, conn.Close(t.Context()))
	}
	require.Positive(t, full[http.StatusOK])
	m.ready()

	// Another transaction locks the list of scorings, and thus the connections that wait for it.
	conn, err := pgx.Connect(t.Context(), server.URL("postgres"))
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), "BEGIN; LOCK TABLE scoring_config.scorings")
	require.NoError(t, err)
	held := make(chan map[int]int)
	go func() { held <- endings(t, burst(c, 200, calls[0])) }()
	began := time.Now()
	eventually(t, "a process that is not ready", func() bool {
		res, err := http.Get("http://" + m.admin + "/readyz")
		refusing := err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusServiceUnavailable
		return refusing && time.Since(began) > 6*time.Second
	})
	require.NoError(t, conn.Close(t.Context()))
	stuck := <-held
	require.Positive(t, stuck[http.StatusServiceUnavailable])

	m.ready()
	require.Equal(t, map[int]int{http.StatusOK: 20}, endings(t, burst(c, 20, calls...)), "all are served afterwards")
	figure(t, "200 requests at once: of a server whose %s connections are taken %v by status, of a locked table %v",
		crowded, full, stuck)
}

// endings counts responses by status. None may take longer than its deadline, and each refusal must have a Retry-After.
func endings(t *testing.T, answers []answer) map[int]int {
	statuses := map[int]int{}
	for _, a := range answers {
		statuses[a.status]++
		assert.Contains(t, []int{http.StatusOK, http.StatusServiceUnavailable}, a.status)
		assert.Equal(t, a.status == http.StatusServiceUnavailable, a.retry != "")
		assert.Less(t, a.took, 15*time.Second)
	}
	return statuses
}
