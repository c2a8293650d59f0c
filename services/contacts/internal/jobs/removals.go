package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/kit/bus"
)

// settleEvery is how often what was deleted is looked at.
const settleEvery = 2 * time.Second

// Removals returns what makes deletions final until its context ends.
func Removals(app *core.App, hold func(context.Context), log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			hold(ctx)
			if err := errors.Join(app.SettleGroups(ctx), app.ClearProperties(ctx, hold)); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "deletions could not be settled", "error", err)
			}
			_ = bus.Pause(ctx, settleEvery)
		}
		return nil
	}
}
