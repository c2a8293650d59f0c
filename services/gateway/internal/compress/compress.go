// Package compress decides which answers of the API go out compressed: what a GET reads as JSON, from a kilobyte on.
// Answers to other methods stay as they are, for some hold a token beside what the client chose, and how well both
// compress together would tell one from the other; so do downloads, which would cost a buffer for each slow reader, and
// streams, whose lines are small and must not wait.
package compress

import (
	"fmt"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
)

// smallest is the size in bytes from which compressing saves a packet.
const smallest = 1 << 10

// Handler compresses what next answers where the client takes it.
func Handler(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.MinSize(smallest), gzhttp.ContentTypes([]string{"application/json"}), gzhttp.SetContentType(false),
	)
	if err != nil {
		return nil, fmt.Errorf("make compressor: %w", err)
	}
	compressed := wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&beginner{ResponseWriter: w}, r)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			compressed.ServeHTTP(flusher{w}, r)
			return
		}
		next.ServeHTTP(w, r)
	}), nil
}

// flusher lets the compressor, which does not look behind a writer, send what a stream must not keep waiting.
type flusher struct{ http.ResponseWriter }

// Unwrap lets http.ResponseController find the connection.
func (f flusher) Unwrap() http.ResponseWriter { return f.ResponseWriter }

// Flush sends what is buffered; a client that has gone is noticed by the next write.
func (f flusher) Flush() { _ = http.NewResponseController(f.ResponseWriter).Flush() }

// beginner sends the header of an answer that is flushed before its first byte, which the compressor holds back: a
// stream may have nothing to say for long.
type beginner struct {
	http.ResponseWriter
	wrote bool
}

// Unwrap lets http.ResponseController find the connection.
func (b *beginner) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// Write implements http.ResponseWriter.
func (b *beginner) Write(body []byte) (int, error) {
	b.wrote = true
	return b.ResponseWriter.Write(body)
}

// FlushError sends what is buffered, or the header alone.
func (b *beginner) FlushError() error {
	w := b.ResponseWriter
	if compressor, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok && !b.wrote {
		w = compressor.Unwrap()
	}
	return http.NewResponseController(w).Flush()
}
