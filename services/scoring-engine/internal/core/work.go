package core

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// taskTries is how often a task that fails is tried before it goes to the dead letters.
	taskTries = 5
	// stopLimit bounds what is noted of a task whose worker is stopped.
	stopLimit = 5 * time.Second
	// passingPause is how long a task rests whose failure is nobody's fault, letterPause one that is given up while the
	// dead letters cannot be reached.
	passingPause = time.Second
	letterPause  = 30 * time.Second
)

// Work does the next task of the queue and reports whether there was one. A task that fails is tried five times and
// then handed to the operators; a stop, or a failure that passes, is no try.
func (a *App) Work(ctx context.Context) (found bool, err error) {
	taken, release, err := a.queue.Take(ctx, a.clock.Now())
	if err != nil || taken == nil {
		return false, err
	}
	defer release()
	doing, end := a.observer.Task(ctx, taken)
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

// errEndless is the failure of a task during whose tries the process ended each time.
var errEndless = errors.New("the process ended whenever the task was tried")

func (a *App) do(ctx context.Context, taken *Taken) error {
	if taken.Attempts > taskTries {
		return fmt.Errorf("%d times: %w", taskTries, errEndless)
	}
	task, err := a.codec.ReadTask(taken.Payload)
	if err != nil {
		return err
	}
	task.Tries = taken.Attempts
	return a.calculator.Run(ctx, task)
}

// giveUp hands a task to the operators and notes that its calculations failed, which takes it out of the queue.
func (a *App) giveUp(ctx context.Context, taken *Taken, began time.Time, cause error) error {
	if err := a.letters.BuryTask(ctx, taken, cause); err != nil {
		return a.queue.Postpone(ctx, taken.ID, a.clock.Now().Add(letterPause), true)
	}
	task, err := a.codec.ReadTask(taken.Payload)
	if err != nil {
		return a.queue.Done(ctx, taken.ID) // it has no calculations to speak of
	}
	task.ID, task.Tries, task.BeganAt = taken.ID, min(taken.Attempts, taskTries), began
	return a.calculator.Fail(ctx, task)
}
