package acceptance

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/certtest"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgtest"
	"puls.app/services/puls/internal/command"
)

// suite is the product like in an installation: `puls serve` in processes that connect over TCP with TLS, with the keys
// of `puls keys`.
type suite struct {
	t       *testing.T
	program string
	// names of all services, in the order of their ports.
	names []string
	// port is the first of replicas × suitePorts.
	port, replicas int
	keys           map[string][]string
	env            []string
	// database is the address for an administrator.
	database string
	// log gets the lines of all processes; nil for none.
	log *lockedBuffer
}

// suiteOptions configure a suite; the zero value works.
type suiteOptions struct {
	// program is the program to run; empty for the one that is built here.
	program string
	// replicas is the number of replicas of each service; 0 means 1.
	replicas int
	// database is the address for an administrator; the roles' passwords are then the installation's own. If empty it is
	// one of pgtest's, whose roles are shared by all tests.
	database string
	// nats is NATS_URL; empty for a server of the test's own.
	nats string
	// plain disables TLS between services.
	plain bool
	// env are settings that every process gets.
	env []string
}

// suitePorts returns the number of ports of one replica of all services: each service's own, each one's admin port, and
// the gateway's.
func suitePorts(names []string) int { return 2*len(names) + 1 }

// newSuite prepares a suite on a migrated database, with no process running.
func newSuite(t *testing.T, o suiteOptions) *suite {
	t.Helper()
	var err error
	if o.program == "" {
		o.program, err = built()
		require.NoError(t, err)
	}
	s := &suite{t: t, program: o.program, replicas: max(o.replicas, 1), keys: freshKeys(t, o.program)}
	for _, service := range command.Services() {
		s.names = append(s.names, service.Name)
	}
	s.port = freePorts(t, s.replicas*suitePorts(s.names))
	if o.nats == "" {
		nats, err := natsserver.Start(t.Context(), natsserver.Options{Dir: t.TempDir(), Listen: true})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, nats.Stop()) })
		o.nats = nats.URL()
	}
	s.env = append(os.Environ(), "NATS_URL="+o.nats, "PULS_LOG_LEVEL=warn", "PULS_DRAIN_PAUSE=0s",
		"PULS_PASSWORD="+testPassword, "PULS_PEERS="+s.peers())
	if o.database == "" {
		o.database = pgtest.URL(t)
		for _, schema := range schemas() {
			s.env = append(s.env, "DATABASE_URL_"+strings.ToUpper(schema)+"="+pgtest.As(o.database, pgdb.RoleOf(schema)))
		}
	}
	if !o.plain {
		s.certify()
	}
	s.database = o.database
	file := filepath.Join(t.TempDir(), "database-url") // like a mounted secret
	require.NoError(t, os.WriteFile(file, []byte(o.database+"\n"), 0o600))
	s.env = append(append(s.env, "DATABASE_URL_FILE="+file), append(s.keys["everybody"], o.env...)...)
	return s
}

// useDatabaseSecret gives every service the source of the roles' passwords, which a database of its own needs.
func (s *suite) useDatabaseSecret() {
	for _, line := range s.keys["operators' commands"] {
		if strings.HasPrefix(line, "PULS_DATABASE_SECRET=") {
			s.env = append(s.env, line)
		}
	}
}

// certify gives all processes a certificate from an authority of the suite's own.
func (s *suite) certify() {
	dir, authority := s.t.TempDir(), certtest.NewAuthority(s.t, "suite")
	authority.Write(s.t, dir, []string{"127.0.0.1"}, authority)
	s.env = append(s.env, "PULS_GRPC_CERT_FILE="+filepath.Join(dir, "tls.crt"),
		"PULS_GRPC_KEY_FILE="+filepath.Join(dir, "tls.key"), "PULS_GRPC_CA_FILE="+filepath.Join(dir, "ca.crt"))
}

// at returns the address of one port of a replica.
func (s *suite) at(replica, n int) string {
	return fmt.Sprintf("127.0.0.1:%d", s.port+replica*suitePorts(s.names)+n)
}

// grpc returns the address of a replica of a service.
func (s *suite) grpc(service string, replica int) string {
	return s.at(replica, slices.Index(s.names, service))
}

// peers lists all addresses of all services with calls.
func (s *suite) peers() string {
	var list []string
	for _, name := range s.names {
		var addresses []string
		for replica := range s.replicas {
			addresses = append(addresses, s.grpc(name, replica))
		}
		list = append(list, name+"="+strings.Join(addresses, "|"))
	}
	return strings.Join(list, ",")
}

// web returns a client of a replica of the gateway, once that is ready.
func (s *suite) web(replica int) *client {
	s.t.Helper()
	c := &client{t: s.t, address: "http://" + s.at(replica, 2*len(s.names))}
	eventually(s.t, "the gateway to let people in", func() bool {
		res, err := http.Get(c.address + "/readyz")
		return err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusNoContent
	})
	return c
}

// command makes a process of the program with the keys of its role: the services that it runs, or an operator.
func (s *suite) command(args ...string) *exec.Cmd {
	cmd := exec.Command(s.program, args...)
	own := s.keys["operators' commands"]
	if args[0] == "serve" {
		own = keysOf(s.keys, args[1:])
	}
	cmd.Env = append(append([]string{}, s.env...), own...)
	cmd.Stderr = testWriter{s.t}
	if s.log != nil {
		cmd.Stderr = io.MultiWriter(cmd.Stderr, s.log)
	}
	return cmd
}

// operate runs an operator's command.
func (s *suite) operate(args ...string) string {
	s.t.Helper()
	output, err := s.command(args...).Output()
	require.NoError(s.t, err, "%s", output)
	return string(output)
}

// member is a process of a suite.
type member struct {
	t     *testing.T
	cmd   *exec.Cmd
	admin string
	// ended is closed when the process has ended; err has the reason.
	ended chan struct{}
	err   error
}

// start runs a replica of services in one process, at most until the test ends. Several services must be consecutive in
// names. It does not wait: see ready.
func (s *suite) start(replica int, services ...string) *member {
	s.t.Helper()
	first := slices.Index(s.names, services[0])
	require.Equal(s.t, services, s.names[first:first+len(services)], "they have no ports behind each other")
	m := &member{
		t: s.t, cmd: s.command(append([]string{"serve"}, services...)...), ended: make(chan struct{}),
		admin: s.at(replica, len(s.names)+first),
	}
	m.cmd.Env = append(m.cmd.Env, "PULS_GRPC="+s.grpc(services[0], replica), "PULS_ADMIN="+m.admin,
		"PULS_HTTP="+s.at(replica, 2*len(s.names)))
	require.NoError(s.t, m.cmd.Start())
	go func() { m.err = m.cmd.Wait(); close(m.ended) }()
	s.t.Cleanup(m.stop)
	return m
}

// ready waits until the process is ready.
func (m *member) ready() {
	m.t.Helper()
	eventually(m.t, strings.Join(m.cmd.Args, " ")+" to be ready", func() bool {
		select {
		case <-m.ended:
			require.FailNow(m.t, "it ended", "%v: %v", m.cmd.Args, m.err)
		default:
		}
		res, err := http.Get("http://" + m.admin + "/readyz")
		return err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusNoContent
	})
}

// signal sends a signal, possibly one that stops the process for a while.
func (m *member) signal(signal syscall.Signal) {
	m.t.Helper()
	if err := m.cmd.Process.Signal(signal); !errors.Is(err, os.ErrProcessDone) {
		require.NoError(m.t, err)
	}
}

// stop ends the process like a rollout does, and fails the test unless it exits without an error.
func (m *member) stop() {
	m.t.Helper()
	select {
	case <-m.ended: // already stopped or killed
		return
	default:
	}
	m.signal(syscall.SIGTERM)
	select {
	case <-m.ended:
		require.NoError(m.t, m.err, "%v", m.cmd.Args)
	case <-time.After(time.Minute):
		m.kill()
		require.Fail(m.t, "it did not stop", "%v", m.cmd.Args)
	}
}

// kill ends the process like a power cut.
func (m *member) kill() {
	m.signal(syscall.SIGKILL)
	<-m.ended
}
