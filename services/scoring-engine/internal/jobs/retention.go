package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/keeping"
)

// removeEvery is how often expired rows are removed.
const removeEvery = time.Hour

// Remove returns the runner that removes expired rows.
func Remove(
	store keeping.RetentionStore, retention calculation.Retention, now func() time.Time, log *slog.Logger,
) loop.Runner {
	return loop.Every(removeEvery, log, "expired rows could not be removed", func(ctx context.Context) error {
		err := store.ForgetRuns(ctx, retention.RunsFrom(now()))
		if err == nil && retention.Limited() {
			err = store.ForgetResults(ctx, retention.ResultsFrom(now()))
		}
		if err == nil && retention.Limited() {
			err = store.ForgetFacts(ctx, retention.FactsFrom(now()))
		}
		return err
	})
}
