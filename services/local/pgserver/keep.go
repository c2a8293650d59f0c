package pgserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"puls.app/services/kit/loop"
	"puls.app/services/kit/retry"
)

const (
	// triesInRow is the number of consecutive restarts of a Postgres that ends again.
	triesInRow = 8
	// steady is how long it must run for its end not to count as another failed start.
	steady = 2 * time.Second
)

// ErrGivenUp means that Postgres ended again and again.
var ErrGivenUp = errors.New("the Postgres server will not run")

// Keep restarts Postgres at the same address whenever it ends unexpectedly, until ctx ends; clients see an outage. On a
// full disk it retries without limit, since that is temporary; for any other reason it gives up after some tries and
// returns the cause. Stop must not be called before Keep has returned.
func (s *Server) Keep(ctx context.Context, log *slog.Logger) error {
	options := s.options
	options.Port = s.port
	failures, pauses, ready := 0, retry.Pauses(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.Done():
		}
		if !ready.IsZero() && time.Since(ready) > steady {
			failures = 0
			pauses.Reset()
		}
		cause := s.Err()
		full := strings.Contains(s.running().output.String(), "No space left on device")
		log.ErrorContext(ctx, "Postgres ended and is started again", "error", cause, "disk_full", full)
		if failures++; failures > triesInRow && !full {
			return fmt.Errorf("%w: %w", ErrGivenUp, cause)
		}
		if loop.Pause(ctx, pauses.NextBackOff()) != nil {
			return nil
		}
		ready = time.Time{}
		if err := s.launch(ctx, options); err != nil {
			log.WarnContext(ctx, "Postgres does not start", "error", err)
			if s.running() == nil { // the program could not be started
				return fmt.Errorf("%w: %w", ErrGivenUp, err)
			}
			continue
		}
		ready = time.Now()
		log.InfoContext(ctx, "Postgres runs again")
	}
}
