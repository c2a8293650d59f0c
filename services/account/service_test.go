package account_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/account"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/host"
	"puls.app/services/local/servicetest"
)

const (
	password = "Correct-Horse-9"
	public   = "https://puls.example"
)

// system is the service with a real database and mail server, and a fake of contacts.
type system struct {
	*servicetest.System
	url           string
	mails         *mailServer
	contacts      *contactsServer
	sessions      accountv1.SessionServiceClient
	registrations accountv1.RegistrationServiceClient
	accounts      accountv1.AccountServiceClient
	notifications accountv1.NotificationServiceClient
	admin         accountv1.AccountAdminServiceClient
}

// option changes the setup of the service.
type option func(*servicetest.Setup)

// start runs the service for an independent test, which runs in parallel.
func start(t *testing.T, options ...option) *system {
	t.Helper()
	t.Parallel()
	return startAlone(t, options...)
}

// startAlone runs the service for a test that others would disturb.
func startAlone(t testing.TB, options ...option) *system {
	t.Helper()
	return startService(t, account.ServiceOfCheapHashes(), options...)
}

func startService(t testing.TB, service host.Service, options ...option) *system {
	t.Helper()
	s := &system{mails: startMailServer(t), contacts: &contactsServer{ensured: map[int32][]string{}}}
	with := servicetest.Setup{
		Peers: []host.Service{s.contacts.service()},
		Settings: conf.Values{
			"PULS_SMTP_URL": "smtp://" + s.mails.address, "PULS_MAIL_FROM": "Puls <puls@puls.example>",
			"PULS_PUBLIC_URL": public,
		},
	}
	for _, change := range options {
		change(&with)
	}
	s.System = servicetest.Start(t, service, with)
	var err error
	s.url, err = s.Env.DatabaseURL("account")
	require.NoError(t, err)
	conn := s.Unauthenticated(t)
	s.sessions, s.registrations = accountv1.NewSessionServiceClient(conn), accountv1.NewRegistrationServiceClient(conn)
	s.accounts, s.notifications = accountv1.NewAccountServiceClient(conn), accountv1.NewNotificationServiceClient(conn)
	s.admin = accountv1.NewAccountAdminServiceClient(s.AsService(t))
	return s
}

// contactsServer stands in for contacts and records the requested databases.
type contactsServer struct {
	contactsv1.UnimplementedAudienceServiceServer
	mu      sync.Mutex
	broken  bool
	ensured map[int32][]string
}

func (c *contactsServer) service() host.Service {
	return servicetest.Peer("contacts", func(s grpc.ServiceRegistrar) { contactsv1.RegisterAudienceServiceServer(s, c) })
}

func (c *contactsServer) EnsureDatabases(
	_ context.Context, req *contactsv1.EnsureDatabasesRequest,
) (*contactsv1.EnsureDatabasesResponse, error) {
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

// create adds an account as the operator does.
func (s *system) create(t testing.TB, email string) int32 {
	t.Helper()
	made, err := s.admin.CreateAccount(t.Context(), &accountv1.CreateAccountRequest{
		Email: email, Password: password, Timezone: "Europe/Warsaw",
	})
	require.NoError(t, err)
	return made.GetAccountId()
}

// person is a user with a token and a refresh token.
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
	return &person{
		s: s, token: res.GetToken(), expire: res.GetExpire(), refresh: refreshOf(t, header), ui: res.GetExternalUiConfig(),
	}, nil
}

// refreshOf returns the refresh token of a response.
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

// identity returns the identity in the person's token.
func (p *person) identity(t testing.TB) auth.Identity {
	t.Helper()
	id, err := p.s.Env.Keys.Verify(p.token, "account", p.s.Now())
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
	return &person{
		s: s, token: res.GetToken(), expire: res.GetExpire(), refresh: refreshOf(t, header), ui: res.GetExternalUiConfig(),
	}, nil
}

// eventually waits for a condition.
func eventually(t testing.TB, condition func() bool, what string) {
	t.Helper()
	require.Eventually(t, condition, time.Minute, 10*time.Millisecond, what)
}
