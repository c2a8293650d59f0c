package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/scoring-engine/internal/calculating"
)

// lookEvery is how often a worker polls the queue when this process has queued nothing.
const lookEvery = 500 * time.Millisecond

// Worker returns the runner that works on atOnce tasks of the queue at a time.
func Worker(app *calculating.App, atOnce int, log *slog.Logger) loop.Runner {
	work := loop.Work(app.Queued(), lookEvery, func(ctx context.Context) bool {
		found, err := app.Work(ctx)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "tasks wait", "error", err)
		}
		return found && err == nil
	})
	return loop.All(slices.Repeat([]loop.Runner{work}, atOnce)...)
}

// Bus stores dead letters.
type Bus interface {
	// Passing reports whether a failure is temporary and not caused by the task.
	Passing(err error) bool
	PutDeadLetter(ctx context.Context, subject, id string, payload []byte, cause error) error
}

// DeadLetters implements calculating.DeadLetters: a revived task arrives on the subject of tasks.
type DeadLetters struct{ Bus }

// PutTask stores a task as a dead letter.
func (d DeadLetters) PutTask(ctx context.Context, taken *calculating.Taken, cause error) error {
	return d.PutDeadLetter(ctx, task.Subject(), fmt.Sprint("task ", taken.ID), taken.Payload, cause)
}
