package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"google.golang.org/protobuf/proto"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/scoring-engine/internal/core"
)

const (
	taskStream  = "CALCULATION"
	taskSubject = "calculation.task"
)

// Streams are those that this service owns: it makes them, others wait for them.
func Streams() []bus.Stream {
	return []bus.Stream{
		{Name: "ENGAGEMENT", Subjects: []string{"engagement.>"}, Queue: true},
		{Name: "SCORING", Subjects: []string{"scoring.>"}, MaxAge: 7 * 24 * time.Hour, MaxBytes: 1 << 30},
		{Name: taskStream, Subjects: []string{"calculation.>"}, Queue: true, MaxBytes: 1 << 30},
	}
}

// Nightly is the consumer of the nightly event: it has what is due queued.
func Nightly(app *core.App, log *slog.Logger) bus.Consumer {
	return bus.Consumer{
		Stream: "SCORING", Durable: "scoring-engine-nightly", Subject: "scoring.nightly",
		Handle: func(ctx context.Context, payload []byte) error {
			var event scoringenginev1.Nightly
			if err := proto.Unmarshal(payload, &event); err != nil {
				return fmt.Errorf("read event: %w", err)
			}
			day, err := core.ParseDate(event.GetGeneratedDate())
			if err != nil {
				return err
			}
			tasks, err := app.Nightly(ctx, day)
			if err != nil {
				return err
			}
			log.InfoContext(ctx, "nightly", "date", event.GetGeneratedDate(), "tasks", tasks)
			return nil
		},
	}
}

// Revived is the consumer of tasks that an operator hands out again.
func Revived(app *core.App) bus.Consumer {
	return bus.Consumer{
		Stream: taskStream, Durable: "scoring-engine-tasks", Subject: taskSubject,
		Handle: app.Requeue,
	}
}
