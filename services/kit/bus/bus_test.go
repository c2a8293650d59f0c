package bus_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"puls.app/services/kit/bus"
	"puls.app/services/local/natsserver"
)

const subject = "task.one"

// open returns a bus with one stream on a real server.
func open(t *testing.T) *bus.Bus {
	t.Helper()
	return openWith(t, bus.Options{})
}

func openWith(t *testing.T, o bus.Options) *bus.Bus {
	t.Helper()
	b, _ := start(t, o)
	return b
}

// openBoth is open, with a direct connection to the server.
func openBoth(t *testing.T) (*bus.Bus, jetstream.JetStream) {
	t.Helper()
	b, nats := start(t, bus.Options{})
	raw, err := nats.Connect()
	require.NoError(t, err)
	t.Cleanup(raw.Close)
	js, err := jetstream.New(raw)
	require.NoError(t, err)
	return b, js
}

func start(t *testing.T, o bus.Options) (*bus.Bus, *natsserver.Server) {
	t.Helper()
	nats, err := natsserver.Start(t.Context(), natsserver.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, nats.Stop()) })
	o.Connect, o.Name = nats.Connect, "test"
	b, err := bus.Connect(o, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	require.NoError(
		t, b.Ensure(t.Context(), bus.Stream{Name: "TASKS", Subjects: []string{"task.>"}, Queue: true, MaxBytes: 1 << 24}),
	)
	return b, nats
}

// consume runs a consumer until the test ends or stop is called.
func consume(t *testing.T, b *bus.Bus, c bus.Consumer) (stop func()) {
	t.Helper()
	c.Stream, c.Durable, c.Subject = "TASKS", "test", subject
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = b.Consume(ctx, c) })
	stop = sync.OnceFunc(func() { cancel(); running.Wait() })
	t.Cleanup(stop)
	return stop
}

// publish stores a payload without a contract.
func publish(t *testing.T, b *bus.Bus, id, payload string) {
	t.Helper()
	ack, err := b.PublishAsync(subject, id, "", []byte(payload))
	require.NoError(t, err)
	select {
	case <-ack.Ok():
	case err := <-ack.Err():
		require.NoError(t, err)
	}
}

func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	require.Eventually(t, holds, time.Minute, 10*time.Millisecond)
}

func TestTheSameIDIsStoredOnce(t *testing.T) {
	b := open(t)
	var handled atomic.Int32
	for range 3 {
		publish(t, b, "same", "x")
	}
	publish(t, b, "another", "y")
	consume(t, b, bus.Consumer{Handle: func(context.Context, []byte) error { handled.Add(1); return nil }})
	eventually(t, func() bool {
		consumed, err := b.Consumed(t.Context(), subject, 2)
		return err == nil && consumed
	})
	require.Equal(t, int32(2), handled.Load())
}

func TestMessagesThatWaitAreHandledTogetherAndAPoisonedOneHoldsUpNoneOfThem(t *testing.T) {
	b := open(t)
	const messages = 300
	for i := range messages {
		publish(t, b, fmt.Sprint(i), fmt.Sprint(i))
	}
	poison := errors.New("cannot be handled")
	var mu sync.Mutex
	handled, largest, givenUp := map[string]int{}, 0, 0
	consume(t, b, bus.Consumer{
		MaxDeliver: 2,
		HandleAll: func(_ context.Context, payloads [][]byte) error {
			mu.Lock()
			defer mu.Unlock()
			largest = max(largest, len(payloads))
			for _, payload := range payloads {
				if string(payload) == "150" {
					return poison
				}
			}
			for _, payload := range payloads {
				handled[string(payload)]++
			}
			return nil
		},
		Handle: func(_ context.Context, payload []byte) error {
			mu.Lock()
			defer mu.Unlock()
			if string(payload) == "150" {
				return poison
			}
			handled[string(payload)]++
			return nil
		},
		GiveUp: func(context.Context, []byte, error) { mu.Lock(); givenUp++; mu.Unlock() },
	})
	eventually(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(handled) == messages-1 && givenUp == 1 })
	mu.Lock()
	defer mu.Unlock()
	require.Greater(t, largest, 1)
	require.LessOrEqual(t, largest, 64)
	for payload, times := range handled {
		require.Equal(t, 1, times, "message %s", payload)
	}
	eventually(t, func() bool {
		consumed, err := b.Consumed(t.Context(), subject, messages)
		return err == nil && consumed
	})
}

func TestAMessageThatAlwaysFailsBecomesADeadLetterAndBlocksNoOthers(t *testing.T) {
	b := open(t)
	poison := errors.New("cannot be handled")
	var tries, others, givenUp atomic.Int32
	var healed atomic.Bool
	handle := func(_ context.Context, payload []byte) error {
		if string(payload) != "poison" {
			others.Add(1)
			return nil
		}
		if healed.Load() {
			return nil
		}
		tries.Add(1)
		return poison
	}
	consume(t, b, bus.Consumer{Handle: handle, MaxDeliver: 2, Parallel: 2, GiveUp: func(
		_ context.Context, payload []byte, cause error,
	) {
		if string(payload) == "poison" && errors.Is(cause, poison) {
			givenUp.Add(1)
		}
	}})
	publish(t, b, "poison", "poison")
	for i := range 50 {
		publish(t, b, fmt.Sprint(i), "fine")
	}
	eventually(t, func() bool { return others.Load() == 50 && givenUp.Load() == 1 })
	require.Equal(t, int32(2), tries.Load())
	letters, err := b.DeadLetters(t.Context())
	require.NoError(t, err)
	require.Len(t, letters, 1)
	require.Equal(t, subject, letters[0].Subject)
	require.Equal(t, "poison", string(letters[0].Payload))
	require.Contains(t, letters[0].Cause, poison.Error())

	healed.Store(true)
	require.NoError(t, b.Revive(t.Context(), letters[0]))
	eventually(t, func() bool {
		consumed, err := b.Consumed(t.Context(), subject, 52)
		return err == nil && consumed
	})
	letters, err = b.DeadLetters(t.Context())
	require.NoError(t, err)
	require.Empty(t, letters)
}

func TestAMessageGivenUpTwiceIsOneDeadLetter(t *testing.T) {
	b := open(t)
	const home = "task.buried"
	bury := func(id, payload string) error {
		return b.PutDeadLetter(t.Context(), home, id, []byte(payload), errors.New("cannot be handled"))
	}
	letters := func() []bus.DeadLetter {
		t.Helper()
		list, err := b.DeadLetters(t.Context())
		require.NoError(t, err)
		return list
	}
	var group errgroup.Group
	for range 16 {
		group.Go(func() error { return bury("a", "x") })
	}
	require.NoError(t, group.Wait())
	require.Len(t, letters(), 1)
	require.NoError(t, bury("b", "x"))
	require.NoError(t, bury("a", "y"))
	require.Len(t, letters(), 3, "others are letters of their own")
	first := letters()[0]
	require.Equal(t, home+" x", first.Subject+" "+string(first.Payload))
	require.NoError(t, b.Revive(t.Context(), first))
	require.Len(t, letters(), 2)
	require.NoError(t, bury("a", "x"))
	require.Len(t, letters(), 3, "what fails once more after an operator's act is told again")
}

func TestAMessageThatComesAgainAfterItWasGivenUpIsOneDeadLetter(t *testing.T) {
	dies, nats := start(t, bus.Options{})
	lives, err := bus.Connect(bus.Options{Connect: nats.Connect, Name: "test"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, lives.Close()) })
	var givenUp atomic.Int32
	consumer := bus.Consumer{
		MaxDeliver: 1, AckWait: 500 * time.Millisecond,
		Handle: func(context.Context, []byte) error { return errors.New("cannot be handled") },
		GiveUp: func(context.Context, []byte, error) {
			if givenUp.Add(1) == 1 {
				_ = dies.Close() // no connection learns that the message has ended
			}
		},
	}
	stop := consume(t, dies, consumer)
	publish(t, dies, "poison", "poison")
	eventually(t, func() bool { return givenUp.Load() == 1 })
	stop()
	consume(t, lives, consumer)
	eventually(t, func() bool { return givenUp.Load() == 2 })
	letters, err := lives.DeadLetters(t.Context())
	require.NoError(t, err)
	require.Len(t, letters, 1)
}

func TestASlowHandlerKeepsItsMessage(t *testing.T) {
	b := open(t)
	var begun atomic.Int32
	release := make(chan struct{})
	consume(t, b, bus.Consumer{AckWait: 300 * time.Millisecond, Parallel: 4, Handle: func(context.Context, []byte) error {
		begun.Add(1)
		<-release
		return nil
	}})
	publish(t, b, "slow", "x")
	eventually(t, func() bool { return begun.Load() == 1 })
	require.Never(t, func() bool { return begun.Load() > 1 }, 1500*time.Millisecond, 50*time.Millisecond)
	close(release)
	eventually(t, func() bool {
		consumed, err := b.Consumed(t.Context(), subject, 1)
		return err == nil && consumed
	})
}

func TestAMessageThatWasHeldAtAStopComesToTheNextConsumer(t *testing.T) {
	b := open(t)
	begun := make(chan struct{})
	var held atomic.Int32
	stop := consume(t, b, bus.Consumer{Handle: func(ctx context.Context, _ []byte) error {
		if held.Add(1) == 1 {
			close(begun)
		}
		<-ctx.Done()
		return ctx.Err()
	}})
	publish(t, b, "held", "x")
	<-begun
	stop()
	require.Equal(t, int32(1), held.Load(), "it does not come back to who is leaving")
	var handled atomic.Int32
	consume(t, b, bus.Consumer{Handle: func(context.Context, []byte) error { handled.Add(1); return nil }})
	eventually(t, func() bool { return handled.Load() == 1 })
}

func TestAFailureThatPassesIsWaitedForAndNeverCounted(t *testing.T) {
	outage := errors.New("the database restarts")
	var holding atomic.Bool
	held := make(chan struct{}, 100)
	b := openWith(t, bus.Options{
		Passing: func(err error) bool { return errors.Is(err, outage) },
		Hold: func(ctx context.Context) {
			for holding.Load() && ctx.Err() == nil {
				select {
				case held <- struct{}{}:
				default:
				}
				<-time.After(time.Millisecond)
			}
		},
	})
	var tries, handled atomic.Int32
	consume(t, b, bus.Consumer{MaxDeliver: 1, Handle: func(context.Context, []byte) error {
		if tries.Add(1) < 5 {
			return outage
		}
		handled.Add(1)
		return nil
	}})
	publish(t, b, "patient", "x")
	eventually(t, func() bool { return handled.Load() == 1 })
	require.Equal(t, int32(5), tries.Load())
	letters, err := b.DeadLetters(t.Context())
	require.NoError(t, err)
	require.Empty(t, letters)

	holding.Store(true)
	publish(t, b, "held", "x")
	<-held
	require.Equal(t, int32(5), tries.Load(), "nothing is handled while it is held")
	holding.Store(false)
	eventually(t, func() bool { return handled.Load() == 2 })
}

func TestARemovedConsumerIsCreatedAgain(t *testing.T) {
	b, js := openBoth(t)
	var before, after atomic.Bool // the first message comes again if its consumer is removed before its acknowledgement
	stop := consume(t, b, bus.Consumer{Handle: func(_ context.Context, payload []byte) error {
		before.Store(true)
		if string(payload) == "y" {
			after.Store(true)
		}
		return nil
	}})
	defer stop()
	publish(t, b, "before", "x")
	eventually(t, before.Load)
	require.NoError(t, js.DeleteConsumer(t.Context(), "TASKS", "test"))
	publish(t, b, "after", "y")
	eventually(t, after.Load)
}
