package acceptance

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/emptypb"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/kit/auth"
	"puls.app/services/kit/rpc"
)

// badTokens returns invalid tokens, by their defect.
func badTokens(t *testing.T, p *program, good *tenant) map[string]string {
	t.Helper()
	now := time.Now()
	me, err := p.env.Keys.Verify(good.token, "gateway", now)
	require.NoError(t, err)
	sign := func(id auth.Identity, from, until time.Time) string {
		token, err := p.env.Keys.Sign(id, from, until)
		require.NoError(t, err)
		return token
	}
	parts := strings.Split(good.token, ".")
	header := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	require.NoError(t, err)
	swapped := strings.Replace(
		string(payload), fmt.Sprintf(`"acc":%d`, me.Account), fmt.Sprintf(`"acc":%d`, me.Account+1), 1,
	)
	require.NotEqual(t, string(payload), swapped)
	var claims jwt.MapClaims
	_, _, err = jwt.NewParser().ParseUnverified(good.token, &claims)
	require.NoError(t, err)
	seed := sha256.Sum256([]byte("puls person tokens\x00" + testSecret))
	public, ok := ed25519.NewKeyFromSeed(seed[:]).Public().(ed25519.PublicKey)
	require.True(t, ok)
	confused, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(public))
	require.NoError(t, err)
	_, stranger, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	foreign, err := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims).SignedString(stranger)
	require.NoError(t, err)
	service, err := p.env.Keys.SignService("contacts", "gateway", now)
	require.NoError(t, err)
	over := *good.client
	over.login(good.email, testPassword)
	over.call(http.MethodPost, "protected/account/users/me:logout", object{}, nil)
	eventually(t, "the end of the session", func() bool {
		status, _ := over.do(http.MethodGet, "protected/account/users/me", "", nil)
		return status == http.StatusUnauthorized
	})
	return map[string]string{
		"none": "", "nonsense": "nonsense", "expired": sign(me, now.Add(-time.Hour), now.Add(-time.Minute)),
		"tampered": parts[0] + "." + base64.RawURLEncoding.EncodeToString([]byte(swapped)) + "." + parts[2],
		"unsigned": parts[0] + "." + parts[1] + ".", "cut off": good.token[:len(good.token)-4],
		"alg none": header(`{"alg":"none","typ":"JWT"}`) + "." + parts[1] + ".", "public key as secret": confused,
		"another key": foreign, "a service's": service, "logged out": over.token,
	}
}

// files are the calls without a contract.
var files = []endpoint{
	{name: "contacts:import", method: http.MethodPost, path: "/api/protected/saresystem/contacts:import"},
	{name: "engagement:import", method: http.MethodPost, path: "/api/protected/saresystem/engagement:import"},
	{name: "unsubscribes:import", method: http.MethodPost, path: "/api/protected/saresystem/unsubscribes:import"},
	{name: "imports:inspect", method: http.MethodPost, path: "/api/protected/saresystem/imports:inspect"},
}

// S3: an invalid token gives no access and changes nothing.
func TestNoCallIsServedWithoutAValidToken(t *testing.T) {
	p := startProgram(t)
	c := newTenant(p, "mine", "011")
	tokens := badTokens(t, p, c)
	admin := p.connect("")
	before := contents(t, admin)
	calls := 0
	for _, e := range append(endpoints(t), files...) {
		if !e.protected() {
			continue
		}
		for what, token := range tokens {
			stranger := *c.client
			stranger.token = token
			path, contentType, body := e.path[len("/api/"):], "text/csv", strings.NewReader("uid,email\n011,new@example.com\n")
			var code int
			var answer []byte
			if e.input == nil {
				code, answer = stranger.do(e.method, path, contentType, body)
			} else {
				code, answer = e.send(&stranger, c.ready(e, row{values: rowOf(t, e).values}))
			}
			calls++
			require.Equal(t, http.StatusUnauthorized, code, "%s with a token that is %s: %s", e.name, what, answer)
			require.Regexp(t, `"class":"(TOKEN_INVALID|ACCOUNT_API_KEY_INVALID)"`, string(answer), e.name)
		}
	}
	require.Equal(t, before, contents(t, admin), "a refused call changed something")
	figure(t, "%d calls", calls)
}

// contents returns a digest of every table.
func contents(t *testing.T, admin *pgx.Conn) map[string]string {
	t.Helper()
	digests := map[string]string{}
	for _, table := range tables(t, admin) {
		var digest string
		statement := fmt.Sprintf(
			"SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '' ORDER BY t::text)), '') FROM %s t", table,
		)
		require.NoError(t, admin.QueryRow(t.Context(), statement).Scan(&digest))
		digests[table.String()] = digest
	}
	return digests
}

// S4: clients cannot set values that only the product sets.
func TestReadOnlyFieldsAreRefused(t *testing.T) {
	p := startProgram(t)
	c := newTenant(p, "mine", "011")
	calls := 0
	for _, e := range endpoints(t) {
		if e.body == "" || e.name == "account.v1.SessionService.Logout" {
			continue
		}
		for field, value := range map[string]any{
			"accountId": 1, "account_id": 1, "userId": 1, "homeAccountId": 1, "roles": []string{"super-admin"},
			"createdAt": "2020-01-01T00:00:00Z",
			"updatedAt": "2020-01-01T00:00:00Z", "lastGeneratedAt": "2020-01-01T00:00:00Z", "package": "ENTERPRISE",
			"active": true, "trialEndsAt": "2099-01-01T00:00:00Z",
		} {
			if e.name == "scoringconfig.v1.ScoringService.SaveScoring" &&
				(field == "createdAt" || field == "updatedAt" || field == "lastGeneratedAt") {
				continue // accepted and ignored, so that a read scoring can be sent back
			}
			values := c.body(rowOf(t, e).values)
			e.inBody(values)[field] = value
			code, answer := e.send(c.client, values)
			calls++
			require.Equal(t, http.StatusBadRequest, code, "%s takes %s: %s", e.name, field, answer)
			require.Contains(t, string(answer), "REQUEST_INVALID", "%s %s", e.name, field)
		}
	}
	path := "protected/scoring/scorings/" + c.scoring
	var before, after object
	c.call(http.MethodGet, path, nil, &before)
	for _, body := range []string{
		`{"name":"Other","status":0}`, `{"name":"Other","config":{"daysAgo":28}}`, `{"name":"Other","version":1,"id2":"x"}`,
	} {
		c.refused(http.StatusBadRequest, http.MethodPatch, path, jsonType, body)
	}
	c.call(http.MethodPatch, path, object{"name": "New name"}, nil)
	c.call(http.MethodGet, path, nil, &after)
	require.Equal(t, "New name", after["name"])
	for _, changed := range []string{"name", "updatedAt", "version"} {
		delete(before, changed)
		delete(after, changed)
	}
	require.Equal(t, before, after, "an active scoring changes its name only")
	figure(t, "%d calls", calls)
}

// S25: services refuse people's calls to methods for services, calls without a valid token, and an unproven account in
// a call.
func TestServicesRefuseCallsPastTheGateway(t *testing.T) {
	p := startProgram(t)
	c := p.createAccount("past-the-gateway@example.com", "UTC", "001")
	other, err := auth.KeysFromSecret("another secret of more than thirty-two characters")
	require.NoError(t, err)
	proof := func(keys auth.Keys, audience string) string {
		token, err := keys.SignService("gateway", audience, time.Now())
		require.NoError(t, err)
		return token
	}
	as := func(token string) rpc.Identify {
		if token == "" {
			return nil
		}
		return func(context.Context) (string, error) { return token, nil }
	}
	calls := 0
	rpcs(func(method protoreflect.MethodDescriptor, rule *annotations.HttpRule) {
		internal := rpc.CallOf(method).GetAccess() == typev1.Access_ACCESS_SERVICE
		open := rule != nil && opensWithoutToken(rule)
		peer := hostOf(t, method)
		for what, token := range map[string]string{
			"nobody": "", "a person": c.token, "a forged service": proof(other, peer), "a service": proof(p.env.Keys, peer),
			"nonsense":                       "x",
			"a service that was asked by it": proof(p.env.Keys, "gateway"),
		} {
			if open || (internal && what == "a service") || (!internal && what == "a person") {
				continue
			}
			conn, err := p.env.Network.Dial(peer, as(token))
			require.NoError(t, err)
			err = call(t, conn, method)
			require.NoError(t, conn.Close())
			calls++
			require.Contains(
				t, []codes.Code{codes.Unauthenticated, codes.PermissionDenied}, status.Code(err), "%s called by %s: %v",
				method.FullName(), what, err,
			)
		}
	})
	figure(t, "%d calls", calls)
}

// opensWithoutToken reports, by its path, whether people make a call before they have a token.
func opensWithoutToken(rule *annotations.HttpRule) bool {
	path := rule.GetGet() + rule.GetPost()
	return (strings.HasPrefix(path, "/api/public/") && path != "/api/public/account/users/me:login") ||
		path == "/api/protected/account/external-login"
}

// hostOf returns the name of the service that serves a method.
func hostOf(t *testing.T, method protoreflect.MethodDescriptor) string {
	t.Helper()
	for _, name := range serviceDirs() {
		if strings.HasPrefix(string(method.FullName()), "puls."+strings.ReplaceAll(name, "-", "")+".") {
			return name
		}
	}
	require.FailNow(t, "no service has", "%s", method.FullName())
	return ""
}

// call makes a call of any kind with an empty message.
func call(t *testing.T, conn grpc.ClientConnInterface, method protoreflect.MethodDescriptor) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	name := "/" + string(method.Parent().FullName()) + "/" + string(method.Name())
	desc := &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}
	stream, err := conn.NewStream(ctx, desc, name)
	if err != nil {
		return err
	}
	if err := stream.SendMsg(&emptypb.Empty{}); err == nil {
		_ = stream.CloseSend() // the response has the outcome
	}
	return stream.RecvMsg(&emptypb.Empty{})
}

// S11: no page of another site can make a browser change anything. S12: no response lacks the security headers of a
// page.
func TestForeignPagesChangeNothingAndEveryAnswerIsSecured(t *testing.T) {
	p := startProgram(t)
	c := newTenant(p, "mine", "011")
	admin := p.connect("")
	calls := 0
	send := func(e endpoint, contentType string, header ...string) int {
		path, own, body := e.request(c.body(matrix[e.name].filled()))
		if body == nil {
			body = bytes.NewReader(nil)
		}
		req, err := http.NewRequestWithContext(t.Context(), e.method, c.address+"/api/"+path, body)
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+c.token)
		req.Header.Set("Content-Type", own)
		if contentType != "" {
			req.Header.Set("Content-Type", contentType)
		}
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		res, err := web.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		calls++
		secured(t, e.name, res)
		return res.StatusCode
	}
	all := append(endpoints(t), files...)
	// Downloading the addresses of an entry of the event log is the only read that makes an entry.
	entered := slices.IndexFunc(all, func(e endpoint) bool {
		return e.name == "contacts.v1.DataProtectionService.DownloadAddresses"
	})
	send(all[entered], "")
	kept := func() map[string]string {
		digests := contents(t, admin)
		// A call for lasting access is in the audit log before its contents are validated.
		delete(digests, "account.audit_log")
		return digests
	}
	before := kept()
	for _, e := range slices.Delete(all, entered, entered+1) {
		if e.method == http.MethodGet {
			send(e, "")
			continue
		}
		for _, header := range [][]string{
			{"Sec-Fetch-Site", "cross-site"},
			{"Sec-Fetch-Site", "same-site"},
			{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
			{"Origin", "https://evil.example"},
			{"Origin", "null"},
		} {
			for _, contentType := range []string{jsonType, "text/plain"} {
				require.Equal(t, http.StatusForbidden, send(e, contentType, header...), "%s %v", e.name, header)
			}
		}
		if e.input != nil {
			require.Equal(t, http.StatusUnsupportedMediaType, send(e, "text/plain"), e.name)
		}
	}
	require.Equal(t, before, kept(), "a refused call changed something")
	figure(t, "%d calls", calls)
}

// filled returns the values of a good call; those of a file are empty.
func (r row) filled() string {
	if r.values == "" {
		return "{}"
	}
	return r.values
}

// secured checks the headers of every response of the API.
func secured(t *testing.T, what string, res *http.Response) {
	t.Helper()
	for name, part := range map[string]string{
		"X-App-Version": "test", "X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000",
		"Cache-Control":           "no-store",
		"Content-Security-Policy": "object-src 'none'", "Cross-Origin-Opener-Policy": "same-origin",
		"Permissions-Policy": "camera=()",
	} {
		require.Contains(t, res.Header.Get(name), part, "%s of %s", name, what)
	}
	policy := res.Header.Get("Content-Security-Policy")
	require.Contains(t, policy, "frame-ancestors 'none'")
	require.NotRegexp(t, `script-src[^;]*unsafe`, policy)
	require.Regexp(t, "^[0-9a-f]{32}$", res.Header.Get("X-Trace-Id"), what)
}
