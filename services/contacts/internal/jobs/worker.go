package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"puls.app/services/contacts/internal/importing"
	"puls.app/services/kit/bus"
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
func (w *Worker) Wake() { notify(w.wake) }

func notify(wake chan<- struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// Run returns what reads imports until its context ends.
func (w *Worker) Run(app *importing.App) func(context.Context) error {
	return func(ctx context.Context) error {
		var running sync.WaitGroup
		for range workers {
			running.Go(func() { w.work(ctx, app.NewReader(), w.wake) })
			running.Go(func() { w.work(ctx, app.NewLongReader(), w.long) })
		}
		running.Go(func() { w.clean(ctx, app) })
		running.Go(func() { w.finish(ctx, app) })
		running.Wait()
		return nil
	}
}

// work serves accounts until ctx ends. Wake is told that there is something to read.
func (w *Worker) work(ctx context.Context, reader *importing.Reader, wake <-chan struct{}) {
	for ctx.Err() == nil {
		w.hold(ctx)
		if !w.serve(ctx, reader) {
			_ = bus.PauseUntil(ctx, wake, poll)
		}
	}
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
			notify(w.long)
		}
	}()
	ctx, end := telemetry.Begin(ctx, "read import", turn.Trace(), true)
	defer end(nil)
	until := time.Now().Add(slice)
	for more := true; more && time.Now().Before(until); {
		w.hold(ctx)
		more = turn.Step(ctx)
	}
	if turn.Settling() {
		notify(w.settle)
	}
	return true
}

// finish ends imports whose batches have been taken in: at once for small ones, with little asking for large ones.
func (w *Worker) finish(ctx context.Context, app *importing.App) {
	pause := poll
	for ctx.Err() == nil {
		left, err := app.FinishSettled(ctx)
		if err != nil {
			w.warn(ctx, "imports could not be finished", err)
		}
		if !left || err != nil {
			_ = bus.PauseUntil(ctx, w.settle, poll)
			pause = settlePause
			continue
		}
		_ = bus.Pause(ctx, pause)
		pause = min(2*pause, poll)
	}
}

// clean removes what uploads that never ended have left.
func (w *Worker) clean(ctx context.Context, app *importing.App) {
	for ctx.Err() == nil {
		if removed, err := app.CleanUploads(ctx); err != nil {
			w.warn(ctx, "left uploads could not be removed", err)
		} else if removed > 0 {
			w.log.InfoContext(ctx, "left uploads were removed", "blocks", removed)
		}
		_ = bus.Pause(ctx, cleanEvery)
	}
}

func (w *Worker) warn(ctx context.Context, message string, err error) {
	if ctx.Err() == nil {
		w.log.WarnContext(ctx, message, "error", err)
	}
}
