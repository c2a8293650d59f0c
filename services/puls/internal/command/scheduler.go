package command

import (
	"context"
	"fmt"
	"time"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/host"
)

// schedulerService takes the place of the cluster's CronJob on one machine: it publishes the nightly event at the start
// and every hour.
func schedulerService() host.Service {
	return host.Service{Name: "scheduler", Build: func(_ context.Context, env *host.Env) (*host.Parts, error) {
		return &host.Parts{Run: []host.Runner{func(ctx context.Context) error { return schedule(ctx, env, time.Hour) }}}, nil
	}}
}

func schedule(ctx context.Context, env *host.Env, every time.Duration) error {
	for {
		if err := publishNightly(ctx, env.Bus, "", env.Now()); err != nil && ctx.Err() == nil {
			env.Log.WarnContext(ctx, "nightly event waits", "error", err)
			if bus.Pause(ctx, time.Second) != nil {
				return nil
			}
			continue
		}
		next := env.Now().Truncate(every).Add(every)
		if bus.Pause(ctx, next.Sub(env.Now())) != nil {
			return nil
		}
	}
}

// publishNightly asks for what is due; a date asks for that day in every account.
func publishNightly(ctx context.Context, b *bus.Bus, date string, now time.Time) error {
	id := fmt.Sprintf("nightly-%s-%d", date, now.UnixNano())
	if err := b.Publish(ctx, id, &scoringenginev1.Nightly{GeneratedDate: date}); err != nil {
		return fmt.Errorf("publish nightly event: %w", err)
	}
	return nil
}
