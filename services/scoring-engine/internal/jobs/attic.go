package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/scoring-engine/internal/core"
)

// removeEvery is how often what is old is looked for.
const removeEvery = time.Hour

// Remove returns the runner that removes what is older than it is to be kept.
func Remove(attic core.Attic, keeping core.Keeping, now func() time.Time, log *slog.Logger) loop.Runner {
	return loop.Every(removeEvery, log, "what is old could not be removed", func(ctx context.Context) error {
		err := attic.ForgetRuns(ctx, keeping.RunsFrom(now()))
		if err == nil && keeping.Limited() {
			err = attic.ForgetResults(ctx, keeping.ResultsFrom(now()))
		}
		if err == nil && keeping.Limited() {
			err = attic.ForgetFacts(ctx, keeping.FactsFrom(now()))
		}
		return err
	})
}
