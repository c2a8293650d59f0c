package jobs

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"puls.app/services/kit/telemetry"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
)

// The metrics are no-ops until the program has set their exporter, which also reports errors in creating them.
var (
	meter       = otel.Meter("puls.app/services/scoring-engine")
	durations   = seconds("puls.calculation.duration", "how long calculations take that give results")
	contacts, _ = meter.Int64Counter(
		"puls.calculation.contacts", metric.WithUnit("{contact}"), metric.WithDescription("contacts that were scored"),
	)
	working   = seconds("puls.task.duration", "duration of tasks, with skipped and failed ones")
	nights, _ = meter.Int64Counter(
		"puls.nights", metric.WithUnit("{night}"), metric.WithDescription("hours in which due scorings were requested"),
	)
	due, _ = meter.Int64Counter(
		"puls.night.tasks", metric.WithUnit("{task}"), metric.WithDescription("tasks that were due then"),
	)
)

func seconds(name, means string) metric.Float64Histogram {
	histogram, _ := meter.Float64Histogram( // as above
		name, metric.WithUnit("s"), metric.WithDescription(means),
		metric.WithExplicitBucketBoundaries(.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300, 1800),
	)
	return histogram
}

// Telemetry implements calculating.Telemetry with traces and metrics.
type Telemetry struct{}

// Task begins a task's trace, with a link to the request for it.
func (Telemetry) Task(ctx context.Context, task *calculating.Taken) (context.Context, func(error)) {
	began := time.Now()
	ctx, end := telemetry.Begin(ctx, "calculate", task.Trace, true)
	return ctx, func(err error) {
		working.Record(ctx, time.Since(began).Seconds(), metric.WithAttributes(attribute.Bool("error", err != nil)))
		end(err)
	}
}

// Calculated records a calculation.
func (Telemetry) Calculated(ctx context.Context, channel calculation.Channel, scored int, took time.Duration) {
	of := metric.WithAttributes(attribute.String("puls.channel", channel.String()))
	durations.Record(ctx, took.Seconds(), of)
	contacts.Add(ctx, int64(scored), of)
}
