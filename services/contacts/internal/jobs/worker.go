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
	// workers is how many accounts are served at once in this process. As many further workers convert files to text when
	// that takes longer than a slice.
	workers = 2
	// slice is how long an account is served before the next account.
	slice = 5 * time.Second
	// poll is how often a worker looks for work without being woken.
	poll = time.Second
	// settlePause is the first pause between the last row of an import and the check for its end. Later ones are a part of
	// the time since then, up to poll: an end is noticed soon for its import.
	settlePause = 10 * time.Millisecond
	settlePart  = 16
	cleanEvery  = 30 * time.Minute
)

// Worker reads imports.
type Worker struct {
	hold func(ctx context.Context)
	log  *slog.Logger
	wake chan struct{}
	// long wakes the workers for files that take longer than a slice.
	long chan struct{}
	// settle wakes the runner that finishes imports whose batches the engine has taken in.
	settle chan struct{}
}

// NewWorker returns a worker. Hold blocks while nothing may be written.
func NewWorker(hold func(ctx context.Context), log *slog.Logger) *Worker {
	return &Worker{
		hold: hold, log: log, wake: make(chan struct{}, workers), long: make(chan struct{}, workers),
		settle: make(chan struct{}, 1),
	}
}

// Wake wakes a worker for a waiting import.
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

// read returns a runner that serves accounts. Wake signals waiting imports.
func (w *Worker) read(reader *importing.Reader, wake <-chan struct{}) loop.Runner {
	return loop.Work(wake, poll, func(ctx context.Context) bool {
		w.hold(ctx)
		return w.serve(ctx, reader)
	})
}

// serve reads an import of the account that has waited longest, for a slice of time, and reports whether there was one.
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

// finish returns the runner that finishes imports whose batches the engine has taken in. With its growing pause small
// imports finish at once, and large ones are polled rarely.
func (w *Worker) finish(app *importing.App) loop.Runner {
	var since time.Time // imports have waited
	return loop.Work(w.settle, poll, func(ctx context.Context) bool {
		left, err := app.FinishSettled(ctx)
		if err != nil {
			w.warn(ctx, "imports could not be finished", err)
		}
		if !left || err != nil {
			since = time.Time{}
			return false
		}
		if since.IsZero() {
			since = time.Now()
		}
		_ = loop.Pause(ctx, min(max(settlePause, time.Since(since)/settlePart), poll))
		return true
	})
}

func (w *Worker) warn(ctx context.Context, message string, err error) {
	if ctx.Err() == nil {
		w.log.WarnContext(ctx, message, "error", err)
	}
}

// repeat runs steps while there is more to do, for a slice of time at most.
func repeat(
	ctx context.Context, slice time.Duration, hold func(context.Context), step func(context.Context) (more bool),
) {
	until := time.Now().Add(slice)
	for more := true; more && time.Now().Before(until); {
		hold(ctx)
		more = step(ctx)
	}
}
