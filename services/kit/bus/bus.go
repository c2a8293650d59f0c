// Package bus carries messages over NATS JetStream. Delivery is at least once, so every handler must be idempotent.
// Messages that must not be lost are stored in Postgres by their sender (package outbox) and only pass through here.
package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/retry"
)

// ackTimeout is how long a publication may take to be stored before it counts as failed.
const ackTimeout = 10 * time.Second

// Bus is one connection to JetStream.
type Bus struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	log     *slog.Logger
	options Options
	reached *atomic.Bool
}

// Options configures the connection.
type Options struct {
	// Connect opens the connection: to a server in this process, or by URL.
	Connect func(...nats.Option) (*nats.Conn, error)
	// Name appears in the server's list of clients.
	Name string
	// Hold blocks while nothing may be written, for example on a full disk; nil never blocks.
	Hold func(ctx context.Context)
	// Replicas is the number of servers that store each stream: 1, or an odd number up to the size of the cluster; 0 means
	// 1. A publication is acknowledged once most of them have it.
	Replicas int
	// Passing reports whether a failure is temporary, such as a restarting database. The bus waits until it passes and
	// does not count the attempt. Nil treats no failure as temporary.
	Passing func(error) bool
}

// Connect opens the connection. A connection lost later is restored in the background, for ever.
func Connect(o Options, log *slog.Logger) (*Bus, error) {
	var reached atomic.Bool
	options := append(staying(o.Name, log), nats.ConnectHandler(func(*nats.Conn) { reached.Store(true) }))
	conn, err := o.Connect(options...)
	if err != nil {
		return nil, fmt.Errorf("connect to NATS: %w", err)
	}
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(64), jetstream.WithPublishAsyncTimeout(ackTimeout))
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("open JetStream: %w", err)
	}
	if o.Hold == nil {
		o.Hold = func(context.Context) {}
	}
	if o.Passing == nil {
		o.Passing = func(error) bool { return false }
	}
	o.Replicas = max(o.Replicas, 1)
	return &Bus{conn: conn, js: js, log: log, options: o, reached: &reached}, nil
}

// Reached reports whether the server was ever reached. A connection lost later is restored automatically.
func (b *Bus) Reached() bool { return b.reached.Load() }

// Hold blocks while nothing may be written.
func (b *Bus) Hold(ctx context.Context) { b.options.Hold(ctx) }

// Passing reports whether a failure is temporary.
func (b *Bus) Passing(err error) bool { return b.options.Passing(err) }

// Close sends the buffered messages and ends the connection.
func (b *Bus) Close() error {
	closed := b.conn.StatusChanged(nats.CLOSED)
	if err := b.conn.Drain(); err != nil {
		if errors.Is(err, nats.ErrConnectionClosed) {
			return nil
		}
		b.conn.Close() // never connected, or reconnecting: there is nothing to drain
		return nil
	}
	<-closed
	return nil
}

// Stream is a named store of messages. The service that owns it creates it; others wait until it exists.
type Stream struct {
	Name string
	// Subjects are the stream's subjects. Nil means those of all contracts whose events belong to the stream.
	Subjects []string
	// Queue stores each message until one consumer has acknowledged it; otherwise messages are stored for MaxAge.
	Queue  bool
	MaxAge time.Duration
	// MaxBytes bounds the store: publishing fails while it is full. 0 means 8 GiB.
	MaxBytes int64
}

// Ensure creates the stream or updates its settings.
func (b *Bus) Ensure(ctx context.Context, s Stream) error {
	config, err := b.config(s)
	if err != nil {
		return err
	}
	if _, err := b.js.CreateOrUpdateStream(ctx, config); err != nil {
		return fmt.Errorf("ensure stream %s: %w", s.Name, err)
	}
	return nil
}

// config returns a stream's settings in the server's form.
func (b *Bus) config(s Stream) (jetstream.StreamConfig, error) {
	if err := s.complete(); err != nil {
		return jetstream.StreamConfig{}, err
	}
	config := jetstream.StreamConfig{
		Name: s.Name, Subjects: s.Subjects, Storage: jetstream.FileStorage, Retention: jetstream.LimitsPolicy,
		Discard: jetstream.DiscardNew, MaxAge: s.MaxAge, MaxBytes: s.MaxBytes, Duplicates: 2 * time.Minute,
		Replicas: b.options.Replicas,
	}
	if s.Queue {
		config.Retention = jetstream.WorkQueuePolicy
	}
	if config.MaxBytes == 0 {
		config.MaxBytes = 8 << 30
	}
	if s.MaxAge > 0 && s.MaxAge < config.Duplicates {
		config.Duplicates = s.MaxAge
	}
	return config, nil
}

// PublishAsync starts to store an encoded event; the future resolves when it is stored. Within two minutes the same id
// on the same stream is stored once. Parent is the trace that the message comes from, see telemetry.Parent.
func (b *Bus) PublishAsync(subject, id, parent string, payload []byte) (jetstream.PubAckFuture, error) {
	ack, err := b.js.PublishMsgAsync(newMessage(subject, parent, payload), jetstream.WithMsgID(id))
	if err != nil {
		return nil, fmt.Errorf("publish %s: %w", subject, err)
	}
	return ack, nil
}

// Consumed reports whether the message at sequence, and all before it, have been removed from a work queue.
func (b *Bus) Consumed(ctx context.Context, subject string, sequence uint64) (bool, error) {
	name, err := b.js.StreamNameBySubject(ctx, subject)
	if err != nil {
		return false, fmt.Errorf("find stream of %s: %w", subject, err)
	}
	stream, err := b.js.Stream(ctx, name)
	if err != nil {
		return false, fmt.Errorf("read stream %s: %w", name, err)
	}
	state := stream.CachedInfo().State
	return state.Msgs == 0 || state.FirstSeq > sequence, nil
}

// Epoch returns when the stream of subject was created. A later time than before means that the store was lost.
func (b *Bus) Epoch(ctx context.Context, subject string) (time.Time, error) {
	name, err := b.js.StreamNameBySubject(ctx, subject)
	if err != nil {
		return time.Time{}, fmt.Errorf("find stream of %s: %w", subject, err)
	}
	stream, err := b.js.Stream(ctx, name)
	if err != nil {
		return time.Time{}, fmt.Errorf("read stream %s: %w", name, err)
	}
	return stream.CachedInfo().Created.UTC(), nil
}

// EnsureEventually is Ensure that retries until ctx ends. It fails for a stream that no contract has events of.
func (b *Bus) EnsureEventually(ctx context.Context, s Stream) error {
	if err := s.complete(); err != nil {
		return err
	}
	waits := func(err error) bool {
		b.log.WarnContext(ctx, "stream is not there yet", "stream", s.Name, "error", err)
		return true
	}
	_ = retry.Do(ctx, waits, func() error { return b.Ensure(ctx, s) })
	return nil
}

// looksForStream is how often KeepStream checks that its stream still exists.
const looksForStream = 2 * time.Second

// KeepStream is EnsureEventually that continues until ctx ends: it recreates a stream that is lost while services run.
func (b *Bus) KeepStream(ctx context.Context, s Stream) error {
	if err := b.EnsureEventually(ctx, s); err != nil {
		return err
	}
	for loop.Pause(ctx, looksForStream) == nil {
		if _, err := b.js.Stream(ctx, s.Name); !errors.Is(err, jetstream.ErrStreamNotFound) {
			continue
		}
		b.log.WarnContext(ctx, "the stream was lost and is made again", "stream", s.Name)
		if err := b.EnsureEventually(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
