package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/core"
)

// removeEvery is how often what is old is looked for.
const removeEvery = time.Hour

// Remove removes what is older than it is to be kept until ctx ends. Failures are logged and tried again.
func Remove(
	attic core.Attic, keeping core.Keeping, now func() time.Time, log *slog.Logger,
) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			err := attic.ForgetRuns(ctx, keeping.RunsFrom(now()))
			if err == nil && keeping.Limited() {
				err = attic.ForgetResults(ctx, keeping.ResultsFrom(now()))
			}
			if err == nil && keeping.Limited() {
				err = attic.ForgetFacts(ctx, keeping.FactsFrom(now()))
			}
			if err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "what is old could not be removed", "error", err)
			}
			_ = bus.Pause(ctx, removeEvery)
		}
		return nil
	}
}
