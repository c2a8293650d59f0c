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
	persons bool // counts without machines
	counter *counting.Counter
	tally   *counting.Tally
	visits  *counting.VisitTally
}

// chunkCount returns a count of one window, without machines or with them, which the caller releases.
func (p *pools) chunkCount(channel Channel, end segment.Day, days int, leaveOutMachines bool) *chunkCount {
	return &chunkCount{
		pools: p, web: channel == Web, windows: counting.Windows{D: end, DaysAgo: []int{days}},
		persons: leaveOutMachines,
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
	err := reader.Count(ctx, []ChunkID{id}, c.windows, func(_ ChunkID, facts ChunkFacts) error {
		counted = true
		return c.count(facts)
	})
	if err == nil && !counted {
		err = c.count(ChunkFacts{})
	}
	return err
}

func (c *chunkCount) count(facts ChunkFacts) error {
	if c.web {
		return c.counter.Visits(facts.Segments, facts.Planes, c.windows, []*counting.VisitTally{c.visits})
	}
	if c.persons {
		return c.counter.WithoutMachines(facts.Segments, facts.Planes, c.windows, []*counting.Tally{c.tally})
	}
	return c.counter.Folded(facts.Segments, facts.Planes, c.windows, []*counting.Tally{c.tally})
}
