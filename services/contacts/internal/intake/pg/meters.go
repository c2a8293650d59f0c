package pg

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"puls.app/services/contacts/internal/intake"
)

func countEvents(ctx context.Context, bodies []*intake.Body) {
	var web, mail int
	for _, body := range bodies {
		if body.Source.Kind == intake.Web {
			web += body.Events
		} else {
			mail += body.Events
		}
	}
	events.Add(ctx, int64(web), metric.WithAttributes(attribute.String("puls.source", "web")))
	events.Add(ctx, int64(mail), metric.WithAttributes(attribute.String("puls.source", "mail")))
}

// events delegates to a no-op meter until the program sets the provider of metrics, which reports errors of its
// creation.
var events, _ = otel.Meter("puls.app/services/contacts").Int64Counter("puls.intake.events", metric.WithUnit("{event}"),
	metric.WithDescription("events of websites and mail providers that were taken"))
