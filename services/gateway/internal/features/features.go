// Package features serves feature flags from memory. It decides how old they may be, and serves the last known flags
// while the flags service does not respond.
package features

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	"puls.app/services/gateway/internal/rest"
)

const (
	// path serves the flags, to all clients.
	path = "/api/public/system/feature-flags"
	// SDKPath is the path that GrowthBook's SDKs build from the address of the API's host and a client key. Any key is
	// accepted: flags belong to the installation and hold no secret.
	SDKPath = "/api/features/{key}"
	// freshFor is how long a payload is reused.
	freshFor = time.Second
	// askLimit bounds the call to the flags service.
	askLimit = 2 * time.Second
)

// Features caches the last payload.
type Features struct {
	client flagsv1.FlagServiceClient
	log    *slog.Logger
	now    func() time.Time

	asking sync.Mutex // held during a call to the flags service
	mu     sync.RWMutex
	last   payload
	asked  time.Time
}

type payload struct {
	body []byte
	tag  string
}

// New returns a handler without flags; the first request fetches them.
func New(client flagsv1.FlagServiceClient, log *slog.Logger, now func() time.Time) *Features {
	return &Features{client: client, log: log, now: now}
}

// Serve registers all paths of flags.
func (f *Features) Serve(mux *http.ServeMux) {
	mux.Handle("GET "+path, f)
	mux.Handle("GET "+SDKPath, f)
}

// ServeHTTP responds with the payload, or with 304 if it has not changed.
func (f *Features) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	current, fresh := f.current()
	switch {
	case fresh:
	case current.body == nil: // the first requests wait for the first payload
		f.asking.Lock()
		current = f.refresh(r.Context())
		f.asking.Unlock()
	case f.asking.TryLock(): // one request refreshes; the others use the last payload
		current = f.refresh(r.Context())
		f.asking.Unlock()
	}
	if current.body == nil {
		rest.WriteUnavailable(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("ETag", current.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(current.body))
}

func (f *Features) current() (payload, bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.last, !f.asked.IsZero() && f.now().Sub(f.asked) < freshFor
}

// refresh fetches the payload unless another request just did, and returns the current one.
func (f *Features) refresh(ctx context.Context) payload {
	if current, fresh := f.current(); fresh {
		return current
	}
	// All requests share the payload, so the call must not end with the request that happened to make it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askLimit)
	defer cancel()
	var header metadata.MD
	body, err := f.client.GetPayload(ctx, &flagsv1.GetPayloadRequest{}, grpc.Header(&header))
	tags := header.Get("etag")
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = f.now()
	if err != nil || len(tags) != 1 {
		f.log.WarnContext(ctx, "feature flags cannot be read; the last ones stay", "error", err)
		return f.last
	}
	f.last = payload{body: body.GetData(), tag: tags[0]}
	return f.last
}
