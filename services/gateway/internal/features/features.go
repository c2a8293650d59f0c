// Package features serves feature flags from memory. It decides how old they may be, and that a browser goes on with
// the last ones while the flags service does not answer.
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
	// path is where flags are served, to everybody.
	path = "/api/public/system/feature-flags"
	// SDKPath is where GrowthBook's SDKs ask by themselves, given the address of the API's host and a client key. Any key
	// will do: flags are the installation's and hold no secret.
	SDKPath = "/api/features/{key}"
	// freshFor is how long an answer is used again.
	freshFor = time.Second
	// askLimit bounds the question.
	askLimit = 2 * time.Second
)

// Features keeps the last payload.
type Features struct {
	client flagsv1.FlagServiceClient
	log    *slog.Logger
	now    func() time.Time

	asking sync.Mutex // held by the one who asks
	mu     sync.RWMutex
	last   payload
	asked  time.Time
}

type payload struct {
	body []byte
	tag  string
}

// New makes a handler without flags; the first request asks for them.
func New(client flagsv1.FlagServiceClient, log *slog.Logger, now func() time.Time) *Features {
	return &Features{client: client, log: log, now: now}
}

// Serve answers on all paths of flags.
func (f *Features) Serve(mux *http.ServeMux) {
	mux.Handle("GET "+path, f)
	mux.Handle("GET "+SDKPath, f)
}

// ServeHTTP answers the payload, or that it has not changed.
func (f *Features) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	current, fresh := f.current()
	switch {
	case fresh:
	case current.body == nil: // the first ones wait for the first answer
		f.asking.Lock()
		current = f.refresh(r.Context())
		f.asking.Unlock()
	case f.asking.TryLock(): // one asks, the others go on with what there is
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

// refresh asks unless somebody just did, and answers what there is then.
func (f *Features) refresh(ctx context.Context) payload {
	if current, fresh := f.current(); fresh {
		return current
	}
	// The answer is for everybody, so it does not end with the one who happened to ask.
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
