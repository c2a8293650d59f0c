package gateway_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/kit/fault"
	"puls.app/services/kit/host"
	"puls.app/services/reason"
)

// intake stands in for the intake of contacts.
type intake struct {
	contactsv1.UnimplementedIntakeServiceServer
	mu    sync.Mutex
	seen  []*contactsv1.ReceiveWebEventsRequest
	hooks []*contactsv1.ReceiveMailEventsRequest
	found int // the number of lookups of a sender
	err   error
	// withdrawn are the tokens of followed links.
	withdrawn map[string]bool
}

func (i *intake) ReceiveWebEvents(
	_ context.Context, req *contactsv1.ReceiveWebEventsRequest,
) (*contactsv1.ReceiveWebEventsResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.err != nil {
		return nil, i.err
	}
	i.seen = append(i.seen, req)
	return &contactsv1.ReceiveWebEventsResponse{EventCount: 1}, nil
}

// last returns the last web events.
func (i *intake) last() *contactsv1.ReceiveWebEventsRequest {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.seen[len(i.seen)-1]
}

const (
	shop = "https://shop.example.com"
	// basicKey is the key "key" in the form of Segment's libraries.
	basicKey = "Basic a2V5Og=="
)

func TestAnyPageMaySendEventsAndReadsOnlyThatTheyArrived(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	for path, endpoint := range map[string]string{
		"batch": "batch", "b": "batch", "t": "track", "track": "track", "p": "page", "page": "page", "i": "identify",
		"identify": "identify", "g": "track", "screen": "track",
	} {
		res := s.do(http.MethodPost, "/api/ingest/v1/"+path, `{"x":1}`, "Origin", shop, "Sec-Fetch-Site", "cross-site",
			"Content-Type", "text/plain", "Authorization", basicKey)
		require.Equal(t, http.StatusOK, res.StatusCode, path)
		require.Equal(t, `{"success":true}`+"\n", res.body)
		require.Equal(t, "*", res.Header.Get("Access-Control-Allow-Origin"))
		require.Empty(t, res.Header.Get("Access-Control-Allow-Credentials"))
		require.Equal(t, "cross-origin", res.Header.Get("Cross-Origin-Resource-Policy"))
		seen := s.peers.intake.last()
		require.Equal(t, endpoint, seen.GetEndpoint())
		require.Equal(t, []string{"key", shop, `{"x":1}`}, []string{
			seen.GetWriteKey(), seen.GetOrigin(), string(seen.GetBody()),
		})
		require.WithinDuration(t, time.Now(), seen.GetReceivedAt().AsTime(), time.Minute)
	}
	ask := s.do(http.MethodOptions, "/api/ingest/v1/t", "", "Origin", shop, "Access-Control-Request-Method", "POST",
		"Access-Control-Request-Headers", "authorization,content-type")
	require.Equal(t, http.StatusNoContent, ask.StatusCode)
	require.Equal(t, "*", ask.Header.Get("Access-Control-Allow-Origin"))
	require.Contains(t, ask.Header.Get("Access-Control-Allow-Headers"), "authorization")
	// Other paths stay closed to other sites.
	closed := s.post("/api/public/account/users:login", "{}", "Origin", shop, "Sec-Fetch-Site", "cross-site")
	require.Equal(t, "CROSS_ORIGIN", closed.class())
	require.Equal(t, http.StatusNotFound, s.get("/api/ingest/v1/batch").StatusCode)
	require.Equal(t, http.StatusNotFound, s.post("/api/ingest/v1/other", "{}").StatusCode)
}

func TestBodiesOfEventsAreBounded(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	pack := func(text string) string {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return packed.String()
	}
	res := s.do(http.MethodPost, "/api/ingest/v1/batch", pack(`{"batch":[]}`), "Content-Encoding", "gzip")
	require.Equal(t, http.StatusOK, res.StatusCode)
	require.JSONEq(t, `{"batch":[]}`, string(s.peers.intake.last().GetBody()))
	kept := len(s.peers.intake.seen)
	large := strings.Repeat("x", 512<<10)
	for name, c := range map[string]struct {
		body, encoding string
		status         int
	}{
		"large":       {large + "x", "", http.StatusRequestEntityTooLarge},
		"bomb":        {strings.Repeat(pack(strings.Repeat("\x00", 1<<20)), 200), "gzip", http.StatusRequestEntityTooLarge},
		"no gzip":     {"{}", "gzip", http.StatusUnsupportedMediaType},
		"cut off":     {pack(large)[:200], "gzip", http.StatusBadRequest},
		"other":       {"{}", "br", http.StatusUnsupportedMediaType},
		"large bomb":  {strings.Repeat("x", 600<<10), "gzip", http.StatusRequestEntityTooLarge},
		"large, gzip": {pack(large + "x"), "gzip", http.StatusRequestEntityTooLarge},
	} {
		res := s.do(http.MethodPost, "/api/ingest/v1/batch", c.body, "Content-Encoding", c.encoding)
		require.Equal(t, c.status, res.StatusCode, name)
	}
	require.Len(t, s.peers.intake.seen, kept)
	require.Equal(t, http.StatusOK, s.post("/api/ingest/v1/batch", large).StatusCode)
}

func TestASenderIsToldToWaitWhenTheSystemIsBehind(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	s.peers.intake.err = fault.New(fault.Busy, reason.IntakeBusy, "behind").After(5 * time.Second)
	res := s.do(http.MethodPost, "/api/ingest/v1/batch", "{}", "Origin", shop)
	require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
	require.Equal(t, "INTAKE_BUSY", res.class())
	require.Equal(t, "5", res.Header.Get("Retry-After"))
	require.Equal(t, "*", res.Header.Get("Access-Control-Allow-Origin"))
	s.peers.intake.err = fault.New(fault.Unauthenticated, reason.IntakeKeyUnknown, "no such key")
	require.Equal(t, http.StatusUnauthorized, s.post("/api/ingest/v1/batch", "{}").StatusCode)
}

func TestAnAddressSendsSoManyRequestsASecond(t *testing.T) {
	t.Parallel()
	still := time.Now().Add(time.Hour) // tokens signed by this clock hold for the whole test
	s := startWith(t, nil, newPeers(), func(env *host.Env) { env.Now = func() time.Time { return still } })
	for range 2_000 {
		require.Equal(t, http.StatusOK, s.post("/api/ingest/v1/batch", "{}").StatusCode)
	}
	res := s.post("/api/ingest/v1/batch", "{}")
	require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
	require.NotEmpty(t, res.Header.Get("Retry-After"))
}

func TestSegmentsLibraryIsToldWhereEventsGo(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	res := s.get("/api/ingest/v1/projects/a-key/settings", "Origin", shop)
	var answer struct {
		Integrations map[string]struct{ APIKey, APIHost, Protocol string }
	}
	require.NoError(t, json.Unmarshal([]byte(res.body), &answer), res.body)
	require.Equal(t, "a-key", answer.Integrations["Segment.io"].APIKey)
	require.Equal(t, strings.TrimPrefix(s.address, "http://")+"/api/ingest/v1", answer.Integrations["Segment.io"].APIHost)
	require.Equal(t, "http", answer.Integrations["Segment.io"].Protocol)
}
