package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"

	"puls.app/services/kit/bus"
	"puls.app/services/kit/outbox"
	"puls.app/services/kit/pgdb"
	"puls.app/services/local/natsserver"
	"puls.app/services/local/pgtest"
)

// schema is the part of a service's first migration that package outbox requires.
const schema = `-- +goose Up
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, subject text NOT NULL, payload bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), published_at timestamptz, sequence bigint,
    trace text);
CREATE INDEX outbox_waiting ON outbox (id) WHERE published_at IS NULL;
CREATE TABLE outbox_epoch (subject text PRIMARY KEY, epoch timestamptz NOT NULL);
`

const subject = "work.done"

var stream = bus.Stream{Name: "WORK", Subjects: []string{"work.>"}, Queue: true}

// world is a database with an outbox, and a bus whose store can be lost.
type world struct {
	t    *testing.T
	db   *pgdb.DB
	dir  string
	nats *natsserver.Server
	bus  *bus.Bus

	mu  sync.Mutex
	got map[string]int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "1"), got: map[string]int{}}
	w.db = pgtest.Schema(t, "outbox_test", fstest.MapFS{"1_outbox.sql": &fstest.MapFile{Data: []byte(schema)}})
	w.startBus()
	t.Cleanup(func() { w.stopBus() })
	return w
}

func (w *world) startBus() {
	w.t.Helper()
	var err error
	w.nats, err = natsserver.Start(context.Background(), natsserver.Options{Dir: w.dir})
	require.NoError(w.t, err)
	w.bus, err = bus.Connect(bus.Options{Connect: w.nats.Connect, Name: "test"}, slog.New(slog.DiscardHandler))
	require.NoError(w.t, err)
	require.NoError(w.t, w.bus.Ensure(context.Background(), stream))
}

func (w *world) stopBus() {
	w.t.Helper()
	require.NoError(w.t, w.bus.Close())
	require.NoError(w.t, w.nats.Stop())
}

// put writes a message in a transaction that ends with err.
func (w *world) put(payload string, end error) {
	w.t.Helper()
	err := pgx.BeginFunc(w.t.Context(), w.db.Pool, func(tx pgx.Tx) error {
		if err := outbox.Put(w.t.Context(), tx, subject, []byte(payload)); err != nil {
			return err
		}
		return end
	})
	require.ErrorIs(w.t, err, end)
}

// relay runs relays until stop is called.
func (w *world) relay(replicas int) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	for range replicas {
		running.Go(func() {
			_ = outbox.NewRelay(w.db.Pool, w.bus, "test", slog.New(slog.DiscardHandler)).Run(ctx)
		})
	}
	return func() { cancel(); running.Wait() }
}

// consume records received messages until stop is called.
func (w *world) consume() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		_ = w.bus.Consume(ctx, bus.Consumer{Stream: stream.Name, Durable: "test", Subject: subject, Handle: func(
			_ context.Context, payload []byte,
		) error {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.got[string(payload)]++
			return nil
		}})
	})
	return func() { cancel(); running.Wait() }
}

func (w *world) received() (distinct, all int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range w.got {
		all += n
	}
	return len(w.got), all
}

func (w *world) unpublished() (waiting int) {
	w.t.Helper()
	const count = "SELECT count(*) FROM outbox WHERE published_at IS NULL"
	require.NoError(w.t, w.db.Pool.QueryRow(w.t.Context(), count).Scan(&waiting))
	return waiting
}

// settled reports whether everything up to the last row was consumed.
func (w *world) settled() bool {
	w.t.Helper()
	var last int64
	require.NoError(w.t, w.db.Pool.QueryRow(w.t.Context(), "SELECT max(id) FROM outbox").Scan(&last))
	settled, err := outbox.Settled(w.t.Context(), w.db.Pool, w.bus, subject, last)
	require.NoError(w.t, err)
	return settled
}

func (w *world) eventually(holds func() bool) {
	w.t.Helper()
	require.Eventually(w.t, holds, time.Minute, 20*time.Millisecond)
}

func TestCommittedMessagesArePublishedOnceByAnyNumberOfRelays(t *testing.T) {
	w := newWorld(t)
	defer w.relay(3)()
	defer w.consume()()
	rolledBack := errors.New("rolled back")
	const facts = 300
	var writing sync.WaitGroup
	for part := range 3 {
		writing.Go(func() {
			for i := range facts / 3 {
				w.put(fmt.Sprint(part, "/", i), nil)
				if i%10 == 0 {
					w.put("never", rolledBack)
				}
			}
		})
	}
	writing.Wait()
	w.eventually(func() bool { distinct, _ := w.received(); return distinct == facts })
	w.eventually(w.settled)
	distinct, all := w.received()
	require.Equal(t, []int{facts, facts}, []int{distinct, all})
	require.Zero(t, w.got["never"])
}

func TestALostStoreIsFilledAgain(t *testing.T) {
	w := newWorld(t)
	stop := w.relay(1)
	for i := range 50 {
		w.put(fmt.Sprint(i), nil)
	}
	w.eventually(func() bool { return w.unpublished() == 0 })
	require.False(t, w.settled(), "nobody has taken them yet")
	stop()
	w.stopBus()

	w.dir = filepath.Join(t.TempDir(), "2") // the store is lost, and no message was consumed from it
	w.startBus()
	defer w.relay(1)()
	defer w.consume()()
	w.eventually(func() bool { distinct, _ := w.received(); return distinct == 50 })
}

func TestALostStoreIsFilledAgainWhileServicesRun(t *testing.T) {
	w := newWorld(t)
	keeping, stop := context.WithCancel(t.Context())
	kept := make(chan error, 1)
	go func() { kept <- w.bus.KeepStream(keeping, stream) }()
	defer func() { stop(); require.NoError(t, <-kept) }()
	stopRelay := w.relay(1)
	defer func() { stopRelay() }()
	for i := range 50 {
		w.put(fmt.Sprint(i), nil)
	}
	w.eventually(func() bool { return w.unpublished() == 0 })
	conn, err := w.nats.Connect()
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	require.NoError(t, js.DeleteStream(t.Context(), stream.Name))
	defer w.consume()()
	w.put("after", nil)
	w.eventually(func() bool { distinct, _ := w.received(); return distinct == 51 })
}

func TestFactsWaitForABusThatIsAway(t *testing.T) {
	w := newWorld(t)
	w.stopBus()
	w.put("before", nil)
	w.startBus()
	stop := w.relay(1)
	defer func() { stop() }()
	defer w.consume()()
	w.eventually(func() bool { distinct, _ := w.received(); return distinct == 1 })
	w.put("after", nil)
	w.eventually(func() bool { distinct, _ := w.received(); return distinct == 2 })
}

func TestFiguresHaveTheWaitingRowsAndTheOldest(t *testing.T) {
	w := newWorld(t)
	read := func() map[string]float64 {
		figures, err := outbox.Figures(t.Context(), w.db.Pool)
		require.NoError(t, err)
		values := map[string]float64{}
		for _, figure := range figures {
			values[figure.Name] = figure.Value
		}
		return values
	}
	require.Equal(t, map[string]float64{"outbox.waiting": 0, "outbox.lag": 0}, read())
	w.put("first", nil)
	w.put("second", nil)
	_, err := w.db.Pool.Exec(t.Context(), "UPDATE outbox SET created_at = now() - interval '1 hour' WHERE payload = 'first'")
	require.NoError(t, err)
	require.InDelta(t, 2, read()["outbox.waiting"], 0)
	require.InDelta(t, 3600, read()["outbox.lag"], 60)
}

// mortal is the bus of a process that is killed right after a publication.
type mortal struct {
	outbox.Bus
	left *int
	kill func()
}

func (m mortal) PublishAsync(subject, id, parent string, payload []byte) (jetstream.PubAckFuture, error) {
	ack, err := m.Bus.PublishAsync(subject, id, parent, payload)
	if *m.left--; *m.left == 0 {
		m.kill()
	}
	return ack, err
}

func TestRelaysThatAreKilledInTheMiddlePublishEachFactOnce(t *testing.T) {
	w := newWorld(t)
	defer w.consume()()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	var killed atomic.Int32
	for range 2 {
		running.Go(func() {
			for ctx.Err() == nil {
				life, kill := context.WithCancel(ctx)
				left := 1 + rand.IntN(40)
				bus := mortal{Bus: w.bus, left: &left, kill: func() { killed.Add(1); kill() }}
				_ = outbox.NewRelay(w.db.Pool, bus, "test", slog.New(slog.DiscardHandler)).Run(life)
				kill()
			}
		})
	}
	const facts = 500
	for i := range facts {
		w.put(fmt.Sprint(i), nil)
	}
	w.eventually(w.settled)
	distinct, all := w.received()
	require.Equal(t, []int{facts, facts}, []int{distinct, all})
	require.Greater(t, killed.Load(), int32(facts/40))
}

// frozen is the bus of a process that was stopped in the middle of a publication.
type frozen struct {
	outbox.Bus
	stopped chan struct{}
	once    *sync.Once
	ctx     context.Context
}

func (f frozen) PublishAsync(string, string, string, []byte) (jetstream.PubAckFuture, error) {
	f.once.Do(func() { close(f.stopped) })
	<-f.ctx.Done()
	return nil, f.ctx.Err()
}

func TestARelayThatIsFrozenHoldsUpNoOther(t *testing.T) {
	w := newWorld(t)
	w.put("of the frozen one", nil)
	stop := w.relay(1) // so that the epoch is known
	w.eventually(func() bool { return w.unpublished() == 0 })
	stop()
	w.put("held", nil)
	ctx, thaw := context.WithCancel(context.Background())
	f := frozen{Bus: w.bus, stopped: make(chan struct{}), once: &sync.Once{}, ctx: ctx}
	var running sync.WaitGroup
	running.Go(func() { _ = outbox.NewRelay(w.db.Pool, f, "test", slog.New(slog.DiscardHandler)).Run(ctx) })
	defer running.Wait()
	defer thaw()
	<-f.stopped
	defer w.relay(1)()
	defer w.consume()()
	for i := range 100 {
		w.put(fmt.Sprint(i), nil)
	}
	w.eventually(func() bool { return w.unpublished() == 1 })
	require.False(t, w.settled(), "one is held")
	thaw()
	running.Wait()
	w.eventually(w.settled)
	distinct, all := w.received()
	require.Equal(t, []int{102, 102}, []int{distinct, all})
}

// full is a bus whose store accepts all but one message.
type full struct {
	outbox.Bus
	left *atomic.Int32
}

func (f full) PublishAsync(subject, id, parent string, payload []byte) (jetstream.PubAckFuture, error) {
	if f.left.Add(-1) == 0 {
		return refused{}, nil
	}
	return f.Bus.PublishAsync(subject, id, parent, payload)
}

type refused struct{ jetstream.PubAckFuture }

func (refused) Ok() <-chan *jetstream.PubAck { return nil }

func (refused) Err() <-chan error {
	cause := make(chan error, 1)
	cause <- errors.New("no room")
	return cause
}

func TestAFactThatTheStoreRefusesIsPublishedLater(t *testing.T) {
	w := newWorld(t)
	const facts = 20
	for i := range facts {
		w.put(fmt.Sprint(i), nil)
	}
	defer w.consume()()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	bus := full{Bus: w.bus, left: &atomic.Int32{}}
	bus.left.Store(facts / 2)
	running.Go(func() { _ = outbox.NewRelay(w.db.Pool, bus, "test", slog.New(slog.DiscardHandler)).Run(ctx) })
	w.eventually(w.settled)
	distinct, all := w.received()
	require.Equal(t, []int{facts, facts}, []int{distinct, all})
	require.Negative(t, bus.left.Load(), "one was refused")
}
