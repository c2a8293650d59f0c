package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/reports/internal/core"
)

// removeEvery is how often old results are looked for.
const removeEvery = time.Hour

// Results keeps results until they are old.
type Results interface {
	// ForgetResults removes the results of days before one, with their receipts, in small pieces.
	ForgetResults(ctx context.Context, before time.Time) error
}

// Remove returns the runner that removes results older than so many days.
func Remove(results Results, days int, now func() time.Time, log *slog.Logger) loop.Runner {
	return loop.Every(removeEvery, log, "old results could not be removed", func(ctx context.Context) error {
		return results.ForgetResults(ctx, core.KeptFrom(now(), days))
	})
}
