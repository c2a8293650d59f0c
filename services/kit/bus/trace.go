package bus

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.40.0"
	"go.opentelemetry.io/otel/trace"

	"puls.app/services/kit/telemetry"
)

const (
	// traceHeader is the W3C header with the trace that a message comes from.
	traceHeader = "traceparent"
	// soon is how long after its publication a message still belongs to its trace.
	soon = 30 * time.Second
)

func newMessage(subject, parent string, payload []byte) *nats.Msg {
	message := &nats.Msg{Subject: subject, Data: payload, Header: nats.Header{}}
	if parent != "" {
		message.Header.Set(traceHeader, parent)
	}
	return message
}

// The instruments exist before the program configures their exporter; errors of making them are reported there.
var (
	meter       = otel.Meter("puls.app/services/kit/bus")
	handling, _ = meter.Float64Histogram(
		"messaging.process.duration", metric.WithUnit("s"), metric.WithDescription("how long messages are handled"),
		metric.WithExplicitBucketBoundaries(.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60),
	)
	age, _ = meter.Float64Histogram(
		"puls.message.age", metric.WithUnit("s"), metric.WithDescription("how old messages are when they are handled first"),
		metric.WithExplicitBucketBoundaries(.01, .05, .1, .5, 1, 5, 30, 60, 300, 1800, 7200, 86400),
	)
)

// begin opens a span for messages that are handled together, in the first one's trace, and measures their handling. end
// records the result.
func begin(ctx context.Context, c Consumer, messages ...jetstream.Msg) (_ context.Context, end func(error)) {
	began := time.Now()
	attributes := []attribute.KeyValue{
		semconv.MessagingSystemKey.String("nats"), semconv.MessagingDestinationName(c.Subject),
		semconv.MessagingConsumerGroupName(c.Durable), semconv.MessagingOperationName("process"),
	}
	waited := false
	for i, msg := range messages {
		meta, err := msg.Metadata()
		if err != nil {
			continue
		}
		if i == 0 {
			waited = began.Sub(meta.Timestamp) > soon
		}
		if meta.NumDelivered == 1 {
			age.Record(ctx, began.Sub(meta.Timestamp).Seconds(), metric.WithAttributes(attributes[1:3]...))
		}
	}
	ctx, endSpan := telemetry.Begin(
		ctx, "process "+c.Subject, messages[0].Headers().Get(traceHeader), waited,
		trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(attributes...),
		trace.WithAttributes(semconv.MessagingBatchMessageCount(len(messages))),
	)
	return ctx, func(err error) {
		if err != nil {
			attributes = append(attributes, semconv.ErrorTypeOther)
		}
		handling.Record(ctx, time.Since(began).Seconds(), metric.WithAttributes(attributes...))
		endSpan(err)
	}
}
