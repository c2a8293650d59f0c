package secure

import (
	"net/http"
	"strings"

	"puls.app/services/gateway/internal/rest"
	"puls.app/services/reason"
)

const (
	headersTitle = "the headers of the request are over 8 KiB"
	// maxHeaders bounds the request line and all headers in bytes. net/http reads up to 1 MiB, so that the refusal here
	// can have the product's error body.
	maxHeaders = 8 << 10
	// maxParameters bounds the query; the product's longest list, all uids of an account, is shorter.
	maxParameters = 200
)

// Limited refuses headers and queries that are larger than any call of the product needs, and bodies of calls that take
// none: while a body is in progress, net/http does not notice that its client has gone.
func Limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if size(r) > maxHeaders {
			rest.WriteError(w, http.StatusRequestHeaderFieldsTooLarge, reason.HeadersTooLarge, headersTitle)
			return
		}
		if strings.Count(r.URL.RawQuery, "&") >= maxParameters {
			rest.WriteError(w, http.StatusBadRequest, reason.RequestInvalid, "the query has more than 200 parameters")
			return
		}
		if r.ContentLength != 0 && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
			rest.WriteError(w, http.StatusRequestEntityTooLarge, reason.RequestTooLarge, "the call takes no body")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func size(r *http.Request) int {
	bytes := len(r.Method) + len(r.RequestURI) + len(r.Host)
	for name, values := range r.Header {
		for _, value := range values {
			bytes += len(name) + len(value)
		}
	}
	return bytes
}
