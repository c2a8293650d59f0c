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

// AskedWithin is the time within which calculations that people ask for are counted.
const AskedWithin = time.Hour

// Waiting is a task on its way into the queue.
type Waiting struct {
	Account calculation.AccountID
	// Digest is the same for the same task; empty for one that is put even if the same waits already.
	Digest  []byte
	Payload []byte
	// Calculations are what it comes to.
	Calculations []Calculation
}

// NewWaiting returns a task as the queue takes it: what a person asks for by name is never swallowed.
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

// Calculation is one of a scoring with that name.
type Calculation struct {
	Key    calculation.Key
	Name   string
	Wanted calculation.Wanted
}

// Taken is a task that somebody works on. It stays in the queue until it is done.
type Taken struct {
	ID      calculation.TaskID
	Account calculation.AccountID
	Payload []byte
	// Attempts that have begun, this one included.
	Attempts int
	// Begun is how often it was begun and ended by nothing, this time included.
	Begun int
	// Trace is that of the request for the task, for Telemetry; "" without one.
	Trace string
}

// Telemetry is told of work, for operators.
type Telemetry interface {
	// Task returns the context in which a task is done, and is told how that came out.
	Task(ctx context.Context, task *Taken) (_ context.Context, end func(error))
	// Calculated is told of what a task calculated: for how many contacts, over all scorings, and how long that took.
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

// Queue keeps tasks as TaskCodec writes them, in turns of accounts.
type Queue interface {
	// Put adds tasks in their order and shows their calculations as queued, but for those that people cancelled; one that
	// waits already is not put again.
	Put(ctx context.Context, tasks []Waiting) error
	// Ask adds tasks that a person of an account asks for by name and shows their calculations as queued, all or nothing.
	// It fails with ErrAskedOften, which says how long to wait, once the account has asked limit times within an hour.
	Ask(ctx context.Context, account calculation.AccountID, tasks []Waiting, limit int, now time.Time) error
	// Take returns the next task, of the account whose turn it is, or nil. Nobody else gets it until release is called
	// or this process has gone.
	Take(ctx context.Context, now time.Time) (taken *Taken, release func(), err error)
	// Done removes a task.
	Done(ctx context.Context, id calculation.TaskID) error
	// Postpone leaves a task alone until then; a forgiven attempt does not count.
	Postpone(ctx context.Context, id calculation.TaskID, until time.Time, forgiven bool) error
}

// TaskCodec writes a task as others read it, the same task always as the same bytes.
type TaskCodec interface {
	WriteTask(task calculation.Task) ([]byte, error)
	ReadTask(payload []byte) (calculation.Task, error)
}

// DeadLetters keeps what no worker could do, until an operator hands it out again.
type DeadLetters interface {
	// Passing reports whether a failure is nobody's fault and passes.
	Passing(err error) bool
	// PutTask keeps a task once, however often it is given up.
	PutTask(ctx context.Context, taken *Taken, cause error) error
}
