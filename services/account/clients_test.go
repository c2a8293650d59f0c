package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/local/servicetest"
)

// enter moves a person's session; the person continues with the new token.
func (p *person) enter(t testing.TB, client string) error {
	t.Helper()
	res, err := p.s.sessions.LoginClient(p.ctx(t), &accountv1.LoginClientRequest{ClientId: client})
	if err != nil {
		return err
	}
	p.token, p.expire, p.ui = res.GetToken(), res.GetExpire(), res.GetExternalUiConfig()
	return nil
}

func (s *system) link(t testing.TB, account, client int32) {
	t.Helper()
	_, err := s.admin.LinkClient(t.Context(), &accountv1.LinkClientRequest{AccountId: account, ClientAccountId: client})
	require.NoError(t, err)
}

func (s *system) audit(t testing.TB) (acts []string) {
	t.Helper()
	res, err := s.admin.ListAudit(t.Context(), &accountv1.ListAuditRequest{})
	require.NoError(t, err)
	for _, e := range res.GetItems() {
		if e.GetOperator() != "" {
			continue
		}
		acts = append(acts, fmt.Sprintf("%s %d→%d %s", e.GetEmail(), e.GetHomeAccountId(), e.GetAccountId(), e.GetAct()))
	}
	return acts
}

func TestAPersonWorksInAClientAccountAndComesBack(t *testing.T) {
	s := start(t)
	agency, client := s.create(t, "agency@example.com"), s.create(t, "client@example.com")
	stranger := s.create(t, "stranger@example.com")
	s.link(t, agency, client)
	s.link(t, agency, client)
	p := s.login(t, "agency@example.com")
	session := p.identity(t).Session
	me, err := s.accounts.GetMe(p.ctx(t), &accountv1.GetMeRequest{})
	require.NoError(t, err)
	require.True(t, me.GetHasClients())

	for id, want := range map[string]struct {
		code   codes.Code
		reason string
	}{
		"abc":                {codes.InvalidArgument, "ACCOUNT_CLIENT_ID_INVALID"},
		"-1":                 {codes.InvalidArgument, "ACCOUNT_CLIENT_ID_INVALID"},
		"99999999999":        {codes.InvalidArgument, "ACCOUNT_CLIENT_ID_INVALID"},
		fmt.Sprint(agency):   {codes.InvalidArgument, "ACCOUNT_CLIENT_OWN"},
		fmt.Sprint(stranger): {codes.NotFound, "ACCOUNT_CLIENT_NOT_FOUND"},
		"4711":               {codes.NotFound, "ACCOUNT_CLIENT_NOT_FOUND"},
	} {
		servicetest.Refused(t, p.enter(t, id), want.code, want.reason)
	}
	_, err = s.sessions.LoginClient(t.Context(), &accountv1.LoginClientRequest{ClientId: fmt.Sprint(client)})
	servicetest.Refused(t, err, codes.Unauthenticated, "TOKEN_INVALID")

	require.NoError(t, p.enter(t, fmt.Sprint(client)))
	require.Equal(t, client, p.identity(t).Account)
	require.Equal(t, agency, p.identity(t).Home)
	require.Equal(t, session, p.identity(t).Session)
	servicetest.Refused(t, p.enter(t, fmt.Sprint(client)), codes.InvalidArgument, "ACCOUNT_CLIENT_OWN")
	me, err = s.accounts.GetMe(p.ctx(t), &accountv1.GetMeRequest{})
	require.NoError(t, err)
	require.Equal(t, []any{client, agency, "agency@example.com"}, []any{
		me.GetAccountId(), me.GetMainAccountId(), me.GetEmail(),
	})

	next, err := s.continueWith(t, p.refresh)
	require.NoError(t, err)
	require.Equal(t, client, next.identity(t).Account, "a refresh stays there")
	require.NoError(t, next.enter(t, ""))
	require.Equal(t, agency, next.identity(t).Account)
	require.NoError(t, next.enter(t, ""), "being at home is no error")
	require.NoError(t, next.enter(t, fmt.Sprint(client)))
	for range 2 {
		_, err = s.sessions.Logout(next.ctx(t), &accountv1.LogoutRequest{})
		require.NoError(t, err)
	}
	require.Equal(t, []string{
		fmt.Sprintf("agency@example.com %d→%d return", agency, client),
		fmt.Sprintf("agency@example.com %d→%d enter", agency, client),
		fmt.Sprintf("agency@example.com %d→%d return", agency, client),
		fmt.Sprintf("agency@example.com %d→%d enter", agency, client),
	}, s.audit(t))
}

func TestOwnUsersSeeUsersAndGuestsAndGuestsSeeOwnUsersOnly(t *testing.T) {
	s := start(t)
	agency, client := s.create(t, "agency@example.com"), s.create(t, "client@example.com")
	s.create(t, "stranger@example.com")
	s.link(t, agency, client)
	guest := s.login(t, "agency@example.com")
	require.NoError(t, guest.enter(t, fmt.Sprint(client)))
	users := func(p *person) (list []string) {
		res, err := s.accounts.ListUsers(p.ctx(t), &accountv1.ListUsersRequest{})
		require.NoError(t, err)
		for _, u := range res.GetItems() {
			list = append(list, fmt.Sprintf(
				"%s %d %t %t", u.GetEmail(), u.GetHomeAccountId(), u.GetSignedInAt() != nil, u.GetSince() != nil,
			))
		}
		return list
	}
	require.Equal(t, []string{fmt.Sprintf("client@example.com %d false false", client)}, users(guest))
	own := s.login(t, "client@example.com")
	require.Equal(t, []string{
		fmt.Sprintf("client@example.com %d true false", client), fmt.Sprintf("agency@example.com %d false true", agency),
	}, users(own))
	require.NoError(t, guest.enter(t, ""))
	require.Equal(t, []string{fmt.Sprintf("agency@example.com %d true false", agency)}, users(guest))
}

func TestAGuestChoosesTheLanguageOfTheirOwnAccount(t *testing.T) {
	s := start(t)
	agency, client := s.create(t, "agency@example.com"), s.create(t, "client@example.com")
	s.link(t, agency, client)
	guest := s.login(t, "agency@example.com")
	language := func(p *person) string {
		me, err := s.accounts.GetMe(p.ctx(t), &accountv1.GetMeRequest{})
		require.NoError(t, err)
		return me.GetLanguage()
	}
	before := language(guest)
	require.NoError(t, guest.enter(t, fmt.Sprint(client)))
	chosen := map[string]string{"pl": "en", "en": "pl"}[before]
	_, err := s.accounts.ChangeLanguage(guest.ctx(t), &accountv1.ChangeLanguageRequest{Language: chosen})
	require.NoError(t, err)
	require.Equal(t, before, language(s.login(t, "client@example.com")))
	require.NoError(t, guest.enter(t, ""))
	require.Equal(t, chosen, language(guest))
}

func TestAnInactiveClientIsNotEntered(t *testing.T) {
	s := start(t)
	agency, client := s.create(t, "agency@example.com"), s.create(t, "client@example.com")
	s.link(t, agency, client)
	p, inside := s.login(t, "agency@example.com"), s.login(t, "agency@example.com")
	require.NoError(t, inside.enter(t, fmt.Sprint(client)))
	_, err := s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: client})
	require.NoError(t, err)
	servicetest.Refused(t, p.enter(t, fmt.Sprint(client)), codes.InvalidArgument, "ACCOUNT_CLIENT_INACTIVE")
	inside, err = s.continueWith(t, inside.refresh)
	require.NoError(t, err)
	require.Equal(t, agency, inside.identity(t).Account, "who is there goes home")
	require.Equal(t, fmt.Sprintf("agency@example.com %d→%d brought home", agency, client), s.audit(t)[0])
	_, err = s.continueWith(t, inside.refresh)
	require.NoError(t, err)
}

func TestTakingALinkAwayRefusesItsTokensAndBringsPeopleHome(t *testing.T) {
	s := start(t)
	agency, client := s.create(t, "agency@example.com"), s.create(t, "client@example.com")
	s.link(t, agency, client)
	p, inside, back := s.login(t, "agency@example.com"), s.login(t, "agency@example.com"), s.login(t, "agency@example.com")
	for _, visitor := range []*person{inside, back} {
		require.NoError(t, visitor.enter(t, fmt.Sprint(client)))
	}
	link := back.identity(t).Link
	require.NotZero(t, link)
	require.NoError(t, back.enter(t, ""))
	require.Zero(t, back.identity(t).Link)
	before, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{})
	require.NoError(t, err)
	require.Empty(t, before.GetLinks())
	remove := &accountv1.LinkClientRequest{AccountId: agency, ClientAccountId: client, Remove: true}
	_, err = s.admin.LinkClient(t.Context(), remove)
	require.NoError(t, err)
	_, err = s.admin.LinkClient(t.Context(), remove)
	servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_NOT_FOUND")
	refused, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{After: before.GetCursor()})
	require.NoError(t, err)
	require.Len(t, refused.GetLinks(), 1)
	require.Equal(t, link, refused.GetLinks()[0].GetLink(), "also the token of who is back at home")
	require.Empty(t, refused.GetSessions())
	inside, err = s.continueWith(t, inside.refresh)
	require.NoError(t, err)
	require.Equal(t, []any{agency, int64(0)}, []any{inside.identity(t).Account, inside.identity(t).Link})
	s.link(t, agency, client)
	require.NoError(t, inside.enter(t, fmt.Sprint(client)))
	require.NotEqual(t, link, inside.identity(t).Link, "a link that is made again is another one")
	_, err = s.admin.LinkClient(t.Context(), remove)
	require.NoError(t, err)
	_, err = s.continueWith(t, p.refresh)
	require.NoError(t, err)
	servicetest.Refused(t, p.enter(t, fmt.Sprint(client)), codes.NotFound, "ACCOUNT_CLIENT_NOT_FOUND")
	_, err = s.admin.LinkClient(t.Context(), &accountv1.LinkClientRequest{AccountId: agency, ClientAccountId: agency})
	servicetest.Refused(t, err, codes.InvalidArgument, "ACCOUNT_CLIENT_OWN")
	_, err = s.admin.LinkClient(t.Context(), &accountv1.LinkClientRequest{AccountId: agency, ClientAccountId: 4711})
	servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_NOT_FOUND")
}

func TestASuperAdminEntersAnyAccountAsLongAsTheRoleLasts(t *testing.T) {
	s := start(t)
	home, other := s.create(t, "admin@example.com"), s.create(t, "other@example.com")
	grant := func(revoke bool) error {
		_, err := s.admin.GrantSuperAdmin(t.Context(), &accountv1.GrantSuperAdminRequest{
			Email: "admin@example.com", Revoke: revoke,
		})
		return err
	}
	p := s.login(t, "admin@example.com")
	servicetest.Refused(t, p.enter(t, fmt.Sprint(other)), codes.NotFound, "ACCOUNT_CLIENT_NOT_FOUND")
	require.NoError(t, grant(false))
	require.NoError(t, grant(false))
	require.NoError(t, p.enter(t, fmt.Sprint(other)))
	require.Equal(t, []string{"owner", "super-admin"}, p.identity(t).Roles)
	require.Equal(t, []string{fmt.Sprintf("admin@example.com %d→%d enter", home, other)}, s.audit(t))
	require.NoError(t, grant(true))
	_, err := s.continueWith(t, p.refresh)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
	servicetest.Refused(t, p.enter(t, ""), codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
	refused, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{})
	require.NoError(t, err)
	require.Len(t, refused.GetSessions(), 1)
	_, err = s.admin.GrantSuperAdmin(t.Context(), &accountv1.GrantSuperAdminRequest{Email: "nobody@example.com"})
	servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_USER_NOT_FOUND")
}

func TestTheAuditLogOnlyGrows(t *testing.T) {
	s := start(t)
	home, other := s.create(t, "admin@example.com"), s.create(t, "other@example.com")
	user := s.login(t, "admin@example.com").identity(t).User
	record := &accountv1.RecordActRequest{
		UserId: user, HomeAccountId: home, AccountId: other, Act: "POST /api/protected/scoring/scorings",
		Session: uuid.NewString(),
	}
	_, err := s.admin.RecordAct(t.Context(), record)
	require.NoError(t, err)
	require.Equal(
		t, []string{fmt.Sprintf("admin@example.com %d→%d POST /api/protected/scoring/scorings", home, other)}, s.audit(t),
	)
	record.UserId = 4711
	_, err = s.admin.RecordAct(t.Context(), record)
	servicetest.Refused(t, err, codes.NotFound, "ACCOUNT_USER_NOT_FOUND")
	_, err = s.admin.RecordAct(s.login(t, "admin@example.com").ctx(t), record)
	require.Error(t, err, "a person's token beside the service's does not pass")

	conn, err := pgx.Connect(t.Context(), s.url)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	for _, role := range []string{"puls_account", "puls_account_system"} {
		for _, statement := range []string{"UPDATE audit_log SET act = ''", "DELETE FROM audit_log", "TRUNCATE audit_log"} {
			_, err := conn.Exec(t.Context(), "SET ROLE "+role+"; SET search_path TO account; "+statement)
			require.ErrorContains(t, err, "permission denied", "%s: %s", role, statement)
		}
	}
	pool := s.Admin(t)
	for _, statement := range []string{"UPDATE audit_log SET act = ''", "DELETE FROM audit_log", "TRUNCATE audit_log"} {
		_, err := pool.Exec(t.Context(), statement)
		require.ErrorContains(t, err, "never changed or removed", "not even the server's administrator: %s", statement)
	}
}

// S12: repeated reads are one entry for ten minutes, but not those of another user, of another account, or without
// `again`.
func TestLookingAtTheSameAgainIsOneEntry(t *testing.T) {
	s := start(t)
	home, other := s.create(t, "admin@example.com"), s.create(t, "other@example.com")
	user := s.login(t, "admin@example.com").identity(t).User
	read := &accountv1.RecordActRequest{
		UserId: user, HomeAccountId: home, AccountId: other, Act: "read 001/7: GET /x", Session: uuid.NewString(), Again: true,
	}
	reads := func(change func(*accountv1.RecordActRequest)) (count int) {
		t.Helper()
		changed, ok := proto.Clone(read).(*accountv1.RecordActRequest)
		require.True(t, ok)
		change(changed)
		_, err := s.admin.RecordAct(t.Context(), changed)
		require.NoError(t, err)
		for _, act := range s.audit(t) {
			if strings.Contains(act, " read ") {
				count++
			}
		}
		return count
	}
	require.Equal(t, 1, reads(func(*accountv1.RecordActRequest) {}))
	require.Equal(t, 1, reads(func(r *accountv1.RecordActRequest) { r.Session = uuid.NewString() }))
	require.Equal(t, 2, reads(func(r *accountv1.RecordActRequest) { r.Act = "read 001/8: GET /x" }))
	require.Equal(t, 3, reads(func(r *accountv1.RecordActRequest) { r.AccountId = home }))
	require.Equal(t, 4, reads(func(r *accountv1.RecordActRequest) { r.Again = false }))
	somebody := s.login(t, "other@example.com").identity(t).User
	require.Equal(t, 5, reads(func(r *accountv1.RecordActRequest) { r.UserId, r.HomeAccountId = somebody, other }))
	s.Advance(10 * time.Minute)
	require.Equal(t, 6, reads(func(*accountv1.RecordActRequest) {}))
}

func TestGatewaysLearnWhichAccountsAreRestricted(t *testing.T) {
	s := start(t)
	free, off, trial := s.create(t, "free@example.com"), s.create(t, "off@example.com"), s.create(t, "trial@example.com")
	list := func(after int64) (map[int32]string, int64) {
		res, err := s.admin.ListRefusals(t.Context(), &accountv1.ListRefusalsRequest{After: after})
		require.NoError(t, err)
		states := map[int32]string{}
		for _, a := range res.GetAccounts() {
			states[a.GetAccountId()] = fmt.Sprint(a.GetActive(), " ", a.GetTrialEndsAt() != nil)
		}
		return states, res.GetCursor()
	}
	states, cursor := list(0)
	require.Empty(t, states)
	require.Zero(t, cursor)

	p := s.login(t, "off@example.com")
	_, err := s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: off})
	require.NoError(t, err)
	_, err = s.continueWith(t, p.refresh)
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_SESSION_ENDED")
	_, err = s.tryLogin(t, "off@example.com", password, "")
	servicetest.Refused(t, err, codes.InvalidArgument, "ACCOUNT_INACTIVE")
	_, err = s.tryLogin(t, "off@example.com", "Wrong-Horse-99", "")
	servicetest.Refused(t, err, codes.Unauthenticated, "ACCOUNT_INVALID_LOGIN")
	_, err = s.admin.SetPackage(t.Context(), &accountv1.SetPackageRequest{
		AccountId: trial, Package: "PRO", TrialEndsAt: timestamppb.New(s.Now().Add(-time.Hour)),
	})
	require.NoError(t, err)
	states, cursor = list(0)
	require.Equal(t, map[int32]string{off: "false false", trial: "true true"}, states)
	me, err := s.accounts.GetMe(s.login(t, "trial@example.com").ctx(t), &accountv1.GetMeRequest{})
	require.NoError(t, err)
	require.True(t, me.GetTrialExpired())
	require.Equal(t, "PRO", me.GetPackage())

	_, err = s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: off, Active: true})
	require.NoError(t, err)
	_, err = s.admin.SetPackage(t.Context(), &accountv1.SetPackageRequest{AccountId: trial, Package: "PRO"})
	require.NoError(t, err)
	states, _ = list(cursor)
	require.Equal(t, map[int32]string{off: "true false", trial: "true false"}, states, "that a restriction ended is told")
	states, _ = list(0)
	require.Empty(t, states)
	_, err = s.tryLogin(t, "off@example.com", password, "")
	require.NoError(t, err)
	for _, call := range []func(id int32) error{
		func(id int32) error {
			_, err := s.admin.SetPackage(t.Context(), &accountv1.SetPackageRequest{AccountId: id, Package: "PRO"})
			return err
		},
		func(id int32) error {
			_, err := s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: id, Active: true})
			return err
		},
		func(id int32) error {
			_, err := s.admin.GetAccount(t.Context(), &accountv1.GetAccountRequest{AccountId: id})
			return err
		},
	} {
		servicetest.Refused(t, call(4711), codes.NotFound, "ACCOUNT_NOT_FOUND")
	}
	all, err := s.admin.ListAccounts(t.Context(), &accountv1.ListAccountsRequest{})
	require.NoError(t, err)
	require.Len(t, all.GetItems(), 3)
	require.Equal(t, free, all.GetItems()[0].GetAccountId())
	require.Equal(t, []string{"free@example.com"}, all.GetItems()[0].GetEmails())
}
