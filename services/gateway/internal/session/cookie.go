package session

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/metadata"

	"puls.app/services/gateway/internal/secure"
)

const (
	cookiePath  = "/api/public/account"
	refreshPath = "/api/public/account/users:refresh-token"
	logoutPath  = "/api/protected/account/users/me:logout"
)

type plainKey struct{}

// Cookies stores the refresh token in a cookie that scripts cannot read. It records whether the browser uses plain
// HTTP, and removes the cookie after a logout or a refused refresh. The account service receives and returns the token
// as metadata, so it appears in no body, log or trace.
func Cookies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		plain := plainHTTP(r)
		if plain {
			r = r.WithContext(context.WithValue(r.Context(), plainKey{}, true))
		}
		if r.Method == http.MethodPost && (r.URL.Path == refreshPath || r.URL.Path == logoutPath) {
			w = &ending{ResponseWriter: w, plain: plain, onSuccess: r.URL.Path == logoutPath}
		}
		next.ServeHTTP(w, r)
	})
}

// plainHTTP reports whether the browser speaks HTTP with its own machine. Some browsers then do not store a Secure
// cookie.
func plainHTTP(r *http.Request) bool {
	if secure.Encrypted(r.Context()) {
		return false
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || (err == nil && address.IsLoopback())
}

// Metadata returns the metadata for services: the client address and, for calls that continue a session, the refresh
// token.
func Metadata(_ context.Context, r *http.Request) metadata.MD {
	md := metadata.Pairs("client-address", secure.Client(r.Context()))
	if !strings.HasPrefix(r.URL.Path, cookiePath+"/") {
		return md
	}
	if cookie, err := r.Cookie(cookieName(plainHTTP(r))); err == nil && cookie.Value != "" {
		md.Set("refresh-token", cookie.Value)
	}
	for _, cookie := range r.Cookies() {
		if strings.HasPrefix(cookie.Name, devicePrefix(plainHTTP(r))) {
			md.Append("device", cookie.Value)
		}
	}
	return md
}

// SetCookie turns two values of the account service's metadata into cookies: the refresh token, "value;expiryUnix" or
// nothing, and the device, "name;value;expiryUnix" or nothing, whose cookie outlives the session.
func SetCookie(ctx context.Context, header http.Header, answer metadata.MD) {
	defer setDevice(ctx, header, answer.Get("set-device"))
	values := answer.Get("set-refresh-token")
	if len(values) == 0 {
		return
	}
	plain, _ := ctx.Value(plainKey{}).(bool)
	value, expiry, _ := strings.Cut(values[len(values)-1], ";")
	until, err := strconv.ParseInt(expiry, 10, 64)
	if value == "" || err != nil {
		setCookie(header, removed(plain))
		return
	}
	cookie := removed(plain) //nolint:gosec // G124: as below
	cookie.Value, cookie.MaxAge, cookie.Expires = value, 0, time.Unix(until, 0)
	setCookie(header, cookie)
}

func setDevice(ctx context.Context, header http.Header, values []string) {
	for _, value := range values {
		parts := strings.Split(value, ";")
		if len(parts) != 3 {
			continue
		}
		until, err := strconv.ParseInt(parts[2], 10, 64)
		if err != nil {
			continue
		}
		plain, _ := ctx.Value(plainKey{}).(bool)
		cookie := removed(plain) //nolint:gosec // G124: as below
		cookie.Name, cookie.Value = devicePrefix(plain)+parts[0], parts[1]
		cookie.MaxAge, cookie.Expires = 0, time.Unix(until, 0)
		header.Add("Set-Cookie", cookie.String())
	}
}

// devicePrefix returns the prefix of the names of device cookies; a browser has one for each e-mail address.
func devicePrefix(plain bool) string {
	if plain {
		return "device-"
	}
	return "__Secure-device-"
}

func cookieName(plain bool) string {
	if plain {
		return "refresh"
	}
	return "__Secure-refresh"
}

func removed(plain bool) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // G124: without Secure on the browser's own machine only, see plainHTTP
		Name: cookieName(plain), Path: cookiePath, MaxAge: -1, HttpOnly: true, Secure: !plain,
		SameSite: http.SameSiteStrictMode,
	}
}

func setCookie(header http.Header, cookie *http.Cookie) { header.Set("Set-Cookie", cookie.String()) }

// ending removes the cookie when the response ends the session.
type ending struct {
	http.ResponseWriter
	plain, onSuccess bool
	begun            bool
}

// Unwrap lets http.ResponseController find the connection.
func (e *ending) Unwrap() http.ResponseWriter { return e.ResponseWriter }

// WriteHeader checks the status.
func (e *ending) WriteHeader(code int) {
	over := code == http.StatusUnauthorized || (e.onSuccess && code < http.StatusMultipleChoices)
	if !e.begun && over {
		setCookie(e.Header(), removed(e.plain))
	}
	e.begun = true
	e.ResponseWriter.WriteHeader(code)
}

// Write begins a successful response.
func (e *ending) Write(b []byte) (int, error) {
	if !e.begun {
		e.WriteHeader(http.StatusOK)
	}
	return e.ResponseWriter.Write(b)
}
