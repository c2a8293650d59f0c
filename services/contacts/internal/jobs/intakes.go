package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"puls.app/services/contacts/internal/intake"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/telemetry"
)

const (
	// intakeSlice is how long an account's intake is read before the others get their turn.
	intakeSlice = 2 * time.Second
	// gather is how long bodies are let come together when all has been read: many small steps cost the engine more than
	// a few larger ones, and nobody sees a third of a second.
	gather = 300 * time.Millisecond
)

// Intakes reads what websites and mail providers have sent.
type Intakes struct {
	hold func(ctx context.Context)
	log  *slog.Logger
	wake chan struct{}
}

// NewIntakes returns what reads intakes. Hold waits while nothing more may be written.
func NewIntakes(hold func(ctx context.Context), log *slog.Logger) *Intakes {
	return &Intakes{hold: hold, log: log, wake: make(chan struct{}, workers)}
}

// Wake has bodies that wait read soon.
func (w *Intakes) Wake() { notify(w.wake) }

// Run returns what reads intakes until its context ends.
func (w *Intakes) Run(app *intake.App) func(context.Context) error {
	return func(ctx context.Context) error {
		var running sync.WaitGroup
		for range workers {
			running.Go(func() {
				reader := app.NewReader()
				for ctx.Err() == nil {
					w.hold(ctx)
					if w.serve(ctx, reader) {
						_ = bus.Pause(ctx, gather)
					} else {
						_ = bus.PauseUntil(ctx, w.wake, poll)
					}
				}
			})
		}
		running.Go(func() { w.clean(ctx, app) })
		running.Wait()
		return nil
	}
}

// serve reads what waits of the account that waits longest for a slice of time, and reports whether there was any.
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
	until := time.Now().Add(intakeSlice)
	for more := true; more && time.Now().Before(until); {
		w.hold(ctx)
		more = turn.Step(ctx)
	}
	return true
}

func (w *Intakes) clean(ctx context.Context, app *intake.App) {
	for ctx.Err() == nil {
		if _, err := app.CleanIntakes(ctx); err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "old events of intakes could not be removed", "error", err)
		}
		_ = bus.Pause(ctx, cleanEvery)
	}
}
