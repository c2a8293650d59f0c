package bus

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/local/natsserver"
)

// A message during whose handling the process ended was delivered again for ever.
func TestAMessageThatEndedTheProcessTwiceIsADeadLetter(t *testing.T) {
	nats, err := natsserver.Start(t.Context(), natsserver.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, nats.Stop()) })
	own := process
	t.Cleanup(func() { process = own })
	connect := func(name string) *Bus {
		process = name
		b, err := Connect(Options{Connect: nats.Connect, Name: name}, slog.New(slog.DiscardHandler))
		require.NoError(t, err)
		t.Cleanup(b.conn.Close)
		return b
	}
	b := connect("first")
	require.NoError(t, b.Ensure(t.Context(), Stream{Name: "TASKS", Subjects: []string{"task.>"}, MaxBytes: 1 << 24}))
	ack, err := b.PublishAsync("task.one", "1", "", []byte("x"))
	require.NoError(t, err)
	<-ack.Ok()
	left := make(chan struct{})
	t.Cleanup(func() { close(left) })
	var begun atomic.Int32
	consumer := Consumer{
		Stream: "TASKS", Durable: "test", Subject: "task.one", AckWait: 300 * time.Millisecond,
		Handle: func(context.Context, []byte) error { begun.Add(1); <-left; return errors.New("it is too late") },
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	for _, next := range []string{"second", "third"} {
		go func() { _ = b.Consume(ctx, consumer) }()
		want := begun.Load() + 1
		require.Eventually(t, func() bool { return begun.Load() == want }, time.Minute, 5*time.Millisecond)
		b.conn.Close() // like a killed process: no response of any kind
		b = connect(next)
	}
	var gaveUp atomic.Bool
	consumer.GiveUp = func(_ context.Context, _ []byte, cause error) { gaveUp.Store(errors.Is(cause, errEndless)) }
	go func() { _ = b.Consume(ctx, consumer) }()
	require.Eventually(t, gaveUp.Load, time.Minute, 5*time.Millisecond)
	require.EqualValues(t, 2, begun.Load(), "it is not begun a third time")
	letters, err := b.DeadLetters(t.Context())
	require.NoError(t, err)
	require.Len(t, letters, 1)
	require.Equal(t, errEndless.Error(), letters[0].Cause)
}

func TestAMessageThatEndsOrFailsLeavesNoBegunMark(t *testing.T) {
	nats, err := natsserver.Start(t.Context(), natsserver.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, nats.Stop()) })
	b, err := Connect(Options{Connect: nats.Connect, Name: "test"}, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	require.NoError(t, b.Ensure(t.Context(), Stream{Name: "TASKS", Subjects: []string{"task.>"}, MaxBytes: 1 << 24}))
	ack, err := b.PublishAsync("task.one", "1", "", []byte("x"))
	require.NoError(t, err)
	<-ack.Ok()
	var tries atomic.Int32
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	handle := func(context.Context, []byte) error {
		if tries.Add(1) < 3 {
			return errors.New("not yet")
		}
		return nil
	}
	go func() {
		_ = b.Consume(ctx, Consumer{Stream: "TASKS", Durable: "test", Subject: "task.one", Handle: handle})
	}()
	require.Eventually(t, func() bool { return tries.Load() == 3 }, time.Minute, 5*time.Millisecond)
	require.Eventually(t, func() bool {
		stream, err := b.js.Stream(t.Context(), begunStream)
		return err == nil && stream.CachedInfo().State.Msgs == 0
	}, time.Minute, 5*time.Millisecond)
}
