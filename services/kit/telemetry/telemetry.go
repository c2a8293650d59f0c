// Package telemetry configures logs, traces and metrics. Logs go to the standard error stream, one JSON object or one
// readable line each. Traces and metrics go to an OpenTelemetry collector if the standard OTEL_ variables name one.
// Metrics can also be scraped in Prometheus' format.
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
	// patience bounds the wait for a collector when the program stops: data that it has not accepted by then is lost.
	patience = 2 * time.Second
	// complainEvery is how often a failing collector is logged.
	complainEvery = time.Minute
)

// Options configure telemetry.
type Options struct {
	// Name and Version are the program's; OTEL_SERVICE_NAME overrides the name.
	Name, Version string
	// Settings are the environment: the OpenTelemetry SDK reads its standard variables from there itself.
	Settings conf.Values
	// Scraped enables the metrics handler.
	Scraped bool
}

// Telemetry is the running export.
type Telemetry struct {
	// Metrics serves the metrics in Prometheus' format; nil unless enabled.
	Metrics http.Handler
	stop    []func(context.Context) error
}

// Start begins to export traces and metrics as the settings say. Without such settings no span is recorded, and metrics
// are only collected when scraped: both then cost next to nothing. A collector never delays a request: unsent data
// waits in a bounded queue and is dropped when that is full. Errors of gRPC and its gateway, such as a client that
// leaves in the middle of a download, are logged as warnings; by default they are written in another format. Start must
// be called before gRPC is used.
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

// exports reports whether a receiver of a signal is configured.
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
			return fmt.Errorf("prepare metrics: %w", err)
		}
		options = append(options, metric.WithReader(reader))
		t.Metrics = promhttp.HandlerFor(registry, promhttp.HandlerOpts{
			ErrorLog: promErrors{otel.GetErrorHandler()}, ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 4,
		})
	}
	if len(options) == 1 {
		return nil
	}
	// All times are in seconds; kit/pgdb records the wait for a connection.
	options = append(options, metric.WithView(metric.NewView(
		metric.Instrument{Name: "pgxpool.*", Unit: "ns"}, metric.Stream{Aggregation: metric.AggregationDrop{}},
	)))
	provider := metric.NewMeterProvider(options...)
	t.stop = append(t.stop, provider.Shutdown)
	otel.SetMeterProvider(provider)
	if err := runtime.Start(runtime.WithMinimumReadMemStatsInterval(cached)); err != nil {
		return fmt.Errorf("measure the Go runtime: %w", err)
	}
	return nil
}

// Stop sends unsent data, as far as it is accepted in time.
func (t *Telemetry) Stop(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, stop := range t.stop {
		if err := stop(ctx); err != nil {
			otel.Handle(err) // a silent collector is no failure of the program
		}
	}
}

// complaints logs errors of traces and metrics, at most once per complainEvery: an unreachable collector fails every
// few seconds.
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

// promErrors passes errors of scraping to the handler of all telemetry errors.
type promErrors struct{ otel.ErrorHandler }

// Println implements promhttp.Logger.
func (p promErrors) Println(words ...any) { p.Handle(errors.New(fmt.Sprint(words...))) }
