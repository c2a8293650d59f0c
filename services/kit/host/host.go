// Package host runs services: it builds each one, serves its gRPC on a network, runs its background work, and stops all
// of them in reverse order. Services never learn whether their peers share the process.
package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/reflection"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/rpc"
	"puls.app/services/kit/telemetry"
)

// Service describes a service to the program.
type Service struct {
	// Name is the name that peers dial.
	Name string
	// Schema is the service's own schema of the database, which Migrations (goose files) update; empty for a service that
	// stores nothing.
	Schema     string
	Migrations fs.FS
	// Connections is the number of Postgres connections that a process needs because its work holds several at a time; 0
	// for a service whose requests can wait for each other.
	Connections int32
	// Settings points to a struct of the service's own settings, filled before Build; nil for a service that has none.
	Settings any
	// Figures reads metrics from the migrated schema, without starting the service; nil for a service that has none.
	Figures func(ctx context.Context, db *pgdb.DB) ([]telemetry.Figure, error)
	// Streams are the streams that the service owns: the host creates them, recreates lost ones, and others wait for them.
	Streams []bus.Stream
	// Outside checks the systems outside the installation that the service needs, with its settings filled, and describes
	// the result; nil for a service that needs none.
	Outside func(ctx context.Context) (found string, err error)
	Build   func(ctx context.Context, env *Env) (*Parts, error)
}

// Pool returns the maximum number of Postgres connections of a process: the number that the service needs, else the one
// that the operator allows, else pgdb.DefaultConns.
func (s Service) Pool(allowed int32) int32 { return cmp.Or(s.Connections, allowed, pgdb.DefaultConns) }

// Runner is background work that ends when ctx does. An error from it ends the program.
type Runner func(ctx context.Context) error

// Parts is a built service.
type Parts struct {
	// Register adds the gRPC services; nil for a service without any.
	Register func(grpc.ServiceRegistrar)
	Run      []Runner
	// Consume lists the service's consumers.
	Consume []bus.Consumer
}

// Env is the environment that a service is built in.
type Env struct {
	// Name of the service being built.
	Name string
	// Version of the program, for the x-app-version header and traces.
	Version string
	// Settings are the settings of all services as text.
	Settings conf.Values
	// DatabaseURL returns the URL of a service's schema, signed in as the service's role.
	DatabaseURL func(schema string) (string, error)
	// MigrateURL returns a URL for a role that may act as a schema's owner. With it schemas are migrated at the start; if
	// it is nil they must be migrated already.
	MigrateURL func(schema string) string
	// Connections is the argument of Service.Pool.
	Connections int32
	// DB is the schema of the service being built, nil if it has none; it is closed after the service.
	DB      *pgdb.DB
	Network Network
	Bus     *bus.Bus
	Keys    auth.Keys
	Log     *slog.Logger
	Now     func() time.Time
	// HTTP is the listener of the public API. The program opens it first, so that a port in use fails at once. Nil where
	// no service serves it.
	HTTP net.Listener
	// Admin serves the operators of the program; /healthz and /readyz are added at the start. Nil without an admin
	// address.
	Admin *http.ServeMux
	// DrainPause is how long the program keeps serving after a stop was requested and announced. It must be longer than
	// the interval of the health checks of load balancers.
	DrainPause time.Duration
	// Reflection enables gRPC reflection for authenticated callers.
	Reflection bool
	// Stopping is closed by the host once a stop is requested.
	Stopping <-chan struct{}
	// Storage is nil where the program does not know the disk that holds its data.
	Storage Storage
	// NoWork disables background work, for commands that only make some calls.
	NoWork bool

	// peers are the clients that were dialled, closed after the service.
	peers []Conn
}

// Storage reports the free space of the disk.
type Storage interface {
	// Room reports whether that many more bytes may be accepted without using the reserve.
	Room(bytes int64) bool
	// Tight reports whether no changes may be accepted at all.
	Tight() bool
	// Hold blocks while the disk is tight, or until ctx ends.
	Hold(ctx context.Context)
}

// open opens the schema of a service, and migrates it if allowed.
func (e *Env) open(ctx context.Context, service Service) (*pgdb.DB, error) {
	url, err := e.DatabaseURL(service.Schema)
	if err != nil {
		return nil, fmt.Errorf("find database: %w", err)
	}
	options := pgdb.Options{
		URL: url, Schema: service.Schema, Migrations: service.Migrations, MaxConns: service.Pool(e.Connections),
		Exact: e.MigrateURL != nil, // a program that migrates at its start runs alone
	}
	db, err := pgdb.Open(ctx, options)
	if errors.Is(err, pgdb.ErrNotMigrated) && e.MigrateURL != nil {
		if err := pgdb.Migrate(ctx, e.MigrateURL(service.Schema), service.Schema, service.Migrations); err != nil {
			return nil, err
		}
		db, err = pgdb.Open(ctx, options)
	}
	if err != nil {
		return nil, fmt.Errorf("open schema %s: %w", service.Schema, err)
	}
	return db, nil
}

// DialAsService makes a lazy client of a peer whose calls carry this service's token. The host closes it.
func (e *Env) DialAsService(peer string) (Conn, error) {
	return e.dial(peer, rpc.AsService(e.Keys, e.Name, peer, e.Now))
}

// DialAsCaller makes a lazy client of a peer whose calls pass on the token of the call being served. The host closes
// it.
func (e *Env) DialAsCaller(peer string) (Conn, error) {
	return e.dial(peer, rpc.AsCaller)
}

func (e *Env) dial(peer string, identify rpc.Identify) (Conn, error) {
	if err := e.Keys.Check(e.Name); err != nil {
		return nil, err
	}
	conn, err := e.Network.Dial(peer, identify)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", peer, err)
	}
	e.peers = append(e.peers, conn)
	return conn, nil
}

// Host is a set of running services.
type Host struct {
	log      *slog.Logger
	bus      *bus.Bus
	pause    time.Duration
	failure  chan error
	stopping chan struct{}
	stop     func()

	mu      sync.Mutex
	parts   []*built
	started bool
}

type built struct {
	env    *Env
	parts  *Parts
	server *rpc.Server
	health *healthServer
	// cancel ends the background work, done is closed when it has ended.
	cancel context.CancelFunc
	done   chan struct{}
}

// stopGrace is how long calls in flight may continue after a stop was requested.
const stopGrace = 10 * time.Second

// Start builds and runs services in the order given. When one fails, those before it are stopped again.
func Start(ctx context.Context, env Env, services []Service) (*Host, error) {
	h := &Host{
		log: env.Log, bus: env.Bus, pause: env.DrainPause, failure: make(chan error, 1), stopping: make(chan struct{}),
	}
	if env.NoWork { // no other program calls a command
		h.pause = 0
	}
	h.stop = sync.OnceFunc(func() { close(h.stopping) })
	env.Stopping = h.stopping
	if env.Admin != nil {
		h.handle(env.Admin)
	}
	for _, service := range services {
		if err := h.start(ctx, env, service); err != nil {
			h.Stop()
			return nil, fmt.Errorf("start %s: %w", service.Name, err)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.started = true
	return h, nil
}

func (h *Host) start(ctx context.Context, env Env, service Service) (err error) {
	env.Name = service.Name
	env.Log = env.Log.With("service", service.Name)
	b := &built{env: &env, done: make(chan struct{})}
	if b.parts, err = build(ctx, &env, service); err != nil {
		b.close()
		return err
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	b.cancel = cancel
	h.mu.Lock()
	h.parts = append(h.parts, b)
	h.mu.Unlock()
	if b.parts.Register != nil {
		if err := h.serve(b); err != nil {
			close(b.done)
			return err
		}
	}
	if env.NoWork {
		close(b.done)
		return nil
	}
	if service.Figures != nil {
		b.parts.Run = append(b.parts.Run, func(ctx context.Context) error {
			return telemetry.Gauges(ctx, env.Log, service.Name, func(ctx context.Context) ([]telemetry.Figure, error) {
				return service.Figures(ctx, env.DB)
			})
		})
	}
	go h.work(running, b)
	return nil
}

// build reads a service's settings, opens its database and builds it.
func build(ctx context.Context, env *Env, service Service) (_ *Parts, err error) {
	if service.Settings != nil {
		if err := env.Settings.Read(service.Settings); err != nil {
			return nil, err
		}
	}
	if service.Schema != "" {
		if env.DB, err = env.open(ctx, service); err != nil {
			return nil, err
		}
	}
	parts, err := service.Build(ctx, env)
	if err != nil {
		return nil, err
	}
	for _, consumer := range parts.Consume {
		parts.Run = append(parts.Run, func(ctx context.Context) error { return env.Bus.Consume(ctx, consumer) })
	}
	for _, stream := range service.Streams {
		parts.Run = append(parts.Run, func(ctx context.Context) error { return env.Bus.KeepStream(ctx, stream) })
	}
	return parts, nil
}

// serve serves the service's calls until its server is stopped.
func (h *Host) serve(b *built) error {
	options := rpc.Options{
		Keys: b.env.Keys, Name: b.env.Name, Calls: rpc.Contracts(), Log: b.env.Log, Credentials: b.env.Network.Credentials(),
	}
	if b.env.DB != nil {
		options.Once = b.env.DB
	}
	server, err := rpc.NewServer(options)
	if err != nil {
		return fmt.Errorf("make server: %w", err)
	}
	b.parts.Register(server)
	checks := addHealth(server)
	if b.env.Reflection {
		reflection.Register(server)
	}
	if err := options.Calls.Check(server.Server); err != nil {
		return err
	}
	listener, err := b.env.Network.Listen(b.env.Name, server)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	b.server, b.health = server, checks
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
			h.fail(fmt.Errorf("serve %s: %w", b.env.Name, err))
		}
	}()
	return nil
}

func (h *Host) work(ctx context.Context, b *built) {
	defer close(b.done)
	ended := make(chan struct{})
	for _, run := range b.parts.Run {
		go func() {
			defer func() { ended <- struct{}{} }()
			if err := run(ctx); err != nil && ctx.Err() == nil {
				h.fail(fmt.Errorf("run %s: %w", b.env.Name, err))
			}
		}()
	}
	for range b.parts.Run {
		<-ended
	}
}

func (h *Host) fail(err error) {
	select {
	case h.failure <- err:
	default: // only the first failure is reported
	}
}

// Wait returns nil when ctx ends, or the first failure of a service.
func (h *Host) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-h.failure:
		return err
	}
}

// Stop reports this program as stopping, waits DrainPause for load balancers to notice, and ends the services in
// reverse order. Each service ends completely before the next one: calls in flight, background work, connections. The
// gateway, started last, thus still has all its peers while it drains. Stop may be called twice.
func (h *Host) Stop() {
	h.stop()
	h.mu.Lock()
	parts, started := h.parts, h.started
	h.parts = nil
	h.mu.Unlock()
	for _, b := range parts {
		if b.server != nil {
			b.health.Shutdown()
		}
	}
	if started && len(parts) > 0 {
		<-time.After(h.pause)
	}
	for i := len(parts) - 1; i >= 0; i-- {
		h.end(parts[i])
	}
}

func (h *Host) end(b *built) {
	if b.server != nil {
		close(b.health.over)
		graceful := make(chan struct{})
		go func() { defer close(graceful); b.server.GracefulStop() }()
		select {
		case <-graceful:
		case <-time.After(stopGrace):
			h.log.Warn("calls were cut off at the stop", "service", b.env.Name)
			b.server.Stop()
		}
	}
	b.cancel()
	<-b.done
	b.close()
}

// close closes the service's clients, then its database.
func (b *built) close() {
	for _, peer := range b.env.peers {
		_ = peer.Close() // fails only if it is closed already
	}
	if b.env.DB != nil {
		b.env.DB.Close()
	}
}
