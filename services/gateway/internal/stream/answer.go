// Package stream decides how many long answers there are at once, and how long a reader that reads nothing is waited
// for: what a reader does not read is held here and in the services behind.
package stream

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
	"time"
)

// portion is how many bytes of an answer have a deadline of their own: with the usual patience of 30 seconds a line of
// 20 kbit/s still gets them in time.
const portion = 64 << 10

// Patience is how long a reader may take for a portion of an answer.
type Patience time.Duration

type answerKey struct{}

// Handler waits for a slow reader, but not for one that reads nothing: an answer of any size may take as long as its
// line needs.
func (p Patience) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w, connection: http.NewResponseController(w), patience: time.Duration(p)}
		next.ServeHTTP(a, r.WithContext(context.WithValue(r.Context(), answerKey{}, a)))
	})
}

// answer is one answer on its way to a reader.
type answer struct {
	http.ResponseWriter
	connection *http.ResponseController
	patience   time.Duration
	// waiting is since when the reader is waited for, in Unix nanoseconds; 0 while it is not.
	waiting atomic.Int64
	dropped atomic.Bool
}

// Unwrap lets http.ResponseController find the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Write fails once the reader has not read a portion in time.
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

// FlushError sends what is buffered.
func (a *answer) FlushError() error {
	defer a.begin()()
	return a.connection.Flush()
}

// begin starts the deadline anew and notes that the reader is waited for until the answered function is called. Without
// deadlines (in tests) a reader is just waited for.
func (a *answer) begin() (end func()) {
	now := time.Now()
	a.waiting.Store(now.UnixNano())
	_ = a.connection.SetWriteDeadline(now.Add(a.patience))
	if a.dropped.Load() { // between a drop and this deadline
		_ = a.connection.SetWriteDeadline(now)
	}
	return func() { a.waiting.Store(0) }
}

// Waits returns how long the reader has been waited for.
func (a *answer) Waits(now time.Time) time.Duration {
	since := a.waiting.Load()
	if since == 0 {
		return 0
	}
	return now.Sub(time.Unix(0, since))
}

// Drop ends the answer at once.
func (a *answer) Drop() {
	a.dropped.Store(true)
	_ = a.connection.SetWriteDeadline(time.Now())
}
