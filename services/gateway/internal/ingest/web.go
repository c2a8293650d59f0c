package ingest

import (
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/gateway/internal/secure"
	"puls.app/services/reason"
)

const (
	// maxBody bounds a body of events in bytes, packed or not; Segment's libraries stop at 500 KB.
	maxBody = 512 << 10
	// bodyTime is how long a client may take to send one.
	bodyTime = 15 * time.Second
	// keepTime is how long a client is let wait until the body is kept.
	keepTime = 10 * time.Second
)

// endpoints are the last parts of the paths that take events, with what they take.
var endpoints = map[string]string{
	"batch": "batch", "b": "batch", "track": "track", "t": "track", "page": "page", "p": "page",
	"identify": "identify", "i": "identify",
	// Nothing that they hold is counted, yet Segment's libraries repeat what is not taken.
	"group": "track", "g": "track", "screen": "track", "s": "track", "alias": "track", "a": "track",
}

// WebPath is where websites send to.
const WebPath = "/api/ingest/v1/"

// WebPaths returns the paths that take events of websites.
func WebPaths() []string {
	paths := make([]string, 0, len(endpoints))
	for name := range endpoints {
		paths = append(paths, WebPath+name)
	}
	return paths
}

// Receiver is the service that keeps events.
type Receiver interface {
	ReceiveWebEvents(
		ctx context.Context, in *contactsv1.ReceiveWebEventsRequest, opts ...grpc.CallOption,
	) (*contactsv1.ReceiveWebEventsResponse, error)
}

// Web takes events of websites in the form of Segment's libraries.
type Web struct {
	Receiver Receiver
	Now      func() time.Time
}

// Handler returns what answers under WebPath. Limited decides who may ask now.
func (web Web) Handler(limited func(http.Handler) http.Handler) http.Handler {
	mux := http.NewServeMux()
	for name, endpoint := range endpoints {
		mux.Handle("POST "+WebPath+name, limited(web.take(endpoint)))
	}
	mux.HandleFunc("GET "+WebPath+"projects/{key}/settings", settings)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { rest.WriteNotFound(w) })
	return mux
}

var (
	errTooLarge = errors.New("the body is too large")
	errPacked   = errors.New("the body cannot be unpacked")
)

func (web Web) take(endpoint string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received := web.Now()
		body, err := read(w, r)
		switch {
		case errors.Is(err, errTooLarge):
			w.Header().Set("Connection", "close") // the rest of the body is not read
			rest.WriteError(
				w, http.StatusRequestEntityTooLarge, reason.RequestTooLarge, "the body of the request is over 512 KiB",
			)
			return
		case errors.Is(err, errPacked):
			rest.WriteError(
				w, http.StatusUnsupportedMediaType, reason.ContentTypeUnsupported, "the body is JSON, as it is or packed with gzip",
			)
			return
		case err != nil:
			rest.WriteError(w, http.StatusBadRequest, reason.IntakeBodyInvalid, "the body did not arrive whole")
			return
		}
		// Kept or not is decided without the client: one that leaves early may have left for good, with the page.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), keepTime)
		defer cancel()
		_, err = web.Receiver.ReceiveWebEvents(ctx, &contactsv1.ReceiveWebEventsRequest{
			WriteKey: writeKey(r), Endpoint: endpoint, Body: body, ReceivedAt: timestamppb.New(received),
			Origin: origin(r),
		})
		if err != nil {
			rest.WriteStatus(w, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"success":true}`+"\n") // the client has gone when this fails
	})
}

// read returns the body, unpacked.
func read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) // without deadlines it is just waited for
	var limit *http.MaxBytesError
	from := io.Reader(http.MaxBytesReader(w, r.Body, maxBody))
	switch r.Header.Get("Content-Encoding") {
	case "", "identity":
	case "gzip":
		unpacked, err := gzip.NewReader(from)
		if errors.As(err, &limit) {
			return nil, errTooLarge
		}
		if err != nil {
			return nil, errPacked
		}
		from = io.LimitReader(unpacked, maxBody+1)
	default:
		return nil, errPacked
	}
	body, err := io.ReadAll(from)
	switch {
	case errors.As(err, &limit) || len(body) > maxBody:
		return nil, errTooLarge
	case errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader):
		return nil, errPacked
	}
	return body, err
}

// writeKey returns the user's name of Basic credentials, where Segment's libraries put the key; empty without one.
func writeKey(r *http.Request) string {
	scheme, credentials, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "basic") {
		return ""
	}
	decoded, err := base64.StdEncoding.DecodeString(strings.TrimSpace(credentials))
	if err != nil {
		return ""
	}
	name, _, _ := strings.Cut(string(decoded), ":")
	if len(name) > 100 || strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return "-" // a key that nobody has, rather than none
	}
	return name
}

// origin returns where the browser says that the request comes from. One that is too long is nobody's.
func origin(r *http.Request) string {
	given := r.Header.Get("Origin")
	if len(given) > 300 || strings.ContainsFunc(given, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return "https://-.invalid"
	}
	return given
}

// settings answers what analytics-next asks for at its start: that events go here, and figures about itself nowhere.
// The same for every key: who asks learns nothing.
func settings(w http.ResponseWriter, r *http.Request) {
	protocol := "http"
	if secure.Encrypted(r.Context()) {
		protocol = "https"
	}
	w.Header().Set("Content-Type", "application/json")
	quote := strconv.Quote
	_, _ = io.WriteString(w, `{"integrations":{"Segment.io":{"apiKey":`+quote(key(r.PathValue("key")))+ // as above
		`,"apiHost":`+quote(r.Host+strings.TrimSuffix(WebPath, "/"))+`,"protocol":"`+protocol+`","unbundledIntegrations":[]}},`+
		`"metrics":{"sampleRate":0},"plan":{"track":{"__default":{"enabled":true,"integrations":{}}}}}`+"\n")
}

// key returns a key without what keys do not hold.
func key(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return -1
	}, text[:min(len(text), 100)])
}
