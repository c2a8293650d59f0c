package secure

import (
	"net/http"
	"strings"

	"puls.app/services/gateway/internal/rest"
)

// sessions are the calls that begin, continue and end sessions. They write a few bytes, but without them no user could
// even read.
var sessions = []string{"/api/public/account/users", "/api/protected/account/users/me:logout"}

// Frozen refuses calls that change data while the disk is tight. Reads continue.
func Frozen(tight func() bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
		if reads || !strings.HasPrefix(r.URL.Path, "/api/") || !tight() {
			next.ServeHTTP(w, r)
			return
		}
		for _, path := range sessions {
			if strings.HasPrefix(r.URL.Path, path) {
				next.ServeHTTP(w, r)
				return
			}
		}
		rest.WriteFull(w)
	})
}
