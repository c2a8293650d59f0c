// Package rest decides how gRPC looks over HTTP: the product's error body, its JSON dialect, its headers.
package rest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ErrorBody is the body of every failed response.
type ErrorBody struct {
	Error struct {
		Title string `json:"title"`
	} `json:"error"`
	Meta struct {
		Class string `json:"class"`
	} `json:"meta"`
	Fields []ErrorField `json:"fields,omitempty"`
}

// ErrorField names one wrong value.
type ErrorField struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// WriteError answers with the product's error body.
func WriteError(w http.ResponseWriter, httpStatus int, class, title string, fields ...ErrorField) {
	var body ErrorBody
	body.Error.Title, body.Meta.Class, body.Fields = title, class, fields
	header := w.Header()
	header.Del("Content-Disposition")
	header.Del("Transfer-Encoding")
	header.Set("Content-Type", "application/json")
	if httpStatus == http.StatusTooManyRequests || httpStatus == http.StatusServiceUnavailable {
		header.Set("Retry-After", "1")
	}
	w.WriteHeader(httpStatus)
	_ = json.NewEncoder(w).Encode(body) // the client has gone when this fails
}

// WriteStatus answers with what a service said.
func WriteStatus(w http.ResponseWriter, err error) {
	st := status.Convert(err)
	class, title := "", st.Message()
	httpStatus := statusOf(st.Code())
	var fields []ErrorField
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			class = d.GetReason()
			if d.GetMetadata()["http"] == "422" {
				httpStatus = http.StatusUnprocessableEntity
			}
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				fields = append(fields, ErrorField{Field: v.GetField(), Message: v.GetDescription()})
			}
		}
	}
	if class == "" {
		httpStatus, class, title = plain(st, httpStatus)
	}
	WriteError(w, httpStatus, class, title, fields...)
}

// plain classifies a status that no service of ours gave: the gateway could not read the request, or a service could
// not be reached.
func plain(st *status.Status, httpStatus int) (code int, class, title string) {
	switch {
	case strings.Contains(st.Message(), "request body too large"):
		return http.StatusRequestEntityTooLarge, "REQUEST_TOO_LARGE", "the body of the request is over 1 MiB"
	case httpStatus == http.StatusBadRequest:
		return httpStatus, "REQUEST_INVALID", st.Message()
	case httpStatus == http.StatusNotFound:
		return httpStatus, "NOT_FOUND", "there is nothing here"
	case httpStatus == http.StatusServiceUnavailable:
		return httpStatus, "UNAVAILABLE", "a part of the system does not answer; try again in a moment"
	default:
		return http.StatusInternalServerError, "INTERNAL", "something went wrong on our side"
	}
}

func statusOf(code codes.Code) int {
	switch code {
	case codes.InvalidArgument, codes.FailedPrecondition:
		return http.StatusBadRequest
	case codes.Unauthenticated:
		return http.StatusUnauthorized
	case codes.PermissionDenied:
		return http.StatusForbidden
	case codes.NotFound, codes.Unimplemented:
		return http.StatusNotFound
	case codes.AlreadyExists, codes.Aborted:
		return http.StatusConflict
	case codes.OutOfRange:
		return http.StatusRequestEntityTooLarge
	case codes.ResourceExhausted:
		return http.StatusTooManyRequests
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

func handleError(log *slog.Logger) runtime.ErrorHandlerFunc {
	return func(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
		if statusOf(status.Code(err)) == http.StatusInternalServerError {
			log.ErrorContext(ctx, "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
		}
		WriteStatus(w, err)
	}
}

// handleRouting answers paths and methods that no service has: all are simply not there.
func handleRouting(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, _ *http.Request, httpStatus int) {
	if httpStatus == http.StatusBadRequest {
		WriteError(w, httpStatus, "REQUEST_INVALID", "the request cannot be read")
		return
	}
	WriteError(w, http.StatusNotFound, "NOT_FOUND", "there is nothing here")
}

// streamFailure carries the error of a stream that failed before its first byte out of the mux.
type streamFailure struct{ err error }

// handleStream decides what becomes of a stream that fails. Before the first byte it is a normal error. A download
// that has begun is cut off, so that the browser sees a failed download instead of a short file; other streams end
// with an error line.
func handleStream(ctx context.Context, err error) *status.Status {
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

type writerKey struct{}

// trackedWriter knows whether the answer has begun.
type trackedWriter struct {
	http.ResponseWriter
	wrote bool
}

// Unwrap lets http.ResponseController find the connection.
func (w *trackedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *trackedWriter) WriteHeader(code int) {
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
