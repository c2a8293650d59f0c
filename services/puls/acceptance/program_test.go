package acceptance

import (
	"bytes"
	"context"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/account"
	"puls.app/services/contacts"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgtest"
	"puls.app/services/puls/internal/command"
	"puls.app/services/puls/internal/run"
)

// testSecret is the secret of all keys of a test's program.
const testSecret = "a secret for tests that is long enough"

// program is the whole product in this process, on a database of its own.
type program struct {
	t       *testing.T
	env     host.Env
	address string
	// admin is the address of the database, signed in as a superuser.
	admin string
	// streams is the folder of the NATS server.
	streams string
	nats    *natsserver.Server
	// lists replaces the mail providers.
	lists *listProvider
	// operator returns the environment in which operator commands run.
	operator func() host.Env
}

// connections is the maximum number of a service's Postgres connections, each of which is a process there;
// scoring-engine has its own number.
const connections = 4

// lockedBuffer is a log that a test reads while programs write to it.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

const testPassword = "Correct-Horse-9"

// startProgram runs every service over the in-memory network, with real Postgres and NATS, until the test ends. The
// test runs in parallel with others. change adapts the environment. Most tests use shared instead.
func startProgram(t *testing.T, change ...func(*host.Env)) *program {
	t.Helper()
	t.Parallel()
	return startProgramLogging(
		t, slog.New(slog.NewTextHandler(testWriter{t}, &slog.HandlerOptions{Level: slog.LevelWarn})), change...,
	)
}

// setting sets one of the installation's settings.
func setting(name, value string) func(*host.Env) {
	return func(env *host.Env) { env.Settings = env.Settings.With(name, value) }
}

// startProgramLogging is startProgram with a log of the test's own.
func startProgramLogging(t *testing.T, log *slog.Logger, change ...func(*host.Env)) *program {
	t.Helper()
	p := launch(t, log, change...)
	p.t = t
	return p
}

// launch starts a program that runs until t ends.
func launch(t testing.TB, log *slog.Logger, change ...func(*host.Env)) *program {
	t.Helper()
	ctx := t.Context()
	settings, err := run.Read(conf.Environment().With("PULS_SECRET", testSecret).With("PULS_DRAIN_PAUSE", "0s"))
	require.NoError(t, err)
	admin := migrated(t, settings)
	streams := t.TempDir()
	nats, err := natsserver.Start(ctx, natsserver.Options{Dir: streams})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, nats.Stop()) })
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	env, err := settings.Env(host.NewMemory(), admin, nats.Connect, nil, log)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, env.Bus.Close()) })
	env.MigrateURL, env.HTTP, env.Version = settings.AdminURL(admin), listener, "test"
	env.DatabaseURL = func(schema string) (string, error) { return pgtest.As(admin, pgdb.RoleOf(schema)), nil }
	env.Connections = connections
	lists := newListProvider(t)
	setting("PULS_DESTINATION_URL", lists.URL)(&env)
	for _, c := range change {
		c(&env)
	}
	h, err := host.Start(ctx, env, services())
	require.NoError(t, err)
	t.Cleanup(h.Stop)
	p := &program{
		env: env, address: "http://" + listener.Addr().String(), admin: admin, streams: streams, nats: nats, lists: lists,
	}
	p.operator = sync.OnceValue(func() host.Env {
		env.Network, env.NoWork, env.MigrateURL, env.Name = host.NewMemory(), true, nil, "operator"
		h, err := host.Start(ctx, env, []host.Service{account.ServiceOfCheapHashes(), contacts.Service()})
		require.NoError(t, err)
		t.Cleanup(h.Stop)
		return env
	})
	eventually(t, "the program to be ready", func() bool {
		res, err := http.Get(p.address + "/readyz")
		return err == nil && res.Body.Close() == nil && res.StatusCode == http.StatusNoContent
	})
	return p
}

// services returns the program's services, with passwords hashed at minimal cost.
func services() []host.Service {
	all := command.Services()
	at := slices.IndexFunc(all, func(s host.Service) bool { return s.Name == "account" })
	all[at] = account.ServiceOfCheapHashes()
	return all
}

// migrated returns the address of a database of the test's own that has every service's schema. It is a copy, since all
// migrations take longer than most tests.
func migrated(t testing.TB, settings run.Settings) string {
	t.Helper()
	services := command.Services()
	var files []fs.FS
	for _, service := range services {
		if service.Schema != "" {
			files = append(files, service.Migrations)
		}
	}
	version, err := pgtest.HashFS(files...)
	require.NoError(t, err)
	return pgtest.New(t, pgtest.Template{Name: "all", Version: version, Migrate: func(
		ctx context.Context, admin string,
	) error {
		if err := settings.Bootstrap(ctx, admin, services); err != nil {
			return err
		}
		return settings.Migrate(ctx, admin, services)
	}})
}

// testWriter shows log lines with the test that they belong to.
type testWriter struct{ t *testing.T }

func (w testWriter) Write(line []byte) (int, error) {
	w.t.Log(string(line))
	return len(line), nil
}

// createAccount does the same as `puls account create` and signs its user in.
func (p *program) createAccount(email, timezone string, uids ...string) *client {
	p.t.Helper()
	n := command.NewAccount{Email: email, Password: testPassword, Timezone: timezone, UIDs: uids}
	id, all, err := n.Create(p.t.Context(), p.operator())
	require.NoError(p.t, err)
	c := &client{t: p.t, address: p.address, account: id, uids: all}
	c.login(email, testPassword)
	return c
}

// createFor is createAccount for a test within this program's.
func (p *program) createFor(t *testing.T, email, timezone string, uids ...string) *client {
	t.Helper()
	scoped := *p
	scoped.t = t
	return scoped.createAccount(email, timezone, uids...)
}

// eventually waits for a condition that other parts of the program fulfil.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	for !holds() {
		select {
		case <-ctx.Done():
			require.FailNow(t, "waited in vain", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
