package jobs

import (
	"context"
	"log/slog"
	"time"

	"puls.app/services/contacts/internal/importing"
	"puls.app/services/kit/loop"
	"puls.app/services/kit/telemetry"
)

const (
	// workers is how many accounts are served at once in this process; beside them, files of as many accounts are made
	// text that take longer than a slice.
	workers = 2
	// slice is how long an account is served before the others get their turn.
	slice = 5 * time.Second
	// poll is how often a worker looks although nobody woke it.
	poll = time.Second
	// settlePause is how soon after its last row an import is looked at for its end; it doubles up to poll.
	settlePause = 10 * time.Millisecond
	cleanEvery  = 30 * time.Minute
)

// Worker reads imports.
type Worker struct {
	hold func(ctx context.Context)
	log  *slog.Logger
	wake chan struct{}
	// long wakes who reads what takes long.
	long chan struct{}
	// settle wakes the runner that ends imports whose batches were taken in.
	settle chan struct{}
}

// NewWorker returns a worker. Hold waits while nothing more may be written.
func NewWorker(hold func(ctx context.Context), log *slog.Logger) *Worker {
	return &Worker{
		hold: hold, log: log, wake: make(chan struct{}, workers), long: make(chan struct{}, workers),
		settle: make(chan struct{}, 1),
	}
}

// Wake has an import that waits read now.
func (w *Worker) Wake() { loop.Wake(w.wake) }

// Run returns the runner that reads imports.
func (w *Worker) Run(app *importing.App) loop.Runner {
	runners := []loop.Runner{
		w.finish(app),
		loop.Every(cleanEvery, w.log, "left uploads could not be removed", func(ctx context.Context) error {
			removed, err := app.CleanUploads(ctx)
			if removed > 0 {
				w.log.InfoContext(ctx, "left uploads were removed", "blocks", removed)
			}
			return err
		}),
	}
	for range workers {
		runners = append(runners, w.read(app.NewReader(), w.wake), w.read(app.NewLongReader(), w.long))
	}
	return loop.All(runners...)
}

// read serves accounts. Wake is told that there is something to read.
func (w *Worker) read(reader *importing.Reader, wake <-chan struct{}) loop.Runner {
	return loop.Work(wake, poll, func(ctx context.Context) bool {
		w.hold(ctx)
		return w.serve(ctx, reader)
	})
}

// serve reads an import of the account that waits longest for a slice of time, and reports whether there was one.
func (w *Worker) serve(ctx context.Context, reader *importing.Reader) bool {
	turn, err := reader.Next(ctx)
	if err != nil {
		w.warn(ctx, "no import could be taken", err)
	}
	if err != nil || turn == nil {
		return false
	}
	defer func() {
		if turn.End(ctx); turn.Long() {
			loop.Wake(w.long)
		}
	}()
	ctx, end := telemetry.Begin(ctx, "read import", turn.Trace(), true)
	defer end(nil)
	repeat(ctx, slice, w.hold, turn.Step)
	if turn.Settling() {
		loop.Wake(w.settle)
	}
	return true
}

// finish ends imports whose batches have been taken in: at once for small ones, with little asking for large ones.
func (w *Worker) finish(app *importing.App) loop.Runner {
	pause := settlePause
	return loop.Work(w.settle, poll, func(ctx context.Context) bool {
		left, err := app.FinishSettled(ctx)
		if err != nil {
			w.warn(ctx, "imports could not be finished", err)
		}
		if !left || err != nil {
			pause = settlePause
			return false
		}
		_ = loop.Pause(ctx, pause)
		pause = min(2*pause, poll)
		return true
	})
}

func (w *Worker) warn(ctx context.Context, message string, err error) {
	if ctx.Err() == nil {
		w.log.WarnContext(ctx, message, "error", err)
	}
}

// repeat makes steps as long as there is more to do, for a slice of time at most.
func repeat(
	ctx context.Context, slice time.Duration, hold func(context.Context), step func(context.Context) (more bool),
) {
	until := time.Now().Add(slice)
	for more := true; more && time.Now().Before(until); {
		hold(ctx)
		more = step(ctx)
	}
}
