package core

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/spec"
)

// liftDays is how many days from the generated date on a lift looks at.
const liftDays = 14

// lookWorkers bounds the connections of a count that somebody looks at: it holds one for each worker, and takes another
// now and then for cells or messages.
const lookWorkers = 4

// Lift is what the contacts (or visitors) of each band did, BandLift those of one.
type (
	Lift     = scoring.Lift
	BandLift = scoring.BandLift
)

// Lifts answers what those whom a result scored did after it.
type Lifts struct {
	store   Store
	results Results
	workers int
	pools   *pools
	looks   *semaphore.Weighted
}

// NewLifts returns the use case. It counts by a calculator's means, among LooksAtOnce with previews.
func NewLifts(calculator *Calculator, results Results, looks *semaphore.Weighted) *Lifts {
	return &Lifts{
		store: calculator.store, results: results, workers: min(calculator.workers, lookWorkers), pools: calculator.pools,
		looks: looks,
	}
}

// scoredChunk is a chunk of a result.
type scoredChunk struct {
	id    ChunkID
	cells []byte
}

// Measure counts what the contacts (or visitors) of each band of a revision did in its date and the 13 days after, of
// all its databases when none is named, by what it was made with. It returns the errors of Results.Cells.
func (l *Lifts) Measure(
	ctx context.Context, account AccountID, key Key, revision int, databases []DatabaseID, made spec.Spec,
) (Lift, error) {
	if err := l.looks.Acquire(ctx, 1); err != nil {
		return Lift{}, err
	}
	defer l.looks.Release(1)
	sums := make([]Lift, l.workers)
	err := l.store.View(ctx, key.Channel, l.workers, func(readers []SegmentView) error {
		group, ctx := errgroup.WithContext(ctx)
		chunks := make(chan scoredChunk)
		group.Go(func() error {
			defer close(chunks)
			return l.results.Cells(ctx, account, key, revision, databases, func(id ChunkID, cells []byte) error {
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
				counted := l.pools.chunkCount(key.Channel, DayOf(key.Date)+liftDays, liftDays, made.LeaveOutMachines)
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

// addTo adds the chunk that was read last, whose cells these are.
func (c *chunkCount) addTo(lift *Lift, cells []byte) {
	if c.web {
		lift.AddVisitors(cells, c.visits)
		return
	}
	lift.AddContacts(cells, c.tally)
}
