package secure

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

const (
	openMethods = "GET, POST"
	openHeaders = "authorization, content-type, content-encoding, x-retry-count"
	openAge     = "86400"
)

// Open lets pages of all sites call next, which has no sessions and returns only public data. It allows no credentials,
// so that browsers send none of our cookies.
func Open(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Expose-Headers", "retry-after")
		header.Set("Cross-Origin-Resource-Policy", "cross-origin")
		if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
			header.Set("Access-Control-Allow-Methods", openMethods)
			header.Set("Access-Control-Allow-Headers", openHeaders)
			header.Set("Access-Control-Max-Age", openAge)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Split sends requests with one of the prefixes to open and all others to guarded.
func Split(open, guarded http.Handler, prefixes ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, prefix := range prefixes {
			if strings.HasPrefix(r.URL.Path, prefix) {
				open.ServeHTTP(w, r)
				return
			}
		}
		guarded.ServeHTTP(w, r)
	})
}

// Rate bounds the requests of an address in each second.
type Rate struct {
	most int
	now  func() time.Time

	mu     sync.Mutex
	second int64
	asked  map[string]int
}

// NewRate returns a Rate of most requests a second.
func NewRate(most int, now func() time.Time) *Rate {
	return &Rate{most: most, now: now, asked: map[string]int{}}
}

// Handler refuses requests of an address beyond the rate.
func (p *Rate) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !p.allows(Client(r.Context())) {
			rest.WriteError(w, http.StatusTooManyRequests, reason.IntakeBusy, "too many requests come from this address")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (p *Rate) allows(address string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if second := p.now().Unix(); second != p.second {
		clear(p.asked)
		p.second = second
	}
	p.asked[address]++
	return p.asked[address] <= p.most
}
