// Package telemetry decides where logs, traces and metrics go: logs to the standard error stream, one JSON object or
// one readable line each; traces and metrics to an OpenTelemetry collector where the standard OTEL_ variables name one;
// metrics also to whoever asks for them in Prometheus' form.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/contrib/exporters/autoexport"
	"go.opentelemetry.io/contrib/instrumentation/runtime"
	"go.opentelemetry.io/otel"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.40.0"
	"google.golang.org/grpc/grpclog"

	"puls.app/services/kit/conf"
)

const (
	// patience is how long a collector is waited for when the program stops: what it has not taken by then is lost.
	patience = 2 * time.Second
	// complainEvery is how often a collector that takes nothing is spoken of.
	complainEvery = time.Minute
)

// Options say what is wanted.
type Options struct {
	// Name and Version are the program's; OTEL_SERVICE_NAME comes before the name.
	Name, Version string
	// Settings are the environment: the OpenTelemetry SDK reads its standard variables from there by itself.
	Settings conf.Values
	// Scraped asks for a handler that tells the metrics.
	Scraped bool
}

// Telemetry is what Start has begun.
type Telemetry struct {
	// Metrics tells them in Prometheus' form; nil unless asked for.
	Metrics http.Handler
	stop    []func(context.Context) error
}

// Start sends traces and metrics where the settings say. Without a word of theirs no span is recorded, and metrics are
// only taken where somebody asks for them: both cost next to nothing then. A collector never holds a request up: what
// it does not take waits in a bounded queue, and what finds no place there is dropped. What gRPC and its gateway call
// errors, such as a reader who leaves in the middle of a download, goes to log as warnings: left alone they write lines
// of another form. Nothing may use gRPC yet.
func Start(ctx context.Context, log *slog.Logger, o Options) (_ *Telemetry, err error) {
	warnings := slog.NewLogLogger(log.Handler(), slog.LevelWarn).Writer()
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, warnings))
	otel.SetErrorHandler(&complaints{log: log, now: time.Now})
	otel.SetTextMapPropagator(propagation.TraceContext{})
	t := &Telemetry{}
	defer func() {
		if err != nil {
			t.Stop(ctx)
		}
	}()
	source, err := resource.New(ctx, resource.WithAttributes(
		semconv.ServiceName(o.Name), semconv.ServiceVersion(o.Version),
	), resource.WithFromEnv(), resource.WithTelemetrySDK(), resource.WithHost())
	if err != nil {
		return nil, fmt.Errorf("describe this process: %w", err)
	}
	if o.exports("TRACES") {
		if err := t.trace(ctx, o, source); err != nil {
			return nil, err
		}
	}
	return t, t.measure(ctx, o, source)
}

// exports reports whether somebody is named who takes a signal.
func (o Options) exports(signal string) bool {
	if exporter := o.Settings["OTEL_"+signal+"_EXPORTER"]; exporter != "" {
		return exporter != "none"
	}
	return o.Settings["OTEL_EXPORTER_OTLP_ENDPOINT"] != "" || o.Settings["OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT"] != ""
}

func (t *Telemetry) trace(ctx context.Context, o Options, source *resource.Resource) error {
	sampler, err := samplerOf(o.Settings)
	if err != nil {
		return err
	}
	exporter, err := autoexport.NewSpanExporter(ctx)
	if err != nil {
		return fmt.Errorf("prepare to send traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter), sdktrace.WithResource(source), sdktrace.WithSampler(sampler),
	)
	t.stop = append(t.stop, provider.Shutdown)
	otel.SetTracerProvider(provider)
	return nil
}

func (t *Telemetry) measure(ctx context.Context, o Options, source *resource.Resource) error {
	options := []metric.Option{metric.WithResource(source)}
	if o.exports("METRICS") {
		reader, err := autoexport.NewMetricReader(ctx)
		if err != nil {
			return fmt.Errorf("prepare to send metrics: %w", err)
		}
		options = append(options, metric.WithReader(reader))
	}
	if o.Scraped {
		registry := prometheus.NewRegistry()
		registry.MustRegister(collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
		reader, err := otelprometheus.New(otelprometheus.WithRegisterer(registry), otelprometheus.WithoutScopeInfo())
		if err != nil {
			return fmt.Errorf("prepare to tell metrics: %w", err)
		}
		options = append(options, metric.WithReader(reader))
		t.Metrics = promhttp.HandlerFor(registry, promhttp.HandlerOpts{
			ErrorLog: promErrors{otel.GetErrorHandler()}, ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4,
		})
	}
	if len(options) == 1 {
		return nil
	}
	provider := metric.NewMeterProvider(options...)
	t.stop = append(t.stop, provider.Shutdown)
	otel.SetMeterProvider(provider)
	if err := runtime.Start(runtime.WithMinimumReadMemStatsInterval(cached)); err != nil {
		return fmt.Errorf("measure the Go runtime: %w", err)
	}
	return nil
}

// Stop sends what waits, as far as it is taken in time.
func (t *Telemetry) Stop(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, stop := range t.stop {
		if err := stop(ctx); err != nil {
			otel.Handle(err) // a collector that does not answer is no failure of the program
		}
	}
}

// complaints logs what goes wrong with traces and metrics, once in a while: a collector that is away fails every few
// seconds.
type complaints struct {
	log  *slog.Logger
	now  func() time.Time
	last atomic.Int64
}

// Handle implements otel.ErrorHandler.
func (c *complaints) Handle(err error) {
	now, last := c.now(), c.last.Load()
	if now.Sub(time.Unix(0, last)) >= complainEvery && c.last.CompareAndSwap(last, now.UnixNano()) {
		c.log.Warn("traces or metrics are lost", "error", err)
	}
}

// promErrors hands what goes wrong while metrics are told to the handler of all such errors.
type promErrors struct{ otel.ErrorHandler }

// Println implements promhttp.Logger.
func (p promErrors) Println(words ...any) { p.Handle(errors.New(fmt.Sprint(words...))) }
