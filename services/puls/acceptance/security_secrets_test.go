package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"puls.app/services/kit/telemetry"
)

// everySpan returns the contents of all spans, like a collector would store them.
func everySpan(exporter *tracetest.InMemoryExporter) string {
	var all strings.Builder
	for _, span := range exporter.GetSpans() {
		fmt.Fprintln(&all, span.Name, span.Attributes, span.Status)
		for _, event := range span.Events {
			fmt.Fprintln(&all, event.Name, event.Attributes)
		}
		for _, link := range span.Links {
			fmt.Fprintln(&all, link.Attributes)
		}
	}
	return all.String()
}

// S20: passwords, tokens and addresses of a request are in no log line, no span and no error body.
func TestSecretsOfRequestsAreWrittenNowhere(t *testing.T) {
	exporter := tracetest.NewInMemoryExporter()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(exporter))
	previous := otel.GetTracerProvider()
	otel.SetTracerProvider(provider)
	t.Cleanup(func() { otel.SetTracerProvider(previous) })
	log := &lockedBuffer{}
	p := startProgramLogging(t, telemetry.NewLogger(log, false, slog.LevelDebug))
	c := newTenant(p, "secret", "011")
	jar := &visitor{t: t, c: c, secrets: map[string]bool{c.token: true, testPassword: true, c.canary: true}}
	jar.visit()
	eventually(t, "spans of database and services", func() bool {
		spans := everySpan(exporter)
		return strings.Contains(spans, "SELECT") && strings.Contains(spans, "SessionService")
	})
	written := strings.ToLower(log.String() + everySpan(exporter))
	require.Contains(t, written, "\"msg\"")
	for secret := range jar.secrets {
		if at := strings.Index(written, strings.ToLower(secret)); at >= 0 {
			require.Fail(t, "a secret was written", "%s in …%s…", secret, written[max(0, at-200):min(len(written), at+200)])
		}
		for _, body := range jar.failures {
			require.NotContains(t, strings.ToLower(body), strings.ToLower(secret))
		}
	}
	figure(t, "%d secrets, %d failures, %d bytes of logs and spans", len(jar.secrets), len(jar.failures), len(written))
}

// visitor sends secrets in every place where a person or program could, and records those that it receives.
type visitor struct {
	t        *testing.T
	c        *tenant
	secrets  map[string]bool
	failures []string
}

func (v *visitor) visit() {
	const typed = "Typed-Kanarek-77!"
	v.secrets[typed], v.secrets["778877887788"] = true, true
	api, account := v.c.address+"/api/", "public/account/"
	for _, password := range []string{typed, testPassword} {
		v.post(api+account+"users:login", object{"email": v.c.email, "password": password})
	}
	v.post(api+account+"users:login", object{"email": v.c.email, "password": 778877887788})
	v.post(api+account+"users:login", object{"emial": typed, typed: 1})
	v.post(api+account+"users:login?password="+typed, object{"email": v.c.email, "password": testPassword})
	v.post(
		api+account+"accounts",
		object{"email": v.c.canary + "-new@example.com", "password": typed, "terms": true, "dataProcessing": true},
	)
	v.post(api+account+"accounts", object{"email": v.c.email, "password": typed, "terms": true, "dataProcessing": true})
	v.post(api+account+"accounts:activate", object{"token": typed})
	v.post(api+account+"users:request-password-reset", object{"email": v.c.email})
	v.post(api+account+"users:reset-password", object{"token": typed, "password": typed})
	v.post(api+account+"users/me:get-token?token="+typed, nil)
	v.post(api+account+"users/me:get-token", object{"token": typed, "verifier": typed + strings.Repeat("~", 43)})
	v.post(api+"protected/account/users/me:change-password", object{"currentPassword": typed, "newPassword": typed})
	v.get(v.c.address + "/activate/" + typed)
	v.get(v.c.address + "/password-reset/" + typed)
	v.get(api + "protected/account/users/me?email=" + typed)
	v.get(api+"protected/account/users/me", "Authorization", "Bearer "+typed)
	v.get(
		api+"protected/account/users/me", "User-Agent", typed, "X-Forwarded-For", typed, "Accept", typed, "Content-Type",
		typed, "Idempotency-Key", typed,
	)
	v.post(api+account+"users:refresh-token", object{}, "Cookie", "refresh="+typed)
	v.post(api+"protected/account/external-login", object{"email": typed}, "Authorization", "Bearer "+typed)
	v.external(api)
	for _, query := range []string{
		v.c.canary + "-1@example.com", typed, typed + "\x00", typed + strings.Repeat("x", 320),
	} {
		v.post(api+"protected/saresystem/contacts:search", object{"query": query})
	}
	for _, kind := range []string{"contacts", "engagement"} {
		v.request(
			http.MethodPost, api+"protected/saresystem/"+kind+":import", "text/csv",
			strings.NewReader("uid,email\n011,"+v.c.canary+"-x@example.com\n\"open"),
		)
	}
	v.request(http.MethodPost, api+"protected/scoring/scorings", jsonType, strings.NewReader(`{"name":"`+typed))
}

// external follows the steps of a connected system: an API key, a one-time token, a session.
func (v *visitor) external(api string) {
	key := v.post(api+"protected/saresystem/api-key", object{})["key"]
	v.secrets[fmt.Sprint(key)] = true
	once := v.post(
		api+"protected/account/external-login", object{"email": v.c.email}, "Authorization", fmt.Sprint("Bearer ", key),
	)["token"]
	v.secrets[fmt.Sprint(once)] = true
	for range 2 { // the second time it is refused
		v.post(api+fmt.Sprint("public/account/users/me:get-token?token=", once), nil)
	}
	once = v.post(
		api+"protected/account/external-login", object{"email": v.c.email}, "Authorization", fmt.Sprint("Bearer ", key),
	)["token"]
	v.secrets[fmt.Sprint(once)] = true
	signedIn := v.post(api+"public/account/users/me:get-token", object{"token": once})
	require.NotEmpty(v.t, signedIn["token"], "the body will do as well as the address")
}

func (v *visitor) get(address string, header ...string) {
	v.t.Helper()
	v.request(http.MethodGet, address, "", nil, header...)
}

func (v *visitor) post(address string, body any, header ...string) object {
	v.t.Helper()
	if body == nil {
		return v.request(http.MethodPost, address, "", nil, header...)
	}
	data, err := json.Marshal(body)
	require.NoError(v.t, err)
	return v.request(http.MethodPost, address, jsonType, bytes.NewReader(data), header...)
}

// request records every failure, and every received token and cookie as a secret.
func (v *visitor) request(method, address, contentType string, body io.Reader, header ...string) object {
	v.t.Helper()
	req, err := http.NewRequestWithContext(v.t.Context(), method, address, body)
	require.NoError(v.t, err)
	req.Header.Set("Authorization", "Bearer "+v.c.token)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := web.Do(req)
	require.NoError(v.t, err)
	defer func() { require.NoError(v.t, res.Body.Close()) }()
	data, err := io.ReadAll(res.Body)
	require.NoError(v.t, err)
	require.Less(v.t, res.StatusCode, 500, "%s %s: %s", method, address, data)
	for _, cookie := range res.Cookies() {
		if cookie.Value != "" {
			v.secrets[cookie.Value] = true
			require.NotContains(v.t, string(data), cookie.Value)
		}
	}
	answer := object{}
	if res.StatusCode >= 400 {
		v.failures = append(v.failures, string(data))
	} else if json.Unmarshal(data, &answer) == nil {
		if token, ok := answer["token"].(string); ok {
			v.secrets[token] = true
		}
	}
	return answer
}
