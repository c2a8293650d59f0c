package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"puls.app/services/kit/loop"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgserver"
)

// Embedded has the servers of one machine. An address in the environment replaces either.
type Embedded struct {
	// DatabaseURL signs in as an administrator of the product's database.
	DatabaseURL string
	// NATSURL is for other processes.
	NATSURL string
	// Connect opens a connection to NATS.
	Connect  func(...nats.Option) (*nats.Conn, error)
	postgres *pgserver.Server
	nats     *natsserver.Server
	// log is that of Postgres.
	log *os.File
}

const (
	// mostLog is the size in bytes from which the log of Postgres begins anew.
	mostLog = 64 << 20
	// logEvery is how often its size is checked.
	logEvery = time.Minute
)

// StartEmbedded starts the servers that the settings do not name.
func (s Settings) StartEmbedded(ctx context.Context, data, packages string, log *slog.Logger) (_ *Embedded, err error) {
	e := &Embedded{DatabaseURL: s.DatabaseURL(), NATSURL: s.NATSURL()}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.Stop())
		}
	}()
	if e.DatabaseURL == "" {
		if err := e.startPostgres(ctx, data, packages, s.ArchiveDir); err != nil {
			return nil, err
		}
	}
	if e.NATSURL != "" {
		e.Connect = s.NATS(e.NATSURL)
		return e, nil
	}
	e.nats, err = natsserver.Start(ctx, natsserver.Options{Dir: filepath.Join(data, "nats"), Listen: true, Log: log})
	if err != nil {
		return nil, err
	}
	e.NATSURL, e.Connect = e.nats.URL(), e.nats.Connect
	return e, nil
}

func (e *Embedded) startPostgres(ctx context.Context, data, packages, archive string) error {
	const flags = os.O_CREATE | os.O_WRONLY | os.O_TRUNC | os.O_APPEND
	logFile, err := os.OpenFile(filepath.Join(data, "postgres.log"), flags, 0o600)
	if err != nil {
		return fmt.Errorf("open log of Postgres: %w", err)
	}
	e.log = logFile
	e.postgres, err = pgserver.Start(
		ctx, pgserver.Options{
			Packages: packages, Data: filepath.Join(data, "postgres"), Archive: archive, Log: io.Writer(logFile),
		},
	)
	if err != nil {
		return errors.Join(err, logFile.Close())
	}
	e.DatabaseURL, err = CreateDatabase(ctx, e.postgres.URL("postgres"), Database)
	return err
}

// Keep restarts servers that end unexpectedly, until ctx ends. It fails if the database server cannot be restarted any
// more.
func (e *Embedded) Keep(ctx context.Context, room func() bool, log *slog.Logger) error {
	var keeping sync.WaitGroup
	defer keeping.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if e.nats != nil {
		keeping.Go(func() { e.nats.Keep(ctx, room, log) })
	}
	if e.postgres == nil {
		keeping.Wait()
		return nil
	}
	keeping.Go(func() {
		_ = loop.Every(logEvery, log, "the log of Postgres could not be cut", e.cutLog)(ctx) // it returns nil only
	})
	return e.postgres.Keep(ctx, log)
}

func (e *Embedded) cutLog(context.Context) error {
	info, err := e.log.Stat()
	if err != nil || info.Size() < mostLog {
		return err
	}
	return e.log.Truncate(0)
}

// Relieve runs a checkpoint, so that the database's log takes less room.
func (e *Embedded) Relieve(ctx context.Context) (err error) {
	conn, err := pgx.Connect(ctx, e.DatabaseURL)
	if err != nil {
		return fmt.Errorf("connect to Postgres: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if _, err := conn.Exec(ctx, "CHECKPOINT"); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// Stop ends the servers that were started.
func (e *Embedded) Stop() error {
	var err error
	if e.nats != nil {
		err = e.nats.Stop()
	}
	if e.postgres != nil {
		err = errors.Join(err, e.postgres.Stop())
	}
	return err
}

// Listen opens the public address; its error suggests another address.
func Listen(address string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s (choose another with --http): %w", address, err)
	}
	return listener, nil
}

// Recover makes the Postgres of an unpacked backup usable, in the data folder that it was unpacked into.
func Recover(ctx context.Context, data, packages string, r pgserver.Recovery) error {
	return pgserver.Recover(ctx, pgserver.Options{Packages: packages, Data: filepath.Join(data, "postgres")}, r)
}
