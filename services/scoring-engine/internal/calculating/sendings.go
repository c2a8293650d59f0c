package calculating

import (
	"fmt"
	"slices"

	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/scoring"
	"puls.app/services/spec"
)

// sendings is the method of mailing and SMS.
type sendings struct {
	plan     *plan
	pool     *calculation.Pools
	counters []*counting.Counter
	masks    []masks
	// tallies are by chunk.
	tallies []chunkTallies
	// like is, for each scoring, the first scoring with the same rates; only that one stores them.
	like []int
	// rates and byMachine are by scoring and worker.
	rates     [][]scoring.Rates
	byMachine [][]scoring.Machines
	totals    scoring.Totals // of the scoring that was settled last
	scorer    *scoring.Scorer
	// sums are by worker and database, of the scoring that was settled last.
	sums []map[calculation.DatabaseID]*scoring.Summary
}

func newSendings(p *plan, pool *calculation.Pools, counters []*counting.Counter) *sendings {
	workers := len(counters)
	s := &sendings{
		plan: p, pool: pool, counters: counters, masks: make([]masks, workers),
		tallies: make([]chunkTallies, len(p.chunks)), sums: make([]map[calculation.DatabaseID]*scoring.Summary, workers),
	}
	for i := range p.scorings {
		s.like = append(s.like, slices.IndexFunc(p.scorings[:i+1], func(o calculation.Scoring) bool {
			return o.SameCounts(p.scorings[i].Spec)
		}))
		s.rates = append(s.rates, make([]scoring.Rates, workers))
		s.byMachine = append(s.byMachine, make([]scoring.Machines, workers))
	}
	return s
}

func (s *sendings) count(worker, chunk int, facts calculation.ChunkFacts) error {
	tallies, err := s.tally(s.counters[worker], facts)
	s.tallies[chunk] = tallies
	if err != nil {
		return fmt.Errorf("count chunk: %w", err)
	}
	c, m := &s.plan.chunks[chunk], &s.masks[worker]
	m.fill(c)
	for i, config := range s.plan.scorings {
		source := s.plan.source(config, c.Database)
		if source == nil || s.like[i] != i {
			continue
		}
		m.judge(c, source)
		audience := m.audience()
		window := s.plan.window[i]
		s.rates[i][worker].Add(tallies.of(config)[window], &audience)
		if s.plan.shares && tallies.differ() {
			s.byMachine[i][worker].Add(tallies.all[window], tallies.persons[window], &audience)
		}
	}
	s.keepWanted(&s.tallies[chunk])
	return nil
}

func (s *sendings) settle(which int) (calculation.References, error) {
	rates := s.rates[s.like[which]]
	total := &rates[0]
	for worker := 1; worker < len(rates); worker++ {
		total.Merge(&rates[worker])
		rates[worker] = scoring.Rates{} // the first worker's rates now hold the total, for other scorings like this one
	}
	config := s.plan.scorings[which]
	refs := total.References(config.Percentile)
	s.totals = total.Totals()
	named := calculation.References{}
	if s.plan.task.Channel.Opens() {
		setReference(named, calculation.OpenRate, refs.Open, refs.Samples.Open)
	}
	setReference(named, calculation.ClickRate, refs.Click, refs.Samples.Click)
	setReference(named, calculation.DeliveryRate, refs.Delivery, refs.Samples.Delivery)
	var err error
	if s.scorer, err = scoring.NewScorer(calculation.RateWeights(config.Weights), refs); err != nil {
		return nil, fmt.Errorf("prepare scores: %w", err)
	}
	for worker := range s.sums {
		s.sums[worker] = map[calculation.DatabaseID]*scoring.Summary{}
	}
	return named, nil
}

func setReference(r calculation.References, name string, rate scoring.Rate, sample uint64) {
	if text := rate.String(); text != "" {
		r[name] = calculation.Reference{Value: text, Sample: count(sample)}
	}
}

func (s *sendings) score(worker, chunk, which int) []byte {
	c, m := &s.plan.chunks[chunk], &s.masks[worker]
	source := s.plan.source(s.plan.scorings[which], c.Database)
	if source == nil {
		return nil
	}
	m.fill(c)
	m.judge(c, source)
	if s.sums[worker][c.Database] == nil {
		s.sums[worker][c.Database] = &scoring.Summary{}
	}
	audience := m.audience()
	cells := make([]byte, size(c.Members))
	tally := s.tallies[chunk].of(s.plan.scorings[which])[s.plan.window[which]]
	s.scorer.Cells(cells, tally, &audience, s.sums[worker][c.Database])
	return cells
}

func (s *sendings) lift(chunk, which, window int, cells []byte, to *scoring.Lift) {
	to.AddContacts(cells, s.tallies[chunk].of(s.plan.scorings[which])[window])
}

func (s *sendings) figures(which int) []calculation.DatabaseFigures {
	var list []calculation.DatabaseFigures
	for _, database := range s.plan.databases {
		if s.plan.source(s.plan.scorings[which], database.ID) == nil {
			continue
		}
		var sum scoring.Summary
		for _, sums := range s.sums {
			if part := sums[database.ID]; part != nil {
				sum.Merge(part)
			}
		}
		list = append(list, calculation.DatabaseFigures{
			Database: database, Scores: counts(&sum.Scores), New: counts(&sum.New),
			Excluded: map[string]int32{
				s.plan.task.Channel.NoAddress(): count(sum.NoAddress), spec.NoConsent: count(sum.NoConsent),
				spec.NotInGroup: count(sum.NotInGroup), spec.NoSending: count(sum.NoSending),
			},
		})
	}
	return list
}

func (s *sendings) release() {
	for i := range s.tallies {
		s.tallies[i].release(s.pool)
	}
}

func counts(scores *[spec.MaxScore + 1]uint64) []int32 {
	list := make([]int32, len(scores))
	for i, n := range scores {
		list[i] = count(n)
	}
	return list
}

// count narrows a number of contacts: contact numbers have 32 bits.
func count(n uint64) int32 { return int32(n) }

// tally counts a chunk and, if machines acted in it and a scoring or the shares depend on that, counts it again without
// them. The tallies must be released after an error too.
func (s *sendings) tally(counter *counting.Counter, facts calculation.ChunkFacts) (t chunkTallies, err error) {
	t.all = s.take()
	t.persons = t.all
	err = counter.Folded(facts.Segments, facts.Planes, s.plan.windows, t.all)
	if err != nil || !counter.Machines() || !s.plan.shares && !s.plan.leavesOut(true) {
		return t, err
	}
	t.persons = s.take()
	return t, counter.WithoutMachines(facts.Segments, facts.Planes, s.plan.windows, t.persons)
}

func (s *sendings) take() []*counting.Tally {
	tallies := make([]*counting.Tally, len(s.plan.windows.DaysAgo))
	for i := range tallies {
		tallies[i] = s.pool.Tallies.Get()
	}
	return tallies
}

// keepWanted releases the tallies that no scoring uses.
func (s *sendings) keepWanted(t *chunkTallies) {
	switch {
	case !t.differ():
	case !s.plan.leavesOut(true):
		s.pool.PutTallies(t.persons)
		t.persons = nil
	case !s.plan.leavesOut(false):
		s.pool.PutTallies(t.all)
		t.all = nil
	}
}

// machines returns the actions of machines among those that the scoring settled last counts.
func (s *sendings) machines(which int) *calculation.MachineFigures {
	if s.plan.task.Channel != calculation.Mailing || !s.plan.shares {
		return nil
	}
	figures := &calculation.MachineFigures{Sent: s.totals.Sent, Opened: s.totals.Opened, Clicked: s.totals.Clicked}
	for worker := range s.byMachine[s.like[which]] {
		figures.ByMachine.Merge(s.byMachine[s.like[which]][worker])
	}
	if s.plan.scorings[which].LeaveOutMachines {
		figures.Opened += figures.ByMachine.Opened
		figures.Clicked += figures.ByMachine.Clicked
	}
	return figures
}
