// Package host runs services: it builds each one, serves its gRPC on a network, runs its background work, and
// stops all of them last-first. Services never learn whether their peers share the process.
package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"time"

	"google.golang.org/grpc"

	"puls.app/services/kit/auth"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/conf"
	"puls.app/services/kit/pgdb"
	"puls.app/services/kit/rpc"
)

// Service is what a service exports: a name that peers dial and a function that builds it.
type Service struct {
	Name  string
	Build func(ctx context.Context, env *Env) (*Parts, error)
}

// Runner is background work that ends when ctx does. An error from it ends the program.
type Runner func(ctx context.Context) error

// Parts is a built service.
type Parts struct {
	// Register adds the gRPC services; nil for a service that answers none.
	Register func(grpc.ServiceRegistrar)
	Policy   rpc.Policy
	Run      []Runner
	// Close releases what Build opened; may be nil.
	Close func()
}

// Env is what a service is built from.
type Env struct {
	// Name of the service being built.
	Name     string
	Settings Settings
	Network  Network
	Bus      *bus.Bus
	Keys     auth.Keys
	Log      *slog.Logger
	Now      func() time.Time
	// Storage is nil where the program does not know the disk that its data end on.
	Storage Storage
}

// Storage tells how full the disk is.
type Storage interface {
	// Room reports whether so many bytes more may be taken in without touching what accepted work needs to finish.
	Room(bytes int64) bool
	// Tight reports whether nothing at all may be changed.
	Tight() bool
	// Hold waits while it is tight, or until ctx ends.
	Hold(ctx context.Context)
}

// Settings are those that every service shares.
type Settings struct {
	// DatabaseURL answers where the schema of a service is, signed in as its own role.
	DatabaseURL func(schema string) (string, error)
	// Migrate brings schemas up to date at start, signed in at MigrateURL as a role that may take those of the owners.
	Migrate    bool
	MigrateURL string
	// Limits are what the installation sets otherwise than usual, by name; see Limit.
	Limits map[string]int
	// NoWork leaves background work out, for commands that only make some calls.
	NoWork bool
	// DrainPause is how long the public door, once asked to stop, still takes connections after it has said that it is
	// not ready: whoever sends it people needs a moment to hear of it.
	DrainPause time.Duration
	// Version of the program, for the x-app-version header and traces.
	Version string
	// HTTP is where the public API is served; the program opens it first, so that a port in use is told at once.
	// Nil where no service serves it.
	HTTP net.Listener
	// WebDir holds the built web pages; empty serves the API alone.
	WebDir string
	// Web is what the pages are told and whom the public door trusts.
	Web Web
	// Mail is how mails go out.
	Mail Mail
}

// Limit answers how much of something an account may have: what the installation says, else what is usual.
func (s Settings) Limit(name string, usual int) int {
	if own, has := s.Limits[name]; has {
		return own
	}
	return usual
}

// Mail are the settings of whoever sends mails.
type Mail struct {
	// SMTPURL is the server: smtps://user:password@host:465, or smtp://user:password@host:587 for STARTTLS. Without one
	// mails are kept in Dir, and without that they wait.
	SMTPURL conf.Secret `env:"SMTP_URL"`
	// From is the sender, such as Puls <puls@example.com>.
	From string `env:"MAIL_FROM" envDefault:"Puls <puls@localhost>"`
	// PublicURL is the address under which people reach the pages, such as https://puls.example; links in mails begin
	// with it. The program on one machine takes its own address.
	PublicURL string `env:"PUBLIC_URL"`
	// Dir is where mails are kept that no server is there for.
	Dir string
}

// Web are the settings of whoever serves the pages; all may be empty.
type Web struct {
	// Stage names the installation, such as "production" or "local".
	Stage string `env:"STAGE"`
	// SupportScriptURL is a script that every page loads.
	SupportScriptURL string `env:"SUPPORT_SCRIPT_URL"`
	// SentryDSN is where browsers report errors.
	SentryDSN string `env:"SENTRY_DSN"`
	// UpgradeURL, KnowledgeBaseURL and BugReportURL are where links of the pages lead.
	UpgradeURL       string `env:"UPGRADE_URL"`
	KnowledgeBaseURL string `env:"KNOWLEDGE_BASE_URL"`
	BugReportURL     string `env:"BUG_REPORT_URL"`
	// TermsURL and DataProcessingURL are what a person accepts who registers.
	TermsURL          string `env:"TERMS_URL"`
	DataProcessingURL string `env:"DATA_PROCESSING_URL"`
	// AllowedOrigins are other origins whose pages may use the API, such as "https://app.example.com".
	AllowedOrigins []string `env:"ALLOWED_ORIGINS"`
	// TLSCertFile and TLSKeyFile are PEM files; with them the public door speaks HTTPS and HTTP/2 itself.
	TLSCertFile string `env:"TLS_CERT_FILE"`
	TLSKeyFile  string `env:"TLS_KEY_FILE"`
	// TrustedProxies are addresses or networks whose X-Forwarded-For is believed.
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	// Downloads and DownloadsPerAccount bound the downloads that are open at once, WatchesPerAccount an account's other
	// streams; 0 means the usual 48, 4 and 64.
	Downloads           int `env:"DOWNLOADS"`
	DownloadsPerAccount int `env:"DOWNLOADS_PER_ACCOUNT"`
	WatchesPerAccount   int `env:"WATCHES_PER_ACCOUNT"`
	// ReadPatience is how long a client that reads nothing of an answer is waited for; 0 means 30 s.
	ReadPatience time.Duration `env:"READ_PATIENCE"`
}

// Postgres opens the service's schema.
func (e *Env) Postgres(ctx context.Context, schema string, migrations fs.FS) (*pgdb.DB, error) {
	url, err := e.Settings.DatabaseURL(schema)
	if err != nil {
		return nil, fmt.Errorf("find database of %s: %w", schema, err)
	}
	db, err := pgdb.Open(ctx, pgdb.Options{URL: url, Schema: schema, Migrations: migrations, Migrate: e.Settings.Migrate, MigrateURL: e.Settings.MigrateURL})
	if err != nil {
		return nil, fmt.Errorf("open schema %s: %w", schema, err)
	}
	return db, nil
}

// DialAsService makes a lazy client of a peer whose calls prove this service's name.
func (e *Env) DialAsService(peer string) (*grpc.ClientConn, error) {
	if err := e.Keys.Check(e.Name); err != nil {
		return nil, err
	}
	return e.Network.Dial(peer, rpc.AsService(e.Keys, e.Name, peer, e.Now))
}

// DialAsCaller makes a lazy client of a peer whose calls pass on the token of the call being served.
func (e *Env) DialAsCaller(peer string) (*grpc.ClientConn, error) {
	if err := e.Keys.Check(e.Name); err != nil {
		return nil, err
	}
	return e.Network.Dial(peer, rpc.AsCaller)
}

// Host is a set of running services.
type Host struct {
	log     *slog.Logger
	parts   []*built
	failure chan error
}

type built struct {
	name   string
	parts  *Parts
	server *grpc.Server
	// cancel ends the background work, done is closed when it has ended.
	cancel context.CancelFunc
	done   chan struct{}
}

// stopGrace is how long calls in flight may go on after the stop was asked for.
const stopGrace = 10 * time.Second

// Start builds and runs services in the order given. When one fails, those before it are stopped again.
func Start(ctx context.Context, env Env, services []Service) (*Host, error) {
	h := &Host{log: env.Log, failure: make(chan error, 1)}
	for _, service := range services {
		if err := h.start(ctx, env, service); err != nil {
			h.Stop()
			return nil, fmt.Errorf("start %s: %w", service.Name, err)
		}
	}
	return h, nil
}

func (h *Host) start(ctx context.Context, env Env, service Service) error {
	env.Name = service.Name
	env.Log = env.Log.With("service", service.Name)
	parts, err := service.Build(ctx, &env)
	if err != nil {
		return err
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	b := &built{name: service.Name, parts: parts, cancel: cancel, done: make(chan struct{})}
	h.parts = append(h.parts, b)
	if parts.Register != nil {
		if b.server, err = rpc.NewServer(env.Keys, service.Name, parts.Policy, env.Log); err != nil {
			close(b.done)
			return fmt.Errorf("make server: %w", err)
		}
		parts.Register(b.server)
		listener, err := env.Network.Listen(service.Name)
		if err != nil {
			close(b.done)
			return fmt.Errorf("listen: %w", err)
		}
		go func() {
			if err := b.server.Serve(listener); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
				h.fail(fmt.Errorf("serve %s: %w", b.name, err))
			}
		}()
	}
	if env.Settings.NoWork {
		close(b.done)
		return nil
	}
	go h.work(running, b)
	return nil
}

func (h *Host) work(ctx context.Context, b *built) {
	defer close(b.done)
	ended := make(chan struct{})
	for _, run := range b.parts.Run {
		go func() {
			defer func() { ended <- struct{}{} }()
			if err := run(ctx); err != nil && ctx.Err() == nil {
				h.fail(fmt.Errorf("run %s: %w", b.name, err))
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
	default: // the first failure is the one that is told
	}
}

// Wait returns when ctx ends, with nil, or with the first failure of a service.
func (h *Host) Wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case err := <-h.failure:
		return err
	}
}

// Stop ends the services last-first, each whole before the next: its background work, the calls in flight, what it
// holds. A door that still lets people in while it closes so has everything behind it. Stop may be called twice.
func (h *Host) Stop() {
	for i := len(h.parts) - 1; i >= 0; i-- {
		h.stop(h.parts[i])
	}
	h.parts = nil
}

func (h *Host) stop(b *built) {
	b.cancel()
	if b.server != nil {
		graceful := make(chan struct{})
		go func() { defer close(graceful); b.server.GracefulStop() }()
		select {
		case <-graceful:
		case <-time.After(stopGrace):
			h.log.Warn("calls were cut off at the stop", "service", b.name)
			b.server.Stop()
		}
	}
	<-b.done
	if b.parts.Close != nil {
		b.parts.Close()
	}
}
