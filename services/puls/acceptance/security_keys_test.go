package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
)

// The actors in the host's account, and the acts that they try.
const (
	byOwner, byGuest, byAdmin, byKey, byOneTime = "own user", "guest", "super admin", "API key", "one-time token"

	makeKey, useKey, externalLogin = "make key", "use key", "external login"
	enterClient, settings, export  = "enter client", "settings", "export"
)

// cell is one actor trying one thing.
type cell struct{ actor, act string }

func cells() (all []cell) {
	for _, actor := range []string{byGuest, byAdmin, byKey, byOneTime, byOwner} {
		for _, act := range []string{useKey, externalLogin, enterClient, settings, export, makeKey} { // the last ends the key
			all = append(all, cell{actor, act})
		}
	}
	return all
}

// keyWorld is an account with every kind of actor in it. Each cell has its own session or one-time token.
type keyWorld struct {
	p            *program
	admin        accountv1.AccountAdminServiceClient
	host         *tenant
	guest, super *person
	// client is an account that the host's users may enter.
	client   int32
	key      string
	sessions map[cell]*client
	tokens   map[cell]string
}

func newKeyWorld(p *program, name, uid string) *keyWorld {
	t := p.t
	w := &keyWorld{
		p: p, admin: p.accountAdmin(), host: newTenant(p, name, uid), sessions: map[cell]*client{}, tokens: map[cell]string{},
	}
	w.guest, w.super = newPerson(p, "guest-"+name), newPerson(p, "super-"+name)
	w.client = p.createAccount("client-"+name+"@example.com", "UTC").account
	for account, client := range map[int32]int32{w.guest.account: w.host.account, w.host.account: w.client} {
		_, err := w.admin.LinkClient(t.Context(), &accountv1.LinkClientRequest{AccountId: account, ClientAccountId: client})
		require.NoError(t, err)
	}
	_, err := w.admin.GrantSuperAdmin(t.Context(), &accountv1.GrantSuperAdminRequest{Email: w.super.email})
	require.NoError(t, err)
	var made struct{ Key string }
	w.host.call(http.MethodPost, "protected/saresystem/api-key", object{}, &made)
	w.key = made.Key
	for _, c := range cells() {
		w.prepare(c)
		if c.act == settings { // each is checked to be working before anything ends
			proof := cell{c.actor, "proof"}
			w.prepare(proof)
			status, _ := w.try(proof)
			require.Equal(t, http.StatusOK, status, c.actor)
		}
	}
	return w
}

func (w *keyWorld) prepare(c cell) {
	switch {
	case c.act == useKey:
	case c.act == externalLogin || c.actor == byOneTime:
		w.tokens[c] = w.oneTime()
	case c.actor == byOwner:
		w.sessions[c] = w.p.session(w.host.email, testPassword).client
	case c.actor == byKey:
		w.sessions[c] = w.exchange(w.oneTime())
	default:
		email := map[string]string{byGuest: w.guest.email, byAdmin: w.super.email}[c.actor]
		visitor := &person{browser: w.p.session(email, testPassword)}
		visitor.enter(http.StatusOK, w.host.account)
		w.sessions[c] = visitor.client
	}
}

func (w *keyWorld) oneTime() string {
	var issued struct{ Token string }
	(&client{t: w.p.t, address: w.p.address, token: w.key}).call(
		http.MethodPost, "protected/account/external-login", object{}, &issued,
	)
	return issued.Token
}

// exchange returns the session of a one-time token, without a token if it was refused.
func (w *keyWorld) exchange(token string) *client {
	c := &client{t: w.p.t, address: w.p.address}
	_, data := c.do(
		http.MethodPost, "public/account/users/me:get-token", jsonType, strings.NewReader(`{"token":"`+token+`"}`),
	)
	var signed struct{ Token string }
	require.NoError(w.p.t, json.Unmarshal(data, &signed))
	c.token = signed.Token
	return c
}

// try performs a cell's act and returns the response.
func (w *keyWorld) try(c cell) (status int, answer []byte) {
	w.p.t.Helper()
	if c.act == useKey {
		key := &client{t: w.p.t, address: w.p.address, token: w.key}
		return key.do(http.MethodPost, "protected/account/external-login", jsonType, strings.NewReader("{}"))
	}
	by := w.sessions[c]
	if token := w.tokens[c]; token != "" {
		if by = w.exchange(token); c.act == externalLogin || by.token == "" {
			return by.do(http.MethodGet, currentUser, "", nil)
		}
	}
	switch c.act {
	case makeKey:
		return by.do(http.MethodPost, "protected/saresystem/api-key", jsonType, strings.NewReader("{}"))
	case enterClient:
		return by.do(
			http.MethodPost, "public/account/users/me:login", jsonType,
			strings.NewReader(`{"clientId":"`+strconv.Itoa(int(w.client))+`"}`),
		)
	case export:
		return by.do(
			http.MethodPost, "protected/scoring/scorings/"+w.host.scoring+":exportToCsv", jsonType,
			strings.NewReader(`{"scoringType":"mailing"}`),
		)
	default:
		return by.do(
			http.MethodPut, "protected/account/my/account/settings", jsonType,
			strings.NewReader(`{"language":"pl","timezone":"UTC"}`),
		)
	}
}

// allowed returns the status of a cell while neither its session nor the key has ended.
func allowed(c cell) int {
	switch {
	case c.act == makeKey && c.actor != byOwner:
		return http.StatusForbidden
	case c.act == enterClient && c.actor == byGuest:
		return http.StatusNotFound
	default:
		return http.StatusOK
	}
}

// refusedSoon waits until the sessions of cells are refused, within a second.
func (w *keyWorld) refusedSoon(since time.Time, dead []cell) {
	w.p.t.Helper()
	for _, c := range dead {
		if by := w.sessions[c]; by != nil {
			holdsWithin(w.p.t, time.Second, since, fmt.Sprint(c, " is still at work"), func() bool {
				status, _ := by.do(http.MethodGet, currentUser, "", nil)
				return status == http.StatusUnauthorized
			})
		}
	}
}

// audited returns the acts in the host's account from the audit log, as "email home key maker act".
func (w *keyWorld) audited() map[string]int {
	w.p.t.Helper()
	res, err := w.admin.ListAudit(w.p.t.Context(), &accountv1.ListAuditRequest{AccountId: w.host.account, Limit: 1000})
	require.NoError(w.p.t, err)
	log := map[string]int{}
	for _, e := range res.GetItems() {
		log[strings.Join(
			[]string{e.GetEmail(), strconv.Itoa(int(e.GetHomeAccountId())), e.GetApiKey(), e.GetApiKeyMaker(), e.GetAct()}, " ",
		)]++
	}
	return log
}

// entry returns an actor's act in the form of audited.
func (w *keyWorld) entry(actor, act string) string {
	home, by := strconv.Itoa(int(w.host.account)), w.key[:len("puls_123456")]+" "+w.host.email
	switch actor {
	case byGuest:
		return w.guest.email + " " + strconv.Itoa(int(w.guest.account)) + "   " + act
	case byAdmin:
		return w.super.email + " " + strconv.Itoa(int(w.super.account)) + "   " + act
	case byOwner:
		return w.host.email + " " + home + "   " + act
	default:
		return w.host.email + " " + home + " " + by + " " + act
	}
}

// Events, and the actors that each ends: all others continue.
func TestActsByAKeyOrGuestStopWithinASecondAndAreLogged(t *testing.T) {
	box := startMailbox(t)
	p := startProgram(
		t, setting("PULS_SMTP_URL", "smtp://"+box.address), setting("PULS_PUBLIC_URL", "https://app.example.com"),
	)
	events := []struct {
		name, uid string
		happen    func(*keyWorld)
		ends      []string
	}{
		{"link removed", "021", func(w *keyWorld) {
			_, err := w.admin.LinkClient(
				t.Context(),
				&accountv1.LinkClientRequest{AccountId: w.guest.account, ClientAccountId: w.host.account, Remove: true},
			)
			require.NoError(t, err)
		}, []string{byGuest}},
		{"password reset", "022", func(w *keyWorld) {
			browser := &client{t: t, address: p.address}
			browser.call(http.MethodPost, "public/account/users:request-password-reset", object{"email": w.host.email}, nil)
			link := box.click(t, 1, "password-reset")
			browser.call(
				http.MethodPost, "public/account/users:reset-password", object{"token": link, "password": "Another-Horse-10"}, nil,
			)
		}, []string{byOwner, byKey, byOneTime, useKey, externalLogin}},
		{"account off", "023", func(w *keyWorld) {
			_, err := w.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: w.host.account})
			require.NoError(t, err)
		}, []string{byOwner, byGuest, byAdmin, byKey, byOneTime, useKey, externalLogin}},
	}
	for _, event := range events {
		w := newKeyWorld(p, strings.ReplaceAll(event.name, " ", "-"), event.uid)
		ended := map[string]bool{}
		for _, what := range event.ends {
			ended[what] = true
		}
		var dead, alive []cell
		for _, c := range cells() {
			byTheKey := c.act == useKey || c.act == externalLogin
			if (byTheKey && ended[c.act]) || (!byTheKey && ended[c.actor]) {
				dead = append(dead, c)
			} else {
				alive = append(alive, c)
			}
		}
		event.happen(w)
		w.refusedSoon(time.Now(), dead)
		for _, c := range dead {
			status, answer := w.try(c)
			require.Equal(t, http.StatusUnauthorized, status, "%s: %v: %s", event.name, c, answer)
		}
		for _, c := range alive {
			status, answer := w.try(c)
			require.Equal(t, allowed(c), status, "%s: %v: %s", event.name, c, answer)
		}
		w.mustBeWritten(event.name, alive)
	}
}

// mustBeWritten finds in the audit log all acts of visitors and keys, also those refused after they were let in, and of
// the account's own user only the creation of the key.
func (w *keyWorld) mustBeWritten(event string, alive []cell) {
	t, log := w.p.t, w.audited()
	paths := map[string]string{
		"proof": "PUT /api/protected/account/my/account/settings", settings: "PUT /api/protected/account/my/account/settings",
		makeKey:     "POST /api/protected/saresystem/api-key",
		export:      "POST /api/protected/scoring/scorings/" + w.host.scoring + ":exportToCsv",
		enterClient: "POST /api/public/account/users/me:login", useKey: "external login",
	}
	for _, actor := range []string{byGuest, byAdmin, byKey, byOneTime} {
		require.NotZero(t, log[w.entry(actor, paths["proof"])], "%s: %s: %v", event, actor, log)
	}
	require.NotZero(t, log[w.entry(byKey, "external login")])
	for _, c := range alive {
		path, told := paths[c.act]
		if c.actor == byOwner && c.act != useKey && c.act != makeKey {
			require.Zero(t, log[w.entry(byOwner, path)], "%s: %v is the account's own business", event, c)
			continue
		}
		if c.act == export && (c.actor == byGuest || c.actor == byAdmin) {
			path = "read " + path
		}
		if told && c.act != useKey {
			require.NotZero(t, log[w.entry(c.actor, path)], "%s: %v: %v", event, c, log)
		}
	}
}
