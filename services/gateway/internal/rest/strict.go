package rest

import (
	"net/http"
	"regexp"
	"unicode/utf8"
)

// keyForm is what services take for an idempotency key; the gateway library would drop any other silently.
var keyForm = regexp.MustCompile(`^[!-~]{1,255}$`)

const keyTitle = "an idempotency key has 1 to 255 visible characters of ASCII"

// strict refuses what could not be passed on as it is: keys that are no metadata, and paths and queries that are no text.
func strict(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if keys := r.Header.Values("Idempotency-Key"); len(keys) > 1 || len(keys) == 1 && !keyForm.MatchString(keys[0]) {
			WriteError(w, http.StatusBadRequest, "IDEMPOTENCY_KEY_INVALID", keyTitle,
				ErrorField{Field: "Idempotency-Key", Class: "IDEMPOTENCY_KEY_INVALID", Message: keyTitle})
			return
		}
		if !utf8.ValidString(r.URL.Path) {
			WriteNotFound(w)
			return
		}
		for name, values := range r.URL.Query() {
			for _, value := range values {
				if !utf8.ValidString(name) || !utf8.ValidString(value) {
					WriteError(w, http.StatusBadRequest, "REQUEST_INVALID", "the query is not UTF-8",
						ErrorField{Field: printable(name), Class: "TEXT_MALFORMED", Params: map[string]any{"form": "utf-8"}, Message: "the value is not UTF-8"})
					return
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// printable answers a name of the client's so that it can stand in an answer: at most 64 visible characters of ASCII.
func printable(name string) string {
	if len(name) > 64 {
		name = name[:64]
	}
	visible := []byte(name)
	for i, c := range visible {
		if c < '!' || c > '~' {
			visible[i] = '?'
		}
	}
	return string(visible)
}
