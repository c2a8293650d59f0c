// Package features serves feature flags from memory. It decides how old they may be, and that a browser goes on with
// the last ones while the flags service does not answer.
package features

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/maypok86/otter/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	"puls.app/services/gateway/internal/rest"
)

const (
	// Path is where flags are served, to everybody.
	Path = "/api/public/system/feature-flags"
	// freshFor is how long an answer is used again.
	freshFor = time.Second
	// askLimit bounds the question.
	askLimit = 2 * time.Second
)

// Features keeps the last flags. It implements otter.Loader.
type Features struct {
	client flagsv1.FlagServiceClient
	log    *slog.Logger
	cache  *otter.Cache[struct{}, payload]
}

type payload struct {
	body []byte
	tag  string
}

// New makes a handler without flags; the first request asks for them.
func New(client flagsv1.FlagServiceClient, log *slog.Logger) *Features {
	return &Features{client, log, otter.Must(&otter.Options[struct{}, payload]{
		RefreshCalculator: otter.RefreshWriting[struct{}, payload](freshFor),
	})}
}

// ServeHTTP answers the payload, or that it has not changed.
func (f *Features) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	current, err := f.cache.Get(r.Context(), struct{}{}, f)
	if err != nil {
		f.log.WarnContext(r.Context(), "feature flags cannot be read", "error", err)
		rest.WriteUnavailable(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("ETag", current.tag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(current.body))
}

// Load asks for the flags.
func (f *Features) Load(ctx context.Context, _ struct{}) (payload, error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	var header metadata.MD
	body, err := f.client.GetPayload(ctx, &flagsv1.GetPayloadRequest{}, grpc.Header(&header))
	if err != nil {
		return payload{}, err
	}
	tags := header.Get("etag")
	if len(tags) != 1 {
		return payload{}, errors.New("the flags have no tag")
	}
	return payload{body: body.GetData(), tag: tags[0]}, nil
}

// Reload is Load in the background that keeps the last flags when it fails.
func (f *Features) Reload(ctx context.Context, key struct{}, last payload) (payload, error) {
	current, err := f.Load(ctx, key)
	if err != nil {
		f.log.WarnContext(ctx, "feature flags cannot be read; the last ones stay", "error", err)
		return last, nil
	}
	return current, nil
}
