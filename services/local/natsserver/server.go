package natsserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"puls.app/services/local/internal/flock"
)

const (
	loopback      = "127.0.0.1"
	defaultStore  = 16 << 30
	defaultMemory = 64 << 20
	readyPoll     = 5 * time.Millisecond
)

// Options configure the store of the server and its reachability.
type Options struct {
	// Dir is the folder of the streams, for this server alone; it is made if it does not exist.
	Dir string
	// Listen opens a port on 127.0.0.1, guarded by a random token. Without it the server is
	// reachable through Connect only.
	Listen bool
	// Port to listen on; 0 means any free one.
	Port int
	// MaxStore limits the size of all streams on disk, in bytes; 0 means 16 GiB.
	MaxStore int64
	// Log receives the server's log, if not nil.
	Log *slog.Logger
}

// Server is a running NATS server.
type Server struct {
	nats    *server.Server
	config  server.JetStreamConfig
	lock    *flock.Lock
	token   string
	address string
	stop    sync.Once
}

// Start starts a server and returns when it accepts connections and JetStream has loaded its streams.
func Start(ctx context.Context, o Options) (*Server, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("start NATS: %w", err)
	}
	held, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	s := &Server{lock: held}
	if err := s.start(ctx, dir, o); err != nil {
		return nil, errors.Join(err, held.Release())
	}
	return s, nil
}

func (s *Server) start(ctx context.Context, dir string, o Options) error {
	if o.Listen {
		s.token = rand.Text()
	}
	options := s.options(dir, o)
	n, err := server.NewServer(options)
	if err != nil {
		return fmt.Errorf("start NATS: %w", err)
	}
	log := &logger{to: o.Log}
	n.SetLoggerV2(log, false, false, false)
	s.nats = n
	began := make(chan struct{})
	go func() {
		defer close(began)
		n.Start() // listens in its own goroutines and returns
	}()
	if err := s.await(ctx, log); err != nil {
		n.Shutdown()
		<-began
		n.WaitForShutdown()
		return explain(err, o, dir)
	}
	s.config = jetStream(options)
	if o.Listen {
		s.address = n.Addr().String()
	}
	return nil
}

func (s *Server) options(dir string, o Options) *server.Options {
	store := o.MaxStore
	if store == 0 {
		store = defaultStore
	}
	port := o.Port
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return &server.Options{
		ServerName: "local", DontListen: !o.Listen, Host: loopback, Port: port, Authorization: s.token,
		JetStream: true, StoreDir: dir, SyncAlways: true,
		JetStreamMaxStore: store, JetStreamMaxMemory: defaultMemory,
		DisableJetStreamBanner: true, NoSigs: true,
	}
}

// await waits until the server is ready or has failed.
func (s *Server) await(ctx context.Context, log *logger) error {
	tick := time.NewTicker(readyPoll)
	defer tick.Stop()
	for {
		if err := log.fatal(); err != nil {
			return err
		}
		if s.nats.ReadyForConnections(readyPoll) {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
	}
}

// explain adds the remedy to common errors.
func explain(err error, o Options, dir string) error {
	text := err.Error()
	switch {
	case o.Listen && o.Port != 0 && hasCause(text, syscall.EADDRINUSE):
		return fmt.Errorf("port %d on %s is in use: stop the program that listens there or choose another port", o.Port, loopback)
	case hasCause(text, syscall.ENOSPC):
		return fmt.Errorf("start NATS: the disk that holds %s is full: %w", dir, err)
	}
	return fmt.Errorf("start NATS in %s: %w", dir, err)
}

// Connect returns a connection that does not leave the process.
func (s *Server) Connect(options ...nats.Option) (*nats.Conn, error) {
	all := append([]nats.Option{nats.InProcessServer(s.nats), nats.Token(s.token)}, options...)
	conn, err := nats.Connect("", all...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	return conn, nil
}

// URL returns the address for other processes, token included; it is empty if the server does not
// listen.
func (s *Server) URL() string {
	if s.address == "" {
		return ""
	}
	return (&url.URL{Scheme: "nats", User: url.User(s.token), Host: s.address}).String()
}

// Stop closes all connections, writes every stream out and frees the folder.
func (s *Server) Stop() error {
	var err error
	s.stop.Do(func() {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
		err = s.lock.Release()
	})
	return err
}
