package asking

import (
	"context"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// chunkCount counts chunks one after another in the same memory: sendings in tally or, for web, events in visits.
type chunkCount struct {
	pools   *calculation.Pools
	web     bool
	windows counting.Windows
	persons bool // counts without machines
	counter *counting.Counter
	tally   *counting.Tally
	visits  *counting.VisitTally
}

// countChunk returns a count of one window, with or without machines. The caller releases it.
func countChunk(
	p *calculation.Pools, channel calculation.Channel, end segment.Day, days int, leaveOutMachines bool,
) *chunkCount {
	return &chunkCount{
		pools: p, web: channel == calculation.Web, windows: counting.Windows{D: end, DaysAgo: []int{days}},
		persons: leaveOutMachines,
		counter: p.Counters.Get(), tally: p.Tallies.Get(), visits: p.Visits.Get(),
	}
}

func (c *chunkCount) release() {
	c.pools.Counters.Put(c.counter)
	c.pools.Tallies.Put(c.tally)
	c.pools.Visits.Put(c.visits)
}

// read counts a chunk of a view.
func (c *chunkCount) read(ctx context.Context, reader calculation.SegmentView, id calculation.ChunkID) error {
	counted := false
	err := reader.Count(ctx, []calculation.ChunkID{id}, c.windows, func(
		_ calculation.ChunkID, facts calculation.ChunkFacts,
	) error {
		counted = true
		return c.count(facts)
	})
	if err == nil && !counted {
		err = c.count(calculation.ChunkFacts{})
	}
	return err
}

func (c *chunkCount) count(facts calculation.ChunkFacts) error {
	if c.web {
		return c.counter.Visits(facts.Segments, facts.Planes, c.windows, []*counting.VisitTally{c.visits})
	}
	if c.persons {
		return c.counter.WithoutMachines(facts.Segments, facts.Planes, c.windows, []*counting.Tally{c.tally})
	}
	return c.counter.Folded(facts.Segments, facts.Planes, c.windows, []*counting.Tally{c.tally})
}
