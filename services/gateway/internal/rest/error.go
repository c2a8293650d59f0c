// Package rest decides how gRPC looks over HTTP: the product's error body, its JSON dialect, its headers.
package rest

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
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
	header := w.Header()
	header.Del("Content-Disposition")
	header.Del("Transfer-Encoding")
	header.Set("Content-Type", "application/json")
	if httpStatus == http.StatusTooManyRequests || httpStatus == http.StatusServiceUnavailable {
		header.Set("Retry-After", "1")
	}
	w.WriteHeader(httpStatus)
	_, _ = w.Write(ErrorJSON(class, title, fields...)) // the client has gone when this fails
}

// ErrorJSON is the product's error body.
func ErrorJSON(class, title string, fields ...ErrorField) []byte {
	var body ErrorBody
	body.Error.Title, body.Meta.Class, body.Fields = title, class, fields
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // texts can always be written
	}
	return append(data, '\n')
}

const (
	notFoundClass    = "NOT_FOUND"
	notFoundTitle    = "there is nothing here"
	unavailableClass = "UNAVAILABLE"
	unavailableTitle = "a part of the system does not answer; try again in a moment"
)

// WriteNotFound answers a path that leads to nothing.
func WriteNotFound(w http.ResponseWriter) {
	WriteError(w, http.StatusNotFound, notFoundClass, notFoundTitle)
}

// WriteUnavailable answers a call that needs a service which cannot be reached.
func WriteUnavailable(w http.ResponseWriter) {
	WriteError(w, http.StatusServiceUnavailable, unavailableClass, unavailableTitle)
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
	case strings.Contains(st.Message(), errTooDeep.Error()):
		return http.StatusBadRequest, "REQUEST_INVALID", "the body of the request is nested too deeply"
	case httpStatus == http.StatusBadRequest:
		return httpStatus, "REQUEST_INVALID", unreadable(st.Message())
	case httpStatus == http.StatusNotFound:
		return httpStatus, notFoundClass, notFoundTitle
	case httpStatus == http.StatusServiceUnavailable:
		return httpStatus, unavailableClass, unavailableTitle
	default:
		return http.StatusInternalServerError, "INTERNAL", "something went wrong on our side"
	}
}

var (
	position = regexp.MustCompile(`\(line \d+:\d+\)`)
	unknown  = regexp.MustCompile(`unknown field "[A-Za-z0-9_.-]{1,64}"`)
)

// unreadable says where a request cannot be read, but never with its values: a mistyped password would stand in the error
// and from there in error reports.
func unreadable(message string) string {
	title := "the request cannot be read"
	for _, found := range []string{position.FindString(message), unknown.FindString(message)} {
		if found != "" {
			title += ": " + found
		}
	}
	return title
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
	WriteNotFound(w)
}
