package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/kit/bus"
)

// spellEvery is how often databases are looked for whose addresses are to be looked at.
const spellEvery = 10 * time.Minute

// Spelling returns what brings stored addresses into their one spelling until its context ends.
func Spelling(app *contact.App, hold func(context.Context), log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			if err := inSteps(ctx, hold, app.SpellAddresses); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "addresses could not be brought into one spelling", "error", err)
			}
			_ = bus.Pause(ctx, spellEvery)
		}
		return nil
	}
}
