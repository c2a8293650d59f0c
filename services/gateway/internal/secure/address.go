package secure

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the addresses that may say for whom they ask.
type Proxies []netip.Prefix

type originKey struct{}

// origin is where a request comes from.
type origin struct {
	client    string
	encrypted bool
}

// Handler notes where each request comes from and takes the headers away that say so: what follows must not believe
// them, nor traces keep them.
func (p Proxies) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := origin{client: p.client(r), encrypted: p.encrypted(r)}
		for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip"} {
			r.Header.Del(name)
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), originKey{}, from)))
	})
}

// Client returns the address that the request of ctx comes from.
func Client(ctx context.Context) string {
	from, _ := ctx.Value(originKey{}).(origin)
	return from.client
}

// Encrypted reports whether the client of ctx speaks HTTPS, with us or with a trusted proxy.
func Encrypted(ctx context.Context) bool {
	from, _ := ctx.Value(originKey{}).(origin)
	return from.encrypted
}

// client returns the nearest address in X-Forwarded-For that is no trusted proxy's, or the connection's own. Anybody
// else's word is not taken.
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
