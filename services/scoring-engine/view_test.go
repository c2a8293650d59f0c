package scoringengine_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"puls.app/services/kit/pgdb"
	"puls.app/services/local/pgtest"
	scoringengine "puls.app/services/scoring-engine"
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/scoring-engine/internal/pg"
)

func TestAllWorkersShareTheFirstOnesSnapshot(t *testing.T) {
	t.Parallel()
	store, _ := open(t)
	batches := batchesOf(rand.New(rand.NewPCG(7, 7)))
	ingest(t, store, 1, batches, []int{0})
	require.NoError(t, store.View(t.Context(), calculation.Mailing, 3, func(readers []calculation.SegmentView) error {
		require.Len(t, readers, 3)
		ingest(t, store, 1, batches, []int{1, 2, 3})
		for _, reader := range readers {
			found := 0
			err := reader.Read(t.Context(), []calculation.ChunkID{{Database: 1}}, firstDay, firstDay+2*days,
				func(_ calculation.ChunkID, segments []segment.Segment) error {
					found += len(segments)
					return nil
				})
			require.NoError(t, err)
			require.Equal(t, 1, found)
		}
		return nil
	}))
}

// TestCountsOfManyProcessorsDoNotWaitForEachOther holds at the same time the connections of the largest counts: a task
// and two previews with all workers, and three small tasks, each with the lock of its task.
func TestCountsOfManyProcessorsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	const workers = 12
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	db, err := pgdb.Open(t.Context(), pgdb.Options{
		URL: pgtest.SchemaURL(t, pg.Schema, pg.Migrations()), Schema: pg.Schema, Migrations: pg.Migrations(),
		MaxConns: scoringengine.Service().Connections,
	})
	require.NoError(t, err)
	t.Cleanup(db.Close)
	store := pg.NewStore(db, nil)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 4 {
		conn, err := db.Pool.Acquire(ctx)
		require.NoError(t, err)
		defer conn.Release()
	}
	counts := []int{workers, workers, workers, 1, 1, 1}
	var begun atomic.Int32
	all := make(chan struct{})
	var running errgroup.Group
	for _, workers := range counts {
		running.Go(func() error {
			return store.View(ctx, calculation.Mailing, workers, func([]calculation.SegmentView) error {
				if int(begun.Add(1)) == len(counts) {
					close(all)
				}
				select {
				case <-all:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
		})
	}
	require.NoError(t, running.Wait())
	require.NoError(t, db.AsSystem(ctx, func(pgx.Tx) error { return nil }))
}
