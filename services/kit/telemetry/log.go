package telemetry

import (
	"context"
	"io"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/trace"
)

// NewLogger writes to w, as text for a person or as JSON for a machine, and adds the ids of the context's trace and
// span. Of each repeated warning or error only twenty lines a minute are written.
func NewLogger(w io.Writer, text bool, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if text {
		return slog.New(newCalm(traced{slog.NewTextHandler(w, options)}, time.Now))
	}
	options.ReplaceAttr = inSeconds
	return slog.New(newCalm(traced{slog.NewJSONHandler(w, options)}, time.Now))
}

// inSeconds names the unit of a duration, as metrics do: a bare number would be in nanoseconds.
func inSeconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		return slog.Float64(a.Key+"_seconds", a.Value.Duration().Seconds())
	}
	return a
}

type traced struct{ slog.Handler }

func (t traced) Handle(ctx context.Context, record slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.IsValid() {
		record.AddAttrs(
			slog.String("trace_id", span.TraceID().String()), slog.String("span_id", span.SpanID().String()),
		)
	}
	return t.Handler.Handle(ctx, record)
}

func (t traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{t.Handler.WithAttrs(attrs)} }

func (t traced) WithGroup(name string) slog.Handler { return traced{t.Handler.WithGroup(name)} }
