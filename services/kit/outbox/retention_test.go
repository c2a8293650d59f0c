//go:build long

package outbox_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/outbox"
)

// A million old rows are removed during writes and reads, whose waits are compared with those without a removal.
func TestAMillionOldRowsAreRemovedWithoutBlockingOthers(t *testing.T) {
	w := newWorld(t)
	// write puts messages and reads the outbox's figures until the condition holds, and returns the durations, sorted.
	write := func(until func() bool) (took []time.Duration) {
		for !until() {
			began := time.Now()
			w.put("beside", nil)
			_, err := outbox.Figures(t.Context(), w.db.Pool)
			require.NoError(t, err)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		return took
	}
	stop := w.relay(2)
	began := time.Now()
	base := write(func() bool { return time.Since(began) > 10*time.Second })
	w.eventually(func() bool { return w.unpublished() == 0 })
	stop()
	_, err := w.db.Pool.Exec(t.Context(), `INSERT INTO outbox (subject, payload, created_at, published_at)
		SELECT $1, decode(repeat('00', 500), 'hex'), now() - interval '5 days', now() - interval '4 days'
		FROM generate_series(1, 1000000)`, subject)
	require.NoError(t, err)
	began = time.Now()
	defer w.relay(2)()
	old := func() (left int) {
		require.NoError(t, w.db.Pool.QueryRow(
			t.Context(), "SELECT count(*) FROM (SELECT FROM outbox WHERE published_at < now() - interval '72 hours' LIMIT 1) r",
		).Scan(&left))
		return left
	}
	var looked time.Time
	gone := func() bool {
		if time.Since(looked) < time.Second {
			return false
		}
		looked = time.Now()
		return old() == 0
	}
	beside := write(gone)
	at := func(took []time.Duration, part int) time.Duration { return took[len(took)*part/1000] }
	t.Logf("1,000,000 rows went in %s by two replicas", time.Since(began).Round(time.Second))
	t.Logf("a write and a read beside it, %d times: p50 %s (base %s), p99 %s (base %s), worst %s (base %s)", len(beside),
		at(beside, 500), at(base, 500), at(beside, 990), at(base, 990), beside[len(beside)-1], base[len(base)-1])
	require.Less(t, at(beside, 990), max(4*at(base, 990), 100*time.Millisecond))
}
