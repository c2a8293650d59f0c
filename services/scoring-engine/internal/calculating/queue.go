package calculating

import (
	"context"
	"crypto/sha256"
	"time"

	"puls.app/services/kit/fault"
	"puls.app/services/reason"
	"puls.app/services/scoring-engine/internal/calculation"
)

// ErrAskedOften is for an account that has reached its limit of calculations for now.
var ErrAskedOften = fault.New(fault.Busy, reason.CalculationLimit,
	"the account has reached its hourly limit of calculations")

// AskedWithin is the period over which an account's requested calculations are limited.
const AskedWithin = time.Hour

// Waiting is a task about to be queued.
type Waiting struct {
	Account calculation.AccountID
	// Digest is equal for equal tasks; empty for a task that is queued even if an equal one waits already.
	Digest  []byte
	Payload []byte
	// Calculations are the calculations of the task.
	Calculations []Calculation
}

// NewWaiting returns a task for the queue. A task that a person requested by name has no digest, so it is never dropped
// as a duplicate.
func NewWaiting(task calculation.Task, payload []byte) Waiting {
	waiting := Waiting{Account: task.Account, Payload: payload}
	for _, s := range task.Scorings {
		waiting.Calculations = append(waiting.Calculations, Calculation{Key: task.Key(s), Name: s.Name, Wanted: s.Wanted()})
	}
	if !task.ByName() {
		digest := sha256.Sum256(payload)
		waiting.Digest = digest[:]
	}
	return waiting
}

// Calculation is a calculation with the name of its scoring.
type Calculation struct {
	Key    calculation.Key
	Name   string
	Wanted calculation.Wanted
}

// Taken is a task leased to a worker. It stays in the queue until it is done.
type Taken struct {
	ID      calculation.TaskID
	Account calculation.AccountID
	Payload []byte
	// Attempts is how many attempts have begun, including this one.
	Attempts int
	// Begun is how many attempts have begun without an end, including this one.
	Begun int
	// Trace is the trace of the request for the task, for Telemetry; "" without one.
	Trace string
}

// Telemetry records work, for operators.
type Telemetry interface {
	// Task returns the context for a task, and a function that records how it ended.
	Task(ctx context.Context, task *Taken) (_ context.Context, end func(error))
	// Calculated records a task's calculations: the number of contacts, over all scorings, and the duration.
	Calculated(ctx context.Context, channel calculation.Channel, contacts int, took time.Duration)
}

// NoTelemetry drops everything.
type NoTelemetry struct{}

// Task implements Telemetry.
func (NoTelemetry) Task(ctx context.Context, _ *Taken) (context.Context, func(error)) {
	return ctx, func(error) {}
}

// Calculated implements Telemetry.
func (NoTelemetry) Calculated(context.Context, calculation.Channel, int, time.Duration) {}

// Queue stores encoded tasks (see TaskCodec) and serves accounts in turn.
type Queue interface {
	// Put adds tasks in their order and shows their calculations as queued, except those that people cancelled. A task
	// that waits already is not added again.
	Put(ctx context.Context, tasks []Waiting) error
	// Ask adds tasks that a person of an account requests by name and shows their calculations as queued, all or nothing.
	// Once the account has made limit requests within an hour it fails with ErrAskedOften, with the time to wait.
	Ask(ctx context.Context, account calculation.AccountID, tasks []Waiting, limit int, now time.Time) error
	// Take returns the next task, of the account whose turn it is, or nil. No other worker gets the task until release is
	// called or this process has ended.
	Take(ctx context.Context, now time.Time) (taken *Taken, release func(), err error)
	// Done removes a task.
	Done(ctx context.Context, id calculation.TaskID) error
	// Postpone hides a task until a time; a forgiven attempt does not count.
	Postpone(ctx context.Context, id calculation.TaskID, until time.Time, forgiven bool) error
}

// TaskCodec encodes tasks for the wire; equal tasks have equal bytes.
type TaskCodec interface {
	WriteTask(task calculation.Task) ([]byte, error)
	ReadTask(payload []byte) (calculation.Task, error)
}

// DeadLetters stores tasks that failed all their attempts, until an operator redelivers them.
type DeadLetters interface {
	// Passing reports whether a failure is temporary and not caused by the task.
	Passing(err error) bool
	// PutTask stores a task once, even if it is given up several times.
	PutTask(ctx context.Context, taken *Taken, cause error) error
}
