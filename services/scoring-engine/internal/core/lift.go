package core

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// liftDays is how many days from the generated date on a lift looks at.
const liftDays = 14

// liftWorkers bounds the connections of one lift: it holds one for each, and takes another for every page of cells.
const liftWorkers = 4

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
	places  Places
}

// NewLifts returns the use case. It counts by a calculator's means, on a place of those that previews count on.
func NewLifts(calculator *Calculator, results Results, places Places) *Lifts {
	return &Lifts{
		store: calculator.store, results: results, workers: min(calculator.workers, liftWorkers), pools: calculator.pools,
		places: places,
	}
}

// scoredChunk is a chunk of a result.
type scoredChunk struct {
	id    ChunkID
	cells []byte
}

// Measure counts what the contacts (or visitors) of each band of a revision did in its date and the 13 days after, of
// all its databases when none is named. It returns the errors of Results.Cells.
func (l *Lifts) Measure(
	ctx context.Context, account AccountID, key Key, revision int, databases []DatabaseID,
) (Lift, error) {
	leave, err := l.places.enter(ctx)
	if err != nil {
		return Lift{}, err
	}
	defer leave()
	sums := make([]Lift, l.workers)
	err = l.store.View(ctx, key.Channel, l.workers, func(readers []SegmentView) error {
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
				m := l.measure(key, &sums[worker])
				defer m.release()
				for chunk := range chunks {
					if err := m.add(ctx, reader, chunk); err != nil {
						return fmt.Errorf("measure chunk %d of database %d: %w", chunk.id.Chunk, chunk.id.Database, err)
					}
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

// measure is one worker's part of a lift, chunk after chunk in the same memory.
type measure struct {
	pools   *pools
	web     bool
	windows counting.Windows
	counter *counting.Counter
	tally   *counting.Tally
	visits  *counting.VisitTally
	sum     *Lift
}

func (l *Lifts) measure(key Key, sum *Lift) *measure {
	return &measure{
		pools: l.pools, web: key.Channel == Web, sum: sum,
		windows: counting.Windows{D: DayOf(key.Date) + liftDays, DaysAgo: []int{liftDays}},
		counter: l.pools.counters.get(), tally: l.pools.tallies.get(), visits: l.pools.visits.get(),
	}
}

func (m *measure) release() {
	m.pools.counters.put(m.counter)
	m.pools.tallies.put(m.tally)
	m.pools.visits.put(m.visits)
}

func (m *measure) add(ctx context.Context, reader SegmentView, chunk scoredChunk) error {
	counted := false
	err := reader.Read(ctx, []ChunkID{chunk.id}, m.windows.First(), m.windows.D-1,
		func(_ ChunkID, segments []segment.Segment) error {
			counted = true
			return m.count(segments)
		})
	if err == nil && !counted {
		err = m.count(nil)
	}
	switch {
	case err != nil:
		return err
	case m.web:
		m.sum.AddVisitors(chunk.cells, m.visits)
	default:
		m.sum.AddContacts(chunk.cells, m.tally)
	}
	return nil
}

func (m *measure) count(segments []segment.Segment) error {
	if m.web {
		return m.counter.Visits(segments, m.windows, []*counting.VisitTally{m.visits})
	}
	return m.counter.Sendings(segments, m.windows, []*counting.Tally{m.tally})
}
