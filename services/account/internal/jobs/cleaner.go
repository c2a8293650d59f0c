package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/account/internal/core"
	"puls.app/services/kit/host"
)

const cleanEvery = 10 * time.Minute

// Clean removes what is of no use any more, now and then.
func Clean(store core.CleanStore, now func() time.Time, log *slog.Logger) host.Runner {
	return func(ctx context.Context) error {
		ticker := time.NewTicker(cleanEvery)
		defer ticker.Stop()
		for {
			if err := core.Clean(ctx, store, now()); err != nil && ctx.Err() == nil {
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
