// Package gateway is the only public entry point: the REST paths of all services under /api/, uploads and downloads,
// sessions, security headers, and the web pages. It holds no rules and stores no data. See README.md.
package gateway

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	"puls.app/proto"
	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/gateway/internal/compress"
	"puls.app/services/gateway/internal/features"
	"puls.app/services/gateway/internal/ingest"
	"puls.app/services/gateway/internal/openapi"
	"puls.app/services/gateway/internal/pages"
	"puls.app/services/gateway/internal/payload"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/gateway/internal/secure"
	"puls.app/services/gateway/internal/session"
	"puls.app/services/gateway/internal/stream"
	"puls.app/services/gateway/internal/tracking"
	"puls.app/services/gateway/internal/unsubscribe"
	"puls.app/services/gateway/internal/upload"
	"puls.app/services/kit/host"
	"puls.app/services/reason"
)

// Service describes to the host how to build the gateway.
func Service() host.Service {
	s := &settings{}
	return host.Service{Name: "gateway", Settings: s, Build: func(
		ctx context.Context, env *host.Env,
	) (*host.Parts, error) {
		return build(ctx, env, *s)
	}}
}

const (
	headerTimeout = 5 * time.Second
	idleTimeout   = 2 * time.Minute
	drainTimeout  = 10 * time.Second
)

// gateway is the service under construction and in operation.
type gateway struct {
	env      *host.Env
	settings settings
	config   config
	routes   rest.Routes
	headers  secure.Headers
	refusals *session.Refusals
	guard    session.Guard
	// another is a service other than account. It tells a failure of account from a failure of this gateway's network.
	another healthv1.HealthClient
}

func build(ctx context.Context, env *host.Env, s settings) (*host.Parts, error) {
	if env.HTTP == nil {
		return nil, errors.New("the gateway has no address to listen on")
	}
	s.Version = env.Version
	c, err := readConfig(s)
	if err != nil {
		return nil, err
	}
	// Only the gateway's own calls use its service token. Calls of users carry the token of their request.
	account, err := env.DialAsService("account")
	if err != nil {
		return nil, err
	}
	admin := accountv1.NewAccountAdminServiceClient(account)
	g := &gateway{
		env: env, settings: s, config: c, headers: secure.Headers{Version: env.Version, Policy: c.sources.Policy()},
		refusals: session.NewRefusals(admin, env.Log, env.Now),
	}
	g.routes = rest.NewRoutes(
		rest.Route{Method: http.MethodPost, Path: uploadContacts, Access: typev1.Access_ACCESS_PERSON},
		rest.Route{Method: http.MethodPost, Path: uploadEngagement, Access: typev1.Access_ACCESS_PERSON},
		rest.Route{Method: http.MethodPost, Path: uploadUnsubscribes, Access: typev1.Access_ACCESS_PERSON},
		rest.Route{Method: http.MethodPost, Path: inspectFile, Access: typev1.Access_ACCESS_PERSON},
		rest.Route{Method: http.MethodGet, Path: openAPIPath, Access: typev1.Access_ACCESS_PUBLIC},
		rest.Route{Method: http.MethodGet, Path: features.SDKPath, Access: typev1.Access_ACCESS_PUBLIC},
	)
	g.guard = session.Guard{
		Keys: env.Keys, Refusals: g.refusals, Admin: admin, Now: env.Now, Log: env.Log,
	}
	handler, err := g.handler(ctx)
	if err != nil {
		return nil, err
	}
	certificate, err := newCertificate(s.TLSCertFile, s.TLSKeyFile, env.Log)
	if err != nil {
		return nil, err
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(env.Log.Handler(), slog.LevelWarn),
	}
	if certificate != nil {
		server.TLSConfig = &tls.Config{GetCertificate: certificate.get, MinVersion: tls.VersionTLS12}
	}
	return &host.Parts{
		Run: []host.Runner{func(ctx context.Context) error { return g.run(ctx, server) }},
	}, nil
}

// handler wraps the mux in the middleware of all requests. The order matters: outer handlers also mark the refusals of
// inner ones.
func (g *gateway) handler(ctx context.Context) (http.Handler, error) {
	mux, err := g.mux(ctx)
	if err != nil {
		return nil, err
	}
	admitted := session.Cookies(g.guard.Admit(mux))
	if g.env.Storage != nil {
		admitted = secure.Frozen(g.env.Storage.Tight, admitted)
	}
	ours, err := g.config.origins.Handler(secure.Limited(admitted))
	if err != nil {
		return nil, err
	}
	open, links, err := g.open()
	if err != nil {
		return nil, err
	}
	ours = secure.Split(links, g.guard.Identify(ours), unsubscribe.Path)
	split := secure.Split(secure.Limited(secure.Open(open)), ours, openPaths...)
	split = payload.New(secure.Client).Handler(split)
	traced := g.config.proxies.Handler(secure.Traces{Route: g.route, Origins: g.config.origins}.Handler(split))
	found := g.routes.Find(g.headers.Handler(g.env.Log, traced))
	return stream.Patience(g.settings.ReadPatience).Handler(found), nil
}

// route returns the name of a request in traces and metrics, free of values that the client chose. Some page paths hold
// a secret from an e-mail, and paths of hooks hold the key of an account.
func (g *gateway) route(r *http.Request) string {
	switch {
	case strings.HasPrefix(r.URL.Path, ingest.WebPath):
		return ingest.WebPath + "{endpoint}"
	case strings.HasPrefix(r.URL.Path, ingest.HooksPath):
		return ingest.HooksPath + "{provider}/{key}"
	case strings.HasPrefix(r.URL.Path, unsubscribe.Path):
		return unsubscribe.Path + "{link}"
	case r.URL.Path == tracking.Path, r.URL.Path == "/healthz", r.URL.Path == "/readyz":
		return r.URL.Path
	}
	if path := rest.Path(r); path != "" || strings.HasPrefix(r.URL.Path, "/api/") {
		return path
	}
	return "/"
}

// openPaths are the path prefixes that any website may call without a session.
var openPaths = []string{ingest.WebPath, ingest.HooksPath, tracking.Path}

// addressRate is the number of event requests that one address may send in a second. A shop's servers send the events
// of all its visitors from one address, 20 events in each request.
const addressRate = 2_000

// open returns the handler of openPaths, and that of the one-click pages, which also have no session and accept a form
// from any origin.
func (g *gateway) open() (open, links http.Handler, err error) {
	contacts, err := g.env.DialAsService("contacts")
	if err != nil {
		return nil, nil, err
	}
	g.another = healthv1.NewHealthClient(contacts)
	intake, limited := contactsv1.NewIntakeServiceClient(contacts), secure.NewRate(addressRate, g.env.Now).Handler
	if links, err = unsubscribe.Handler(intake); err != nil {
		return nil, nil, err
	}
	script, err := tracking.Handler()
	if err != nil {
		return nil, nil, err
	}
	mux := http.NewServeMux()
	events := ingest.New(intake, g.env.Now)
	mux.Handle("/", events.Web(limited))
	mux.Handle(ingest.HooksPath, events.Hooks(limited))
	mux.Handle("GET "+tracking.Path, script)
	return mux, secure.Limited(limited(links)), nil
}

// Paths under /api/ that no contract describes.
const (
	uploadContacts     = "/api/protected/saresystem/contacts:import"
	uploadEngagement   = "/api/protected/saresystem/engagement:import"
	uploadUnsubscribes = "/api/protected/saresystem/unsubscribes:import"
	inspectFile        = "/api/protected/saresystem/imports:inspect"
	openAPIPath        = "/api/openapi.json"
)

func (g *gateway) mux(ctx context.Context) (http.Handler, error) {
	dial := func(name string) (grpc.ClientConnInterface, error) { return g.env.Network.Dial(name, nil) }
	api, err := rest.NewMux(ctx, rest.Options{
		Dial: dial, Request: session.Metadata, Response: session.SetCookie, Account: session.Account, Visits: g.guard.Visits,
		Streams: stream.NewLimiter(g.settings.Limits), Log: g.env.Log,
	})
	if err != nil {
		return nil, err
	}
	contacts, err := dial("contacts")
	if err != nil {
		return nil, fmt.Errorf("dial contacts: %w", err)
	}
	flags, err := dial("flags")
	if err != nil {
		return nil, fmt.Errorf("dial flags: %w", err)
	}
	shown := g.settings.Runtime
	runtime, err := shown.Handler()
	if err != nil {
		return nil, err
	}
	// Building the description takes a good part of the start-up time, and few clients request it.
	describe := sync.OnceValues(func() ([]byte, error) {
		return openapi.Describe(proto.OpenAPI, g.env.Version, g.routes.Access)
	})
	imports := contactsv1.NewImportServiceClient(contacts)
	if api, err = compress.Handler(api); err != nil {
		return nil, err
	}
	described, err := compress.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		description, err := describe()
		if err != nil {
			panic(err) // tests would have found this
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(description) // the client has gone when this fails
	}))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", api)
	limited := upload.Limited(g.settings.Uploads, g.settings.UploadsPerAccount, session.Account)
	for path, kind := range map[string]string{
		uploadContacts: "contacts", uploadEngagement: "engagement", uploadUnsubscribes: "unsubscribes",
	} {
		mux.Handle("POST "+path, rest.Taking(limited(upload.Upload(imports, g.room(), kind)), upload.UploadParameters...))
	}
	mux.Handle("POST "+inspectFile, rest.Taking(upload.Inspect(imports), upload.InspectParameters...))
	features.New(flagsv1.NewFlagServiceClient(flags), g.env.Log, g.env.Now).Serve(mux)
	mux.Handle("GET "+openAPIPath, described)
	mux.Handle("GET /config.json", runtime)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /readyz", g.ready)
	web, err := g.web()
	if err != nil {
		return nil, err
	}
	mux.Handle("/", web)
	return mux, nil
}

// room returns the check for free disk space before an upload. Without storage statistics every upload passes, and the
// services refuse it once the disk is full.
func (g *gateway) room() upload.Room {
	if g.env.Storage == nil {
		return func(int64) bool { return true }
	}
	return g.env.Storage.Room
}

// web returns the handler of all other paths. It serves the pages if WebDir is set.
func (g *gateway) web() (http.Handler, error) {
	if g.settings.WebDir == "" {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			rest.WriteNotFound(w)
		}), nil
	}
	return pages.New(g.settings.WebDir)
}

// ready reports whether this gateway can admit users; it stops doing so once the gateway is asked to stop. When only
// account fails to respond, other gateways could not reach it either. This gateway then continues to serve requests
// that need no new session, and reports so with another status (ADR 95).
func (g *gateway) ready(w http.ResponseWriter, r *http.Request) {
	select {
	case <-g.env.Stopping:
		rest.WriteError(w, http.StatusServiceUnavailable, reason.Unavailable, "this gateway is about to stop")
		return
	default:
	}
	if !g.refusals.Ready() {
		if g.refusals.Known() && g.reachesAnother(r.Context()) {
			_, _ = io.WriteString(w, "account does not answer: signing in is impossible\n") // the client has gone when this fails
			return
		}
		rest.WriteError(w, http.StatusServiceUnavailable, reason.Unavailable, "sessions cannot be checked now")
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (g *gateway) reachesAnother(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	res, err := g.another.Check(ctx, &healthv1.HealthCheckRequest{})
	return err == nil && res.GetStatus() == healthv1.HealthCheckResponse_SERVING
}

// run serves until ctx ends and the last request is answered. It polls revocations for as long.
func (g *gateway) run(ctx context.Context, server *http.Server) error {
	reading, stop := context.WithCancel(context.WithoutCancel(ctx))
	read := make(chan error, 1)
	go func() { read <- g.refusals.Run(reading) }()
	err := g.serve(ctx, server)
	stop()
	return errors.Join(err, <-read)
}

// serve lets requests in flight finish once ctx ends. By then the host has already announced that this gateway stops.
func (g *gateway) serve(ctx context.Context, server *http.Server) error {
	done := make(chan error, 1)
	listener := secure.Listener(g.env.HTTP)
	go func() {
		if server.TLSConfig != nil {
			done <- server.ServeTLS(listener, "", "") // speaks HTTP/2 too
			return
		}
		done <- server.Serve(listener)
	}()
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
