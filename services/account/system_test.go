package account_test

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/account"
	"puls.app/services/account/internal/pg"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/rpc"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgtest"
)

const (
	secret   = "a secret of at least thirty-two characters"
	password = "Correct-Horse-9"
	public   = "https://puls.example"
)

// system is the service with a real database and mail server, and fakes of its peers and of time.
type system struct {
	env           host.Env
	host          *host.Host
	url           string
	mails         *mailServer
	contacts      *contactsServer
	log           *buffer
	offset        atomic.Int64
	sessions      accountv1.SessionServiceClient
	registrations accountv1.RegistrationServiceClient
	accounts      accountv1.AccountServiceClient
	notifications accountv1.NotificationServiceClient
	admin         accountv1.AccountAdminServiceClient
}

// buffer is a log that tests read while the service writes.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// option changes what the service is started with.
type option func(*host.Env)

func start(t testing.TB, options ...option) *system {
	t.Helper()
	s := &system{url: pgtest.SchemaURL(t, pg.Schema, pg.Migrations()), mails: startMailServer(t), contacts: &contactsServer{ensured: map[int32][]string{}}, log: &buffer{}}
	keys, err := auth.KeysFromSecret(secret)
	require.NoError(t, err)
	log := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.env = host.Env{
		Settings: conf.Values{
			"PULS_SMTP_URL": "smtp://" + s.mails.address, "PULS_MAIL_FROM": "Puls <puls@puls.example>", "PULS_PUBLIC_URL": public,
		},
		DatabaseURL: func(string) (string, error) { return s.url, nil },
		Network:     host.NewMemory(), Keys: keys, Log: log, Now: s.now,
	}
	for _, change := range options {
		change(&s.env)
	}
	if s.env.Bus == nil {
		s.env.Bus = silentBus(t, log)
	}
	s.host, err = host.Start(t.Context(), s.env, []host.Service{s.contacts.service(), account.Service()})
	require.NoError(t, err)
	t.Cleanup(s.host.Stop)
	conn, err := s.env.Network.Dial("account", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	s.sessions, s.registrations = accountv1.NewSessionServiceClient(conn), accountv1.NewRegistrationServiceClient(conn)
	s.accounts, s.notifications = accountv1.NewAccountServiceClient(conn), accountv1.NewNotificationServiceClient(conn)
	service, err := s.env.Network.Dial("account", rpc.AsService(keys, "test", "account", time.Now))
	require.NoError(t, err)
	t.Cleanup(func() { _ = service.Close() })
	s.admin = accountv1.NewAccountAdminServiceClient(service)
	return s
}

// now is the service's clock, which advance moves.
func (s *system) now() time.Time { return time.Now().Add(time.Duration(s.offset.Load())) }

func (s *system) advance(d time.Duration) { s.offset.Add(int64(d)) }

// silentBus is a bus without streams: consumers wait.
func silentBus(t testing.TB, log *slog.Logger) *bus.Bus {
	t.Helper()
	nats, err := natsserver.Start(t.Context(), natsserver.Options{Dir: filepath.Join(t.TempDir(), "nats")})
	require.NoError(t, err)
	b, err := bus.Connect(bus.Options{Connect: nats.Connect, Name: "test"}, log)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, b.Close())
		require.NoError(t, nats.Stop())
	})
	return b
}

func asRole(admin string) string { return pgtest.As(admin, pgdb.RoleOf("account")) }

// pool answers the service's database as an administrator, who sees every row.
func (s *system) pool(t testing.TB) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(pgtest.As(s.url, "postgres"))
	require.NoError(t, err)
	config.ConnConfig.RuntimeParams["search_path"] = "account"
	delete(config.ConnConfig.RuntimeParams, "role")
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// contactsServer stands in for contacts: it notes which databases were asked for.
type contactsServer struct {
	contactsv1.UnimplementedAudienceServiceServer
	mu      sync.Mutex
	broken  bool
	ensured map[int32][]string
}

func (c *contactsServer) service() host.Service {
	return host.Service{Name: "contacts", Build: func(context.Context, *host.Env) (*host.Parts, error) {
		return &host.Parts{
			Register: func(s grpc.ServiceRegistrar) { contactsv1.RegisterAudienceServiceServer(s, c) },
		}, nil
	}}
}

func (c *contactsServer) EnsureDatabases(_ context.Context, req *contactsv1.EnsureDatabasesRequest) (*contactsv1.EnsureDatabasesResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken {
		return nil, status.Error(codes.FailedPrecondition, "out of order")
	}
	c.ensured[req.GetAccountId()] = req.GetUids()
	return &contactsv1.EnsureDatabasesResponse{}, nil
}

func (c *contactsServer) setBroken(broken bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = broken
}

func (c *contactsServer) uids(account int32) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ensured[account]
}

// create makes an account as the operator does.
func (s *system) create(t testing.TB, email string) int32 {
	t.Helper()
	made, err := s.admin.CreateAccount(t.Context(), &accountv1.CreateAccountRequest{Email: email, Password: password, Timezone: "Europe/Warsaw"})
	require.NoError(t, err)
	return made.GetAccountId()
}

// person is somebody with a token and a refresh token.
type person struct {
	s       *system
	token   string
	expire  uint32
	refresh string
	ui      *accountv1.UiConfig
}

func (s *system) login(t testing.TB, email string) *person {
	t.Helper()
	p, err := s.tryLogin(t, email, password, "")
	require.NoError(t, err)
	return p
}

func (s *system) tryLogin(t testing.TB, email, password, address string) (*person, error) {
	t.Helper()
	ctx := t.Context()
	if address != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "client-address", address)
	}
	var header metadata.MD
	res, err := s.sessions.Login(ctx, &accountv1.LoginRequest{Email: email, Password: password}, grpc.Header(&header))
	if err != nil {
		return nil, err
	}
	return &person{s: s, token: res.GetToken(), expire: res.GetExpire(), refresh: refreshOf(t, header), ui: res.GetExternalUiConfig()}, nil
}

// refreshOf reads the refresh token of an answer.
func refreshOf(t testing.TB, header metadata.MD) string {
	t.Helper()
	values := header.Get("set-refresh-token")
	require.Len(t, values, 1)
	token, expires, found := strings.Cut(values[0], ";")
	require.True(t, found)
	_, err := strconv.ParseInt(expires, 10, 64)
	require.NoError(t, err)
	return token
}

// ctx carries the person's token.
func (p *person) ctx(t testing.TB) context.Context {
	t.Helper()
	return metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+p.token)
}

// identity answers what the person's token says.
func (p *person) identity(t testing.TB) auth.Identity {
	t.Helper()
	id, err := p.s.env.Keys.Verify(p.token, "account", p.s.now())
	require.NoError(t, err)
	return id
}

// continueWith exchanges a refresh token.
func (s *system) continueWith(t testing.TB, refresh string) (*person, error) {
	t.Helper()
	ctx := metadata.AppendToOutgoingContext(t.Context(), "refresh-token", refresh)
	var header metadata.MD
	res, err := s.sessions.RefreshToken(ctx, &accountv1.RefreshTokenRequest{}, grpc.Header(&header))
	if err != nil {
		return nil, err
	}
	return &person{s: s, token: res.GetToken(), expire: res.GetExpire(), refresh: refreshOf(t, header), ui: res.GetExternalUiConfig()}, nil
}

// requireReason checks the code and reason of an error.
func requireReason(t testing.TB, err error, code codes.Code, reason string) {
	t.Helper()
	require.Error(t, err)
	require.Equal(t, code, status.Code(err), "%v", err)
	require.Equal(t, reason, rpc.Reason(err), "%v", err)
}

// eventually waits for a condition.
func eventually(t testing.TB, condition func() bool, what string) {
	t.Helper()
	require.Eventually(t, condition, time.Minute, 10*time.Millisecond, what)
}
