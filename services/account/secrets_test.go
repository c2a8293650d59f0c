package account_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/metadata"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
)

// TestNoSecretIsLoggedOrKept calls everything with recognisable values, and looks for them in every line of the log and
// every column of the database.
func TestNoSecretIsLoggedOrKept(t *testing.T) {
	s := start(t)
	const email, address = "canary-jan@example.com", "198.51.100.77"
	const first, second, third = "Canary-First-1", "Canary-Second-2", "Canary-Third-3"
	ctx := metadata.AppendToOutgoingContext(t.Context(), "client-address", address)
	request := registration(email)
	request.Password = first
	_, err := s.registrations.Register(ctx, request)
	require.NoError(t, err)
	activation := s.mails.link(t, email, 1)
	require.NoError(t, s.activate(t, activation))
	_, err = s.tryLogin(t, email, "Canary-Wrong-0", address)
	require.Error(t, err)
	p, err := s.tryLogin(t, email, first, address)
	require.NoError(t, err)
	_, err = s.accounts.ChangePassword(p.ctx(t), &accountv1.ChangePasswordRequest{
		CurrentPassword: first, NewPassword: second,
	})
	require.NoError(t, err)
	_, err = s.registrations.RequestPasswordReset(ctx, &accountv1.RequestPasswordResetRequest{Email: email})
	require.NoError(t, err)
	reset := s.mails.link(t, email, 2)
	child, err := s.continueWith(t, p.refresh)
	require.NoError(t, err)
	key, err := s.accounts.CreateApiKey(child.ctx(t), &accountv1.CreateApiKeyRequest{})
	require.NoError(t, err)
	external, err := s.sessions.CreateExternalLogin(withKey(t, key.GetKey()), &accountv1.CreateExternalLoginRequest{})
	require.NoError(t, err)
	unused, err := s.sessions.CreateExternalLogin(withKey(t, key.GetKey()), &accountv1.CreateExternalLoginRequest{})
	require.NoError(t, err)
	_, err = s.sessions.GetToken(t.Context(), &accountv1.GetTokenRequest{Token: external.GetToken()})
	require.NoError(t, err)
	s.Advance(11 * time.Second)
	_, err = s.continueWith(t, p.refresh) // a theft, which is logged
	require.Error(t, err)
	s.guess(t, 25, same(email), same(address)) // a limit, which is logged
	kept := s.dump(t)
	require.NoError(t, s.reset(t, reset, third))

	log := s.Logged()
	require.Contains(t, log, "a used refresh token came back")
	require.Contains(t, log, "sign-in refused by a limit")
	secrets := []string{
		first, second, third, "Canary-Wrong-0", "Wrong-Horse-99", activation, reset, p.token, p.refresh, child.token,
		child.refresh,
		key.GetKey(), external.GetToken(), unused.GetToken(),
	}
	for _, text := range append(secrets, email, address) {
		require.NotContains(t, log, text)
	}
	for _, text := range append(secrets, address) {
		require.NotContains(t, kept, text)
	}
	require.Contains(t, kept, email, "the dump is a dump")
}

// dump returns every value of every table.
func (s *system) dump(t *testing.T) string {
	t.Helper()
	pool := s.Admin(t)
	tables := s.tables(t)
	var all strings.Builder
	for _, table := range tables {
		rows, err := pool.Query(t.Context(), "SELECT row_to_json(x)::text FROM "+table+" x")
		require.NoError(t, err)
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		fmt.Fprintln(&all, table, lines)
	}
	return all.String()
}

func (s *system) tables(t *testing.T) []string {
	t.Helper()
	rows, err := s.Admin(t).Query(
		t.Context(),
		"SELECT tablename FROM pg_tables WHERE schemaname = 'account' AND tablename <> 'schema_version' ORDER BY 1",
	)
	require.NoError(t, err)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	return tables
}

// TestRowsAreSeenInTheirAccountOnly reads every table with the service's role, as a request does.
func TestRowsAreSeenInTheirAccountOnly(t *testing.T) {
	s := start(t)
	one, two := s.create(t, "one@example.com"), s.create(t, "two@example.com")
	s.link(t, one, two)
	for _, email := range []string{"one@example.com", "two@example.com"} {
		p := s.login(t, email)
		key, err := s.accounts.CreateApiKey(p.ctx(t), &accountv1.CreateApiKeyRequest{})
		require.NoError(t, err)
		_, err = s.sessions.CreateExternalLogin(withKey(t, key.GetKey()), &accountv1.CreateExternalLoginRequest{
			UiConfig: &accountv1.UiConfig{Language: "pl"},
		})
		require.NoError(t, err)
		s.requestReset(t, email)
		s.mails.link(t, email, 1)
	}
	tables := s.tables(t)
	require.Len(t, tables, 17)
	conn, err := pgx.Connect(t.Context(), s.url)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(context.Background())) }()
	_, err = conn.Exec(t.Context(), "SET search_path TO account")
	require.NoError(t, err)
	count := func(account, table, column string) (all, foreign int) {
		_, err := conn.Exec(t.Context(), "SELECT set_config('puls.account', $1, false)", account)
		require.NoError(t, err)
		query := "SELECT count(*), count(*) FILTER (WHERE " + column + "::text <> $1) FROM " + table
		require.NoError(t, conn.QueryRow(t.Context(), query, account).Scan(&all, &foreign))
		return all, foreign
	}
	for _, table := range tables {
		column := map[string]string{"accounts": "id", "attempts": "'none'", "mails": "'none'"}[table]
		if column == "" {
			column = "account_id"
		}
		nobody, _ := count("", table, "'none'")
		require.Zero(t, nobody, "%s without an account", table)
		own, foreign := count(fmt.Sprint(one), table, column)
		require.Zero(t, foreign, table)
		if table == "attempts" || table == "mails" {
			require.Zero(t, own, table)
		}
		var forced bool
		require.NoError(
			t,
			conn.QueryRow(
				t.Context(), "SELECT relrowsecurity AND relforcerowsecurity FROM pg_class WHERE oid = $1::regclass", table,
			).Scan(&forced),
		)
		require.True(t, forced, table)
	}
}
