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

// Publish sends an event as another service does.
func (s *System) Publish(t testing.TB, subject string, event proto.Message) {
	t.Helper()
	payload, err := proto.Marshal(event)
	require.NoError(t, err)
	require.NoError(t, s.Env.Bus.Publish(t.Context(), subject, uuid.NewString(), payload))
}

// Events takes what is published under a subject as long as the test runs, repeats too. A message that cannot be read
// fails the test.
func Events[M any, P interface {
	*M
	proto.Message
}](t testing.TB, s *System, stream, subject string) <-chan P {
	t.Helper()
	events, stopped := make(chan P, 1<<10), make(chan error, 1)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() {
		stopped <- s.Env.Bus.Consume(ctx, bus.Consumer{
			Stream: stream, Durable: "test-" + strings.ReplaceAll(subject, ".", "-"), Subject: subject,
			Handle: func(ctx context.Context, payload []byte) error {
				event := P(new(M))
				if err := proto.Unmarshal(payload, event); err != nil {
					t.Errorf("servicetest: read %s: %v", subject, err)
					return nil
				}
				select {
				case events <- event:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			},
		})
	}()
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
