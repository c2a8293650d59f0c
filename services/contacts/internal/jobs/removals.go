package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/intake"
	"puls.app/services/kit/bus"
)

// settleEvery is how often what was deleted is looked at.
const settleEvery = 2 * time.Second

// stepRest is how long steps in the background leave a database to others between two of them, at least.
const stepRest = 20 * time.Millisecond

// Removals returns what makes deletions final until its context ends.
func Removals(
	contacts *contact.App, intake *intake.App, hold func(context.Context), log *slog.Logger,
) func(context.Context) error {
	return func(ctx context.Context) error {
		for ctx.Err() == nil {
			hold(ctx)
			err := errors.Join(
				contacts.SettleGroups(ctx), contacts.ClearProperties(ctx, hold), inSteps(ctx, hold, intake.RemoveVisitors),
			)
			if err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "deletions could not be settled", "error", err)
			}
			_ = bus.Pause(ctx, settleEvery)
		}
		return nil
	}
}

// inSteps repeats a step while there is more to do, and rests between two steps as long as one took: imports and
// intakes want the database too.
func inSteps(
	ctx context.Context, hold func(context.Context), step func(context.Context) (more bool, err error),
) error {
	for ctx.Err() == nil {
		hold(ctx)
		began := time.Now()
		more, err := step(ctx)
		if err != nil || !more {
			return err
		}
		_ = bus.Pause(ctx, max(time.Since(began), stepRest))
	}
	return nil
}
