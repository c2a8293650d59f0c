package servicetest

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgtest"
)

// secret is the secret of the services' keys.
const secret = "a secret of at least thirty-two characters"

// Setup configures a service; the zero value works for one without peers.
type Setup struct {
	// Peers replace the services that it calls: see Peer.
	Peers    []host.Service
	Settings conf.Values
	// NATS starts a server of the test's own, with Streams created before the service. Without it, publishing and
	// consuming wait for a server.
	NATS    bool
	Streams []bus.Stream
	// Change changes other parts of the environment before the start; may be nil.
	Change func(*host.Env)
}

// System is a service that runs until the test ends.
type System struct {
	// Env is the environment of the service.
	Env     host.Env
	service host.Service
	peers   []host.Service
	host    *host.Host
	log     *kept
	offset  *atomic.Int64
}

// Start starts a service with its peers, on a migrated database.
func Start(t testing.TB, service host.Service, with Setup) *System {
	t.Helper()
	keys, err := auth.KeysFromSecret(secret)
	require.NoError(t, err)
	s := &System{service: service, peers: with.Peers, log: &kept{}, offset: &atomic.Int64{}}
	s.Env = host.Env{
		// Each connection is a process of Postgres, and background work opens as many as it can when it starts.
		Version: "test", Connections: 4, Settings: with.Settings, Network: host.NewMemory(), Keys: keys, Now: s.Now,
		Log: slog.New(slog.NewTextHandler(io.MultiWriter(s.log, t.Output()), &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if service.Schema != "" {
		url := pgtest.SchemaURL(t, service.Schema, service.Migrations)
		s.Env.DatabaseURL = func(string) (string, error) { return url, nil }
	}
	s.Env.Bus = connect(t, s.Env.Log, with)
	if with.Change != nil {
		with.Change(&s.Env)
	}
	s.run(t)
	return s
}

func (s *System) run(t testing.TB) {
	t.Helper()
	h, err := host.Start(t.Context(), s.Env, append(s.peers, s.service))
	require.NoError(t, err)
	t.Cleanup(h.Stop)
	s.host = h
}

// Stop stops the service and its peers; their stored data stays.
func (s *System) Stop() { s.host.Stop() }

// Replica starts the service again, beside itself or after Stop, with the same database, bus, clock and log.
func (s *System) Replica(t testing.TB) *System {
	t.Helper()
	replica := *s
	replica.Env.Network = host.NewMemory()
	replica.run(t)
	return &replica
}

// Now is the service's clock: it runs, and Advance moves it.
func (s *System) Now() time.Time { return time.Now().Add(time.Duration(s.offset.Load())) }

// Advance moves the clock.
func (s *System) Advance(d time.Duration) { s.offset.Add(int64(d)) }

// Logged returns the log of the service and its peers, including debug lines.
func (s *System) Logged() string { return s.log.String() }

// AsPerson makes a client with a person's token. Unset fields of id are those of an owner at home.
func (s *System) AsPerson(t testing.TB, id auth.Identity) host.Conn {
	t.Helper()
	return s.dial(t, func(context.Context) (string, error) { return s.Token(id) })
}

// Token signs the token of AsPerson's calls. It uses the real time, because the guard of every call does.
func (s *System) Token(id auth.Identity) (string, error) {
	if id.Home == 0 {
		id.Home = id.Account
	}
	if id.User == 0 {
		id.User = int64(id.Home)
	}
	if id.Session == "" {
		id.Session = "0199d8a2-0000-7000-8000-000000000001"
	}
	if id.Roles == nil {
		id.Roles = []string{"owner"}
	}
	return s.Env.Keys.Sign(id, time.Now(), time.Now().Add(time.Minute))
}

// AsService makes a client of another service.
func (s *System) AsService(t testing.TB) host.Conn {
	t.Helper()
	return s.dial(t, rpc.AsService(s.Env.Keys, "test", s.service.Name, time.Now))
}

// Unauthenticated makes a client without a token; calls may carry one in their metadata.
func (s *System) Unauthenticated(t testing.TB) host.Conn {
	t.Helper()
	return s.dial(t, nil)
}

func (s *System) dial(t testing.TB, identify rpc.Identify) host.Conn {
	t.Helper()
	conn, err := s.Env.Network.Dial(s.service.Name, identify)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// Admin opens the service's schema as an administrator, which sees every row.
func (s *System) Admin(t testing.TB) *pgxpool.Pool {
	t.Helper()
	url, err := s.Env.DatabaseURL(s.service.Schema)
	require.NoError(t, err)
	config, err := pgxpool.ParseConfig(url)
	require.NoError(t, err)
	delete(config.ConnConfig.RuntimeParams, "role")
	config.ConnConfig.RuntimeParams["search_path"] = s.service.Schema
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// Refused fails the test unless a call failed with a code and a reason.
func Refused(t testing.TB, err error, code codes.Code, reason string) {
	t.Helper()
	require.Error(t, err)
	require.Equal(t, code, status.Code(err), "%v", err)
	require.Equal(t, reason, rpc.Reason(err), "%v", err)
}

// Peer replaces a service: it serves the calls that register adds.
func Peer(name string, register func(grpc.ServiceRegistrar)) host.Service {
	return host.Service{Name: name, Build: func(context.Context, *host.Env) (*host.Parts, error) {
		return &host.Parts{Register: register}, nil
	}}
}

func connect(t testing.TB, log *slog.Logger, with Setup) *bus.Bus {
	t.Helper()
	open := nowhere
	if with.NATS {
		server, err := natsserver.Start(t.Context(), natsserver.Options{Dir: filepath.Join(t.TempDir(), "nats")})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, server.Stop()) })
		open = server.Connect
	}
	b, err := bus.Connect(bus.Options{Connect: open, Name: "test"}, log)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	for _, stream := range with.Streams {
		require.NoError(t, b.Ensure(t.Context(), stream))
	}
	return b
}

// nowhere opens a connection that is never established.
func nowhere(options ...nats.Option) (*nats.Conn, error) {
	return nats.Connect("nats://127.0.0.1", append(options, nats.SetCustomDialer(unreachable{}))...)
}

type unreachable struct{}

func (unreachable) Dial(string, string) (net.Conn, error) {
	return nil, errors.New("this test has no NATS server")
}

// kept is a log that tests read while the service writes.
type kept struct {
	mu   sync.Mutex
	text strings.Builder
}

func (k *kept) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.Write(p)
}

func (k *kept) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.String()
}
