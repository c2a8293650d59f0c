// Package jobs takes the events that reports are drawn from.
package jobs

import (
	"context"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/reports/internal/core"
)

// Calculated is the consumer that keeps the figures of finished calculations, which read reads, in any order.
func Calculated(
	app *core.App, read func(*scoringenginev1.Calculated) (core.Calculation, error),
) bus.Consumer {
	return bus.Handle("reports-calculated", func(ctx context.Context, calculated *scoringenginev1.Calculated) error {
		calculation, err := read(calculated)
		if err != nil {
			return err
		}
		return app.Calculated(ctx, calculation)
	}).AtOnce(4) // each mostly waits for Postgres
}
