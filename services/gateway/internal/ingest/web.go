package ingest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/payload"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/gateway/internal/secure"
	"puls.app/services/reason"
)

const (
	// maxBody bounds a body of events in bytes, compressed or not; Segment's libraries send at most 500 KB.
	maxBody = 512 << 10
	// keepTime is how long a client waits until the body is stored.
	keepTime = 10 * time.Second
)

// endpoints maps the last parts of the paths that accept events to the kind of events.
var endpoints = map[string]string{
	"batch": "batch", "b": "batch", "track": "track", "t": "track", "page": "page", "p": "page",
	"identify": "identify", "i": "identify",
	// Their events are not counted, but Segment's libraries repeat requests that are refused.
	"group": "track", "g": "track", "screen": "track", "s": "track", "alias": "track", "a": "track",
}

// WebPath is the prefix of the paths that websites send to.
const WebPath = "/api/ingest/v1/"

// Web returns the handler of WebPath, which accepts events in the form of Segment's libraries. Limited decides which
// requests are read now.
func (in *Intake) Web(limited func(http.Handler) http.Handler) http.Handler {
	mux := http.NewServeMux()
	for name, endpoint := range endpoints {
		mux.Handle("POST "+WebPath+name, limited(in.takeWeb(endpoint)))
	}
	mux.HandleFunc("GET "+WebPath+"projects/{key}/settings", settings)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { rest.WriteNotFound(w) })
	return mux
}

func (in *Intake) takeWeb(endpoint string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received := in.now()
		key := writeKey(r)
		if key != "" && !in.admit(w, r, &contactsv1.FindSenderRequest{
			Sender: &contactsv1.FindSenderRequest_WriteKey{WriteKey: key},
		}) {
			return
		}
		body, ok := read(w, r)
		if !ok {
			return
		}
		// The body is stored even if the client leaves early: its page may be closed for good.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), keepTime)
		defer cancel()
		_, err := in.client.ReceiveWebEvents(ctx, &contactsv1.ReceiveWebEventsRequest{
			WriteKey: key, Endpoint: endpoint, Body: body, ReceivedAt: timestamppb.New(received),
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

// read returns the decompressed body, or responds with the reason why there is none. Decompression takes memory of its
// own, so it begins once the whole body has arrived.
func read(w http.ResponseWriter, r *http.Request) (body []byte, ok bool) {
	encoding := r.Header.Get("Content-Encoding")
	if packed := encoding == "gzip"; !packed && encoding != "" && encoding != "identity" {
		refusePacking(w)
		return nil, false
	}
	body, ok = rest.Body(w, r, maxBody, reason.IntakeBodyInvalid)
	if !ok || encoding != "gzip" {
		return body, ok
	}
	unpacker, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		refusePacking(w)
		return nil, false
	}
	body, err = payload.Unpacked(r, unpacker, maxBody)
	if errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) {
		refusePacking(w)
		return nil, false
	}
	if err != nil {
		rest.RefuseBody(w, err, maxBody, reason.IntakeBodyInvalid)
	}
	return body, err == nil
}

func refusePacking(w http.ResponseWriter) {
	rest.WriteError(
		w, http.StatusUnsupportedMediaType, reason.ContentTypeUnsupported, "the body is JSON, as it is or packed with gzip",
	)
}

// writeKey returns the user name of Basic credentials, where Segment's libraries put the key; empty without
// credentials.
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
		return "-" // an unknown key rather than a missing one
	}
	return name
}

// origin returns the Origin header, or an origin of no website if it is too long or malformed.
func origin(r *http.Request) string {
	given := r.Header.Get("Origin")
	if len(given) > 300 || strings.ContainsFunc(given, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return "https://-.invalid"
	}
	return given
}

// settings responds to the request that analytics-next makes at its start: events go here, and metrics about the
// library go nowhere. The response is the same for every key, so it reveals nothing about keys.
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

// key returns text without the characters that keys cannot hold.
func key(text string) string {
	return strings.Map(func(c rune) rune {
		if c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c
		}
		return -1
	}, text[:min(len(text), 100)])
}
