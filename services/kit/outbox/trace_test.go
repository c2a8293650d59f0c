package outbox_test

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"

	"puls.app/services/kit/bus"
	"puls.app/services/kit/outbox"
)

func TestConsumersContinueTheTraceOfAMessage(t *testing.T) {
	w := newWorld(t)
	defer w.relay(1)()
	began := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1, 2, 3}, SpanID: trace.SpanID{4}})
	ctx := trace.ContextWithSpanContext(t.Context(), began)
	require.NoError(t, pgx.BeginFunc(ctx, w.db.Pool, func(tx pgx.Tx) error {
		return outbox.Put(ctx, tx, subject, []byte("traced"))
	}))
	w.put("by yesterday's program", nil)
	_, err := w.db.Pool.Exec(t.Context(), "UPDATE outbox SET trace = NULL WHERE payload = 'by yesterday''s program'")
	require.NoError(t, err)
	seen := make(chan trace.SpanContext, 2)
	consuming, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	require.NoError(t, w.bus.Consume(consuming, bus.Consumer{
		Stream: stream.Name, Durable: "test", Subject: subject, Handle: func(ctx context.Context, _ []byte) error {
			if seen <- trace.SpanContextFromContext(ctx); len(seen) == cap(seen) {
				stop()
			}
			return nil
		},
	}))
	require.Len(t, seen, 2)
	require.Equal(t, began.TraceID(), (<-seen).TraceID())
	require.False(t, (<-seen).IsValid())
}
