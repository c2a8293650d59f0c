package jobs

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/protobuf/proto"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	"puls.app/services/scoring-engine/internal/core"
)

const (
	// taskTries is how often a task that fails is tried before it goes to the dead letters.
	taskTries = 5
	// lookEvery is how often a worker looks although nobody of this process woke it.
	lookEvery = 500 * time.Millisecond
	// stopLimit bounds what is noted of a task whose worker is stopped.
	stopLimit = 5 * time.Second
)

// Graveyard keeps what no worker could do, until an operator hands it out again.
type Graveyard interface {
	// Passing reports whether a failure is nobody's fault and passes.
	Passing(err error) bool
	Bury(ctx context.Context, subject string, payload []byte, cause error) error
}

// Worker does the tasks of the queue, one at a time.
type Worker struct {
	queue      core.Queue
	calculator *core.Calculator
	graveyard  Graveyard
	now        func() time.Time
	log        *slog.Logger
	wake       chan struct{}
}

// NewWorker makes a worker.
func NewWorker(queue core.Queue, calculator *core.Calculator, graveyard Graveyard, now func() time.Time, log *slog.Logger) *Worker {
	return &Worker{queue: queue, calculator: calculator, graveyard: graveyard, now: now, log: log, wake: make(chan struct{}, 1)}
}

// Wake tells the worker that something was put into the queue.
func (w *Worker) Wake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Run does tasks until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		found, err := w.one(ctx)
		if err != nil && ctx.Err() == nil {
			w.log.WarnContext(ctx, "tasks wait", "error", err)
		}
		if found && err == nil {
			continue
		}
		timer := time.NewTimer(lookEvery)
		select {
		case <-ctx.Done():
		case <-w.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
	return nil
}

// one does the next task and answers whether there was one.
func (w *Worker) one(ctx context.Context) (found bool, err error) {
	taken, release, err := w.queue.Take(ctx, w.now())
	if err != nil || taken == nil {
		return false, err
	}
	defer release()
	cause := w.calculate(ctx, taken)
	switch {
	case cause == nil:
		return true, w.queue.Done(ctx, taken.ID)
	case ctx.Err() != nil:
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
		defer cancel()
		return true, w.queue.Postpone(ctx, taken.ID, w.now(), true) // a stop is no failure of the task
	}
	if w.graveyard.Passing(cause) {
		w.log.WarnContext(ctx, "task waits", "account", taken.Account, "error", cause)
		return true, w.queue.Postpone(ctx, taken.ID, w.now().Add(time.Second), true)
	}
	w.log.ErrorContext(ctx, "task not done", "account", taken.Account, "attempt", taken.Attempts, "error", cause)
	if taken.Attempts < taskTries {
		return true, w.queue.Postpone(ctx, taken.ID, w.now().Add(time.Duration(taken.Attempts)*time.Second), false)
	}
	return true, w.giveUp(ctx, taken, cause)
}

func (w *Worker) calculate(ctx context.Context, taken *core.Taken) error {
	if taken.Attempts > taskTries {
		return fmt.Errorf("it ended the process %d times", taskTries)
	}
	task, err := ReadTask(taken.Payload)
	if err != nil {
		return err
	}
	return w.calculator.Run(ctx, task)
}

// giveUp hands a task to the operators and notes that its calculations failed.
func (w *Worker) giveUp(ctx context.Context, taken *core.Taken, cause error) error {
	if err := w.graveyard.Bury(ctx, taskSubject, taken.Payload, cause); err != nil {
		return w.queue.Postpone(ctx, taken.ID, w.now().Add(30*time.Second), true)
	}
	if task, err := ReadTask(taken.Payload); err == nil {
		if err := w.calculator.Fail(ctx, task); err != nil {
			return err
		}
	}
	return w.queue.Done(ctx, taken.ID)
}

// Wait makes a task one of the queue.
func Wait(task *scoringconfigv1.CalculationTask) (core.Waiting, error) {
	payload, err := proto.MarshalOptions{Deterministic: true}.Marshal(task)
	if err != nil {
		return core.Waiting{}, fmt.Errorf("write task: %w", err)
	}
	waiting := core.Waiting{Account: core.AccountID(task.GetAccountId()), Payload: payload}
	for _, scoring := range task.GetScorings() {
		if scoring.GetAgain() {
			return waiting, nil // asked for by a person: never swallowed
		}
	}
	digest := sha256.Sum256(payload)
	waiting.Digest = digest[:]
	return waiting, nil
}

// putAll puts tasks into the queue.
func putAll(ctx context.Context, queue core.Queue, tasks []*scoringconfigv1.CalculationTask) error {
	waiting := make([]core.Waiting, 0, len(tasks))
	for _, task := range tasks {
		w, err := Wait(task)
		if err != nil {
			return err
		}
		waiting = append(waiting, w)
	}
	if len(waiting) == 0 {
		return nil
	}
	return queue.Put(ctx, waiting)
}
