package secure

import (
	"crypto/rand"
	"net/http"
	"strings"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/trace"
)

// Traced opens a span for every call of the API and tells its trace id in x-trace-id, so that a person can name what
// went wrong. Without a collector there are no spans, but still ids, which the log lines of all services then carry. A
// client cannot choose the id, and no text that it chose stands in a span but the path. Pages are left out: some of
// their paths hold a secret from an e-mail.
func Traced(next http.Handler) http.Handler {
	named := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		span := trace.SpanContextFromContext(r.Context())
		if !span.IsValid() {
			span = newSpanContext()
			r = r.WithContext(trace.ContextWithSpanContext(r.Context(), span))
		}
		w.Header().Set("X-Trace-Id", span.TraceID().String())
		next.ServeHTTP(w, r)
	})
	spans := otelhttp.NewHandler(named, "gateway")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/") {
			next.ServeHTTP(w, r)
			return
		}
		for _, name := range []string{"Traceparent", "Tracestate", "Baggage", "User-Agent"} {
			r.Header.Del(name)
		}
		if strings.HasPrefix(r.URL.Path, hooksPath) {
			named.ServeHTTP(w, r)
			return
		}
		spans.ServeHTTP(w, r)
	})
}

// hooksPath is below what holds a secret as well: the key of an account's mail provider.
const hooksPath = "/api/hooks/"

func newSpanContext() trace.SpanContext {
	var config trace.SpanContextConfig
	_, _ = rand.Read(config.TraceID[:]) // never fails
	_, _ = rand.Read(config.SpanID[:])
	return trace.NewSpanContext(config)
}
