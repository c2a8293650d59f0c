// Package jobs takes the events that scorings depend on.
package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-config/internal/core"
)

// Calculated is the consumer that notes finished calculations.
func Calculated(app *core.App) bus.Consumer {
	return bus.Handle("scoring-config-calculated", func(ctx context.Context, event *scoringenginev1.Calculated) error {
		id, err := uuid.Parse(event.GetScoringId())
		if err != nil {
			return fmt.Errorf("read scoring id: %w", err)
		}
		day, err := time.Parse(time.DateOnly, event.GetGeneratedDate())
		if err != nil {
			return fmt.Errorf("read generated date: %w", err)
		}
		key := core.ResultKey{Scoring: id, Channel: core.Channel(event.GetChannel()), Date: day}
		return app.Calculated(
			ctx, core.AccountID(event.GetAccountId()), key, time.Unix(event.GetCalculatedAt(), 0), int(event.GetDaysAgo()),
		)
	})
}
