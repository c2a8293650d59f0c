package account_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/host"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
	"puls.app/services/local/servicetest"
)

// TestYesterdaysRowsAndStatementsWork migrates a database with accounts of the first schema, and then runs the
// statements of the first release.
func TestYesterdaysRowsAndStatementsWork(t *testing.T) {
	admin := pgtest.URL(t)
	role := pgtest.As(admin, pgdb.RoleOf("account"))
	require.NoError(t, pgdb.Bootstrap(t.Context(), admin, "account", "test"))
	first := t.TempDir()
	text, err := os.ReadFile("internal/pg/migrations/0001_accounts.sql")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(first, "0001_accounts.sql"), text, 0o600))
	open := func(dir string) {
		require.NoError(t, pgdb.Migrate(t.Context(), admin, "account", os.DirFS(dir)))
	}
	open(first)
	conn, err := pgx.Connect(t.Context(), role)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	_, err = conn.Exec(t.Context(), "SET search_path TO account; SET ROLE puls_account_system")
	require.NoError(t, err)
	insert := func(email string) {
		var id int32
		require.NoError(
			t,
			conn.QueryRow(t.Context(), "INSERT INTO accounts (timezone, language) VALUES ('UTC', 'pl') RETURNING id").Scan(&id),
		)
		_, err := conn.Exec(
			t.Context(), "INSERT INTO users (account_id, email, password_hash, roles) VALUES ($1, $2, $3, '{owner}')", id, email,
			weakHash(password),
		)
		require.NoError(t, err)
	}
	insert("old@example.com")
	open("internal/pg/migrations")
	insert("older-program@example.com")

	s := start(t, func(with *servicetest.Setup) {
		with.Change = func(env *host.Env) { env.DatabaseURL = func(string) (string, error) { return role, nil } }
	})
	for _, email := range []string{"old@example.com", "older-program@example.com"} {
		me, err := s.accounts.GetMe(s.login(t, email).ctx(t), &accountv1.GetMeRequest{})
		require.NoError(t, err)
		require.Equal(t, "STANDARD", me.GetPackage())
		require.False(t, me.GetTrialExpired())
	}
}

func TestExpiredRowsAreRemoved(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	p := s.login(t, "anna@example.com")
	_, err := s.sessions.Logout(p.ctx(t), &accountv1.LogoutRequest{})
	require.NoError(t, err)
	key, err := s.accounts.CreateApiKey(p.ctx(t), &accountv1.CreateApiKeyRequest{})
	require.NoError(t, err)
	_, err = s.sessions.CreateExternalLogin(withKey(t, key.GetKey()), &accountv1.CreateExternalLoginRequest{})
	require.NoError(t, err)
	s.guess(t, 3, same("anna@example.com"), same(""))
	s.requestReset(t, "anna@example.com")
	s.mails.link(t, "anna@example.com", 1)
	s.login(t, "anna@example.com")
	s.register(t, "never@example.com")
	s.mails.link(t, "never@example.com", 1)
	s.register(t, "linked@example.com")
	s.mails.link(t, "linked@example.com", 1)
	pool := s.Admin(t)
	_, err = pool.Exec(t.Context(), "INSERT INTO client_links (account_id, client_account_id) "+
		"SELECT a.account_id, l.account_id FROM users a, users l WHERE a.email = 'anna@example.com' AND l.email = 'linked@example.com'")
	require.NoError(t, err)
	_, err = pool.Exec(t.Context(), "INSERT INTO mails (kind, email, created_at, next_try_at) "+
		"VALUES ('reset', 'anna@example.com', now(), now() + '1 year')") // no mail server takes it
	require.NoError(t, err)
	s.Advance(31 * 24 * time.Hour)
	s.register(t, "lately@example.com")
	s.mails.link(t, "lately@example.com", 1)
	s.Stop()
	s.Replica(t) // the cleaner runs at the start of a replica
	eventually(t, func() bool {
		var left int
		require.NoError(t, pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM sessions)
			+ (SELECT count(*) FROM external_logins)
			+ (SELECT count(*) FROM attempts WHERE occurred_at < now() + '1 day') + (SELECT count(*) FROM mails)
			+ (SELECT count(*) FROM links WHERE purpose = 'reset')
			+ (SELECT count(*) FROM users WHERE email LIKE 'never%')`).Scan(&left))
		return left == 0
	}, "nothing is left")
	var accounts int
	require.NoError(t, pool.QueryRow(t.Context(), "SELECT count(*) FROM accounts").Scan(&accounts))
	require.Equal(t, 3, accounts, "the active one, the one that is linked to it and the one that was registered lately")
}

func TestTwoReplicasSendEachMailOnceAndCountTogether(t *testing.T) {
	s := start(t)
	conn := s.Replica(t).Unauthenticated(t)
	other := accountv1.NewRegistrationServiceClient(conn)
	for i := range 30 {
		s.register(t, fmt.Sprintf("one%d@example.com", i))
		_, err := other.Register(t.Context(), registration(fmt.Sprintf("two%d@example.com", i)))
		require.NoError(t, err)
	}
	for i := range 30 {
		for _, name := range []string{"one", "two"} {
			email := fmt.Sprintf("%s%d@example.com", name, i)
			link := s.mails.link(t, email, 1)
			require.Len(t, s.mails.to(email), 1)
			if i < 3 {
				require.NoError(t, s.activate(t, link))
			}
		}
	}
	sessions := accountv1.NewSessionServiceClient(conn)
	s.guess(t, 12, same("one0@example.com"), same(""))
	for range 12 {
		_, err := sessions.Login(t.Context(), &accountv1.LoginRequest{Email: "one0@example.com", Password: "Wrong-Horse-99"})
		require.Error(t, err)
	}
	require.Equal(t, 20, s.checked(t))
	p := s.login(t, "two0@example.com")
	ctx := metadata.AppendToOutgoingContext(t.Context(), "refresh-token", p.refresh)
	_, err := sessions.RefreshToken(ctx, &accountv1.RefreshTokenRequest{})
	require.NoError(t, err, "a session goes on at either")
}

// TestEverythingAtOnceNeitherDeadlocksNorLeavesASessionBehind mixes all calls that start, move and end sessions.
func TestEverythingAtOnceNeitherDeadlocksNorLeavesASessionBehind(t *testing.T) {
	s := start(t)
	agency, client := s.create(t, "agency@example.com"), s.create(t, "client@example.com")
	var wait sync.WaitGroup
	for seed := range uint64(8) {
		wait.Go(func() {
			random := rand.New(rand.NewPCG(seed, 1))
			for range 15 {
				err := s.actAtRandom(t, random, agency, client)
				if status.Code(err) == codes.Internal || status.Code(err) == codes.Unknown && err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	require.NotContains(t, s.Logged(), "deadlock")
	for _, id := range []int32{agency, client} {
		_, err := s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: id})
		require.NoError(t, err)
	}
	var alive int
	require.NoError(
		t, s.Admin(t).QueryRow(t.Context(), "SELECT count(*) FROM sessions WHERE ended_at IS NULL").Scan(&alive),
	)
	require.Zero(t, alive)
}

func (s *system) actAtRandom(t *testing.T, random *rand.Rand, agency, client int32) error {
	p, err := s.tryLogin(t, "agency@example.com", password, "")
	if err != nil {
		return err
	}
	switch random.IntN(7) {
	case 0:
		_, err = s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{
			AccountId: agency, Active: random.IntN(4) > 0,
		})
	case 1:
		_, err = s.admin.LinkClient(t.Context(), &accountv1.LinkClientRequest{
			AccountId: agency, ClientAccountId: client, Remove: random.IntN(2) == 0,
		})
	case 2:
		_, err = s.admin.GrantSuperAdmin(t.Context(), &accountv1.GrantSuperAdminRequest{
			Email: "agency@example.com", Revoke: random.IntN(2) == 0,
		})
	case 3:
		_, err = s.sessions.Logout(p.ctx(t), &accountv1.LogoutRequest{})
	case 4:
		err = p.enter(t, fmt.Sprint(client))
	case 5:
		if next, refreshErr := s.continueWith(t, p.refresh); refreshErr == nil {
			_, _ = s.continueWith(t, next.refresh)
			_, err = s.continueWith(t, p.refresh) // ends the family
		}
	case 6:
		_, err = s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: agency, Active: true})
	}
	return err
}
