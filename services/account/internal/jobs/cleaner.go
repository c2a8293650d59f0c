package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/account/internal/core"
	"puls.app/services/account/internal/webhook"
	"puls.app/services/kit/loop"
)

const cleanEvery = 10 * time.Minute

// Clean returns the runner that removes expired rows.
func Clean(store core.CleanStore, now func() time.Time, log *slog.Logger) loop.Runner {
	return loop.Every(cleanEvery, log, "old rows could not be removed", func(ctx context.Context) error {
		return core.Clean(ctx, store, now())
	})
}

// CleanWebhooks returns the runner that removes old deliveries.
func CleanWebhooks(store webhook.CleanStore, now func() time.Time, log *slog.Logger) loop.Runner {
	return loop.Every(cleanEvery, log, "old deliveries of webhooks could not be removed", func(ctx context.Context) error {
		return webhook.Clean(ctx, store, now())
	})
}
