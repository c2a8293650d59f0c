package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/destination"
	"puls.app/services/contacts/internal/engine/fact"
	"puls.app/services/event"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/loop"
	"puls.app/services/kit/telemetry"
)

const (
	// destinationPoll is the interval of looking for due destinations without a wake-up.
	destinationPoll = 2 * time.Second
	// destinationsAtOnce is the number of concurrent runs of one replica.
	destinationsAtOnce = 4
)

// DestinationsCalculated is the consumer that makes destinations due after a new result.
func DestinationsCalculated(app *destination.App) bus.Consumer {
	return bus.Handle("contacts-destinations", func(ctx context.Context, message *scoringenginev1.Calculated) error {
		result, err := event.ResultOf(message)
		if err != nil {
			return err
		}
		return app.Calculated(ctx, contact.AccountID(result.Account), result.Scoring, fact.Channel(result.Channel))
	})
}

// Destinations runs due destinations. Any number of replicas may run it.
type Destinations struct {
	hold func(ctx context.Context)
	log  *slog.Logger
	wake chan struct{}
}

// NewDestinations returns the job. hold blocks while nothing may be written.
func NewDestinations(hold func(ctx context.Context), log *slog.Logger) *Destinations {
	return &Destinations{hold: hold, log: log, wake: make(chan struct{}, destinationsAtOnce)}
}

// Wake starts due runs without waiting for the next poll.
func (d *Destinations) Wake() { loop.Wake(d.wake) }

// Run returns the workers.
func (d *Destinations) Run(runner *destination.Runner) loop.Runner {
	runners := make([]loop.Runner, destinationsAtOnce)
	for i := range runners {
		runners[i] = loop.Work(d.wake, destinationPoll, func(ctx context.Context) bool {
			d.hold(ctx)
			return d.step(ctx, runner)
		})
	}
	return loop.All(runners...)
}

// work runs a destination and renews its lease meanwhile.
func (d *Destinations) work(ctx context.Context, runner *destination.Runner, taken *destination.Taken) (err error) {
	ctx, end := telemetry.Begin(ctx, "run destination", "", false)
	defer func() { end(err) }()
	ctx, stop := context.WithCancel(ctx)
	held := make(chan struct{})
	go func() {
		defer close(held)
		for loop.Pause(ctx, destination.HoldEvery) == nil {
			switch err := runner.Hold(ctx, taken); {
			case errors.Is(err, destination.ErrNotFound):
				stop()
			case err != nil && ctx.Err() == nil: // the lease lasts for three more
				d.log.WarnContext(ctx, "lease of a destination could not be renewed", "destination", taken.ID, "error", err)
			}
		}
	}()
	err = runner.Work(ctx, taken)
	stop()
	<-held
	return err
}

func (d *Destinations) step(ctx context.Context, runner *destination.Runner) (found bool) {
	taken, err := runner.Take(ctx)
	if err == nil && taken != nil {
		found = true
		err = d.work(ctx, runner, taken)
	}
	if err != nil && ctx.Err() == nil {
		d.log.WarnContext(ctx, "a destination could not be looked after", "error", err)
	}
	return found
}
