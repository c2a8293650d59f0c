package acceptance

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// deadlines checks, by the spans that begin, that every wait for another system has a deadline. Streams have one for
// each of their waits, which kit/rpc's own tests verify.
type deadlines struct {
	mu               sync.Mutex
	without          map[string]bool
	calls, statement int
}

// audit checks everything that is traced from now on.
func audit(t *testing.T) *deadlines {
	t.Helper()
	d := &deadlines{without: map[string]bool{}}
	provider, ok := otel.GetTracerProvider().(*sdktrace.TracerProvider)
	require.True(t, ok, "nothing is traced")
	provider.RegisterSpanProcessor(d)
	return d
}

func (d *deadlines) OnStart(waiting context.Context, span sdktrace.ReadWriteSpan) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case strings.HasPrefix(span.Name(), "puls."): // unary calls inside a process have a span of the server only
		if streams(span.Name()) {
			return
		}
		d.calls++
	case span.SpanKind() == trace.SpanKindClient:
		d.statement++
	default:
		return
	}
	if _, has := waiting.Deadline(); !has {
		d.without[span.Name()] = true
	}
}

// streams reports whether a call such as puls.reports.v1.ReportService/WatchProgress is a stream.
func streams(call string) bool {
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(strings.ReplaceAll(call, "/", ".")))
	method, ok := found.(protoreflect.MethodDescriptor)
	return err == nil && ok && (method.IsStreamingClient() || method.IsStreamingServer())
}

func (*deadlines) OnEnd(sdktrace.ReadOnlySpan)      {}
func (*deadlines) Shutdown(context.Context) error   { return nil }
func (*deadlines) ForceFlush(context.Context) error { return nil }

// hold fails the test unless everything had a deadline.
func (d *deadlines) hold(t *testing.T) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	require.Greater(t, d.calls, 10)
	require.Greater(t, d.statement, 100)
	require.Empty(t, d.without, "they wait without a deadline")
}
