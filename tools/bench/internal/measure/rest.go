package measure

import (
	"context"
	"time"
)

// Rest waits until d has passed or ctx ends; whoever goes on meets the context's end in the next call.
func Rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
