package rest

import (
	"errors"
	"mime"
	"net/http"
	"strconv"

	"puls.app/services/gateway/internal/payload"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/rpc"
	"puls.app/services/reason"
)

const (
	// maxBody bounds JSON bodies in bytes; files have a limit of their own.
	maxBody = 1 << 20
	// maxDepth bounds the nesting of objects and lists; the contracts need a tenth of it.
	maxDepth = 64
)

// onlyJSON refuses bodies that are not JSON, which keeps out forms of other sites.
func onlyJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := r.Header.Get("Content-Type")
		if r.Method != http.MethodGet && r.Method != http.MethodHead && (r.ContentLength != 0 || given != "") {
			kind, _, err := mime.ParseMediaType(given)
			if err != nil || kind != "application/json" {
				WriteError(w, http.StatusUnsupportedMediaType, reason.ContentTypeUnsupported, "the body must be application/json")
				return
			}
		}
		r.Header.Del("Content-Type") // the gateway library would log a malformed one, with the client's text
		next.ServeHTTP(w, r)
	})
}

// Body returns the body of a request once all of it has arrived. If the body has more than most bytes, breaks off or
// finds no memory, Body responds to the request instead, with cut as the reason for a body that broke off.
func Body(w http.ResponseWriter, r *http.Request, most int, cut reason.Reason) (data []byte, ok bool) {
	data, err := payload.Whole(r, most)
	if err != nil {
		RefuseBody(w, err, most, cut)
	}
	return data, err == nil
}

// RefuseBody responds to a request whose body could not be read.
func RefuseBody(w http.ResponseWriter, err error, most int, cut reason.Reason) {
	w.Header().Set("Connection", "close") // the rest of the body is not read
	var f *fault.Fault
	switch {
	case errors.Is(err, payload.ErrTooLarge):
		WriteStatus(w, rpc.Refusal(payload.ErrTooLarge.Withf("the body of the request is over %s", size(most))))
	case errors.As(err, &f):
		WriteStatus(w, rpc.Refusal(f))
	default:
		WriteError(w, http.StatusBadRequest, cut, "the body did not arrive whole")
	}
}

// size formats a number of bytes for people.
func size(bytes int) string {
	if bytes >= 1<<20 && bytes%(1<<20) == 0 {
		return strconv.Itoa(bytes>>20) + " MiB"
	}
	return strconv.Itoa(bytes>>10) + " KiB"
}

// tooDeep reports whether the objects and lists of a JSON document are nested more deeply than maxDepth.
func tooDeep(data []byte) bool {
	depth, quoted, escaped := 0, false, false
	for _, c := range data {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = c == '\\', c != '"'
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
		}
		if depth > maxDepth {
			return true
		}
	}
	return false
}
