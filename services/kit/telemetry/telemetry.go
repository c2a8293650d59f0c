// Package telemetry decides where logs and traces go: logs to the standard error stream, one JSON object or one
// readable line each; traces to an OpenTelemetry collector when an address is set, otherwise nowhere.
package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/grpclog"
)

// NewLogger writes to w, as text for a person or as JSON for a machine, and adds the trace id of the context.
func NewLogger(w io.Writer, text bool, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if text {
		return slog.New(traced{slog.NewTextHandler(w, options)})
	}
	return slog.New(traced{slog.NewJSONHandler(w, options)})
}

type traced struct{ slog.Handler }

func (t traced) Handle(ctx context.Context, record slog.Record) error {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		record.AddAttrs(slog.String("trace", span.TraceID().String()))
	}
	return t.Handler.Handle(ctx, record)
}

func (t traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{t.Handler.WithAttrs(attrs)} }

func (t traced) WithGroup(name string) slog.Handler { return traced{t.Handler.WithGroup(name)} }

// Start sends traces to the collector at endpoint (OTLP over gRPC); without an endpoint it records none. The
// function it answers sends what waits. What gRPC and its gateway call errors, such as a reader who leaves in the
// middle of a download, goes to log as warnings: left alone they write lines of another form. Nothing may use gRPC yet.
func Start(
	ctx context.Context, log *slog.Logger, endpoint, version string,
) (func(context.Context) error, error) {
	warnings := slog.NewLogLogger(log.Handler(), slog.LevelWarn).Writer()
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, warnings))
	otel.SetTextMapPropagator(propagation.TraceContext{})
	if endpoint == "" {
		return func(context.Context) error { return nil }, nil
	}
	exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(endpoint))
	if err != nil {
		return nil, fmt.Errorf("connect to trace collector: %w", err)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter),
		sdktrace.WithResource(resource.NewSchemaless(semconv.ServiceName("puls"), semconv.ServiceVersion(version))),
	)
	otel.SetTracerProvider(provider)
	return provider.Shutdown, nil
}
