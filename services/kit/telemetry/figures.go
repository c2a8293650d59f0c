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
	// cached is how long an answer about how things are is good for, however often it is asked for.
	cached = 15 * time.Second
	// readTime is how long such an answer is waited for.
	readTime = 5 * time.Second
	// prefix stands before the name of every metric of ours.
	prefix = "puls."
)

// Figure is a number that a service tells of itself, from its own schema: `puls doctor` judges it, telemetry shows it
// as a gauge. Reading it must be cheap, since it is read several times a minute.
type Figure struct {
	// Name in lower case, its parts joined by dots, such as "outbox.lag". Services that tell the same call it the same.
	Name string
	// Unit as UCUM writes it: "s", or what is counted in braces, such as "{message}".
	Unit string
	// Means says for operators, in a few words, what the value is.
	Means string
	Value float64
	// Warn and Problem are from where on it deserves a look, or is one; 0 where no value does.
	Warn, Problem float64
	// Advice says what to do then; empty where Warn and Problem are 0.
	Advice string
}

// Gauges shows figures as metrics named puls.<name>, with the service that they are of as an attribute, until ctx ends.
// They are read when somebody takes the metrics, every 15 seconds at most, and once at the start, which tells what
// there is.
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

// gauges keeps what was read last.
type gauges struct {
	read func(context.Context) ([]Figure, error)
	log  *slog.Logger
	now  func() time.Time

	mu   sync.Mutex
	last []Figure
	at   time.Time
}

// figures returns what was read last, or reads again when that is old; nil when it cannot be read: an old value would
// say that all is well.
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
