package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"puls.app/services/kit/loop"
	"puls.app/services/local/internal/flock"
)

const (
	superuser = "postgres"
	loopback  = "127.0.0.1"
	// maxSocketPath is the longest path of a unix socket that every system we run on supports.
	maxSocketPath = 103
	stopPatience  = 30 * time.Second
	startPoll     = 5 * time.Millisecond
)

// ErrInUse means that another program holds the data folder.
var ErrInUse = errors.New("the Postgres data are in use")

// Options configure a server.
type Options struct {
	// Packages is the node_modules folder that holds the package of binaries.
	Packages string
	// Data is a folder for this server alone; it is made if it does not exist.
	Data string
	// User runs Postgres when this process is root; empty means postgres, else nobody.
	User string
	// Port on 127.0.0.1; 0 means any free one.
	Port int
	// Archive is a folder for the write-ahead log, created for the user that runs Postgres; empty disables archiving.
	Archive string
	// Settings of Postgres that differ from this package's defaults.
	Settings map[string]string
	// Log receives Postgres's own log, if not nil.
	Log io.Writer
}

// Server is a running Postgres.
type Server struct {
	layout   layout
	account  account
	options  Options
	binaries string
	lock     *flock.Lock
	password string
	port     int
	socket   bool
	stopping sync.Once
	stopped  chan struct{}

	mu      sync.Mutex // guards process, which Keep replaces
	process *process
}

func (s *Server) running() *process {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.process
}

func (s *Server) setProcess(p *process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.process = p
}

// Start starts a Postgres on a data folder, creates the copy of its binaries and the cluster if they are missing, and
// returns when it accepts connections. The context limits the start, not the server's life.
func Start(ctx context.Context, o Options) (*Server, error) {
	data, err := filepath.Abs(o.Data)
	if err != nil {
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	if err := checkSettings(o.Settings); err != nil {
		return nil, err
	}
	found, err := findDistribution(o.Packages)
	if err != nil {
		return nil, err
	}
	s := &Server{layout: layout{data}, options: o, port: o.Port, stopped: make(chan struct{})}
	if err := s.takeFolder(); err != nil {
		return nil, err
	}
	if err := s.start(ctx, o, found); err != nil {
		return nil, errors.Join(err, s.lock.Release())
	}
	return s, nil
}

// takeFolder makes the data folder and locks it for this process.
func (s *Server) takeFolder() error {
	if err := os.MkdirAll(s.layout.data, 0o755); err != nil {
		return fmt.Errorf("make the Postgres data folder: %w", err)
	}
	lock, err := flock.Try(s.layout.lock())
	if errors.Is(err, flock.ErrHeld) {
		return fmt.Errorf("%w by process %d, which runs on %s: stop it or choose another folder",
			ErrInUse, flock.Holder(s.layout.lock()), s.layout.data)
	}
	if err != nil {
		return fmt.Errorf("lock the Postgres data folder: %w", err)
	}
	if err := lock.Sign(); err != nil {
		return errors.Join(fmt.Errorf("lock the Postgres data folder: %w", err), lock.Release())
	}
	s.lock = lock
	return nil
}

// Discard deletes the cluster in a data folder, after stopping a Postgres still running on it, and keeps the copy of
// the binaries. It is for disposable data, such as a test's.
func Discard(ctx context.Context, data string) error {
	data, err := filepath.Abs(data)
	if err != nil {
		return fmt.Errorf("discard Postgres data: %w", err)
	}
	s := &Server{layout: layout{data}}
	if err := s.takeFolder(); err != nil {
		return err
	}
	err = stopOrphan(ctx, s.layout.cluster())
	if err == nil {
		err = os.RemoveAll(s.layout.cluster())
	}
	if err := errors.Join(err, s.lock.Release()); err != nil {
		return fmt.Errorf("discard Postgres data: %w", err)
	}
	return nil
}

func (s *Server) start(ctx context.Context, o Options, found distribution) (err error) {
	if s.account, err = chooseAccount(o.User, s.layout.cluster()); err != nil {
		return err
	}
	if err := stopOrphan(ctx, s.layout.cluster()); err != nil {
		return err
	}
	if err := s.layout.checkMajor(found); err != nil {
		return err
	}
	if s.binaries, err = found.install(s.layout.data); err != nil {
		return err
	}
	if err := s.account.own(s.layout.lock()); err != nil {
		return fmt.Errorf("give the lock to user %s: %w", s.account.name, err)
	}
	if err := s.account.checkReach(s.binaries); err != nil {
		return err
	}
	if err := s.layout.createCluster(ctx, s.account, s.binaries, o.Settings); err != nil {
		return err
	}
	if s.password, err = s.layout.readPassword(); err != nil {
		return err
	}
	if err := s.layout.emptySockets(s.account); err != nil {
		return err
	}
	if o.Settings, err = s.account.archiving(o); err != nil {
		return err
	}
	s.options.Settings = o.Settings
	if err := s.launch(ctx, o); err != nil {
		return err
	}
	if err := s.greet(ctx); err != nil {
		s.running().stop(stopPatience)
		return err
	}
	return nil
}

// launch runs the server and retries temporary failures: sessions of a killed server take a moment to end, and a free
// port can be taken before Postgres has it.
func (s *Server) launch(ctx context.Context, o Options) error {
	deadline := time.Now().Add(10 * time.Second)
	for {
		err := s.launchOnce(ctx, o)
		if err == nil {
			return nil
		}
		output := ""
		if p := s.running(); p != nil {
			output = p.output.String()
		}
		taken := strings.Contains(output, "Address already in use")
		ending := strings.Contains(output, "pre-existing shared memory block")
		if taken && o.Port != 0 {
			return fmt.Errorf("port %d on %s is in use: stop the program that listens there or choose another port", o.Port, loopback)
		}
		if !taken && !ending || time.Now().After(deadline) {
			return err
		}
		if err := loop.Pause(ctx, 100*time.Millisecond); err != nil {
			return fmt.Errorf("start Postgres: %w", err)
		}
	}
}

func (s *Server) launchOnce(ctx context.Context, o Options) error {
	s.setProcess(nil)
	if o.Port == 0 {
		port, err := freePort(ctx)
		if err != nil {
			return fmt.Errorf("start Postgres: %w", err)
		}
		s.port = port
	}
	path := filepath.Join(s.layout.sockets(), ".s.PGSQL."+strconv.Itoa(s.port))
	s.socket = len(path) <= maxSocketPath && !strings.Contains(path, ",") // clients read a comma as two hosts
	output := &tail{}
	if o.Log != nil {
		output.next = func(text []byte) { _, _ = o.Log.Write(text) } // a broken log must not stop Postgres
	}
	cmd := s.account.command(s.layout.data, filepath.Join(s.binaries, "bin", "postgres"), s.arguments(o.Settings)...)
	p, err := start(cmd, output)
	if err != nil {
		return fmt.Errorf("start Postgres: %w", err)
	}
	s.setProcess(p)
	for {
		if note, err := readPidFile(s.layout.cluster()); err == nil && note.pid == cmd.Process.Pid && note.status == "ready" {
			return nil
		}
		if p.ended() {
			return fmt.Errorf("start Postgres on %s: %s", s.layout.data, reason(output.String()))
		}
		if err := loop.Pause(ctx, startPoll); err != nil {
			p.stop(stopPatience)
			return fmt.Errorf("start Postgres: %w", err)
		}
	}
}

// greet checks that the password is valid and that the server answers at the clients' address.
func (s *Server) greet(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.URL(superuser))
	if err != nil {
		return fmt.Errorf("connect to the Postgres just started on %s: %w", s.layout.data, err)
	}
	if err := conn.Close(ctx); err != nil {
		return fmt.Errorf("connect to the Postgres just started on %s: %w", s.layout.data, err)
	}
	s.running().output.reset()
	return nil
}

// freePort finds a port that nothing listens on at the moment.
func freePort(ctx context.Context) (int, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp4", loopback+":0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	defer func() { _ = listener.Close() }() // only finds a free port
	address, ok := listener.Addr().(*net.TCPAddr)
	if !ok {
		return 0, fmt.Errorf("find a free port: %s is no TCP address", listener.Addr())
	}
	return address.Port, nil
}

// URL returns the address of a database for the superuser.
func (s *Server) URL(database string) string {
	return s.URLFor(superuser, s.password, database)
}

// URLFor returns the address of a database for another role.
func (s *Server) URLFor(role, password, database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(role, password), Path: "/" + database}
	query := url.Values{"sslmode": {"disable"}}
	if s.socket {
		query.Set("host", s.layout.sockets())
		query.Set("port", strconv.Itoa(s.port))
	} else {
		u.Host = net.JoinHostPort(loopback, strconv.Itoa(s.port))
	}
	// Like libpq, pgx reads a plus as a plus and not as a space.
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	return u.String()
}

// Port returns the port on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// Done is closed when the present Postgres process has ended, requested or not.
func (s *Server) Done() <-chan struct{} { return s.running().done }

// Err returns why Postgres ended unexpectedly; nil while it runs and after Stop.
func (s *Server) Err() error {
	select {
	case <-s.stopped:
		return nil
	default:
	}
	p := s.running()
	if !p.ended() {
		return nil
	}
	cause := p.err
	if cause == nil {
		cause = errors.New("it was stopped from outside")
	}
	return fmt.Errorf(
		"the Postgres on %s ended unasked (%w), its last words: %s", s.layout.data, cause, lastLine(p.output.String()),
	)
}

// Stop closes all sessions, writes all data to disk, ends Postgres and unlocks the data folder.
func (s *Server) Stop() error {
	var err error
	s.stopping.Do(func() {
		p := s.running()
		if p == nil { // Keep could not start the program
			close(s.stopped)
			err = s.lock.Release()
			return
		}
		ended := p.ended()
		if ended {
			err = s.Err()
		}
		close(s.stopped)
		p.stop(stopPatience)
		if !ended && p.err != nil {
			err = fmt.Errorf("stop Postgres on %s: %w", s.layout.data, p.err)
		}
		err = errors.Join(err, s.lock.Release())
	})
	return err
}
