package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/intake"
	"puls.app/services/kit/loop"
	"puls.app/services/kit/telemetry"
)

const (
	// intakeSlice is how long an account's intake is read before the next account.
	intakeSlice = 2 * time.Second
	// gather is the pause after a turn in which new bodies accumulate: many small steps cost the engine more than a few
	// larger ones, and a delay of a third of a second is not noticeable.
	gather = 300 * time.Millisecond
)

// Intakes reads the bodies that websites and mail providers sent.
type Intakes struct {
	hold func(ctx context.Context)
	log  *slog.Logger
	wake chan struct{}
}

// NewIntakes returns the reader of intakes. Hold blocks while nothing may be written.
func NewIntakes(hold func(ctx context.Context), log *slog.Logger) *Intakes {
	return &Intakes{hold: hold, log: log, wake: make(chan struct{}, workers)}
}

// Wake wakes a worker for waiting bodies.
func (w *Intakes) Wake() { loop.Wake(w.wake) }

// Run returns the runner that reads intakes.
func (w *Intakes) Run(app *intake.App) loop.Runner {
	runners := []loop.Runner{
		loop.Every(cleanEvery, w.log, "old events of intakes could not be removed", func(ctx context.Context) error {
			_, err := app.CleanIntakes(ctx)
			return err
		}),
	}
	for range workers {
		reader := app.NewReader()
		runners = append(runners, loop.Work(w.wake, poll, func(ctx context.Context) (found bool) {
			w.hold(ctx)
			if found = w.serve(ctx, reader); found {
				_ = loop.Pause(ctx, gather)
			}
			return found
		}))
	}
	return loop.All(runners...)
}

// serve reads the waiting bodies of the account that has waited longest, for a slice of time, and reports whether there
// were any.
func (w *Intakes) serve(ctx context.Context, reader *intake.Reader) bool {
	turn, err := reader.Next(ctx)
	if err != nil && ctx.Err() == nil {
		w.log.WarnContext(ctx, "no intake could be taken", "error", err)
	}
	if err != nil || turn == nil {
		return false
	}
	defer turn.End()
	ctx, end := telemetry.Begin(ctx, "read intake", "", false)
	defer end(nil)
	repeat(ctx, intakeSlice, w.hold, turn.Step)
	return true
}
