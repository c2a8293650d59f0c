// Package rest decides how gRPC maps to HTTP: the product's error body, its JSON dialect, its headers.
package rest

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"puls.app/services/kit/rpc"
	"puls.app/services/reason"
)

// Failure is a failed response. Its body is {"error": {"title"}, "meta": {"class"}}, with the wrong values under
// "fields", and after a concurrent change the stored value under "current".
type Failure struct {
	Status       int
	Class, Title string
	Fields       []ErrorField
	// Wait is the time before a retry makes sense; 0 if unknown.
	Wait time.Duration
	// Current is JSON, or nil.
	Current json.RawMessage
}

// ErrorField names one wrong value by its JSON path, with the kind of error in Class. Params are the numbers and names
// of the rule that the value breaks.
type ErrorField struct {
	Field   string         `json:"field"`
	Class   string         `json:"class"`
	Params  map[string]any `json:"params"`
	Message string         `json:"message"`
}

// Write responds with the product's error body.
func (f Failure) Write(w http.ResponseWriter) {
	header := w.Header()
	header.Del("Content-Disposition")
	header.Del("Transfer-Encoding")
	header.Set("Content-Type", "application/json")
	wait := f.Wait
	if wait <= 0 && (f.Status == http.StatusTooManyRequests || f.Status == http.StatusServiceUnavailable) {
		wait = time.Second
	}
	if wait > 0 {
		header.Set("Retry-After", strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10))
	}
	w.WriteHeader(f.Status)
	_, _ = w.Write(f.json()) // the client has gone when this fails
}

func (f Failure) json() []byte {
	var body struct {
		Error struct {
			Title string `json:"title"`
		} `json:"error"`
		Meta struct {
			Class string `json:"class"`
		} `json:"meta"`
		Fields  []ErrorField    `json:"fields,omitempty"`
		Current json.RawMessage `json:"current,omitempty"`
	}
	body.Error.Title, body.Meta.Class, body.Fields, body.Current = f.Title, f.Class, f.Fields, f.Current
	for i := range body.Fields {
		if body.Fields[i].Params == nil {
			body.Fields[i].Params = map[string]any{}
		}
	}
	data, err := json.Marshal(body)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return append(data, '\n')
}

// WriteError responds with the product's error body.
func WriteError(w http.ResponseWriter, httpStatus int, class reason.Reason, title string, fields ...ErrorField) {
	Failure{Status: httpStatus, Class: class.String(), Title: title, Fields: fields}.Write(w)
}

const (
	notFoundTitle    = "there is nothing here"
	unavailableTitle = "a part of the system does not answer; try again in a moment"
)

// WriteNotFound responds to a path that does not exist.
func WriteNotFound(w http.ResponseWriter) {
	WriteError(w, http.StatusNotFound, reason.NotFound, notFoundTitle)
}

// WriteUnavailable responds to a call that needs a service which cannot be reached.
func WriteUnavailable(w http.ResponseWriter) {
	WriteError(w, http.StatusServiceUnavailable, reason.Unavailable, unavailableTitle)
}

// WriteFull responds to a call that the disk has no room for.
func WriteFull(w http.ResponseWriter) {
	Failure{
		Status: http.StatusInsufficientStorage, Class: reason.StorageFull.String(), Wait: time.Minute,
		Title: "the storage is full; nothing was kept, and the operator must free space",
	}.Write(w)
}

// WriteMessage responds with a message, in the JSON dialect of the contracts' calls.
func WriteMessage(w http.ResponseWriter, message proto.Message) {
	body, err := newDialect().Marshal(message)
	if err != nil {
		WriteStatus(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body) // the client has gone when this fails
}

// WriteStatus responds with the error of a service.
func WriteStatus(w http.ResponseWriter, err error) {
	st, failure := status.Convert(err), rpc.FailureOf(err)
	f := Failure{Status: statusOf(st.Code()), Class: failure.Reason, Title: st.Message(), Wait: failure.Wait}
	if failure.HTTP != 0 {
		f.Status = failure.HTTP
	}
	for _, field := range failure.Fields {
		f.Fields = append(
			f.Fields, ErrorField{Field: field.Name, Class: field.Class, Params: field.Params, Message: field.Message},
		)
	}
	if failure.Current != nil {
		if current, err := newDialect().Marshal(failure.Current); err == nil {
			f.Current = current
		}
	}
	if f.Class == "" {
		var class reason.Reason
		f.Status, class, f.Title = plain(st, f.Status)
		f.Class = class.String()
	}
	f.Write(w)
}

// plain classifies a status that did not come from our services: the gateway could not parse the request, or could not
// reach a service.
func plain(st *status.Status, httpStatus int) (code int, class reason.Reason, title string) {
	switch httpStatus {
	case http.StatusBadRequest:
		return httpStatus, reason.RequestInvalid, unreadable(st.Message())
	case http.StatusNotFound:
		return httpStatus, reason.NotFound, notFoundTitle
	case http.StatusServiceUnavailable:
		return httpStatus, reason.Unavailable, unavailableTitle
	default:
		return http.StatusInternalServerError, reason.Internal, "something went wrong on our side"
	}
}

var (
	position = regexp.MustCompile(`\(line \d+:\d+\)`)
	unknown  = regexp.MustCompile(`unknown field "[A-Za-z0-9_.-]{1,64}"`)
)

// unreadable returns an error title with the position of a parse error but never the request's values: a mistyped
// password would appear in the error, and from there in error reports.
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
	case codes.InvalidArgument:
		return http.StatusBadRequest
	case codes.Unauthenticated:
		return http.StatusUnauthorized
	case codes.PermissionDenied:
		return http.StatusForbidden
	case codes.NotFound, codes.Unimplemented:
		return http.StatusNotFound
	case codes.AlreadyExists, codes.Aborted, codes.FailedPrecondition:
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
	return func(
		ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error,
	) {
		err = whyCancelled(ctx, err)
		if statusOf(status.Code(err)) == http.StatusInternalServerError {
			log.ErrorContext(ctx, "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
		}
		WriteStatus(w, err)
	}
}

// handleRouting responds to paths and methods that no service has, all with 404.
func handleRouting(
	_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, _ *http.Request, httpStatus int,
) {
	if httpStatus == http.StatusBadRequest {
		WriteError(w, httpStatus, reason.RequestInvalid, "the request cannot be read")
		return
	}
	WriteNotFound(w)
}
