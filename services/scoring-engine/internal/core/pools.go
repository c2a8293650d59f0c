package core

import (
	"sync"

	"puls.app/services/scoring-engine/internal/engine/counting"
)

// pools keep large memory from task to task.
type pools struct {
	counters pool[counting.Counter]
	tallies  pool[counting.Tally]
	visits   pool[counting.VisitTally]
}

// pool is sync.Pool that knows its type.
type pool[T any] struct {
	make func() *T
	pool sync.Pool
}

func (p *pool[T]) get() *T {
	if kept, ok := p.pool.Get().(*T); ok {
		return kept
	}
	return p.make()
}

func (p *pool[T]) put(used *T) { p.pool.Put(used) }

func newPools() *pools {
	return &pools{
		counters: pool[counting.Counter]{make: counting.NewCounter},
		tallies:  pool[counting.Tally]{make: func() *counting.Tally { return &counting.Tally{} }},
		visits:   pool[counting.VisitTally]{make: func() *counting.VisitTally { return &counting.VisitTally{} }},
	}
}

func (p *pools) takeCounters(n int) []*counting.Counter {
	counters := make([]*counting.Counter, 0, n)
	for range n {
		counters = append(counters, p.counters.get())
	}
	return counters
}

func (p *pools) putCounters(counters []*counting.Counter) {
	for _, counter := range counters {
		p.counters.put(counter)
	}
}

func (p *pools) putTallies(tallies []*counting.Tally) {
	for _, tally := range tallies {
		p.tallies.put(tally)
	}
}
