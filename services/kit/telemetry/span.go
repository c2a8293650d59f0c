package telemetry

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// traceparent is the name of the W3C's header.
const traceparent = "traceparent"

// Parent returns the trace that ctx is a part of, in the form of the W3C's traceparent; "" where there is none. It is
// kept beside work that is done later.
func Parent(ctx context.Context) string {
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[traceparent]
}

// Begin opens a span for work that something asked for: parent is what Parent returned there, or "". What follows at
// once is a part of that trace; what waited is a trace of its own, with a link: a trace that is open for hours can be
// read by nobody. End is told how the work came out.
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
			span.SetStatus(codes.Error, "") // what it says may hold what is nobody's business; the log tells it
		}
		span.End()
	}
}
