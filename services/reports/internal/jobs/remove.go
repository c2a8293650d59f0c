package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/reports/internal/core"
)

// removeEvery is how often old results are removed.
const removeEvery = time.Hour

// Results removes old results.
type Results interface {
	// ForgetResults removes the results of days before one, with their receipts, in small batches.
	ForgetResults(ctx context.Context, before time.Time) error
}

// Remove returns the runner that removes results older than the given number of days.
func Remove(results Results, days int, now func() time.Time, log *slog.Logger) loop.Runner {
	return loop.Every(removeEvery, log, "old results could not be removed", func(ctx context.Context) error {
		return results.ForgetResults(ctx, core.KeptFrom(now(), days))
	})
}
