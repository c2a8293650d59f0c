package pgdb

import (
	"context"
	"time"
)

const (
	// forgetAtOnce is how many rows one piece of Forget removes at most.
	forgetAtOnce = 1000
	// forgetRest is how long Forget rests after a piece at least.
	forgetRest = 20 * time.Millisecond
)

// Forget removes what nobody needs any more in small pieces: each is a transaction of its own, and the rest after it is
// as long as it took, so that others have half of the server at least. piece removes so many rows at most and says how
// many there were; it must skip rows that are locked, so that replicas share the work. Forget ends with the first piece
// that is not full.
func Forget(ctx context.Context, piece func(ctx context.Context, most int) (int64, error)) (removed int64, err error) {
	for {
		began := time.Now()
		count, err := piece(ctx, forgetAtOnce)
		removed += count
		if err != nil || count < forgetAtOnce {
			return removed, err
		}
		timer := time.NewTimer(max(time.Since(began), forgetRest))
		select {
		case <-ctx.Done():
			timer.Stop()
			return removed, ctx.Err()
		case <-timer.C:
		}
	}
}
