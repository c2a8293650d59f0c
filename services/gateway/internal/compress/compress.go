// Package compress decides which API responses are compressed: JSON responses to GET requests, from two kilobytes.
// Responses to other methods are not compressed, because some hold a token beside text that the client chose, and the
// compressed size would leak the token. Downloads are not compressed, as each slow reader would cost a buffer, and
// streams are not, as their small lines must not wait.
package compress

import (
	"fmt"
	"net/http"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
)

// smallest is the size in bytes from which compression saves more time on a slow line than it takes.
const smallest = 2 << 10

// Handler compresses the responses of next for clients that accept it.
func Handler(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(
		gzhttp.MinSize(smallest), gzhttp.CompressionLevel(gzip.BestSpeed),
		gzhttp.ContentTypes([]string{"application/json"}), gzhttp.SetContentType(false),
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

// flusher lets the compressor, which does not unwrap writers, flush a stream that must not wait.
type flusher struct{ http.ResponseWriter }

// Unwrap lets http.ResponseController find the connection.
func (f flusher) Unwrap() http.ResponseWriter { return f.ResponseWriter }

// Flush sends the buffered bytes. The next write fails if the client has gone.
func (f flusher) Flush() { _ = http.NewResponseController(f.ResponseWriter).Flush() }

// beginner sends the header of a response that is flushed before its first byte. The compressor would hold it back, and
// a stream may have no line to send for long.
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

// FlushError sends the buffered bytes, or the header alone.
func (b *beginner) FlushError() error {
	w := b.ResponseWriter
	if compressor, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok && !b.wrote {
		w = compressor.Unwrap()
	}
	return http.NewResponseController(w).Flush()
}
