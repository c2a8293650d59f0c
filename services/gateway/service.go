// Package gateway is the one public door: the REST paths of all services under /api/, uploads and downloads, security
// headers, and the web pages. It holds no rules and no data.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"google.golang.org/grpc"

	"puls.app/proto"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	"puls.app/services/gateway/internal/files"
	"puls.app/services/gateway/internal/pages"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/kit/host"
)

// Service tells the host how gateway is built.
func Service() host.Service { return host.Service{Name: "gateway", Build: build} }

const (
	headerTimeout = 5 * time.Second
	idleTimeout   = 2 * time.Minute
	maxHeader     = 8 << 10
	drainTimeout  = 10 * time.Second
)

func build(ctx context.Context, env *host.Env) (*host.Parts, error) {
	if env.Settings.HTTP == nil {
		return nil, errors.New("the gateway has no address to listen on")
	}
	handler, err := newHandler(ctx, env)
	if err != nil {
		return nil, err
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
	}
	return &host.Parts{Run: []host.Runner{func(ctx context.Context) error { return serve(ctx, server, env) }}}, nil
}

func newHandler(ctx context.Context, env *host.Env) (http.Handler, error) {
	// The gateway proves nothing itself: it passes on the token it was given.
	dial := func(name string) (*grpc.ClientConn, error) { return env.Network.Dial(name, nil) }
	api, err := rest.NewMux(ctx, dial, env.Log)
	if err != nil {
		return nil, err
	}
	contacts, err := dial("contacts")
	if err != nil {
		return nil, fmt.Errorf("dial contacts: %w", err)
	}
	imports := contactsv1.NewImportServiceClient(contacts)
	mux := http.NewServeMux()
	mux.Handle("/api/", api)
	mux.Handle("POST /api/protected/saresystem/contacts:import", files.Upload(imports, "contacts"))
	mux.Handle("POST /api/protected/saresystem/engagement:import", files.Upload(imports, "engagement"))
	mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(proto.OpenAPI) // the client has gone when this fails
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	if env.Settings.WebDir != "" {
		web, err := pages.New(env.Settings.WebDir)
		if err != nil {
			return nil, err
		}
		mux.Handle("/", web)
	}
	return otelhttp.NewHandler(rest.Headers(env.Settings.Version, mux), "gateway"), nil
}

func serve(ctx context.Context, server *http.Server, env *host.Env) error {
	done := make(chan error, 1)
	go func() { done <- server.Serve(env.Settings.HTTP) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve HTTP: %w", err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		return errors.Join(fmt.Errorf("drain HTTP: %w", err), server.Close())
	}
	return nil
}
