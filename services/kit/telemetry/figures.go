package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"puls.app/services/kit/loop"
)

const (
	// cached is how long figures are valid, however often they are requested.
	cached = 15 * time.Second
	// readTime bounds the reading of figures.
	readTime = 5 * time.Second
	// prefix begins the name of every metric of Puls.
	prefix = "puls."
)

// Figure is a metric that a service reads from its own schema: `puls doctor` evaluates it, telemetry exports it as a
// gauge. Reading it must be cheap, since it is read several times a minute.
type Figure struct {
	// Name is in lower case, its parts joined by dots, such as "outbox.lag". Equal metrics of several services share a
	// name.
	Name string
	// Unit is written in UCUM: "s", or the counted thing in braces, such as "{message}".
	Unit string
	// Means describes the value to operators, in a few words.
	Means string
	Value float64
	// Warn and Problem are the thresholds of a warning and of a problem; 0 for none.
	Warn, Problem float64
	// Advice is the remedy; empty if Warn and Problem are 0.
	Advice string
}

// Gauges exports figures as metrics named puls.<name>, with their service as an attribute, until ctx ends. They are
// read when the metrics are collected, every 15 seconds at most, and once at the start, to learn their names.
func Gauges(
	ctx context.Context, log *slog.Logger, service string, read func(context.Context) ([]Figure, error),
) error {
	g := &gauges{read: read, log: log, now: time.Now}
	known := g.figures(ctx)
	for ; known == nil; known = g.figures(ctx) {
		if loop.Pause(ctx, cached) != nil {
			return nil
		}
	}
	of := metric.WithAttributeSet(attribute.NewSet(attribute.String("puls.service", service)))
	meter := otel.Meter("puls.app/services/kit/telemetry")
	instruments, all := map[string]metric.Float64ObservableGauge{}, []metric.Observable{}
	for _, figure := range known {
		gauge, err := meter.Float64ObservableGauge(
			prefix+figure.Name, metric.WithUnit(figure.Unit), metric.WithDescription(figure.Means),
		)
		if err != nil {
			return fmt.Errorf("make gauge %s: %w", figure.Name, err)
		}
		instruments[figure.Name], all = gauge, append(all, gauge)
	}
	registration, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		for _, figure := range g.figures(ctx) {
			if gauge, known := instruments[figure.Name]; known {
				o.ObserveFloat64(gauge, figure.Value, of)
			}
		}
		return nil
	}, all...)
	if err != nil {
		return fmt.Errorf("show figures: %w", err)
	}
	<-ctx.Done()
	return registration.Unregister()
}

// gauges caches the last figures.
type gauges struct {
	read func(context.Context) ([]Figure, error)
	log  *slog.Logger
	now  func() time.Time

	mu   sync.Mutex
	last []Figure
	at   time.Time
}

// figures returns the cached figures, or reads them again when they are old. It returns nil if reading fails, since an
// old value would look healthy.
func (g *gauges) figures(ctx context.Context) []Figure {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now := g.now(); now.Sub(g.at) >= cached {
		ctx, cancel := context.WithTimeout(ctx, readTime)
		defer cancel()
		figures, err := g.read(ctx)
		if err != nil && ctx.Err() == nil {
			g.log.WarnContext(ctx, "figures could not be read", "error", err)
		}
		g.last, g.at = figures, now
		if err != nil {
			g.last = nil
		}
	}
	return g.last
}
