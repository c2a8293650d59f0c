package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
)

// access is one kind of lasting access: how it is given, listed, used from outside and ended.
type access struct {
	name, method, path, body string
	// list returns the makers shown in its list.
	list func(w *accessWorld) []string
	// used returns the status of a use from outside.
	used func(w *accessWorld) int
	// end is the one call that ends it, and gone its status from then on.
	endMethod, end string
	gone           int
}

// accessWorld is an account with every kind of actor in it.
type accessWorld struct {
	*program
	host   *client
	email  string
	actors map[string]*person
	key    string
	// given has the credentials given to the account's own users, by name.
	given map[string]string
}

// accesses lists all kinds. API keys are ended last, since menus and key sessions end with them.
var accesses = []access{
	{
		name: "mail provider", method: http.MethodPut, path: "protected/mail-providers/postmark", body: `{"uid":"001"}`,
		list: func(w *accessWorld) []string { return w.makers("protected/mail-providers", "WAITING", "RECEIVING") },
		used: func(w *accessWorld) int { return w.hook() }, endMethod: http.MethodDelete,
		end: "protected/mail-providers/postmark", gone: http.StatusNotFound,
	},
	{
		name: "mail provider's secret", method: http.MethodPut, path: "protected/mail-providers/postmark",
		body: `{"uid":"001","renewPassword":true}`,
		list: func(w *accessWorld) []string { return w.makers("protected/mail-providers", "WAITING", "RECEIVING") },
	},
	{
		name: "website key", method: http.MethodPost, path: "protected/web/web-tracking-accounts",
		body: `{"uid":"001","domain":"shop.example.com"}`,
		list: func(w *accessWorld) []string { return w.makers("protected/web/web-tracking-accounts") },
		used: func(w *accessWorld) int { return w.track() }, endMethod: http.MethodDelete,
		end: "protected/web/web-tracking-accounts/{website key}", gone: http.StatusUnauthorized,
	},
	{
		name: "one-click links", method: http.MethodPost, path: "protected/one-click-links:end", body: `{}`,
		list: func(w *accessWorld) []string { return w.holders() },
		used: func(w *accessWorld) int { return w.unsubscribe() }, endMethod: http.MethodPost,
		end: "protected/one-click-links:end", gone: http.StatusNotFound,
	},
	{
		name: "destination", method: http.MethodPost, path: "protected/destinations",
		body: `{"name":"Best","provider":"mailgun","key":"key","list":"best@lists.example.com","selection":` +
			`{"scoringId":"0199c0de-0000-7000-8000-000000000000","scoringType":"mailing","bands":[4]}}`,
		list: func(w *accessWorld) []string { return w.makers("protected/destinations") },
		used: func(w *accessWorld) int {
			path := "protected/destinations/" + w.given["destination"] + ":run"
			status, _ := w.host.do(http.MethodPost, path, jsonType, strings.NewReader("{}"))
			return status
		},
		endMethod: http.MethodDelete, end: "protected/destinations/{destination}", gone: http.StatusNotFound,
	},
	{
		name: "API key", method: http.MethodPost, path: "protected/saresystem/api-key", body: `{}`,
		list: func(w *accessWorld) []string { return w.keyMaker() },
		used: func(w *accessWorld) int { return w.menu(w.key) }, endMethod: http.MethodDelete,
		end: "protected/saresystem/api-key", gone: http.StatusUnauthorized,
	},
}

func newAccessWorld(p *program, name string) *accessWorld {
	t, admin := p.t, p.accountAdmin()
	w := &accessWorld{program: p, email: "host-" + name + "@example.com", given: map[string]string{}}
	w.host = p.createAccount(w.email, "UTC", "001")
	w.host.upload("contacts", "text/csv", strings.NewReader("uid,email,email_consent\n001,a-"+name+"@example.com,true\n"))
	guest, super := newPerson(p, "guest-"+name), newPerson(p, "super-"+name)
	_, err := admin.LinkClient(
		t.Context(), &accountv1.LinkClientRequest{AccountId: guest.account, ClientAccountId: w.host.account},
	)
	require.NoError(t, err)
	_, err = admin.GrantSuperAdmin(t.Context(), &accountv1.GrantSuperAdminRequest{Email: super.email})
	require.NoError(t, err)
	super.browser = p.session(super.email, testPassword)
	own := &person{browser: p.session(w.email, testPassword), email: w.email, account: w.host.account}
	w.give(own.client)
	w.actors = map[string]*person{
		byOwner: own, byGuest: guest, byAdmin: super,
		byKey: {browser: &browser{client: w.byKey()}, email: w.email, account: w.host.account},
	}
	for _, actor := range []string{byGuest, byAdmin} {
		w.actors[actor].enter(http.StatusOK, w.host.account)
	}
	return w
}

// give lets the account's own users give every kind of access.
func (w *accessWorld) give(own *client) {
	w.t.Helper()
	var key struct{ Key string }
	own.call(http.MethodPost, "protected/saresystem/api-key", object{}, &key)
	w.key = key.Key
	require.Equal(w.t, http.StatusOK, w.menu(w.key))
	var set struct {
		Provider struct{ Path string }
		Password string
	}
	own.call(http.MethodPut, "protected/mail-providers/postmark", object{"uid": "001"}, &set)
	w.given["path"], w.given["password"] = set.Provider.Path, set.Password
	var site struct{ SiClientID string }
	own.call(
		http.MethodPost, "protected/web/web-tracking-accounts", object{"uid": "001", "domain": "www.example.com"}, &site,
	)
	w.given["website key"] = site.SiClientID
	var scoring, destination struct{ ID string }
	own.call(http.MethodPost, "protected/scoring/scorings", object{
		"name": "Everybody", "config": object{"daysAgo": 14},
	}, &scoring)
	own.call(http.MethodPost, "protected/destinations", object{
		"name": "Best", "provider": "mailgun", "key": "key", "list": "best@lists.example.com",
		"selection": object{"scoringId": scoring.ID, "scoringType": "mailing", "bands": []int{4}},
	}, &destination)
	w.given["destination"] = destination.ID
	status, sheet := own.do(
		http.MethodPost, "protected/saresystem/contacts:exportToCsv", jsonType, strings.NewReader(`{"uid":"001"}`),
	)
	require.Equal(w.t, http.StatusOK, status)
	_, link, found := strings.Cut(string(sheet), "/api/public/unsubscribe/")
	require.True(w.t, found, "%s", sheet)
	w.given["link"], _, _ = strings.Cut(link, ",")
}

// menu sets menus with a key, or with a token in its place.
func (w *accessWorld) menu(key string) int {
	body := `{"uiConfig":{"sideMenu":[{"key":"a","label":"a","url":"https://evil.example"}]}}`
	c := &client{t: w.t, address: w.address, token: key}
	status, _ := c.do(http.MethodPost, "protected/account/external-login", jsonType, strings.NewReader(body))
	return status
}

func (w *accessWorld) byKey() *client {
	c := &client{t: w.t, address: w.address, token: w.key}
	var once, signed struct{ Token string }
	c.call(http.MethodPost, "protected/account/external-login", object{}, &once)
	c.call(http.MethodPost, "public/account/users/me:get-token", object{"token": once.Token}, &signed)
	return &client{t: w.t, address: w.address, token: signed.Token}
}

// hook reports a delivery like Postmark, with the given password.
func (w *accessWorld) hook() int {
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.address+w.given["path"], strings.NewReader(
		`{"RecordType":"Delivery","MessageID":"m","Recipient":"a@example.com","DeliveredAt":"2026-11-01T10:00:00Z"}`,
	))
	require.NoError(w.t, err)
	req.SetBasicAuth("puls", w.given["password"])
	return w.status(req)
}

func (w *accessWorld) track() int {
	body := fmt.Sprintf(`{"writeKey":%q,"type":"page","messageId":"m","anonymousId":"v"}`, w.given["website key"])
	req, err := http.NewRequestWithContext(
		w.t.Context(), http.MethodPost, w.address+"/api/ingest/v1/page", strings.NewReader(body),
	)
	require.NoError(w.t, err)
	req.Header.Set("Content-Type", jsonType)
	return w.status(req)
}

func (w *accessWorld) unsubscribe() int {
	req, err := http.NewRequestWithContext(
		w.t.Context(), http.MethodGet, w.address+"/api/public/unsubscribe/"+w.given["link"], nil,
	)
	require.NoError(w.t, err)
	return w.status(req)
}

func (w *accessWorld) status(req *http.Request) int {
	w.t.Helper()
	res, err := web.Do(req)
	require.NoError(w.t, err)
	require.NoError(w.t, res.Body.Close())
	return res.StatusCode
}

// makers returns the makers of the items of a list in some states.
func (w *accessWorld) makers(path string, states ...string) (makers []string) {
	var list struct {
		Items []struct{ State, MadeBy string }
	}
	w.host.call(http.MethodGet, path, nil, &list)
	for _, item := range list.Items {
		if len(states) == 0 || strings.Contains(strings.Join(states, " "), item.State) {
			makers = append(makers, item.MadeBy)
		}
	}
	return makers
}

func (w *accessWorld) holders() (holders []string) {
	var state struct{ Holders []struct{ Who string } }
	w.host.call(http.MethodGet, "protected/one-click-links", nil, &state)
	for _, holder := range state.Holders {
		holders = append(holders, holder.Who)
	}
	return holders
}

func (w *accessWorld) keyMaker() []string {
	status, data := w.host.do(http.MethodGet, "protected/saresystem/api-key", "", nil)
	if status == http.StatusNotFound {
		return nil
	}
	var key struct {
		MadeBy string
		HasUI  bool `json:"hasUi"`
	}
	require.NoError(w.t, json.Unmarshal(data, &key))
	require.True(w.t, key.HasUI, "the menus are named beside their key")
	return []string{key.MadeBy}
}

// refuse lets every actor but the account's own users try every kind, and requires refusals.
func (w *accessWorld) refuse() {
	w.t.Helper()
	for _, actor := range []string{byGuest, byAdmin, byKey} {
		for _, a := range accesses {
			by := w.actors[actor]
			got := by.refused(http.StatusForbidden, a.method, a.path, jsonType, a.body)
			require.Equal(w.t, "OWN_PEOPLE_ONLY", got.Meta.Class, "%s by %s", a.name, actor)
			require.Equal(w.t, 1, w.audited(by, a.method, a.path), "%s by %s is not in the audit log", a.name, actor)
		}
		require.Equal(w.t, http.StatusUnauthorized, w.menu(w.actors[actor].token), "a menu by %s", actor)
	}
	for _, a := range accesses {
		require.Subset(w.t, []string{w.email}, a.list(w), "%s names another maker", a.name)
		require.NotEmpty(w.t, a.list(w), a.name)
		if a.name != "one-click links" { // given by a file of contacts
			require.Equal(w.t, 1, w.audited(w.actors[byOwner], a.method, a.path), "%s is given without an entry", a.name)
		}
	}
}

// audited counts the entries about a call on a path.
func (w *accessWorld) audited(by *person, method, path string) (count int) {
	w.t.Helper()
	res, err := w.accountAdmin().ListAudit(
		w.t.Context(), &accountv1.ListAuditRequest{AccountId: w.host.account, Limit: 1000},
	)
	require.NoError(w.t, err)
	seen := map[string]bool{}
	for _, e := range res.GetItems() {
		mine := e.GetEmail() == by.email && (e.GetApiKey() != "") == (by == w.actors[byKey])
		if mine && e.GetAct() == method+" /api/"+path {
			seen[e.GetAct()] = true
		}
	}
	return len(seen)
}

// S3, as a matrix: actor × lasting access × event. Access that was not refused from the start is listed with its maker
// and ended by one call, and all of it is in the audit log.
func TestLastingAccessIsRefusedOrListedAndEnded(t *testing.T) {
	box := startMailbox(t)
	p := startProgram(
		t, setting("PULS_SMTP_URL", "smtp://"+box.address), setting("PULS_PUBLIC_URL", "https://app.example.com"),
	)
	admin, mails := p.accountAdmin(), 0
	for _, event := range []struct {
		name    string
		happen  func(w *accessWorld)
		stopped []string
		// ends is the access that ends by itself.
		ends string
	}{
		{"link-removed", func(w *accessWorld) {
			_, err := admin.LinkClient(t.Context(), &accountv1.LinkClientRequest{
				AccountId: w.actors[byGuest].account, ClientAccountId: w.host.account, Remove: true,
			})
			require.NoError(t, err)
		}, []string{byGuest}, ""},
		// An account has one user: a leaving user is removed by the operator's command `account disable`.
		{"person-removed", func(w *accessWorld) {
			for _, who := range []string{byGuest, byAdmin} {
				_, err := admin.SetAccountActive(
					t.Context(), &accountv1.SetAccountActiveRequest{AccountId: w.actors[who].account},
				)
				require.NoError(t, err)
			}
		}, []string{byGuest, byAdmin}, ""},
		{"key-revoked", func(w *accessWorld) {
			w.host.call(http.MethodDelete, "protected/saresystem/api-key", nil, nil)
		}, []string{byKey}, "API key"},
		{"password-reset", func(w *accessWorld) {
			browser := &client{t: t, address: p.address}
			browser.call(http.MethodPost, "public/account/users:request-password-reset", object{"email": w.email}, nil)
			mails++
			browser.call(http.MethodPost, "public/account/users:reset-password", object{
				"token": box.click(t, mails, "password-reset"), "password": "Another-Horse-10",
			}, nil)
			w.host.login(w.email, "Another-Horse-10")
		}, []string{byOwner, byKey}, "API key"},
	} {
		t.Run(event.name, func(t *testing.T) {
			w := newAccessWorld(p, event.name)
			w.refuse()
			event.happen(w)
			since := time.Now()
			for _, actor := range event.stopped {
				w.actors[actor].becomes(since, currentUser, http.StatusUnauthorized)
			}
			if event.name == "password-reset" {
				status, told := w.host.do(http.MethodGet, "protected/account/notifications", "", nil)
				require.Equal(t, http.StatusOK, status)
				require.Contains(t, string(told), "NOTIFICATION_KIND_PASSWORD_RESET")
			}
			w.end(event.ends)
		})
	}
}

// end finds all access listed with its maker, except access that has ended by itself, and ends it by one call.
func (w *accessWorld) end(already string) {
	t := w.t
	owner := &person{browser: &browser{client: w.host}, email: w.email}
	for _, a := range accesses {
		if a.end == "" {
			continue
		}
		if a.name == already {
			require.Empty(t, a.list(w), a.name)
			require.Equal(t, a.gone, a.used(w), a.name)
			continue
		}
		require.Equal(t, []string{w.email}, a.list(w), a.name)
		require.Less(t, a.used(w), http.StatusMultipleChoices, "%s works", a.name)
		path := a.end
		for _, name := range []string{"website key", "destination"} {
			path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(w.given[name]))
		}
		status, answer := w.host.do(a.endMethod, path, jsonType, strings.NewReader("{}"))
		require.Equal(t, http.StatusOK, status, "%s: %s", a.name, answer)
		require.Empty(t, a.list(w), a.name)
		require.Equal(t, a.gone, a.used(w), "%s has ended", a.name)
		require.Equal(t, 1, w.audited(owner, a.endMethod, path), a.name)
	}
	var texts map[string]any
	w.host.call(http.MethodGet, "protected/account/constant/external-system-ui-translations", nil, &texts)
	require.Empty(t, texts)
}
