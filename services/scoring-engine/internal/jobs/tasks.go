package jobs

import (
	"context"
	"log/slog"
	"time"

	scoringconfigv1 "puls.app/proto/gen/go/puls/scoringconfig/v1"
	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/calculating"
	"puls.app/services/scoring-engine/internal/calculation"
)

// Streams are the streams that this service owns: it creates them, and other services wait for them.
func Streams() []bus.Stream {
	return []bus.Stream{
		{Name: "ENGAGEMENT", Queue: true},
		{Name: "SCORING", MaxAge: 7 * 24 * time.Hour, MaxBytes: 1 << 30},
		{Name: "CALCULATION", Queue: true, MaxBytes: 1 << 30},
	}
}

// Nightly is the consumer of the nightly event: it queues due calculations. Its counters start at 0 here, so that an
// alert on a missing schedule sees a counter that does not rise.
func Nightly(app *calculating.App, log *slog.Logger) bus.Consumer {
	nights.Add(context.Background(), 0)
	due.Add(context.Background(), 0)
	return bus.Handle("scoring-engine-nightly", func(ctx context.Context, event *scoringenginev1.Nightly) error {
		day, err := calculation.ParseDate("generatedDate", event.GetGeneratedDate())
		if err != nil {
			return err
		}
		tasks, err := app.Nightly(ctx, day)
		if err != nil {
			return err
		}
		nights.Add(ctx, 1)
		due.Add(ctx, int64(tasks))
		log.InfoContext(ctx, "nightly", "date", event.GetGeneratedDate(), "tasks", tasks)
		return nil
	})
}

// task is the event that a revived dead letter is published as; the queue stores the same bytes.
var task = bus.EventOf[*scoringconfigv1.CalculationTask]()

// Revived is the consumer of tasks that an operator redelivers.
func Revived(app *calculating.App) bus.Consumer {
	return bus.HandleBytes[*scoringconfigv1.CalculationTask]("scoring-engine-tasks", app.Requeue)
}
