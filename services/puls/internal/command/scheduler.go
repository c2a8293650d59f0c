package command

import (
	"context"
	"fmt"
	"time"

	scoringenginev1 "puls.app/proto/gen/go/puls/scoringengine/v1"
	"puls.app/services/kit/bus"
	"puls.app/services/kit/host"
	"puls.app/services/kit/loop"
	"puls.app/services/kit/retry"
)

// schedulerService replaces the cluster's CronJob on one machine: it publishes the nightly event at the start and every
// hour.
func schedulerService() host.Service {
	return host.Service{Name: "scheduler", Build: func(_ context.Context, env *host.Env) (*host.Parts, error) {
		return &host.Parts{Run: []host.Runner{func(ctx context.Context) error { return schedule(ctx, env, time.Hour) }}}, nil
	}}
}

func schedule(ctx context.Context, env *host.Env, every time.Duration) error {
	waits := func(err error) bool {
		env.Log.WarnContext(ctx, "nightly event waits", "error", err)
		return true
	}
	for ctx.Err() == nil {
		_ = retry.Do(ctx, waits, func() error { return publishNightly(ctx, env.Bus, "", env.Now()) })
		next := env.Now().Truncate(every).Add(every)
		_ = loop.Pause(ctx, next.Sub(env.Now()))
	}
	return nil
}

// publishNightly requests all due calculations, or with a date those of that day in every account.
func publishNightly(ctx context.Context, b *bus.Bus, date string, now time.Time) error {
	id := fmt.Sprintf("nightly-%s-%d", date, now.UnixNano())
	if err := b.Publish(ctx, id, &scoringenginev1.Nightly{GeneratedDate: date}); err != nil {
		return fmt.Errorf("publish nightly event: %w", err)
	}
	return nil
}
