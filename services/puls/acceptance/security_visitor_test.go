package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
)

// person is a user's browser with the account that it is signed in to.
type person struct {
	*browser
	email   string
	account int32
}

func newPerson(p *program, name string) *person {
	p.t.Helper()
	email := name + "@example.com"
	account := p.createAccount(email, "UTC", "001").account
	return &person{browser: p.session(email, testPassword), email: email, account: account}
}

// enter moves the session into an account, or home with 0, and returns the class of a refusal.
func (v *person) enter(status int, account int32) string {
	v.t.Helper()
	id := ""
	if account != 0 {
		id = fmt.Sprint(account)
	}
	if status != http.StatusOK {
		return v.refused(
			status, http.MethodPost, "public/account/users/me:login", jsonType, `{"clientId":"`+id+`"}`,
		).Meta.Class
	}
	got, data := v.post("public/account/users/me:login", object{"clientId": id})
	require.Equal(v.t, status, got, "%s", data)
	return ""
}

// superAdmin returns the X-Super-Admin header of a response to a call that tries to set it itself.
func (v *person) superAdmin(path string) string {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.address+path, nil)
	require.NoError(v.t, err)
	req.Header.Set("Authorization", "Bearer "+v.token)
	req.Header.Set("X-Super-Admin", "1")
	res, err := web.Do(req)
	require.NoError(v.t, err)
	require.NoError(v.t, res.Body.Close())
	return strings.Join(res.Header.Values("X-Super-Admin"), ",")
}

// S21: users may enter only allowed accounts, super admins are marked, and each act is recorded with both ids.
func TestEveryActInAnotherAccountIsWrittenDown(t *testing.T) {
	p := startProgram(t)
	admin := p.accountAdmin()
	visitor, host, stranger := newPerson(p, "visitor"), newTenant(p, "host", "033"), newPerson(p, "stranger")
	require.Equal(t, "ACCOUNT_CLIENT_NOT_FOUND", visitor.enter(404, host.account))
	_, err := admin.LinkClient(
		t.Context(), &accountv1.LinkClientRequest{AccountId: visitor.account, ClientAccountId: host.account},
	)
	require.NoError(t, err)
	require.Equal(t, "ACCOUNT_CLIENT_OWN", visitor.enter(400, visitor.account))
	require.Equal(t, "ACCOUNT_CLIENT_NOT_FOUND", visitor.enter(404, stranger.account))
	require.Equal(t, "ACCOUNT_CLIENT_NOT_FOUND", visitor.enter(404, 2000000001))
	visitor.enter(200, host.account)
	require.Empty(t, visitor.superAdmin("/api/"+currentUser), "a client's visitor is no super admin")
	acts := p.acts(t, host, visitor)
	visitor.enter(200, 0)
	require.Empty(t, visitor.superAdmin("/api/"+currentUser))

	_, err = admin.GrantSuperAdmin(t.Context(), &accountv1.GrantSuperAdminRequest{Email: stranger.email})
	require.NoError(t, err)
	stranger.browser = p.session(stranger.email, testPassword)
	require.Empty(t, stranger.superAdmin("/api/"+currentUser), "at home a super admin is like everybody")
	stranger.enter(200, host.account)
	for _, path := range []string{
		"/api/" + currentUser, "/api/nothing", "/api/protected/nothing", "/api/public/account/constant/languages",
		"/api/openapi.json",
	} {
		require.Equal(t, fmt.Sprint(host.account), stranger.superAdmin(path), path)
	}
	require.Equal(t, acts, p.acts(t, host, stranger))
	stranger.enter(200, 0)
	require.Empty(t, stranger.superAdmin("/api/"+currentUser))
	figure(t, "%d acts of each", acts)
}

// acts makes every call that may change something in the host's account, and finds each in the audit log. Calls that
// only read contacts are tested by TestReadsOfPersonalDataByGuestsAreLogged.
func (p *program) acts(t *testing.T, host *tenant, by *person) int {
	t.Helper()
	started := time.Now().Add(-time.Second)
	want := map[string]int{}
	for _, e := range append(endpoints(t), files...) {
		ends := strings.HasSuffix(e.path, "users/me:logout") || strings.HasSuffix(e.path, "users/me:login") ||
			strings.HasSuffix(e.path, "/external-login")
		if e.method == http.MethodGet || ends || e.reads {
			continue
		}
		path, contentType, body := e.request(host.body(matrix[e.name].filled()))
		if e.input == nil {
			contentType, body = "text/csv", strings.NewReader("uid,email\n")
		}
		status, data := by.do(e.method, path, contentType, body)
		require.NotEqual(t, http.StatusServiceUnavailable, status, "%s: %s", e.name, data)
		bare, _, _ := strings.Cut(path, "?")
		want[e.method+" /api/"+bare]++
	}
	res, err := p.accountAdmin().ListAudit(t.Context(), &accountv1.ListAuditRequest{AccountId: host.account, Limit: 1000})
	require.NoError(t, err)
	got := map[string]int{}
	for _, entry := range res.GetItems() {
		if entry.GetEmail() != by.email || entry.GetOccurredAt().AsTime().Before(started) ||
			!strings.Contains(entry.GetAct(), "/api/") || strings.HasPrefix(entry.GetAct(), "read") {
			continue
		}
		require.Equal(t, by.account, entry.GetHomeAccountId())
		require.Equal(t, host.account, entry.GetAccountId())
		require.NotZero(t, entry.GetUserId())
		got[entry.GetAct()]++
	}
	delete(got, "POST /api/public/account/users/me:login")
	require.Equal(t, want, got)
	return len(want)
}
