package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/kit/host"
)

const cleanEvery = 10 * time.Minute

// Clean removes what is of no use any more, now and then.
func Clean(clean func(context.Context) error, log *slog.Logger) host.Runner {
	return func(ctx context.Context) error {
		ticker := time.NewTicker(cleanEvery)
		defer ticker.Stop()
		for {
			if err := clean(ctx); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "old rows could not be removed", "error", err)
			}
			select {
			case <-ctx.Done():
				return nil
			case <-ticker.C:
			}
		}
	}
}
