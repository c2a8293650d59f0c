package gateway_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/conf"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

var traceID = regexp.MustCompile(`^[0-9a-f]{32}$`)

// secured checks the headers of every response.
func secured(t *testing.T, path string, res *http.Response) {
	t.Helper()
	for name, part := range map[string]string{
		"X-App-Version": "v1", "X-Content-Type-Options": "nosniff", "Strict-Transport-Security": "max-age=31536000",
		"Cross-Origin-Opener-Policy": "same-origin", "Permissions-Policy": "camera=()", "Referrer-Policy": "same-origin",
		"X-Frame-Options": "DENY",
	} {
		require.Len(t, res.Header.Values(name), 1, "%s of %s", name, path)
		require.Contains(t, res.Header.Get(name), part, path)
	}
	policy := res.Header.Get("Content-Security-Policy")
	for _, part := range []string{"default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} {
		require.Contains(t, policy, part, path)
	}
	require.NotRegexp(t, `script-src[^;]*'unsafe`, policy)
	if strings.HasPrefix(path, "/api/") {
		require.Equal(t, "no-store", res.Header.Get("Cache-Control"), path)
		require.Regexp(t, traceID, res.Header.Get("X-Trace-Id"), path)
	}
}

func TestEveryKindOfAnswerIsSecured(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	tag := s.get("/config.json").Header.Get("ETag")
	flags := s.get("/api/public/system/feature-flags").Header.Get("ETag")
	seen := map[int]bool{}
	for _, c := range []struct {
		method, path string
		header       []string
		status       int
	}{
		{"GET", "/healthz", nil, 204},
		{"GET", "/nothing", nil, 200}, // the page shows the error
		{"GET", "/assets/nothing", nil, 404},
		{"POST", "/healthz", nil, 404},
		{"GET", "/config.json", nil, 200},
		{"GET", "/config.json", []string{"If-None-Match", tag}, 304},
		{"GET", "/api/public/system/feature-flags", []string{"If-None-Match", flags}, 304},
		{"GET", "/api/openapi.json", nil, 200},
		{"GET", "/api/nothing", nil, 404},
		{"TRACE", "/api/protected/account/users/me", nil, 403},
		{"GET", me, nil, 401},
		{"GET", me, []string{"Authorization", "Bearer " + s.token(nil)}, 200},
		{"POST", login, []string{"Content-Type", "text/plain"}, 415},
		{"POST", login, []string{"Origin", "https://evil.example"}, 403},
		{"OPTIONS", login, []string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST"}, 405},
		{"GET", me, []string{"Authorization", "Bearer " + s.token(nil), "Grpc-Timeout", "nonsense"}, 400},
		{"GET", me, []string{"X-Long", strings.Repeat("x", 9<<10)}, 431},
	} {
		if c.method == "TRACE" {
			c.header, c.status = []string{"Sec-Fetch-Site", "cross-site"}, 403
		}
		res := s.do(c.method, c.path, "", c.header...)
		require.Equal(t, c.status, res.StatusCode, "%s %s: %s", c.method, c.path, res.body)
		if c.status == 431 {
			res.Header.Set("X-Trace-Id", strings.Repeat("0", 32)) // it is refused before tracing
		}
		secured(t, c.path, res.Response)
		if c.status >= 400 {
			require.NotEmpty(t, res.class(), "%s %s: %s", c.method, c.path, res.body)
			require.Equal(t, "application/json", res.Header.Get("Content-Type"))
		}
		seen[c.status] = true
	}
	require.Len(t, seen, 10)
}

func TestMalformedHTTPIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for request, status := range map[string]int{
		"nonsense\r\n\r\n": 400,
		"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n":                                400,
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n":               501,
		"GET / HTTP/1.1\r\nHost: a\r\nX: " + strings.Repeat("x", 20<<10) + "\r\n\r\n": 431,
	} {
		var dialer net.Dialer
		conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(s.address, "http://"))
		require.NoError(t, err)
		_, err = io.WriteString(conn, request)
		require.NoError(t, err)
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.NoError(t, conn.Close())
		require.Equal(t, status, res.StatusCode)
		if status == http.StatusRequestHeaderFieldsTooLarge {
			require.Equal(t, "HEADERS_TOO_LARGE", answer{body: string(body)}.class())
			secured(t, "/", res)
		}
	}
}

func TestOnlyOurOwnAndListedOriginsMayChangeAnything(t *testing.T) {
	t.Parallel()
	const partner = "https://app.example.com"
	s := start(t, conf.Values{"PULS_ALLOWED_ORIGINS": partner})
	self := s.address
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
		for _, site := range []string{"", "none", "same-origin", "same-site", "cross-site", "nonsense"} {
			for _, origin := range []string{
				"", "null", "https://evil.example", "https://app.example.com.evil.example", "http://app.example.com", partner, self,
			} {
				header := []string{"Content-Type", "application/json"}
				if site != "" {
					header = append(header, "Sec-Fetch-Site", site)
				}
				if origin != "" {
					header = append(header, "Origin", origin)
				}
				own := site == "same-origin" || site == "none" || site == "" && (origin == "" || origin == self)
				res := s.do(method, "/api/public/account/users:login", `{"email":"me@example.com","password":"x"}`, header...)
				what := fmt.Sprintf("%s site %q origin %q", method, site, origin)
				if own || origin == partner {
					require.NotEqual(t, http.StatusForbidden, res.StatusCode, what)
				} else {
					require.Equal(t, "CROSS_ORIGIN", res.class(), what)
				}
				if origin == partner {
					require.Equal(t, partner, res.Header.Get("Access-Control-Allow-Origin"), what)
					require.Equal(t, "true", res.Header.Get("Access-Control-Allow-Credentials"))
				} else {
					require.Empty(t, res.Header.Get("Access-Control-Allow-Origin"), what)
				}
				require.Contains(t, res.Header.Values("Vary"), "Origin")
			}
		}
	}
	ask := []string{
		"Origin", partner, "Access-Control-Request-Method", "PUT", "Access-Control-Request-Headers", "authorization",
		"Sec-Fetch-Site", "cross-site",
	}
	preflight := s.do(http.MethodOptions, mine, "", ask...)
	require.Equal(t, http.StatusNoContent, preflight.StatusCode)
	require.Contains(t, preflight.Header.Get("Access-Control-Allow-Methods"), "PUT")
	for _, name := range []string{"authorization", "content-type", "grpc-timeout", "idempotency-key"} {
		require.Contains(t, preflight.Header.Get("Access-Control-Allow-Headers"), name)
	}
	for _, name := range []string{"x-app-version", "content-disposition", "x-super-admin", "x-trace-id"} {
		require.Contains(t, s.get(me, "Origin", partner).Header.Get("Access-Control-Expose-Headers"), name)
	}
	ask[1] = "https://evil.example"
	require.Empty(t, s.do(http.MethodOptions, mine, "", ask...).Header.Get("Access-Control-Allow-Origin"))
}

func TestOnlyJSONIsTakenAsABody(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, kind := range []string{
		"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", "nonsense;;",
	} {
		for _, body := range []string{"", `{"email":"me@example.com","password":"x"}`} {
			require.Equal(t, "CONTENT_TYPE_UNSUPPORTED", s.do(http.MethodPost, login, body, "Content-Type", kind).class(), kind)
		}
	}
	require.Equal(t, http.StatusUnsupportedMediaType, s.do(http.MethodPost, login, `{}`).StatusCode)
	require.Equal(
		t, http.StatusOK,
		s.do(
			http.MethodPost, login, `{"email":"me@example.com","password":"x"}`, "Content-Type",
			"application/json; charset=utf-8",
		).StatusCode,
	)
}

func TestRequestsOverALimitAreRefused(t *testing.T) {
	s := start(t, nil)
	big := `{"email":"` + strings.Repeat("x", 1<<20) + `"}`
	deep := `{"email":` + strings.Repeat("[", 1_000) + strings.Repeat("]", 1_000) + `}`
	for _, c := range []struct {
		name   string
		send   func() answer
		status int
		class  string
	}{
		{"1 MiB of JSON", func() answer { return s.post(login, big) }, 413, "REQUEST_TOO_LARGE"},
		{"1 MiB and no end", func() answer { return s.endless(login, big) }, 413, "REQUEST_TOO_LARGE"},
		{"depth", func() answer { return s.post(login, deep) }, 400, "REQUEST_INVALID"},
		{"300 parameters", func() answer { return s.get(me + "?" + strings.Repeat("uids=1&", 300)) }, 400, "REQUEST_INVALID"},
		{
			"100,000 parameters", func() answer { return s.get(me + "?" + strings.Repeat("a=1&", 100_000)) }, 431,
			"HEADERS_TOO_LARGE",
		},
		{"headers", func() answer { return s.get(me, "X-Long", strings.Repeat("x", 8<<10)) }, 431, "HEADERS_TOO_LARGE"},
	} {
		res := c.send()
		require.Equal(t, c.status, res.StatusCode, "%s: %s", c.name, res.body)
		require.Equal(t, c.class, res.class(), c.name)
	}
}

// endless sends a body whose end never comes, without its length.
func (s *system) endless(path, body string) answer {
	end, sender := io.Pipe()
	s.t.Cleanup(func() { _ = sender.Close() })
	req, err := http.NewRequestWithContext(
		s.t.Context(), http.MethodPost, s.address+path, io.MultiReader(strings.NewReader(body), end),
	)
	require.NoError(s.t, err)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(s.t, err)
	defer func() { require.NoError(s.t, res.Body.Close()) }()
	data, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	return answer{res, string(data)}
}

func TestAFailureNeverRepeatsValuesOfTheRequest(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for _, body := range []string{
		`{"password":778899}`, `{"password":"778899`, `{"778899!":1}`, `{"password":["778899"]}`, `"778899"`,
	} {
		res := s.post(login, body)
		require.Equal(t, http.StatusBadRequest, res.StatusCode, res.body)
		require.NotContains(t, res.body, "778899")
	}
	require.Contains(
		t, s.post(login, `{"emial":"x"}`).body, `"field":"emial","class":"FIELD_UNKNOWN"`, "but a mistyped name is told",
	)
}

func TestThePagesLearnTheirConfigurationAtRunTime(t *testing.T) {
	t.Parallel()
	s := start(t, conf.Values{
		"PULS_SUPPORT_SCRIPT_URL": "https://cdn.support.example/widget.js?v=1",
		"PULS_SENTRY_DSN":         "https://key@errors.example:8443/12",
		"PULS_UPGRADE_URL":        "https://example.com/plans", "PULS_KNOWLEDGE_BASE_URL": "https://help.example.com",
		"PULS_BUG_REPORT_URL": "https://bugs.example.com", "PULS_TERMS_URL": "https://example.com/terms",
	})
	res := s.get("/config.json")
	require.JSONEq(t, `{"stage":"production","supportScriptUrl":"https://cdn.support.example/widget.js?v=1",
		"sentryDsn":"https://key@errors.example:8443/12","upgradeUrl":"https://example.com/plans",
		"knowledgeBaseUrl":"https://help.example.com",
		"bugReportUrl":"https://bugs.example.com","termsUrl":"https://example.com/terms",
		"dataProcessingUrl":"","version":"v1"}`, res.body)
	require.Equal(t, "application/json", res.Header.Get("Content-Type"))
	require.Equal(t, "no-cache", res.Header.Get("Cache-Control"))
	require.Equal(t, http.StatusNotModified, s.get("/config.json", "If-None-Match", res.Header.Get("ETag")).StatusCode)
	policy := res.Header.Get("Content-Security-Policy")
	require.Contains(t, policy, "script-src 'self' https://cdn.support.example;")
	require.Contains(t, policy, "connect-src 'self' https://cdn.support.example https://errors.example:8443;")
	require.Contains(t, policy, "worker-src 'self' blob: https://cdn.support.example;")
	require.NotContains(t, start(t, nil).get("/config.json").Header.Get("Content-Security-Policy"), "blob:")
}

func TestFlagsAreServedFromMemoryAndTheLastOnesStay(t *testing.T) {
	s := start(t, nil)
	const path = "/api/public/system/feature-flags"
	asked := func() int { s.peers.mu.Lock(); defer s.peers.mu.Unlock(); return s.peers.asked }
	began := time.Now()
	first := s.get(path)
	require.JSONEq(t, `{"features":{"ff_a":{}}}`, first.body)
	require.Equal(t, `"ff_a"`, first.Header.Get("ETag"))
	const growthBook = "/api/features/sdk-abc123" // the path that its SDKs build from host and key
	require.Equal(t, first.body, s.get(growthBook).body)
	require.Equal(t, http.StatusNotModified, s.get(growthBook, "If-None-Match", first.Header.Get("ETag")).StatusCode)
	require.Equal(t, http.StatusNotFound, s.get("/api/features/").StatusCode)
	for range 200 {
		res := s.get(path, "If-None-Match", first.Header.Get("ETag"))
		require.Equal(t, http.StatusNotModified, res.StatusCode)
		require.Equal(t, "v1", res.Header.Get("X-App-Version"))
	}
	require.LessOrEqual(t, asked(), int(time.Since(began)/time.Second)+1)
	s.peers.set(func() { s.peers.payload = "ff_b" })
	s.eventually(func() bool { return s.get(path).Header.Get("ETag") == `"ff_b"` })
	s.peers.set(func() { s.peers.payload = "" })
	before := asked()
	s.eventually(func() bool { s.get(path); return asked() > before })
	require.JSONEq(t, `{"features":{"ff_b":{}}}`, s.get(path).body)
	require.Equal(t, http.StatusServiceUnavailable, startWith(t, nil, &peers{}).get(path).StatusCode)
}

func TestAnIDMayBeWrittenAsANumber(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	auth := []string{"Authorization", "Bearer " + s.token(nil)}
	const path = "/api/public/account/users/me:login"
	for body, status := range map[string]int{
		`{"clientId":"12"}`: http.StatusOK, `{"clientId":12}`: http.StatusOK, `{"client_id":12}`: http.StatusOK,
		`{"clientId":1.5}`: http.StatusBadRequest, `{"clientId":true}`: http.StatusBadRequest,
		`{"clientId":-1}`: http.StatusBadRequest, `{"clientId":012}`: http.StatusBadRequest,
	} {
		res := s.post(path, body, auth...)
		require.Equal(t, status, res.StatusCode, "%s: %s", body, res.body)
		if status == http.StatusOK {
			require.JSONEq(t, `{"token":"client 12","expire":0,"externalUiConfig":null}`, res.body)
		}
	}
	require.Equal(t, "REQUEST_INVALID", s.post(login, `{"email":12,"password":"x"}`).class(), "an e-mail is no id")
}
