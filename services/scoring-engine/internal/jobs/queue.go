package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/core"
)

// lookEvery is how often a worker looks although nobody of this process queued anything.
const lookEvery = 500 * time.Millisecond

// Worker does the tasks of the queue.
type Worker struct {
	app    *core.App
	atOnce int
	log    *slog.Logger
}

// NewWorker returns a worker that does so many tasks at once.
func NewWorker(app *core.App, atOnce int, log *slog.Logger) *Worker {
	return &Worker{app: app, atOnce: atOnce, log: log}
}

// Run does tasks until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	var running sync.WaitGroup
	for range w.atOnce {
		running.Go(func() { w.work(ctx) })
	}
	running.Wait()
	return nil
}

func (w *Worker) work(ctx context.Context) {
	for ctx.Err() == nil {
		found, err := w.app.Work(ctx)
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "tasks wait", "error", err)
		}
		if found && err == nil {
			continue
		}
		_ = bus.PauseUntil(ctx, w.app.Queued(), lookEvery)
	}
}

// Graveyard keeps messages that nobody could handle.
type Graveyard interface {
	// Passing reports whether a failure is nobody's fault and passes.
	Passing(err error) bool
	Bury(ctx context.Context, subject, id string, payload []byte, cause error) error
}

// DeadLetters implements core.DeadLetters: a task that is revived comes back under its subject.
type DeadLetters struct{ Graveyard }

// BuryTask keeps a task as a dead letter.
func (d DeadLetters) BuryTask(ctx context.Context, taken *core.Taken, cause error) error {
	return d.Bury(ctx, task.Subject(), fmt.Sprint("task ", taken.ID), taken.Payload, cause)
}
