package calculation

import (
	"sync"

	"puls.app/services/scoring-engine/internal/engine/counting"
)

// Pools reuse large memory between tasks.
type Pools struct {
	Counters Pool[counting.Counter]
	Tallies  Pool[counting.Tally]
	Visits   Pool[counting.VisitTally]
}

// Pool is a typed sync.Pool.
type Pool[T any] struct {
	Make func() *T
	pool sync.Pool
}

func (p *Pool[T]) Get() *T {
	if kept, ok := p.pool.Get().(*T); ok {
		return kept
	}
	return p.Make()
}

func (p *Pool[T]) Put(used *T) { p.pool.Put(used) }

func NewPools() *Pools {
	return &Pools{
		Counters: Pool[counting.Counter]{Make: counting.NewCounter},
		Tallies:  Pool[counting.Tally]{Make: func() *counting.Tally { return &counting.Tally{} }},
		Visits:   Pool[counting.VisitTally]{Make: func() *counting.VisitTally { return &counting.VisitTally{} }},
	}
}

func (p *Pools) TakeCounters(n int) []*counting.Counter {
	counters := make([]*counting.Counter, 0, n)
	for range n {
		counters = append(counters, p.Counters.Get())
	}
	return counters
}

func (p *Pools) PutCounters(counters []*counting.Counter) {
	for _, counter := range counters {
		p.Counters.Put(counter)
	}
}

func (p *Pools) PutTallies(tallies []*counting.Tally) {
	for _, tally := range tallies {
		p.Tallies.Put(tally)
	}
}
