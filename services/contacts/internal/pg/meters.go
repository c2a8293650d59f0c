package pg

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"puls.app/services/contacts/internal/core"
)

// The metrics stand until the program has decided where they go; what making them fails for is told there.
var (
	meter   = otel.Meter("puls.app/services/contacts")
	rows, _ = meter.Int64Counter(
		"puls.import.rows", metric.WithUnit("{row}"), metric.WithDescription("rows of files that were kept or refused"),
	)
	events, _ = meter.Int64Counter("puls.intake.events", metric.WithUnit("{event}"),
		metric.WithDescription("events of websites and mail providers that were taken"))
)

func countRows(ctx context.Context, kept, refused int) {
	rows.Add(ctx, int64(kept), metric.WithAttributes(attribute.String("puls.outcome", "kept")))
	rows.Add(ctx, int64(refused), metric.WithAttributes(attribute.String("puls.outcome", "refused")))
}

func countEvents(ctx context.Context, bodies []*core.IntakeBody) {
	var web, mail int
	for _, body := range bodies {
		if body.Source.Kind == core.IntakeWeb {
			web += body.Events
		} else {
			mail += body.Events
		}
	}
	events.Add(ctx, int64(web), metric.WithAttributes(attribute.String("puls.source", "web")))
	events.Add(ctx, int64(mail), metric.WithAttributes(attribute.String("puls.source", "mail")))
}
