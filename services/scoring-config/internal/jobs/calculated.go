// Package jobs consumes the events that scorings depend on.
package jobs

import (
	"context"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-config/internal/core"
)

// Calculated returns the consumer that stores finished calculations.
func Calculated(app *core.App) bus.Consumer {
	return bus.HandleAll("scoring-config-calculated", func(
		ctx context.Context, events []*scoringenginev1.Calculated,
	) error {
		calculations := make([]core.Calculation, len(events))
		for i, calculated := range events {
			result, err := event.ResultOf(calculated)
			if err != nil {
				return err
			}
			calculations[i] = core.Calculation{
				Account:   core.AccountID(result.Account),
				ResultKey: core.ResultKey{Scoring: result.Scoring, Channel: core.Channel(result.Channel), Date: result.Date},
				At:        result.At, DaysAgo: int(calculated.GetDaysAgo()),
			}
		}
		return app.Calculated(ctx, calculations)
	})
}
