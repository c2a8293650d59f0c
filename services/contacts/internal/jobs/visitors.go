package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/kit/bus"
)

// resolveEvery is how often changes of visitors are looked at that nobody asked for.
const resolveEvery = 10 * time.Minute

// Visitors returns what resolves visitors until its context ends.
func Visitors(app *audience.App, hold func(context.Context), log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			hold(ctx)
			if err := app.ResolveVisitors(ctx); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "visitors could not be resolved", "error", err)
			}
			_ = bus.Pause(ctx, resolveEvery)
		}
		return nil
	}
}
