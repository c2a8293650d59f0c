package secure

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the networks whose forwarding headers are trusted.
type Proxies []netip.Prefix

type originKey struct{}

// origin is the source of a request.
type origin struct {
	client    string
	encrypted bool
}

// Handler stores the source of each request in its context. It removes the forwarding headers, so that later handlers
// cannot trust them and traces do not store them.
func (p Proxies) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := origin{client: p.client(r), encrypted: p.encrypted(r)}
		for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"} {
			r.Header.Del(name)
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), originKey{}, from)))
	})
}

// Client returns the client address of the request of ctx.
func Client(ctx context.Context) string {
	from, _ := ctx.Value(originKey{}).(origin)
	return from.client
}

// Encrypted reports whether the client of ctx speaks HTTPS, with the gateway or with a trusted proxy.
func Encrypted(ctx context.Context) bool {
	from, _ := ctx.Value(originKey{}).(origin)
	return from.encrypted
}

// client returns the nearest address in X-Forwarded-For that is not a trusted proxy, or the address of the connection.
// Headers of other peers are ignored.
func (p Proxies) client(r *http.Request) string {
	address := remote(r)
	if !p.trusts(address) {
		return address
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			return address
		}
		address = hop.Unmap().String()
		if !p.trusts(address) {
			return address
		}
	}
	return address
}

func (p Proxies) encrypted(r *http.Request) bool {
	return r.TLS != nil || (p.trusts(remote(r)) && r.Header.Get("X-Forwarded-Proto") == "https")
}

func remote(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if address, err := netip.ParseAddr(host); err == nil {
		return address.Unmap().WithZone("").String()
	}
	return host
}

func (p Proxies) trusts(address string) bool {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	for _, prefix := range p {
		if prefix.Contains(parsed) {
			return true
		}
	}
	return false
}
