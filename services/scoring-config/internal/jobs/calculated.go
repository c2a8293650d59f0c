// Package jobs takes the events that scorings depend on.
package jobs

import (
	"context"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-config/internal/core"
)

// Calculated is the consumer that notes finished calculations, in any order.
func Calculated(app *core.App) bus.Consumer {
	return bus.Handle("scoring-config-calculated", func(ctx context.Context, calculated *scoringenginev1.Calculated) error {
		result, err := event.ResultOf(calculated)
		if err != nil {
			return err
		}
		key := core.ResultKey{Scoring: result.Scoring, Channel: core.Channel(result.Channel), Date: result.Date}
		return app.Calculated(ctx, core.AccountID(result.Account), key, result.At, int(calculated.GetDaysAgo()))
	}).AtOnce(4) // each mostly waits for Postgres
}
