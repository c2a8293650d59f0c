package account_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/local/servicetest"
)

// enter opens a session of a user with a key.
func (c connected) enter(t testing.TB, email string) *person {
	t.Helper()
	res, err := c.s.sessions.GetToken(t.Context(), &accountv1.GetTokenRequest{
		Token: c.open(t, &accountv1.CreateExternalLoginRequest{Email: email}),
	})
	require.NoError(t, err)
	return &person{s: c.s, token: res.GetToken(), expire: res.GetExpire(), ui: res.GetExternalUiConfig()}
}

// endedSessions returns the sessions that gateways refuse.
func (s *system) endedSessions(t testing.TB) (ids []string) {
	t.Helper()
	res, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{})
	require.NoError(t, err)
	for _, ended := range res.GetSessions() {
		ids = append(ids, ended.GetSession())
	}
	return ids
}

func (s *system) grant(t testing.TB, email string) {
	t.Helper()
	_, err := s.admin.GrantSuperAdmin(t.Context(), &accountv1.GrantSuperAdminRequest{Email: email})
	require.NoError(t, err)
}

func TestAnAPIKeyIsUpToTheAccountsOwnPeople(t *testing.T) {
	s := start(t)
	agency, client := s.create(t, "agency@example.com"), s.create(t, "client@example.com")
	s.create(t, "admin@example.com")
	s.link(t, agency, client)
	s.grant(t, "admin@example.com")
	owner := s.login(t, "client@example.com")
	key := s.connect(t, owner)
	guest, admin := s.login(t, "agency@example.com"), s.login(t, "admin@example.com")
	require.NoError(t, guest.enter(t, fmt.Sprint(client)))
	require.NoError(t, admin.enter(t, fmt.Sprint(client)))
	for name, p := range map[string]*person{"guest": guest, "super admin": admin, "key": key.enter(t, "")} {
		_, err := s.accounts.CreateApiKey(p.ctx(t), &accountv1.CreateApiKeyRequest{})
		require.Error(t, err, name)
		servicetest.Refused(t, err, codes.PermissionDenied, "OWN_PEOPLE_ONLY")
		_, err = s.accounts.RevokeApiKey(p.ctx(t), &accountv1.RevokeApiKeyRequest{})
		servicetest.Refused(t, err, codes.PermissionDenied, "OWN_PEOPLE_ONLY")
		seen, err := s.accounts.GetApiKey(p.ctx(t), &accountv1.GetApiKeyRequest{})
		require.NoError(t, err)
		require.Equal(t, "client@example.com", seen.GetMadeBy())
		require.NotNil(t, seen.GetCreatedAt())
		require.NotNil(t, seen.GetLastUsedAt(), name)
	}
	require.NoError(t, guest.enter(t, ""))
	s.connect(t, guest)
	_, err := s.Admin(t).Exec(t.Context(), "UPDATE api_keys SET maker_id = NULL WHERE account_id = $1", agency)
	require.NoError(t, err)
	_, err = s.accounts.GetApiKey(guest.ctx(t), &accountv1.GetApiKeyRequest{})
	servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_API_KEY_NOT_FOUND")
}

func TestAKeyWithoutAKnownMakerOpensNothing(t *testing.T) {
	s := start(t)
	account := s.create(t, "anna@example.com")
	key := s.connect(t, s.login(t, "anna@example.com"))
	token := key.open(t, &accountv1.CreateExternalLoginRequest{})
	_, err := s.Admin(t).Exec(t.Context(), "UPDATE api_keys SET maker_id = NULL WHERE account_id = $1", account)
	require.NoError(t, err)
	_, err = s.sessions.CreateExternalLogin(withKey(t, key.key), &accountv1.CreateExternalLoginRequest{})
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_API_KEY_INVALID")
	servicetest.Refused(t, s.exchange(t, token, ""), codes.Unauthenticated, "ACCOUNT_EXTERNAL_TOKEN_INVALID")
}

func TestAKeyOpensNoSuperAdminsSession(t *testing.T) {
	s := start(t)
	account := s.create(t, "anna@example.com")
	key := s.connect(t, s.login(t, "anna@example.com"))
	opened, token := key.enter(t, "anna@example.com"), key.open(t, &accountv1.CreateExternalLoginRequest{})
	require.Equal(t, []any{account, account, []string{"owner"}}, []any{
		opened.identity(t).Account, opened.identity(t).Home, opened.identity(t).Roles,
	})
	s.grant(t, "anna@example.com")
	require.Contains(t, s.endedSessions(t), opened.identity(t).Session, "the session does not grow with the user")
	servicetest.Refused(t, s.exchange(t, token, ""), codes.Unauthenticated, "ACCOUNT_EXTERNAL_TOKEN_INVALID")
	for _, email := range []string{"", "anna@example.com"} {
		_, err := s.sessions.CreateExternalLogin(withKey(t, key.key), &accountv1.CreateExternalLoginRequest{Email: email})
		servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_USER_NOT_FOUND")
	}
}

func TestSessionsOfAKeyEndWithIt(t *testing.T) {
	const email, renewed = "anna@example.com", "Better-Horse-99"
	for name, end := range map[string]func(*testing.T, *system, *person){
		"revoked": func(t *testing.T, s *system, p *person) {
			_, err := s.accounts.RevokeApiKey(p.ctx(t), &accountv1.RevokeApiKeyRequest{})
			require.NoError(t, err)
		},
		"made anew": func(t *testing.T, s *system, p *person) { s.connect(t, p) },
		"password reset": func(t *testing.T, s *system, _ *person) {
			s.requestReset(t, email)
			require.NoError(t, s.reset(t, s.mails.link(t, email, 1), renewed))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			s.create(t, email)
			owner := s.login(t, email)
			key := s.connect(t, owner)
			opened, token := key.enter(t, ""), key.open(t, &accountv1.CreateExternalLoginRequest{})
			end(t, s, owner)
			require.Contains(t, s.endedSessions(t), opened.identity(t).Session)
			servicetest.Refused(t, s.exchange(t, token, ""), codes.Unauthenticated, "ACCOUNT_EXTERNAL_TOKEN_INVALID")
			_, err := s.sessions.CreateExternalLogin(withKey(t, key.key), &accountv1.CreateExternalLoginRequest{})
			servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_API_KEY_INVALID")
		})
	}
}

func TestAKnownPasswordThatIsChangedLeavesTheKey(t *testing.T) {
	s := start(t)
	s.create(t, "anna@example.com")
	owner := s.login(t, "anna@example.com")
	key := s.connect(t, owner)
	_, err := s.accounts.ChangePassword(owner.ctx(t), &accountv1.ChangePasswordRequest{
		CurrentPassword: password, NewPassword: "Better-Horse-99",
	})
	require.NoError(t, err)
	key.enter(t, "")
}

func TestActsByAKeyAreLoggedWithTheKey(t *testing.T) {
	s := start(t)
	const email = "anna@example.com"
	account := s.create(t, email)
	owner := s.login(t, email)
	key := s.connect(t, owner)
	opened := key.enter(t, "")
	id := opened.identity(t)
	require.Equal(t, key.key[:len("puls_123456")], id.Key)
	act := &accountv1.RecordActRequest{
		UserId: id.User, HomeAccountId: account, AccountId: account, Act: "POST /api/x", Session: id.Session,
	}
	_, err := s.admin.RecordAct(t.Context(), act)
	require.NoError(t, err)
	act.Act += "\n2026 forged"
	_, err = s.admin.RecordAct(t.Context(), act)
	require.NoError(t, err)
	_, err = s.accounts.RevokeApiKey(owner.ctx(t), &accountv1.RevokeApiKeyRequest{})
	require.NoError(t, err)
	res, err := s.admin.ListAudit(t.Context(), &accountv1.ListAuditRequest{AccountId: account, Limit: 5})
	require.NoError(t, err)
	var acts []string
	for _, e := range res.GetItems() {
		require.Equal(
			t, []string{email, id.Key, email}, []string{e.GetEmail(), e.GetApiKey(), e.GetApiKeyMaker()}, e.GetAct(),
		)
		acts = append(acts, e.GetAct())
	}
	require.Equal(
		t, []string{"API key revoked", "POST /api/x?2026 forged", "POST /api/x", "external login", "API key made"}, acts,
	)
}

func TestCommandsAreInTheAuditLogWithTheirOperator(t *testing.T) {
	s := start(t)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "operator-bin", "root for\nanna")
	made, err := s.admin.CreateAccount(ctx, &accountv1.CreateAccountRequest{
		Email: "new@example.com", Password: password, Timezone: "UTC",
	})
	require.NoError(t, err)
	account, other := made.GetAccountId(), s.create(t, "other@example.com")
	commands := []func() error{
		func() error {
			_, err := s.admin.SetPackage(ctx, &accountv1.SetPackageRequest{AccountId: account, Package: "PRO"})
			return err
		},
		func() error {
			_, err := s.admin.SetAccountActive(ctx, &accountv1.SetAccountActiveRequest{AccountId: account})
			return err
		},
		func() error {
			_, err := s.admin.SetAccountActive(ctx, &accountv1.SetAccountActiveRequest{AccountId: account, Active: true})
			return err
		},
		func() error {
			_, err := s.admin.LinkClient(ctx, &accountv1.LinkClientRequest{AccountId: other, ClientAccountId: account})
			return err
		},
		func() error {
			_, err := s.admin.LinkClient(ctx, &accountv1.LinkClientRequest{
				AccountId: other, ClientAccountId: account, Remove: true,
			})
			return err
		},
		func() error {
			_, err := s.admin.GrantSuperAdmin(ctx, &accountv1.GrantSuperAdminRequest{Email: "new@example.com"})
			return err
		},
		func() error {
			_, err := s.admin.GrantSuperAdmin(ctx, &accountv1.GrantSuperAdminRequest{Email: "new@example.com", Revoke: true})
			return err
		},
	}
	for _, command := range commands {
		require.NoError(t, command())
	}
	res, err := s.admin.ListAudit(t.Context(), &accountv1.ListAuditRequest{AccountId: account})
	require.NoError(t, err)
	var acts []string
	for _, e := range res.GetItems() {
		require.Equal(t, "root for?anna", e.GetOperator())
		require.Zero(t, e.GetUserId())
		acts = append(acts, e.GetAct())
	}
	link := fmt.Sprintf("account link %d %d", other, account)
	require.Equal(t, []string{
		"account grant-super-admin new@example.com --revoke", "account grant-super-admin new@example.com", link + " --remove",
		link,
		"account enable", "account disable", "account set-package PRO, no trial", "account create new@example.com",
	}, acts)
}
