package calculating

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"puls.app/services/scoring-engine/internal/calculation"
)

// Needs are the dependencies of the use cases.
type Needs struct {
	Queue      Queue
	Results    Results
	Scorings   Scorings
	Codec      TaskCodec
	Letters    DeadLetters
	Calculator *Calculator
	Clock      Clock
	// PerHour is how many calculations an account may request by name within an hour.
	PerHour int
	Log     *slog.Logger
	// Telemetry may be nil.
	Telemetry Telemetry
}

// App holds the use cases: queueing calculations for people and for the schedule, running them, and reading their
// state.
type App struct {
	queue      Queue
	results    Results
	scorings   Scorings
	codec      TaskCodec
	letters    DeadLetters
	calculator *Calculator
	clock      Clock
	perHour    int
	log        *slog.Logger
	telemetry  Telemetry
	queued     chan struct{}
	// alone is held for writing by the worker of a task that was begun before but neither succeeded nor failed.
	alone sync.RWMutex
}

// NewApp wires the use cases.
func NewApp(n Needs) *App {
	if n.Telemetry == nil {
		n.Telemetry = NoTelemetry{}
	}
	return &App{
		telemetry: n.Telemetry,
		queue:     n.Queue, results: n.Results, scorings: n.Scorings, codec: n.Codec, letters: n.Letters,
		calculator: n.Calculator, clock: n.Clock, perHour: n.PerHour, log: n.Log, queued: make(chan struct{}, 1),
	}
}

// Queued is ready after this process has put a task into the queue.
func (a *App) Queued() <-chan struct{} { return a.queued }

func (a *App) wake() {
	select {
	case a.queued <- struct{}{}:
	default:
	}
}

// Nightly queues due calculations, for one day or, if it is zero, by each account's clock. It returns the number of
// tasks.
func (a *App) Nightly(ctx context.Context, day time.Time) (int, error) {
	tasks, err := a.scorings.Due(ctx, day)
	if err != nil {
		return 0, fmt.Errorf("request due scorings: %w", err)
	}
	return len(tasks), a.put(ctx, tasks)
}

// Requeue queues a task that an operator redelivers from the payload that DeadLetters stored.
func (a *App) Requeue(ctx context.Context, payload []byte) error {
	task, err := a.codec.ReadTask(payload)
	if err != nil {
		return err
	}
	return a.put(ctx, []calculation.Task{task})
}

func (a *App) put(ctx context.Context, tasks []calculation.Task) error {
	waiting, err := a.waiting(tasks)
	if err != nil {
		return err
	}
	if len(waiting) > 0 {
		if err := a.queue.Put(ctx, waiting); err != nil {
			return err
		}
	}
	a.wake()
	return nil
}

func (a *App) waiting(tasks []calculation.Task) ([]Waiting, error) {
	list := make([]Waiting, 0, len(tasks))
	for _, task := range tasks {
		payload, err := a.codec.WriteTask(task)
		if err != nil {
			return nil, err
		}
		list = append(list, NewWaiting(task, payload))
	}
	return list, nil
}

// Calculate queues the calculations of a scoring that a person requests by name, and returns their day: the requested
// one or, if that is zero, today in the account's timezone. It passes on the error of a scoring that cannot be
// calculated on that day, and fails with ErrAskedOften.
func (a *App) Calculate(
	ctx context.Context, account calculation.AccountID, scoring uuid.UUID, day time.Time,
) (time.Time, error) {
	tasks, err := a.scorings.ByName(ctx, account, scoring, day, true)
	if err != nil {
		return time.Time{}, err
	}
	now := a.clock.Now().Truncate(time.Microsecond)
	for _, task := range tasks {
		for i := range task.Scorings {
			task.Scorings[i].AskedAt = now
		}
	}
	waiting, err := a.waiting(tasks)
	if err != nil {
		return time.Time{}, err
	}
	if err := a.queue.Ask(ctx, account, waiting, a.perHour, now); err != nil {
		return time.Time{}, fmt.Errorf("queue calculation: %w", err)
	}
	a.wake()
	return dayOf(keysOf(tasks)), nil
}

func keysOf(tasks []calculation.Task) []calculation.Key {
	var keys []calculation.Key
	for _, task := range tasks {
		for _, scoring := range task.Scorings {
			keys = append(keys, task.Key(scoring))
		}
	}
	return keys
}

// dayOf returns the day of a scoring's calculations; zero when there are none.
func dayOf(keys []calculation.Key) time.Time {
	if len(keys) == 0 {
		return time.Time{}
	}
	return keys[0].Date
}

const (
	// lookEvery is how often the state is polled.
	lookEvery = 200 * time.Millisecond
	// sendEvery is the longest pause between two messages of a watch.
	sendEvery = time.Second
)

// State is the progress of one scoring's calculations on one day.
type State struct {
	Date     time.Time
	Channels []ChannelState
}

// ChannelState is the progress of one of these calculations.
type ChannelState struct {
	Channel  calculation.Channel
	Progress calculation.Progress
}

// over reports whether nothing is queued or running.
func (s State) over() bool {
	return !slices.ContainsFunc(s.Channels, func(c ChannelState) bool { return !c.Progress.Over() })
}

func (s State) equal(other State) bool {
	return slices.EqualFunc(s.Channels, other.Channels, func(a, b ChannelState) bool {
		return a.Channel == b.Channel && a.Progress.Equal(b.Progress)
	})
}

// Watch calls send with the state of a scoring's calculations for a day, whenever it changes and every second, until
// none is queued or running. It passes on the errors of Calculate and of send.
func (a *App) Watch(
	ctx context.Context, account calculation.AccountID, scoring uuid.UUID, day time.Time, send func(State) error,
) error {
	tasks, err := a.scorings.ByName(ctx, account, scoring, day, false)
	if err != nil {
		return err
	}
	keys := keysOf(tasks)
	var sent State
	for sentAt := (time.Time{}); ; {
		state, err := a.state(ctx, account, keys)
		if err != nil {
			return err
		}
		if now := a.clock.Now(); state.over() || sentAt.IsZero() || !state.equal(sent) || now.Sub(sentAt) >= sendEvery {
			if err := send(state); err != nil {
				return err
			}
			sent, sentAt = state, now
		}
		if state.over() {
			return nil
		}
		if err := a.clock.Pause(ctx, lookEvery); err != nil {
			return err
		}
	}
}

func (a *App) state(ctx context.Context, account calculation.AccountID, keys []calculation.Key) (State, error) {
	state := State{Date: dayOf(keys)}
	for _, key := range keys {
		progress, err := a.results.Progress(ctx, account, key)
		if err != nil {
			return State{}, fmt.Errorf("read progress: %w", err)
		}
		state.Channels = append(state.Channels, ChannelState{Channel: key.Channel, Progress: progress})
	}
	return state, nil
}

// Newest returns the progress of an account's newest calculations; see Results.
func (a *App) Newest(
	ctx context.Context, account calculation.AccountID, scorings []uuid.UUID, channels []calculation.Channel,
) ([]calculation.Noted, error) {
	return a.results.Newest(ctx, account, scorings, channels)
}
