package gateway_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/conf"
)

const (
	login   = "/api/public/account/users:login"
	refresh = "/api/public/account/users:refresh-token"
	logout  = "/api/protected/account/users/me:logout"
	me      = "/api/protected/account/users/me"
	mine    = "/api/protected/account/my/account/settings"
)

const newSettings = `{"language":"pl","timezone":"UTC"}`

func TestTheRefreshTokenTravelsInACookieOnly(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_TRUSTED_PROXIES": "127.0.0.1"})
	expiry := time.Now().Add(time.Hour).Truncate(time.Second)
	s.peers.set(func() { s.peers.cookie = "secret-refresh;" + itoa(expiry.Unix()) })
	for _, c := range []struct {
		name   string
		secure bool
		header []string
	}{
		{"refresh", false, nil},
		{"refresh", false, []string{"Host", "localhost:8080"}},
		{"__Secure-refresh", true, []string{"Host", "app.example.com"}},
		{"__Secure-refresh", true, []string{"X-Forwarded-Proto", "https"}},
	} {
		res := s.post(login, `{"email":"me@example.com","password":"x"}`, c.header...)
		require.Equal(t, http.StatusOK, res.StatusCode, res.body)
		require.NotContains(t, res.body, "secret-refresh")
		require.Len(t, res.Cookies(), 1)
		cookie := res.Cookies()[0]
		require.Equal(t, c.name, cookie.Name)
		require.Equal(t, "secret-refresh", cookie.Value)
		require.Equal(t, c.secure, cookie.Secure)
		require.True(t, cookie.HttpOnly)
		require.Equal(t, http.SameSiteStrictMode, cookie.SameSite)
		require.Equal(t, "/api/public/account", cookie.Path)
		require.Empty(t, cookie.Domain)
		require.WithinDuration(t, expiry, cookie.Expires, time.Second)

		res = s.post(refresh, "{}", append([]string{"Cookie", c.name + "=parent"}, c.header...)...)
		require.Equal(t, http.StatusOK, res.StatusCode, res.body)
		require.Equal(t, []string{"parent"}, s.peers.seen.Get("refresh-token"))
		require.Equal(t, "secret-refresh", res.Cookies()[0].Value)
	}
}

func TestALogoutAndARefusedRefreshTakeTheCookieAway(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	removed := func(res answer, status int) {
		t.Helper()
		require.Equal(t, status, res.StatusCode, res.body)
		require.Len(t, res.Cookies(), 1)
		require.Equal(t, "refresh", res.Cookies()[0].Name)
		require.Empty(t, res.Cookies()[0].Value)
		require.Negative(t, res.Cookies()[0].MaxAge)
		require.Equal(t, "/api/public/account", res.Cookies()[0].Path)
	}
	removed(s.post(refresh, "{}"), http.StatusUnauthorized)
	removed(s.post(logout, "{}", "Authorization", "Bearer "+s.token(nil)), http.StatusOK)
	removed(s.post(logout, "{}"), http.StatusUnauthorized)
	s.peers.set(func() { s.peers.cookie = ";0" })
	removed(s.post(refresh, "{}", "Cookie", "refresh=parent"), http.StatusOK)
	require.Empty(t, s.get(me).Cookies())
}

func TestServicesGetOnlyTheNeededPartsOfARequest(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	forged := []string{
		"X-Forwarded-For", "1.2.3.4", "X-Forwarded-Host", "evil", "Client-Address", "9.9.9.9", "Refresh-Token", "forged",
		"Cookie", "refresh=stolen",
		"Grpc-Metadata-Client-Address", "9.9.9.9", "Grpc-Metadata-Refresh-Token", "x", "Traceparent",
		"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		"User-Agent", "spy", "Authorization", "Bearer " + s.token(nil), "Idempotency-Key", "key",
	}
	res := s.get(me, forged...)
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.NotContains(t, res.Header.Get("X-Trace-Id"), "0af7651916cd43dd")
	seen := s.peers.seen.Copy()
	require.Equal(t, []string{"127.0.0.1"}, seen.Get("client-address"))
	require.Equal(t, []string{"key"}, seen.Get("idempotency-key"))
	require.Len(t, seen.Get("authorization"), 1)
	for _, own := range []string{
		"client-address", "idempotency-key", "authorization", ":authority", "content-type", "user-agent", "traceparent",
		"grpc-accept-encoding",
	} {
		delete(seen, own)
	}
	require.Empty(t, seen, "the cookie is for session calls alone, everything else for nobody")
}

func TestTheClientsAddressComesFromTrustedProxiesOnly(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{"PULS_TRUSTED_PROXIES": "127.0.0.0/8,10.0.0.0/8"})
	for given, want := range map[string]string{
		"203.0.113.9":                           "203.0.113.9",
		"6.6.6.6, 203.0.113.9, 10.1.2.3":        "203.0.113.9",
		"6.6.6.6, ::ffff:203.0.113.9, 10.0.0.1": "203.0.113.9",
		"2001:db8::1":                           "2001:db8::1",
		"10.0.0.1":                              "10.0.0.1",
		"nonsense":                              "127.0.0.1",
	} {
		require.Equal(t, http.StatusOK, s.get("/api/public/account/constant/languages", "X-Forwarded-For", given).StatusCode)
		require.Equal(t, []string{want}, s.peers.seen.Get("client-address"), given)
	}
}

func TestNoUserIsAdmittedBeforeEndedSessionsAreKnown(t *testing.T) {
	t.Parallel()
	s := startWith(t, nil, &peers{})
	token := "Bearer " + s.token(nil)
	require.Equal(t, http.StatusServiceUnavailable, s.get("/readyz").StatusCode)
	require.Equal(t, http.StatusNoContent, s.get("/healthz").StatusCode)
	require.Equal(t, http.StatusServiceUnavailable, s.get(me, "Authorization", token).StatusCode)
	require.Equal(t, "TOKEN_INVALID", s.get(me).class())
	require.Equal(t, http.StatusOK, s.get("/api/public/account/constant/languages").StatusCode)
	waits := make(chan int)
	go func() { waits <- s.get(me, "Authorization", token).StatusCode }()
	select {
	case status := <-waits:
		require.Fail(t, "did not wait", status)
	case <-time.After(300 * time.Millisecond):
	}
	s.peers.set(func() { s.peers.refused = &accountv1.ListRefusalsResponse{} })
	require.Equal(t, http.StatusOK, <-waits)
	require.Equal(t, http.StatusNoContent, s.get("/readyz").StatusCode)
}

func TestEndedSessionsAndSwitchedOffAccountsAreRefused(t *testing.T) {
	s := start(t, nil)
	token := "Bearer " + s.token(nil)
	status := func() int { return s.get(me, "Authorization", token).StatusCode }
	state := func(account int32, active bool, trial *timestamppb.Timestamp) {
		s.peers.set(func() {
			s.peers.refused = &accountv1.ListRefusalsResponse{Accounts: []*accountv1.ListRefusalsResponse_AccountState{
				{AccountId: account, Active: active, TrialEndsAt: trial},
			}}
		})
	}
	require.Equal(t, http.StatusOK, status())
	state(7, false, nil)
	s.eventually(func() bool { return status() == http.StatusUnauthorized })
	state(7, true, nil)
	s.eventually(func() bool { return status() == http.StatusOK })

	guest := "Bearer " + s.token(func(id *auth.Identity) { id.Account = 8 })
	state(7, false, nil)
	s.eventually(func() bool { return s.get(me, "Authorization", guest).StatusCode == http.StatusUnauthorized })
	state(7, true, nil)
	s.eventually(func() bool { return status() == http.StatusOK })

	s.peers.set(func() {
		s.peers.refused = &accountv1.ListRefusalsResponse{Sessions: []*accountv1.ListRefusalsResponse_EndedSession{
			{Session: sessionID, ForgetAt: timestamppb.New(time.Now().Add(2 * time.Second))},
			{Session: "old", ForgetAt: timestamppb.New(time.Now().Add(-time.Second))},
		}}
	})
	s.eventually(func() bool { return status() == http.StatusUnauthorized })
	require.Equal(t, "TOKEN_INVALID", s.get(me, "Authorization", token).class())
	require.Equal(t, http.StatusOK, s.get("/api/public/account/constant/languages", "Authorization", token).StatusCode)
	require.Empty(t, s.peers.seen.Get("authorization"), "on public paths an ended session is as good as none")
	s.peers.set(func() { s.peers.refused = nil })
	require.Equal(t, http.StatusUnauthorized, status(), "what is known stays refused while the account service is away")
	require.Equal(
		t, http.StatusOK,
		s.get(me, "Authorization", "Bearer "+s.token(func(id *auth.Identity) { id.Session = "old" })).StatusCode,
	)
}

func TestAnExpiredTrialLeavesOnlyTheWayOut(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.peers.set(func() {
		s.peers.refused = &accountv1.ListRefusalsResponse{Accounts: []*accountv1.ListRefusalsResponse_AccountState{
			{AccountId: 7, Active: true, TrialEndsAt: timestamppb.New(time.Now().Add(-time.Second))},
			{AccountId: 8, Active: true, TrialEndsAt: timestamppb.New(time.Now().Add(time.Hour))},
		}}
	})
	token := []string{"Authorization", "Bearer " + s.token(nil)}
	s.eventually(func() bool {
		return s.do(
			http.MethodPut, mine, newSettings, append(token, "Content-Type", "application/json")...,
		).StatusCode == http.StatusForbidden
	})
	require.Equal(t, "ACCOUNT_TRIAL_EXPIRED", s.get("/api/protected/scoring/scorings", token...).class())
	require.Equal(
		t, "ACCOUNT_TRIAL_EXPIRED",
		s.do(http.MethodPut, mine, newSettings, append(token, "Content-Type", "application/json")...).class(),
	)
	for _, file := range []string{"contacts:import", "engagement:import", "unsubscribes:import", "imports:inspect"} {
		require.Equal(t, "ACCOUNT_TRIAL_EXPIRED", s.post("/api/protected/saresystem/"+file, "uid\n", token...).class(), file)
	}
	for _, path := range []string{
		me, mine, "/api/protected/account/notifications", "/api/protected/account/constant/external-system-ui-translations",
	} {
		require.NotEqual(t, http.StatusForbidden, s.get(path, token...).StatusCode, path)
	}
	require.NotEqual(t, http.StatusForbidden, s.post(logout, "{}", token...).StatusCode)
	require.NotEqual(
		t, http.StatusForbidden,
		s.post("/api/protected/account/users/me:change-language", `{"language":"pl"}`, token...).StatusCode,
	)
	require.NotEqual(t, http.StatusForbidden, s.post(refresh, "{}", token...).StatusCode)
	require.Equal(
		t, http.StatusOK,
		s.get(me, "Authorization", "Bearer "+s.token(func(id *auth.Identity) { id.Account = 8 })).StatusCode,
	)
}

func TestTokensThatProveNothingAreRefusedEverywhere(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	service, err := s.keys.SignService("contacts", "gateway", time.Now())
	require.NoError(t, err)
	expired, err := s.keys.Sign(
		auth.Identity{Account: 7, Home: 7, User: 1}, time.Now().Add(-time.Hour), time.Now().Add(-time.Minute),
	)
	require.NoError(t, err)
	for name, header := range map[string][]string{
		"none": {}, "service": {"Authorization", "Bearer " + service}, "expired": {"Authorization", "Bearer " + expired},
		"scheme":   {"Authorization", "Basic " + s.token(nil)},
		"two":      {"Authorization", "Bearer " + s.token(nil), "Authorization", "Bearer x"},
		"tampered": {"Authorization", "Bearer " + s.token(nil)[:40] + "x"}, "empty": {"Authorization", "Bearer "},
	} {
		res := s.get(me, header...)
		require.Equal(t, http.StatusUnauthorized, res.StatusCode, name)
		require.Equal(t, "TOKEN_INVALID", res.class(), name)
		require.Empty(t, res.Header.Get("Www-Authenticate"))
	}
}

func TestATokenThatCameByALinkEndsWithTheLink(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	visit := "Bearer " + s.token(func(id *auth.Identity) { id.Account, id.Link = 9, 31 })
	others := []string{
		"Bearer " + s.token(nil), "Bearer " + s.token(func(id *auth.Identity) { id.Account, id.Link = 9, 32 }),
		"Bearer " + s.token(func(id *auth.Identity) { id.Account, id.Roles = 9, []string{"super-admin"} }),
	}
	require.Equal(t, http.StatusOK, s.get(me, "Authorization", visit).StatusCode)
	s.peers.set(func() {
		s.peers.refused = &accountv1.ListRefusalsResponse{Cursor: 1, Links: []*accountv1.ListRefusalsResponse_EndedLink{
			{Link: 31, ForgetAt: timestamppb.New(time.Now().Add(time.Minute))},
		}}
	})
	s.eventually(func() bool { return s.get(me, "Authorization", visit).StatusCode == http.StatusUnauthorized })
	for _, other := range others {
		require.Equal(t, http.StatusOK, s.get(me, "Authorization", other).StatusCode)
	}
}

func TestASuperAdminIsShownAndEveryActInAForeignAccountIsRecordedFirst(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	admin := s.token(func(id *auth.Identity) { id.Account, id.Roles = 9, []string{"super-admin"} })
	guest := s.token(func(id *auth.Identity) { id.Account = 9 })
	home := s.token(func(id *auth.Identity) { id.Roles = []string{"super-admin"} })
	put := func(token string) answer {
		return s.do(
			http.MethodPut, mine, newSettings, "Content-Type", "application/json", "Authorization", "Bearer "+token,
			"X-Super-Admin", "1",
		)
	}
	for _, path := range []string{
		me, "/api/protected/nothing", "/api/public/account/constant/languages", "/api/openapi.json",
	} {
		require.Equal(t, "9", s.get(path, "Authorization", "Bearer "+admin).Header.Get("X-Super-Admin"), path)
		for _, token := range []string{guest, home, "nonsense"} {
			require.Empty(
				t, s.get(path, "Authorization", "Bearer "+token, "X-Super-Admin", "9").Header.Values("X-Super-Admin"), path,
			)
		}
	}
	require.Equal(
		t, "9",
		s.do(
			http.MethodPut, mine, "{}", "Origin", "https://evil.example", "Authorization", "Bearer "+admin,
		).Header.Get("X-Super-Admin"),
	)
	require.Empty(t, s.peers.acts, "looking is not recorded")
	require.Equal(t, http.StatusOK, put(admin).StatusCode)
	require.Equal(t, http.StatusOK, put(guest).StatusCode)
	require.Equal(t, http.StatusOK, put(home).StatusCode)
	require.Len(t, s.peers.acts, 2)
	key := s.token(func(id *auth.Identity) { id.Key = "puls_ABCDEF" })
	require.Equal(t, http.StatusOK, put(key).StatusCode)
	require.Len(t, s.peers.acts, 3, "what is done by a key is recorded at home too")
	require.Contains(t, s.peers.acts[2], sessionID)
	s.do(
		http.MethodPut, "/api/protected/x%0A2026%1B%5B", newSettings, "Content-Type", "application/json", "Authorization",
		"Bearer "+guest,
	)
	require.Contains(t, s.peers.acts[3], `PUT /api/protected/x%0A2026%1B%5B`, "the path is kept as it came")
	for _, part := range []string{"user_id:70", "home_account_id:7", "account_id:9", `act:"PUT ` + mine + `"`} {
		require.Contains(t, strings.Join(strings.Fields(s.peers.acts[0]), " "), part)
	}
	s.peers.set(func() { s.peers.noRecord, s.peers.seen = true, nil })
	res := put(admin)
	require.Equal(t, http.StatusServiceUnavailable, res.StatusCode)
	require.Equal(t, "UNAVAILABLE", res.class())
	require.Nil(t, s.peers.seen, "what cannot be recorded does not happen")
	require.Equal(t, http.StatusOK, put(home).StatusCode)
}

func TestADeviceIsKeptApartFromTheSession(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.peers.cookie, s.peers.device = "r;4102444800", "0a1b;VALUE;4102444800"
	res := s.post(login, `{"email":"a@b.c","password":"x"}`)
	require.Equal(t, []string{
		"refresh=r; Path=/api/public/account; Expires=Fri, 01 Jan 2100 00:00:00 GMT; HttpOnly; SameSite=Strict",
		"device-0a1b=VALUE; Path=/api/public/account; Expires=Fri, 01 Jan 2100 00:00:00 GMT; HttpOnly; SameSite=Strict",
	}, res.Header.Values("Set-Cookie"))
	res = s.post(login, `{"email":"a@b.c","password":"x"}`, "Host", "puls.example")
	require.Contains(t, res.Header.Values("Set-Cookie")[1], "__Secure-device-0a1b=VALUE; ")
	require.Contains(t, res.Header.Values("Set-Cookie")[1], "; HttpOnly; Secure; SameSite=Strict")
	s.post(login, `{"email":"a@b.c","password":"x"}`, "Cookie", "device-0a1b=VALUE; device-2c=OTHER; other=x")
	require.Equal(t, []string{"VALUE", "OTHER"}, s.peers.seen.Get("device"))
	s.get(me, "Authorization", "Bearer "+s.token(nil), "Cookie", "device-0a1b=VALUE")
	require.Empty(t, s.peers.seen.Get("device"), "no other call learns of it")
	s.peers.cookie, s.peers.device = ";0", ""
	out := s.post("/api/protected/account/users/me:logout", "{}", "Authorization", "Bearer "+s.token(nil))
	require.Len(t, out.Header.Values("Set-Cookie"), 1, "a sign-out leaves the device known")
}
