package secure

import (
	"fmt"
	"net/http"
	"strings"

	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

const (
	exposedHeaders = "x-app-version, content-disposition, x-super-admin, x-trace-id, retry-after, etag"
	allowedMethods = "GET, POST, PUT, PATCH, DELETE"
	allowedHeaders = "authorization, content-type, grpc-timeout, idempotency-key, if-none-match, traceparent"
	// preflightAge is how long a browser may cache a preflight response, in seconds.
	preflightAge = "600"
)

// Origins are the other origins, such as "https://app.example.com", whose pages may use the API with credentials.
type Origins map[string]bool

// Handler answers preflight requests of trusted origins, and refuses changes that pages of other sites send. A page is
// trusted if it has one of the origins exactly, or is our own.
func (o Origins) Handler(next http.Handler) (http.Handler, error) {
	protection := http.NewCrossOriginProtection()
	for origin := range o {
		if err := protection.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("trust %s: %w", origin, err)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		trusted := o[origin]
		if strings.HasPrefix(r.URL.Path, "/api/") {
			header := w.Header()
			header.Add("Vary", "Origin")
			if trusted {
				header.Set("Access-Control-Allow-Origin", origin)
				header.Set("Access-Control-Allow-Credentials", "true")
				header.Set("Access-Control-Expose-Headers", exposedHeaders)
			}
			if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" && trusted {
				header.Set("Access-Control-Allow-Methods", allowedMethods)
				header.Set("Access-Control-Allow-Headers", allowedHeaders)
				header.Set("Access-Control-Max-Age", preflightAge)
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		if protection.Check(r) != nil {
			rest.WriteError(w, http.StatusForbidden, reason.CrossOrigin, "requests of other sites are refused")
			return
		}
		next.ServeHTTP(w, r)
	}), nil
}
