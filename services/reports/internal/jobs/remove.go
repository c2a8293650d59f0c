package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/bus"
	"puls.app/services/reports/internal/core"
)

// removeEvery is how often old results are looked for.
const removeEvery = time.Hour

// Results keeps results until they are old.
type Results interface {
	// ForgetResults removes the results of days before one, with their receipts, in small pieces.
	ForgetResults(ctx context.Context, before time.Time) error
}

// Remove removes results that are older than so many days until ctx ends. Failures are logged and tried again.
func Remove(results Results, days int, now func() time.Time, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			if err := results.ForgetResults(ctx, core.KeptFrom(now(), days)); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "old results could not be removed", "error", err)
			}
			_ = bus.Pause(ctx, removeEvery)
		}
		return nil
	}
}
