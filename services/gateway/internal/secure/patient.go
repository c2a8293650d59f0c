package secure

import (
	"net/http"
	"slices"
	"time"
)

// portion is how many bytes of an answer have a deadline of their own: with the usual patience of 30 seconds a line of
// 20 kbit/s still gets them in time.
const portion = 64 << 10

// Patience is how long a client may take to read a portion of an answer. What it does not read holds memory here and one
// of its account's downloads.
type Patience time.Duration

// Handler waits for a slow reader, but not for one that reads nothing: an answer of any size may take as long as its
// line needs.
func (p Patience) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&patient{ResponseWriter: w, connection: http.NewResponseController(w), patience: time.Duration(p)}, r)
	})
}

type patient struct {
	http.ResponseWriter
	connection *http.ResponseController
	patience   time.Duration
}

// Unwrap lets http.ResponseController find the connection.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// Write fails once the client has not read a portion in time.
func (p *patient) Write(b []byte) (int, error) {
	written := 0
	for piece := range slices.Chunk(b, portion) {
		p.wait()
		n, err := p.ResponseWriter.Write(piece)
		written += n
		if err != nil {
			return written, err //nolint:wrapcheck // callers look for the connection's own errors
		}
	}
	return written, nil
}

// FlushError sends what is buffered.
func (p *patient) FlushError() error {
	p.wait()
	return p.connection.Flush() //nolint:wrapcheck // as above
}

// wait begins the deadline anew; without deadlines (in tests) a silent client is just waited for.
func (p *patient) wait() { _ = p.connection.SetWriteDeadline(time.Now().Add(p.patience)) }
