package secure

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.40.0"
	"go.opentelemetry.io/otel/trace"
)

const scope = "puls.app/services/gateway"

var durations, _ = otel.Meter(scope).Float64Histogram(
	"http.server.request.duration", metric.WithUnit("s"), metric.WithDescription("how long requests take"),
	metric.WithExplicitBucketBoundaries(.005, .01, .025, .05, .075, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10),
)

// Traces opens a span for every call of the API, returns its trace id in x-trace-id, so that users can quote it, and
// measures every request. Without a collector there are no spans but still ids, which the log lines of all services
// then carry. Neither spans nor metrics hold values that a client chose: a request is named by its route. Pages have no
// spans.
type Traces struct {
	// Route returns the path template of a request; "" if no contract has it.
	Route func(*http.Request) string
	// Origins are the origins, besides our own, whose pages may begin a trace.
	Origins Origins
}

// Handler traces next.
func (t Traces) Handler(next http.Handler) http.Handler {
	tracer := otel.Tracer(scope)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, answered := time.Now(), &answered{ResponseWriter: w, status: http.StatusOK}
		route := t.Route(r)
		attributes := []attribute.KeyValue{semconv.HTTPRequestMethodKey.String(method(r)), semconv.HTTPRoute(route)}
		ctx, span := r.Context(), trace.SpanFromContext(r.Context())
		if strings.HasPrefix(r.URL.Path, "/api/") {
			var links []trace.Link
			ctx, links = t.parent(r)
			ctx, span = tracer.Start(
				ctx, method(r)+" "+route, trace.WithLinks(links...), trace.WithSpanKind(trace.SpanKindServer),
				trace.WithAttributes(attributes...),
			)
			if !span.SpanContext().IsValid() {
				ctx = trace.ContextWithSpanContext(ctx, newSpanContext())
			}
			w.Header().Set("X-Trace-Id", trace.SpanContextFromContext(ctx).TraceID().String())
		}
		for _, name := range []string{"Traceparent", "Tracestate", "Baggage"} {
			r.Header.Del(name)
		}
		defer func() { // also after a panic that cuts a response off
			attributes = append(attributes, semconv.HTTPResponseStatusCode(answered.status))
			durations.Record(ctx, time.Since(began).Seconds(), metric.WithAttributes(attributes...))
			span.SetAttributes(attributes[2])
			if answered.status >= http.StatusInternalServerError {
				span.SetStatus(codes.Error, "")
			}
			span.End()
		}()
		next.ServeHTTP(answered, r.WithContext(ctx))
	})
}

// parent returns the context for a new span, and the span's links. Our own pages, which the browser vouches for, may
// name the trace of their user's click, but never whether it is recorded. A trace that other clients name is only
// linked: callers of an open path could otherwise write into other traces.
func (t Traces) parent(r *http.Request) (context.Context, []trace.Link) {
	named := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(
		context.Background(), propagation.MapCarrier{"traceparent": r.Header.Get("Traceparent")},
	))
	if !named.IsValid() {
		return r.Context(), nil
	}
	named = named.WithTraceFlags(0).WithTraceState(trace.TraceState{})
	if r.Header.Get("Sec-Fetch-Site") == "same-origin" || t.Origins[r.Header.Get("Origin")] {
		return trace.ContextWithRemoteSpanContext(r.Context(), named), nil
	}
	return r.Context(), []trace.Link{{SpanContext: named}}
}

func newSpanContext() trace.SpanContext {
	var config trace.SpanContextConfig
	_, _ = rand.Read(config.TraceID[:]) // never fails
	_, _ = rand.Read(config.SpanID[:])
	return trace.NewSpanContext(config)
}

// method returns the method of a request if the API knows it: unknown methods are arbitrary text.
func method(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions:
		return r.Method
	default:
		return "_OTHER"
	}
}

// answered records the status of a response.
type answered struct {
	http.ResponseWriter
	status int
	wrote  bool
}

// WriteHeader implements http.ResponseWriter.
func (a *answered) WriteHeader(status int) {
	if !a.wrote && status >= http.StatusOK {
		a.status, a.wrote = status, true
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (a *answered) Write(body []byte) (int, error) {
	a.wrote = true
	return a.ResponseWriter.Write(body)
}

// Unwrap lets http.ResponseController find the connection.
func (a *answered) Unwrap() http.ResponseWriter { return a.ResponseWriter }
