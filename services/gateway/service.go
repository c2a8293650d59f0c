// Package gateway is the one public door: the REST paths of all services under /api/, uploads and downloads, sessions,
// security headers, and the web pages. It holds no rules and keeps no data. See README.md.
package gateway

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"google.golang.org/grpc"

	"puls.app/proto"
	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	contactsv1 "puls.app/proto/gen/go/puls/contacts/v1"
	flagsv1 "puls.app/proto/gen/go/puls/flags/v1"
	typev1 "puls.app/proto/gen/go/puls/type/v1"
	"puls.app/services/gateway/internal/bodies"
	"puls.app/services/gateway/internal/compress"
	"puls.app/services/gateway/internal/features"
	"puls.app/services/gateway/internal/files"
	"puls.app/services/gateway/internal/ingest"
	"puls.app/services/gateway/internal/pages"
	"puls.app/services/gateway/internal/readers"
	"puls.app/services/gateway/internal/rest"
	"puls.app/services/gateway/internal/secure"
	"puls.app/services/gateway/internal/session"
	"puls.app/services/gateway/internal/tracking"
	"puls.app/services/gateway/internal/unsubscribe"
	"puls.app/services/kit/host"
	"puls.app/services/reason"
)

// Service tells the host how gateway is built.
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

// door is the gateway while it is built and served.
type door struct {
	env      *host.Env
	settings settings
	config   config
	routes   rest.Routes
	headers  secure.Headers
	refusals *session.Refusals
	guard    session.Guard
}

func build(ctx context.Context, env *host.Env, s settings) (*host.Parts, error) {
	if env.HTTP == nil {
		return nil, errors.New("the gateway has no address to listen on")
	}
	c, err := readConfig(s, env.Version)
	if err != nil {
		return nil, err
	}
	// Only what the gateway asks for itself proves its own name; people's calls go on with the token that they brought.
	account, err := env.DialAsService("account")
	if err != nil {
		return nil, err
	}
	admin := accountv1.NewAccountAdminServiceClient(account)
	d := &door{
		env: env, settings: s, config: c, headers: secure.Headers{Version: env.Version, Policy: c.sources.Policy()},
		refusals: session.NewRefusals(admin, env.Log, env.Now),
	}
	d.routes = rest.NewRoutes(
		rest.Route{Method: http.MethodPost, Path: uploadContacts, Access: typev1.Access_ACCESS_PERSON},
		rest.Route{Method: http.MethodPost, Path: uploadEngagement, Access: typev1.Access_ACCESS_PERSON},
		rest.Route{Method: http.MethodPost, Path: uploadUnsubscribes, Access: typev1.Access_ACCESS_PERSON},
		rest.Route{Method: http.MethodPost, Path: inspectFile, Access: typev1.Access_ACCESS_PERSON},
		rest.Route{Method: http.MethodGet, Path: openAPIPath, Access: typev1.Access_ACCESS_PUBLIC},
	)
	d.guard = session.Guard{
		Keys: env.Keys, Refusals: d.refusals, Admin: admin, Call: d.routes.Call, Now: env.Now, Log: env.Log,
	}
	handler, err := d.handler(ctx)
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
		Run: []host.Runner{func(ctx context.Context) error { return d.run(ctx, server) }},
	}, nil
}

// handler puts everything that every request passes around what answers it. The order matters: what stands further out
// also marks the refusals of what stands further in.
func (d *door) handler(ctx context.Context) (http.Handler, error) {
	mux, err := d.mux(ctx)
	if err != nil {
		return nil, err
	}
	admitted := session.Cookies(d.guard.Admit(mux))
	if d.env.Storage != nil {
		admitted = secure.Frozen(d.env.Storage.Tight, admitted)
	}
	ours, err := d.config.origins.Handler(secure.Limited(admitted))
	if err != nil {
		return nil, err
	}
	open, links, err := d.open()
	if err != nil {
		return nil, err
	}
	ours = secure.Split(links, d.guard.Identify(ours), unsubscribe.Path)
	split := secure.Split(secure.Limited(secure.Open(open)), ours, openPaths...)
	split = bodies.New(secure.Client).Handler(split)
	traced := d.config.proxies.Handler(secure.Traces{Route: d.route, Origins: d.config.origins}.Handler(split))
	return d.config.patience.Handler(d.headers.Handler(d.env.Log, traced)), nil
}

// route returns what a request is called in traces and metrics: nothing that a client chose. Some paths of pages hold a
// secret from an e-mail, those of hooks the key of an account.
func (d *door) route(r *http.Request) string {
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
	if path := d.routes.Path(r); path != "" || strings.HasPrefix(r.URL.Path, "/api/") {
		return path
	}
	return "/"
}

// openPaths are below what any page may ask, without a session.
var openPaths = []string{ingest.WebPath, ingest.HooksPath, tracking.Path}

// addressRate is how many requests with events may come from an address within a second: a shop's servers send those of
// all of its visitors from one, 20 events in each.
const addressRate = 2_000

// open returns what answers under openPaths, and the pages of one-click links, which know no session either and take a
// form from anywhere.
func (d *door) open() (open, links http.Handler, err error) {
	contacts, err := d.env.DialAsService("contacts")
	if err != nil {
		return nil, nil, err
	}
	intake, limited := contactsv1.NewIntakeServiceClient(contacts), secure.NewRate(addressRate, d.env.Now).Handler
	if links, err = unsubscribe.Handler(intake); err != nil {
		return nil, nil, err
	}
	script, err := tracking.Handler()
	if err != nil {
		return nil, nil, err
	}
	mux := http.NewServeMux()
	senders := ingest.NewSenders(intake)
	mux.Handle("/", ingest.Web{Receiver: intake, Senders: senders, Now: d.env.Now}.Handler(limited))
	mux.Handle(ingest.HooksPath, ingest.Mail{Receiver: intake, Senders: senders, Now: d.env.Now}.Handler(limited))
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

func (d *door) mux(ctx context.Context) (http.Handler, error) {
	dial := func(name string) (*grpc.ClientConn, error) { return d.env.Network.Dial(name, nil) }
	api, err := rest.NewMux(ctx, rest.Options{
		Dial: dial, Request: session.Metadata, Response: session.SetCookie, Account: session.Account, Visits: d.guard.Visits,
		Places: readers.NewPlaces(d.config.limits), Log: d.env.Log,
		Routes: d.routes,
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
	runtime, err := d.config.pages.Handler()
	if err != nil {
		return nil, err
	}
	description, err := files.Describe(proto.OpenAPI, d.routes.Access)
	if err != nil {
		return nil, err
	}
	imports := contactsv1.NewImportServiceClient(contacts)
	if api, err = compress.Handler(api); err != nil {
		return nil, err
	}
	openAPI, err := compress.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(description) // the client has gone when this fails
	}))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", api)
	uploads := files.NewPlaces(d.settings.Uploads, d.settings.UploadsPerAccount, session.Account)
	for path, kind := range map[string]string{
		uploadContacts: "contacts", uploadEngagement: "engagement", uploadUnsubscribes: "unsubscribes",
	} {
		mux.Handle("POST "+path, rest.Taking(uploads.Handler(files.Upload(imports, d.room(), kind)), files.UploadParameters...))
	}
	mux.Handle("POST "+inspectFile, rest.Taking(files.Inspect(imports), files.InspectParameters...))
	mux.Handle("GET "+features.Path, features.New(flagsv1.NewFlagServiceClient(flags), d.env.Log, d.env.Now))
	mux.Handle("GET "+openAPIPath, openAPI)
	mux.Handle("GET /config.json", runtime)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /readyz", d.ready)
	web, err := d.web()
	if err != nil {
		return nil, err
	}
	mux.Handle("/", web)
	return mux, nil
}

// room reports whether a file may be taken in; where nobody knows the disk, the services say so themselves once it is
// full.
func (d *door) room() files.Room {
	if d.env.Storage == nil {
		return func(int64) bool { return true }
	}
	return d.env.Storage.Room
}

// web returns every other path: with the pages if there are any.
func (d *door) web() (http.Handler, error) {
	if d.settings.WebDir == "" {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			rest.WriteNotFound(w)
		}), nil
	}
	return pages.New(d.settings.WebDir)
}

// ready says whether this gateway can let anybody in, and no longer once it is asked to stop.
func (d *door) ready(w http.ResponseWriter, _ *http.Request) {
	select {
	case <-d.env.Stopping:
		rest.WriteError(w, http.StatusServiceUnavailable, reason.Unavailable, "this gateway is about to stop")
		return
	default:
	}
	if !d.refusals.Ready() {
		rest.WriteError(w, http.StatusServiceUnavailable, reason.Unavailable, "sessions cannot be checked now")
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// run serves until ctx ends and the last request is answered; what must be refused is read as long.
func (d *door) run(ctx context.Context, server *http.Server) error {
	reading, stop := context.WithCancel(context.WithoutCancel(ctx))
	read := make(chan error, 1)
	go func() { read <- d.refusals.Run(reading) }()
	err := d.serve(ctx, server)
	stop()
	return errors.Join(err, <-read)
}

// serve lets the requests in flight finish once ctx ends; the host has said before that this gateway stops.
func (d *door) serve(ctx context.Context, server *http.Server) error {
	done := make(chan error, 1)
	listener := secure.Listener(d.env.HTTP)
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
