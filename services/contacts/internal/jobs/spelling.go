package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/core"
	"puls.app/services/kit/bus"
)

// spellEvery is how often databases are looked for whose addresses are to be looked at.
const spellEvery = 10 * time.Minute

// Spelling returns what brings stored addresses into their one spelling until its context ends.
func Spelling(app *core.App, hold func(context.Context), log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			hold(ctx)
			began := time.Now()
			more, err := app.SpellAddresses(ctx)
			if err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "addresses could not be brought into one spelling", "error", err)
			}
			if more && err == nil {
				_ = bus.Pause(ctx, max(time.Since(began), stepRest))
			} else {
				_ = bus.Pause(ctx, spellEvery)
			}
		}
		return nil
	}
}
