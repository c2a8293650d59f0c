// Package jobs consumes the events that reports are built from.
package jobs

import (
	"context"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/reports/internal/core"
)

// Calculated is the consumer that stores the figures of finished calculations, which read decodes.
func Calculated(
	app *core.App, read func(*scoringenginev1.Calculated) (core.Calculation, error),
) bus.Consumer {
	return bus.HandleAll("reports-calculated", func(ctx context.Context, events []*scoringenginev1.Calculated) error {
		calculations := make([]core.Calculation, len(events))
		for i, event := range events {
			var err error
			if calculations[i], err = read(event); err != nil {
				return err
			}
		}
		return app.Calculated(ctx, calculations)
	})
}
