package secure

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the addresses that may say for whom they ask.
type Proxies []netip.Prefix

// Client answers the address that a request comes from: the nearest one in X-Forwarded-For that is no trusted proxy's, or
// the connection's own. Anybody else's word is not taken.
func (p Proxies) Client(r *http.Request) string {
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

// Encrypted tells whether the client speaks HTTPS, with us or with a trusted proxy.
func (p Proxies) Encrypted(r *http.Request) bool {
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
