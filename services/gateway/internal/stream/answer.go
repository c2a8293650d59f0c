// Package stream bounds the long responses that are open at once, and the wait for a client that reads nothing: unread
// bytes are held here and in the services behind.
package stream

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
	"time"
)

// portion is how many bytes of a response have a deadline of their own: with the default patience of 30 seconds a line
// of 20 kbit/s still receives them in time.
const portion = 64 << 10

// Patience is how long a client may take for a portion of a response.
type Patience time.Duration

type answerKey struct{}

// Handler waits for a slow client, but not for one that reads nothing: a response of any size may take as long as its
// line needs.
func (p Patience) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w, connection: http.NewResponseController(w), patience: time.Duration(p)}
		next.ServeHTTP(a, r.WithContext(context.WithValue(r.Context(), answerKey{}, a)))
	})
}

// answer is one response in progress.
type answer struct {
	http.ResponseWriter
	connection *http.ResponseController
	patience   time.Duration
	// waiting is when the wait for the client began, in Unix nanoseconds; 0 outside a wait.
	waiting atomic.Int64
	dropped atomic.Bool
}

// Unwrap lets http.ResponseController find the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Write fails once the client has not read a portion in time.
func (a *answer) Write(b []byte) (int, error) {
	written := 0
	for piece := range slices.Chunk(b, portion) {
		n, err := a.write(piece)
		written += n
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

func (a *answer) write(piece []byte) (int, error) {
	defer a.begin()()
	return a.ResponseWriter.Write(piece)
}

// FlushError sends the buffered bytes.
func (a *answer) FlushError() error {
	defer a.begin()()
	return a.connection.Flush()
}

// begin resets the deadline and starts a wait for the client, which ends when the returned function is called.
// Connections without deadlines (in tests) just wait.
func (a *answer) begin() (end func()) {
	now := time.Now()
	a.waiting.Store(now.UnixNano())
	_ = a.connection.SetWriteDeadline(now.Add(a.patience))
	if a.dropped.Load() { // Drop was called before this deadline was set
		_ = a.connection.SetWriteDeadline(now)
	}
	return func() { a.waiting.Store(0) }
}

// Waits returns how long the current wait for the client has lasted.
func (a *answer) Waits(now time.Time) time.Duration {
	since := a.waiting.Load()
	if since == 0 {
		return 0
	}
	return now.Sub(time.Unix(0, since))
}

// Drop ends the response at once.
func (a *answer) Drop() {
	a.dropped.Store(true)
	_ = a.connection.SetWriteDeadline(time.Now())
}
