package calculating

import (
	"context"
	"errors"
	"time"
)

const (
	// taskTries is how often a failing task is tried before it becomes a dead letter.
	taskTries = 5
	// taskBegins is how often a task without an end is begun: a task that crashes the process does so twice at most.
	taskBegins = 2
	// stopLimit bounds the update of a task whose worker is stopped.
	stopLimit = 5 * time.Second
	// passingPause is the pause of a task after a temporary failure, letterPause that of a task that is given up while the
	// dead letters are unreachable.
	passingPause = time.Second
	letterPause  = 30 * time.Second
)

// Work runs the next task of the queue and reports whether there was one. A failing task becomes a dead letter after
// five tries; a stop or a temporary failure does not count as a try. A task during which the process ended twice
// becomes a dead letter at once.
func (a *App) Work(ctx context.Context) (found bool, err error) {
	taken, release, err := a.queue.Take(ctx, a.clock.Now())
	if err != nil || taken == nil {
		return false, err
	}
	defer release()
	doing, end := a.telemetry.Task(ctx, taken)
	began := a.clock.Now()
	cause := a.do(doing, taken)
	end(cause)
	switch {
	case cause == nil:
		return true, a.queue.Done(ctx, taken.ID)
	case ctx.Err() != nil:
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
		defer cancel()
		return true, a.queue.Postpone(ctx, taken.ID, a.clock.Now(), true)
	case errors.Is(cause, errEndless):
		return true, a.giveUp(ctx, taken, began, cause)
	case a.letters.Passing(cause):
		a.log.WarnContext(doing, "task waits", "account", taken.Account, "error", cause)
		return true, a.queue.Postpone(ctx, taken.ID, a.clock.Now().Add(passingPause), true)
	}
	a.log.ErrorContext(doing, "task not done", "account", taken.Account, "attempt", taken.Attempts, "error", cause)
	if taken.Attempts < taskTries {
		return true, a.queue.Postpone(ctx, taken.ID, a.clock.Now().Add(time.Duration(taken.Attempts)*time.Second), false)
	}
	return true, a.giveUp(ctx, taken, began, cause)
}

// errEndless is the failure of a task during whose tries the process ended.
var errEndless = errors.New("the process ended twice while the task was done")

func (a *App) do(ctx context.Context, taken *Taken) error {
	if taken.Begun > taskBegins {
		return errEndless
	}
	if taken.Begun > 1 { // alone, so that a crash restarts no other task
		a.alone.Lock()
		defer a.alone.Unlock()
	} else {
		a.alone.RLock()
		defer a.alone.RUnlock()
	}
	task, err := a.codec.ReadTask(taken.Payload)
	if err != nil {
		return err
	}
	task.Tries = taken.Attempts
	return a.calculator.Run(ctx, task)
}

// giveUp stores a task as a dead letter and records that its calculations failed, which removes it from the queue.
func (a *App) giveUp(ctx context.Context, taken *Taken, began time.Time, cause error) error {
	if err := a.letters.PutTask(ctx, taken, cause); err != nil {
		return a.queue.Postpone(ctx, taken.ID, a.clock.Now().Add(letterPause), true)
	}
	task, err := a.codec.ReadTask(taken.Payload)
	if err != nil {
		return a.queue.Done(ctx, taken.ID) // its calculations are unknown
	}
	task.ID, task.Tries, task.BeganAt = taken.ID, min(taken.Attempts, taskTries), began
	return a.calculator.Fail(ctx, task)
}
