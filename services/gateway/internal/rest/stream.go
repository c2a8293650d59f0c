package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// streamFailure carries the error of a stream that failed before its first byte out of the mux.
type streamFailure struct{ err error }

// handleStream handles a failed stream. Before the first byte the failure is a normal error. A download that has begun
// is cut off, so that the browser reports a failed download instead of storing a short file. Other streams end with an
// error line.
func handleStream(ctx context.Context, err error) *status.Status {
	err = whyCancelled(ctx, err)
	w, _ := ctx.Value(writerKey{}).(*trackedWriter)
	switch {
	case w == nil:
	case !w.wrote:
		panic(streamFailure{err})
	case !strings.HasPrefix(w.Header().Get("Content-Type"), ndjson):
		panic(http.ErrAbortHandler)
	}
	if errors.Is(err, io.EOF) {
		return status.New(codes.OK, "")
	}
	return status.Convert(err)
}

// whyCancelled returns the refusal that cancelled a call, if there is one, or else err.
func whyCancelled(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); status.Code(cause) == codes.Unauthenticated {
		return cause
	}
	return err
}

// beginStream sends the header before the first line.
func beginStream(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", ndjson)
	if err := http.NewResponseController(w).Flush(); err != nil {
		return fmt.Errorf("begin stream: %w", err)
	}
	return nil
}

type writerKey struct{}

// trackedWriter records whether the response has begun.
type trackedWriter struct {
	http.ResponseWriter
	wrote bool
}

// Unwrap lets http.ResponseController find the connection.
func (w *trackedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// FlushError sends the buffered bytes, and the header before the first byte.
func (w *trackedWriter) FlushError() error {
	w.wrote = true
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// WriteHeader does nothing once the response has begun: grpc-gateway sets the status of a stream's error even after
// beginStream has flushed the header.
func (w *trackedWriter) WriteHeader(code int) {
	if w.wrote {
		return
	}
	w.wrote = true
	w.ResponseWriter.WriteHeader(code)
}

func (w *trackedWriter) Write(b []byte) (int, error) {
	w.wrote = w.wrote || len(b) > 0
	return w.ResponseWriter.Write(b)
}

func trackStreams(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tracked := &trackedWriter{ResponseWriter: w}
		defer func() {
			switch p := recover().(type) {
			case nil:
			case streamFailure:
				WriteStatus(w, p.err)
			default:
				panic(p)
			}
		}()
		next.ServeHTTP(tracked, r.WithContext(context.WithValue(r.Context(), writerKey{}, tracked)))
	})
}
