package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/audience"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/contacts/internal/privacy"
	"puls.app/services/kit/loop"
)

const (
	// settleEvery is how often deletions are made final.
	settleEvery = 2 * time.Second
	// departuresEvery is how often unsubscribed and erased contacts are published.
	departuresEvery = time.Second
	// spellEvery is how often databases with former forms of addresses are looked for.
	spellEvery = 10 * time.Minute
	// resolveEvery is how often visitors are resolved without a request.
	resolveEvery = 10 * time.Minute
)

// Removals returns the runner that makes deletions final.
func Removals(
	contacts *contact.App, visitors *intake.App, hold func(context.Context), log *slog.Logger,
) loop.Runner {
	return loop.Every(settleEvery, log, "deletions could not be settled", func(ctx context.Context) error {
		hold(ctx)
		return errors.Join(
			contacts.SettleGroups(ctx), contacts.ClearProperties(ctx, hold),
			loop.Share(ctx, held(hold, visitors.RemoveVisitors)),
		)
	})
}

// Departures returns the runner that publishes unsubscribed and erased contacts.
func Departures(app *privacy.App, hold func(context.Context), log *slog.Logger) loop.Runner {
	return loop.Every(departuresEvery, log, "departures of contacts could not be published", func(ctx context.Context) error {
		return loop.Share(ctx, held(hold, app.PublishDepartures))
	})
}

// Spelling returns the runner that normalises stored addresses.
func Spelling(app *contact.App, hold func(context.Context), log *slog.Logger) loop.Runner {
	const failure = "addresses could not be brought into one spelling"
	return loop.Every(spellEvery, log, failure, func(ctx context.Context) error {
		return loop.Share(ctx, held(hold, app.SpellAddresses))
	})
}

// Visitors returns the runner that resolves visitors.
func Visitors(app *audience.App, hold func(context.Context), log *slog.Logger) loop.Runner {
	return loop.Every(resolveEvery, log, "visitors could not be resolved", func(ctx context.Context) error {
		hold(ctx)
		return app.ResolveVisitors(ctx)
	})
}

// held returns a step that blocks while nothing may be written.
func held(
	hold func(context.Context), step func(context.Context) (more bool, err error),
) func(context.Context) (more bool, err error) {
	return func(ctx context.Context) (bool, error) {
		hold(ctx)
		return step(ctx)
	}
}
