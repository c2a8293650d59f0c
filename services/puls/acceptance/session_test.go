package acceptance

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/types/known/timestamppb"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
)

// browser is a client with a refresh token.
type browser struct {
	*client
	cookie string
}

// session signs the user in again, from another browser.
func (p *program) session(email, password string) *browser {
	p.t.Helper()
	b := &browser{client: &client{t: p.t, address: p.address}}
	status, data := b.post("public/account/users:login", object{"email": email, "password": password})
	require.Equal(p.t, http.StatusOK, status, "%s", data)
	require.NotEmpty(p.t, b.cookie)
	return b
}

// post sends JSON with the cookie, and stores the returned token and cookie.
func (b *browser) post(path string, body any) (int, []byte) {
	b.t.Helper()
	data, err := json.Marshal(body)
	require.NoError(b.t, err)
	req, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.address+"/api/"+path, bytes.NewReader(data))
	require.NoError(b.t, err)
	req.Header.Set("Content-Type", jsonType)
	if b.token != "" {
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	if b.cookie != "" {
		req.Header.Set("Cookie", "refresh="+b.cookie)
	}
	res, err := web.Do(req)
	require.NoError(b.t, err)
	data, err = io.ReadAll(res.Body)
	require.NoError(b.t, err)
	require.NoError(b.t, res.Body.Close())
	for _, cookie := range res.Cookies() {
		if cookie.Name == "refresh" { // a sign-in also marks the device
			b.cookie = cookie.Value
		}
	}
	var answer struct{ Token string }
	if res.StatusCode == http.StatusOK && json.Unmarshal(data, &answer) == nil && answer.Token != "" {
		b.token = answer.Token
	}
	return res.StatusCode, data
}

const (
	aPage       = "protected/scoring/scorings"
	currentUser = "protected/account/users/me"
	renewing    = "public/account/users:refresh-token"
)

// holdsWithin polls until a condition holds, which must take no longer than limit. A machine short of processors
// answers late, so that a minimum number of polls, 60 a second, must also have been made before it fails.
func holdsWithin(t testing.TB, limit time.Duration, since time.Time, failure string, holds func() bool) {
	t.Helper()
	for asked := 0; !holds(); asked++ {
		require.True(t, time.Since(since) < limit || asked < 60*int(limit/time.Second),
			"%s, after %v and %d answers", failure, limit, asked)
		time.Sleep(10 * time.Millisecond) // between two polls, not for a result
	}
}

// becomes requests a page until the response has a status, within a second.
func (b *browser) becomes(since time.Time, path string, status int) (f failure) {
	b.t.Helper()
	holdsWithin(b.t, time.Second, since, path+" is not yet answered with "+strconv.Itoa(status), func() bool {
		got, data := b.do(http.MethodGet, path, "", nil)
		if got == status && status != http.StatusOK {
			require.NoError(b.t, json.Unmarshal(data, &f))
		}
		return got == status
	})
	return f
}

func (p *program) accountAdmin() accountv1.AccountAdminServiceClient {
	p.t.Helper()
	env := p.env
	env.Name = "operator"
	conn, err := env.DialAsService("account")
	require.NoError(p.t, err)
	p.t.Cleanup(func() { require.NoError(p.t, conn.Close()) })
	return accountv1.NewAccountAdminServiceClient(conn)
}

func TestAnEndedSessionIsRefusedWithinASecond(t *testing.T) {
	p := shared(t)
	const email, changed = "sessions@example.com", "Another-Horse-10"
	account := p.createAccount(email, "UTC").account
	admin := p.accountAdmin()

	here, there := p.session(email, testPassword), p.session(email, testPassword)
	here.becomes(time.Now(), aPage, http.StatusOK)
	status, _ := here.post("protected/account/users/me:logout", object{})
	require.Equal(t, http.StatusOK, status)
	require.Empty(t, here.cookie)
	require.Equal(t, "TOKEN_INVALID", here.becomes(time.Now(), aPage, http.StatusUnauthorized).Meta.Class)
	there.becomes(time.Now(), aPage, http.StatusOK)

	here = p.session(email, testPassword)
	status, data := here.post(
		"protected/account/users/me:change-password", object{"currentPassword": testPassword, "newPassword": changed},
	)
	require.Equal(t, http.StatusOK, status, "%s", data)
	there.becomes(time.Now(), aPage, http.StatusUnauthorized)
	status, _ = there.post(renewing, object{})
	require.Equal(t, http.StatusUnauthorized, status)
	here.becomes(time.Now(), aPage, http.StatusOK)

	_, err := admin.SetPackage(
		t.Context(),
		&accountv1.SetPackageRequest{
			AccountId: account, Package: "PRO", TrialEndsAt: timestamppb.New(time.Now().Add(-time.Hour)),
		},
	)
	require.NoError(t, err)
	require.Equal(t, "ACCOUNT_TRIAL_EXPIRED", here.becomes(time.Now(), aPage, http.StatusForbidden).Meta.Class)
	var me struct{ TrialExpired bool }
	here.call(http.MethodGet, currentUser, nil, &me)
	require.True(t, me.TrialExpired)
	_, err = admin.SetPackage(t.Context(), &accountv1.SetPackageRequest{AccountId: account, Package: "PRO"})
	require.NoError(t, err)
	here.becomes(time.Now(), aPage, http.StatusOK)

	_, err = admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: account})
	require.NoError(t, err)
	here.becomes(time.Now(), aPage, http.StatusUnauthorized)
	status, _ = here.post(renewing, object{})
	require.Equal(t, http.StatusUnauthorized, status)
	require.Equal(t, "ACCOUNT_INACTIVE", here.refused(400, http.MethodPost, "public/account/users:login", jsonType,
		`{"email":"`+email+`","password":"`+changed+`"}`).Meta.Class)
}

func TestAStolenRefreshTokenEndsItsFamilyWithinASecond(t *testing.T) {
	p := shared(t)
	const email = "stolen@example.com"
	p.createAccount(email, "UTC")
	victim := p.session(email, testPassword)
	thief := &browser{client: &client{t: t, address: p.address}, cookie: victim.cookie}
	for range 2 { // the second refresh uses the child of the stolen token up
		status, data := victim.post(renewing, object{})
		require.Equal(t, http.StatusOK, status, "%s", data)
	}
	victim.becomes(time.Now(), aPage, http.StatusOK)
	status, data := thief.post(renewing, object{})
	require.Equal(t, http.StatusUnauthorized, status, "%s", data)
	victim.becomes(time.Now(), aPage, http.StatusUnauthorized)
	status, _ = victim.post(renewing, object{})
	require.Equal(t, http.StatusUnauthorized, status)
}

func TestTwentyTabsRefreshAtOnceAndStayInOneSession(t *testing.T) {
	p := shared(t)
	const email, tabs = "tabs@example.com", 20
	p.createAccount(email, "UTC")
	first := p.session(email, testPassword)
	open := make([]*browser, tabs)
	var running sync.WaitGroup
	for i := range open {
		open[i] = &browser{client: &client{t: t, address: p.address}, cookie: first.cookie}
		running.Go(func() {
			status, data := open[i].post(renewing, object{})
			if status != http.StatusOK {
				t.Errorf("tab %d: %d %s", i, status, data)
			}
		})
	}
	running.Wait()
	for _, tab := range open {
		require.Equal(t, open[0].cookie, tab.cookie)
		require.NotEqual(t, first.cookie, tab.cookie)
		tab.becomes(time.Now(), aPage, http.StatusOK)
	}
	status, _ := open[7].post(renewing, object{}) // other sessions continue
	require.Equal(t, http.StatusOK, status)
	open[3].becomes(time.Now(), aPage, http.StatusOK)
}
