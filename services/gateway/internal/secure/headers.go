package secure

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

// Sources are origins outside the product that the pages may use.
type Sources struct {
	// Support is the origin of the support script; empty without a script.
	Support string
	// Reports is the origin that receives error reports; empty if none are sent.
	Reports string
}

// Policy returns the content security policy. The application loads only its own files and has no inline scripts. antd
// puts style elements into the page, so inline styles are allowed. The error reporter compresses its replays in a
// worker that it makes from a blob.
func (s Sources) Policy() string {
	list := func(parts ...string) string {
		return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
	}
	blob := ""
	if s.Reports != "" {
		blob = "blob:"
	}
	return strings.Join([]string{
		"default-src 'self'",
		list("script-src 'self'", s.Support),
		"style-src 'self' 'unsafe-inline'",
		list("img-src 'self' data:", s.Support),
		"font-src 'self' data:",
		list("connect-src 'self'", s.Support, s.Reports),
		list("worker-src 'self'", blob, s.Support),
		"object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
	}, "; ")
}

// fixed are the headers of every response besides version and policy.
var fixed = [][2]string{
	{"X-Content-Type-Options", "nosniff"},
	{"X-Frame-Options", "DENY"},
	{"Referrer-Policy", "same-origin"},
	{"Strict-Transport-Security", "max-age=31536000"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{
		"Permissions-Policy",
		"accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
	},
}

// Headers are the headers of all responses, including failures and unchanged files.
type Headers struct {
	Version string
	Policy  string
}

func (h Headers) set(header http.Header) {
	header.Set("X-App-Version", h.Version)
	header.Set("Content-Security-Policy", h.Policy)
	for _, pair := range fixed {
		header.Set(pair[0], pair[1])
	}
}

// Handler sets the headers on every response of next. No browser or proxy may store a response under /api/. A panic
// becomes an error response if the response has not begun.
func (h Headers) Handler(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.set(w.Header())
		if strings.HasPrefix(r.URL.Path, "/api/") {
			w.Header().Set("Cache-Control", "no-store")
		}
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if err, ok := p.(error); ok && err == http.ErrAbortHandler { //nolint:errorlint // it is panicked as it is
				panic(p)
			}
			log.ErrorContext(r.Context(), "request panicked", "method", r.Method, "panic", p)
			rest.WriteError(w, http.StatusInternalServerError, reason.Internal, "something went wrong on our side")
		}()
		next.ServeHTTP(w, r)
	})
}
