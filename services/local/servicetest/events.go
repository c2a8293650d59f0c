package servicetest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"puls.app/services/kit/bus"
)

// Publish publishes an event like another service would.
func (s *System) Publish(t testing.TB, event proto.Message) {
	t.Helper()
	err := s.Env.Bus.Publish(t.Context(), uuid.NewString(), event)
	require.NoError(t, err, "is the stream of its contract among Setup.Streams?")
}

// Events returns a channel of the published events of a kind, repeats too, for as long as the test runs. A message that
// cannot be decoded fails the test.
func Events[M proto.Message](t testing.TB, s *System) <-chan M {
	t.Helper()
	events, stopped := make(chan M, 1<<10), make(chan error, 1)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	subject := bus.EventOf[M]().Subject()
	consumer := bus.Handle("test-"+strings.ReplaceAll(subject, ".", "-"), func(ctx context.Context, event M) error {
		select {
		case events <- event:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	consumer.MaxDeliver = 1
	consumer.GiveUp = func(_ context.Context, _ []byte, cause error) { t.Errorf("servicetest: %v", cause) }
	go func() { stopped <- s.Env.Bus.Consume(ctx, consumer) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-stopped)
	})
	return events
}

// Next returns the next event, or fails the test when none comes within a minute.
func Next[P any](t testing.TB, events <-chan P) (event P) {
	t.Helper()
	select {
	case event = <-events:
	case <-time.After(time.Minute):
		t.Fatal("servicetest: no event came")
	}
	return event
}
