package acceptance

import (
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"puls.app/services/local/pgserver"
)

// answer is the outcome of a request.
type answer struct {
	status int
	retry  string
	took   time.Duration
}

// burst sends requests at once, to the gateways in turn, and returns their outcomes.
func burst(gateways []*client, count int, paths ...string) []answer {
	answers := make([]answer, count)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			began := time.Now()
			reply := gateways[i%len(gateways)].send(http.MethodGet, paths[i/len(gateways)%len(paths)], "")
			answers[i] = answer{reply.status, reply.header.Get("Retry-After"), time.Since(began)}
		})
	}
	all.Wait()
	return answers
}

func TestAPostgresWithoutConnectionsIsWaitedForWithinBounds(t *testing.T) {
	t.Parallel() // most of it is waiting
	shareSmallServer(t, "60", suiteOptions{plain: true})
}

// shareSmallServer sends 200 requests at once to an installation on a server that has fewer connections than it may
// open: while others have taken all, and while another transaction locks a table that they read.
func shareSmallServer(t *testing.T, connections string, o suiteOptions) {
	t.Helper()
	server := startPostgres(t, map[string]string{"max_connections": connections})
	o.database = server.URL("postgres")
	s := newSuite(t, o)
	s.useDatabaseSecret()
	s.operate("migrate")
	members := make([]*member, s.replicas)
	for replica := range members {
		members[replica] = s.start(replica, s.names...)
	}
	s.operate("account", "create", "--email", "crowded@example.com", "--uids", "001")
	gateways := make([]*client, s.replicas)
	for replica, m := range members {
		m.ready()
		gateways[replica] = s.web(replica)
		gateways[replica].login("crowded@example.com", testPassword)
	}
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
	full := endings(t, burst(gateways, 200, calls...))
	for _, conn := range others {
		require.NoError(t, conn.Close(t.Context()))
	}
	require.Positive(t, full[http.StatusOK])
	for _, m := range members {
		m.ready()
	}

	// Another transaction locks the list of scorings, and thus the connections that wait for it.
	conn, err := pgx.Connect(t.Context(), server.URL("postgres"))
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), "BEGIN; LOCK TABLE scoring_config.scorings")
	require.NoError(t, err)
	held := make(chan map[int]int)
	go func() { held <- endings(t, burst(gateways, 200, calls[0])) }()
	began := time.Now()
	for _, m := range members {
		eventually(t, "a process that is not ready", func() bool {
			res, err := http.Get("http://" + m.admin + "/readyz")
			return err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusServiceUnavailable
		})
	}
	time.Sleep(time.Until(began.Add(6 * time.Second))) // the table stays locked for longer than any request waits
	require.NoError(t, conn.Close(t.Context()))
	stuck := <-held
	require.Positive(t, stuck[http.StatusServiceUnavailable])

	for _, m := range members {
		m.ready()
	}
	after := endings(t, burst(gateways, 20, calls...))
	require.Equal(t, map[int]int{http.StatusOK: 20}, after, "all are served afterwards")
	figure(t, "%d of each service, 200 requests at once: of a server whose %s connections are taken %v by status, of a "+
		"locked table %v", s.replicas, connections, full, stuck)
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

// startPostgres starts a server of the test's own.
func startPostgres(t *testing.T, settings map[string]string) *pgserver.Server {
	t.Helper()
	packages, err := filepath.Abs(filepath.Join("..", "..", "..", "deploy", "postgres", "node_modules"))
	require.NoError(t, err)
	folder, err := os.MkdirTemp("", "postgres-") // the user that Postgres runs as must reach it
	require.NoError(t, err)
	require.NoError(t, os.Chmod(folder, 0o711))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	settings["fsync"] = "off"
	server, err := pgserver.Start(t.Context(), pgserver.Options{
		Packages: packages, Data: filepath.Join(folder, "postgres"), Settings: settings,
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop()) })
	return server
}
