package calculating

import (
	"fmt"
	"strconv"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/scoring"
)

// visits is the method of web.
type visits struct {
	plan     *plan
	pool     *calculation.Pools
	counters []*counting.Counter
	masks    []masks
	tallies  [][]*counting.VisitTally
	rates    [][]*scoring.VisitRates
	scorer   *scoring.VisitScorer
	sums     []map[calculation.DatabaseID]*scoring.VisitSummary
	// ready says, for each scoring, of which databases visitors are counted.
	ready []map[calculation.DatabaseID]bool
}

func newVisits(
	p *plan, pool *calculation.Pools, counters []*counting.Counter, ready []map[calculation.DatabaseID]bool,
) (*visits, error) {
	workers := len(counters)
	v := &visits{
		plan: p, pool: pool, counters: counters, masks: make([]masks, workers),
		tallies: make([][]*counting.VisitTally, len(p.chunks)), ready: ready,
		sums: make([]map[calculation.DatabaseID]*scoring.VisitSummary, workers),
	}
	for _, config := range p.scorings {
		rates := make([]*scoring.VisitRates, workers)
		for i := range rates {
			var err error
			if rates[i], err = scoring.NewVisitRates(calculation.VisitWeights(config.Weights)); err != nil {
				return nil, fmt.Errorf("prepare counts: %w", err)
			}
		}
		v.rates = append(v.rates, rates)
	}
	return v, nil
}

// allow sets the group mask to the visitors that a scoring may judge, and returns false if it judges none of the
// database.
func (v *visits) allow(m *masks, c *ChunkAudience, which int) bool {
	source := v.plan.source(v.plan.scorings[which], c.Database)
	if source == nil || !v.ready[which][c.Database] {
		return false
	}
	m.judge(c, source)
	for i := range m.group {
		m.group[i] &= m.members[i]
	}
	return true
}

func (v *visits) count(worker, chunk int, facts calculation.ChunkFacts) error {
	tallies := make([]*counting.VisitTally, len(v.plan.windows.DaysAgo))
	for i := range tallies {
		tallies[i] = v.pool.Visits.Get()
	}
	v.tallies[chunk] = tallies
	if err := v.counters[worker].Visits(facts.Segments, facts.Planes, v.plan.windows, tallies); err != nil {
		return fmt.Errorf("count chunk: %w", err)
	}
	c, m := &v.plan.chunks[chunk], &v.masks[worker]
	m.fill(c)
	for i := range v.plan.scorings {
		if v.allow(m, c, i) {
			v.rates[i][worker].Add(tallies[v.plan.window[i]], &scoring.Visitors{Allowed: &m.group, Known: &m.known})
		}
	}
	return nil
}

func (v *visits) settle(which int) (calculation.References, error) {
	total := v.rates[which][0]
	for _, other := range v.rates[which][1:] {
		total.Merge(other)
	}
	config := v.plan.scorings[which]
	refs, samples := total.References(config.Percentile)
	named := calculation.References{}
	for kind, name := range calculation.Web.Weights() {
		if refs[kind] > 0 {
			named[name] = calculation.Reference{Value: strconv.FormatUint(uint64(refs[kind]), 10), Sample: count(samples[kind])}
		}
	}
	var err error
	if v.scorer, err = scoring.NewVisitScorer(calculation.VisitWeights(config.Weights), refs); err != nil {
		return nil, fmt.Errorf("prepare scores: %w", err)
	}
	for worker := range v.sums {
		v.sums[worker] = map[calculation.DatabaseID]*scoring.VisitSummary{}
	}
	return named, nil
}

func (v *visits) score(worker, chunk, which int) []byte {
	c, m := &v.plan.chunks[chunk], &v.masks[worker]
	m.fill(c)
	if !v.allow(m, c, which) {
		return nil
	}
	if v.sums[worker][c.Database] == nil {
		v.sums[worker][c.Database] = &scoring.VisitSummary{}
	}
	tally := v.tallies[chunk][v.plan.window[which]]
	cells := make([]byte, max(size(c.Members), visitorsOf(tally)))
	v.scorer.Cells(cells, tally, &scoring.Visitors{Allowed: &m.group, Known: &m.known}, v.sums[worker][c.Database])
	return cells
}

// visitorsOf returns one more than the number of the last visitor with events: a visitor may be newer than the
// audience.
func visitorsOf(t *counting.VisitTally) int {
	if t.Len() == 0 {
		return 0
	}
	visitor, _ := t.Row(t.Len() - 1)
	return int(visitor) + 1
}

func (v *visits) lift(chunk, _, window int, cells []byte, to *scoring.Lift) {
	to.AddVisitors(cells, v.tallies[chunk][window])
}

func (v *visits) figures(which int) []calculation.DatabaseFigures {
	var list []calculation.DatabaseFigures
	for _, database := range v.plan.databases {
		if v.plan.source(v.plan.scorings[which], database.ID) == nil {
			continue
		}
		var sum scoring.VisitSummary
		for _, sums := range v.sums {
			if part := sums[database.ID]; part != nil {
				sum.Merge(part)
			}
		}
		all := sum.Known
		for i, n := range sum.Unknown {
			all[i] += n
		}
		list = append(list, calculation.DatabaseFigures{Database: database, Scores: counts(&all), Known: counts(&sum.Known)})
	}
	return list
}

func (v *visits) machines(int) *calculation.MachineFigures { return nil }

func (v *visits) release() {
	for _, tallies := range v.tallies {
		for _, tally := range tallies {
			v.pool.Visits.Put(tally)
		}
	}
}
