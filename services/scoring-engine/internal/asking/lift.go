package asking

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/spec"
)

// lookWorkers bounds the connections of a count that a page waits for: it holds one for each worker, and takes another
// now and then for cells or messages.
const lookWorkers = 4

// Lifts measures the engagement of scored contacts in the 14 days from a result's date.
type Lifts struct {
	views   calculation.Views
	cells   Cells
	workers int
	pools   *calculation.Pools
	looks   *semaphore.Weighted
}

// NewLifts returns the use case. It counts with as many workers as a calculator, up to lookWorkers, and shares the
// LooksAtOnce slots with previews.
func NewLifts(
	views calculation.Views, cells Cells, workers int, pools *calculation.Pools, looks *semaphore.Weighted,
) *Lifts {
	return &Lifts{views: views, cells: cells, workers: min(workers, lookWorkers), pools: pools, looks: looks}
}

// scoredChunk is a chunk of a result.
type scoredChunk struct {
	id    calculation.ChunkID
	cells []byte
}

// Measure counts the engagement of the contacts (or visitors) of each band of a revision, on its date and the 13 days
// after it, with the policy of made. No databases means all. It returns the errors of Cells.
func (l *Lifts) Measure(
	ctx context.Context, account calculation.AccountID, key calculation.Key, revision int,
	databases []calculation.DatabaseID, made spec.Spec,
) (scoring.Lift, error) {
	if err := l.looks.Acquire(ctx, 1); err != nil {
		return scoring.Lift{}, err
	}
	defer l.looks.Release(1)
	sums, end := make([]scoring.Lift, l.workers), calculation.DayOf(key.Date)+calculation.LiftDays
	err := l.views.View(ctx, key.Channel, l.workers, func(readers []calculation.SegmentView) error {
		group, ctx := errgroup.WithContext(ctx)
		chunks := make(chan scoredChunk)
		group.Go(func() error {
			defer close(chunks)
			return l.cells.Cells(ctx, account, key, revision, databases, func(id calculation.ChunkID, cells []byte) error {
				select {
				case chunks <- scoredChunk{id, cells}:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
		})
		for worker, reader := range readers {
			group.Go(func() error {
				counted := countChunk(l.pools, key.Channel, end, calculation.LiftDays, made.LeaveOutMachines)
				defer counted.release()
				for chunk := range chunks {
					if err := counted.read(ctx, reader, chunk.id); err != nil {
						return fmt.Errorf("measure chunk %d of database %d: %w", chunk.id.Chunk, chunk.id.Database, err)
					}
					counted.addTo(&sums[worker], chunk.cells)
				}
				return nil
			})
		}
		return group.Wait()
	})
	for i := 1; i < len(sums); i++ {
		sums[0].Merge(&sums[i])
	}
	return sums[0], err
}

// addTo adds the chunk that was read last; cells are its cells.
func (c *chunkCount) addTo(lift *scoring.Lift, cells []byte) {
	if c.web {
		lift.AddVisitors(cells, c.visits)
		return
	}
	lift.AddContacts(cells, c.tally)
}
