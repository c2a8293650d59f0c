package rest

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"puls.app/services/reason"
)

const (
	// maxBody bounds JSON bodies; files have a limit of their own.
	maxBody = 1 << 20
	// maxDepth bounds how deeply objects and lists may stand in each other; the contracts need a tenth of it.
	maxDepth = 64
	// bodyTime is how long a client may take to send a body of that size.
	bodyTime = 15 * time.Second
)

var errTooDeep = errors.New("request body nested too deeply")

// limitBodies refuses bodies that are not JSON, which keeps forms of other sites out, bodies over 1 MiB and those that
// are nested too deeply.
func limitBodies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := r.Header.Get("Content-Type")
		if r.Method != http.MethodGet && r.Method != http.MethodHead && (r.ContentLength != 0 || given != "") {
			kind, _, err := mime.ParseMediaType(given)
			if err != nil || kind != "application/json" {
				WriteError(w, http.StatusUnsupportedMediaType, reason.ContentTypeUnsupported, "the body must be application/json")
				return
			}
		}
		r.Header.Del("Content-Type") // the gateway library would log one that it cannot read, with the client's text
		if r.ContentLength > maxBody {
			w.Header().Set("Connection", "close") // the rest of the body is not read
			WriteError(w, http.StatusRequestEntityTooLarge, reason.RequestTooLarge, "the body of the request is over 1 MiB")
			return
		}
		if r.Body != nil && r.Body != http.NoBody {
			connection := http.NewResponseController(w)
			// without deadlines (in tests) a silent client is just waited for
			_ = connection.SetReadDeadline(time.Now().Add(bodyTime))
			r.Body = &shallow{ReadCloser: http.MaxBytesReader(w, r.Body, maxBody), connection: connection}
		}
		next.ServeHTTP(w, r)
	})
}

// shallow reads JSON and fails once it is nested too deeply, long before a parser would suffer.
type shallow struct {
	io.ReadCloser
	connection      *http.ResponseController
	depth           int
	quoted, escaped bool
}

// Read fails with errTooDeep.
func (s *shallow) Read(b []byte) (int, error) {
	n, err := s.ReadCloser.Read(b)
	if errors.Is(err, io.EOF) {
		_ = s.connection.SetReadDeadline(time.Time{}) // the answer may take as long as it likes
	}
	for _, c := range b[:n] {
		switch {
		case s.escaped:
			s.escaped = false
		case s.quoted:
			s.escaped, s.quoted = c == '\\', c != '"'
		case c == '"':
			s.quoted = true
		case c == '{' || c == '[':
			s.depth++
		case c == '}' || c == ']':
			s.depth--
		}
		if s.depth > maxDepth {
			return 0, errTooDeep
		}
	}
	return n, err
}
