package core

import (
	"context"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// chunkCount counts one chunk after another in the same memory: sendings in tally or, for web, events in visits.
type chunkCount struct {
	pools   *pools
	web     bool
	windows counting.Windows
	counter *counting.Counter
	tally   *counting.Tally
	visits  *counting.VisitTally
}

// chunkCount returns a count of one window, which the caller releases.
func (p *pools) chunkCount(channel Channel, end segment.Day, days int) *chunkCount {
	return &chunkCount{
		pools: p, web: channel == Web, windows: counting.Windows{D: end, DaysAgo: []int{days}},
		counter: p.counters.get(), tally: p.tallies.get(), visits: p.visits.get(),
	}
}

func (c *chunkCount) release() {
	c.pools.counters.put(c.counter)
	c.pools.tallies.put(c.tally)
	c.pools.visits.put(c.visits)
}

// read counts a chunk of a view.
func (c *chunkCount) read(ctx context.Context, reader SegmentView, id ChunkID) error {
	counted := false
	err := reader.Read(ctx, []ChunkID{id}, c.windows.First(), c.windows.D-1,
		func(_ ChunkID, segments []segment.Segment) error {
			counted = true
			return c.count(segments)
		})
	if err == nil && !counted {
		err = c.count(nil)
	}
	return err
}

func (c *chunkCount) count(segments []segment.Segment) error {
	if c.web {
		return c.counter.Visits(segments, c.windows, []*counting.VisitTally{c.visits})
	}
	return c.counter.Sendings(segments, c.windows, []*counting.Tally{c.tally})
}
