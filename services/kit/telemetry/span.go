package telemetry

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// traceparent is the name of the W3C header.
const traceparent = "traceparent"

// Parent returns the trace of ctx in the form of the W3C traceparent header, or "" without one. It is stored with work
// that is done later.
func Parent(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[traceparent]
}

// Begin opens a span for requested work: parent is the result of Parent at the request, or "". Work that follows at
// once belongs to that trace. Work that waited gets a trace of its own with a link, because a trace that is open for
// hours is unreadable. end records the result of the work.
func Begin(
	ctx context.Context, name, parent string, waited bool, options ...trace.SpanStartOption,
) (_ context.Context, end func(error)) {
	if parent != "" {
		asked := propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{traceparent: parent})
		if waited {
			link := trace.Link{SpanContext: trace.SpanContextFromContext(asked)}
			options = append(options, trace.WithNewRoot(), trace.WithLinks(link))
		}
		ctx = asked
	}
	//nolint:spancheck // end ends it
	ctx, span := otel.Tracer("puls.app/services/kit/telemetry").Start(ctx, name, options...)
	return ctx, func(err error) { //nolint:spancheck // as above
		if err != nil {
			span.SetStatus(codes.Error, "") // the text may be confidential; the log has it
		}
		span.End()
	}
}
