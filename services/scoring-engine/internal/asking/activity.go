package asking

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Activities reads the latest actions of contacts or visitors.
type Activities struct {
	facts   Facts
	workers int
	pool    calculation.Pool[counting.Activity]
	looks   *semaphore.Weighted
}

// NewActivities returns the use case. It reads with as many workers as a lift, and shares the LooksAtOnce slots with
// previews.
func NewActivities(facts Facts, workers int, looks *semaphore.Weighted) *Activities {
	return &Activities{
		facts: facts, workers: min(workers, lookWorkers), looks: looks,
		pool: calculation.Pool[counting.Activity]{Make: func() *counting.Activity { return &counting.Activity{} }},
	}
}

// DatabaseChunks are chunks of a database; an empty list means all chunks that have facts.
type DatabaseChunks struct {
	Database calculation.DatabaseID
	Chunks   []uint32
}

// Each calls visit with the activity of each chunk since a day, one chunk at a time in any order; see
// counting.Activity. The cells are valid until visit returns.
func (a *Activities) Each(
	ctx context.Context, channel calculation.Channel, of []DatabaseChunks, since segment.Day,
	visit func(id calculation.ChunkID, cells []uint16) error,
) error {
	if err := a.looks.Acquire(ctx, 1); err != nil {
		return err
	}
	defer a.looks.Release(1)
	ids, err := a.chunks(ctx, channel, of)
	if err != nil || len(ids) == 0 {
		return err
	}
	workers := min(a.workers, len(ids))
	found := make([]*counting.Activity, workers)
	for i := range found {
		found[i] = a.pool.Get()
		defer a.pool.Put(found[i])
	}
	var one sync.Mutex
	return a.facts.View(ctx, channel, workers, func(readers []calculation.SegmentView) error {
		return eachChunk(ctx, readers, ids, since, since+counting.ActivityDays, func(
			worker int, id calculation.ChunkID, segments []segment.Segment,
		) error {
			cells, err := found[worker].Last(segments, since)
			if err != nil || len(cells) == 0 {
				return err
			}
			one.Lock()
			defer one.Unlock()
			return visit(id, cells)
		})
	})
}

func (a *Activities) chunks(
	ctx context.Context, channel calculation.Channel, of []DatabaseChunks,
) (ids []calculation.ChunkID, err error) {
	for _, d := range of {
		all, err := a.facts.Chunks(ctx, channel, d.Database)
		if err != nil {
			return nil, err
		}
		for _, id := range all {
			if len(d.Chunks) == 0 || slices.Contains(d.Chunks, id.Chunk) {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil
}
