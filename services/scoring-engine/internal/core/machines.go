package core

import "puls.app/services/scoring-engine/internal/engine/counting"

// chunkTallies are the counts of a chunk by window: with what machines did, and without it, which are the same tallies
// where machines did nothing.
type chunkTallies struct{ all, persons []*counting.Tally }

// of returns those that a scoring wants.
func (t *chunkTallies) of(s Scoring) []*counting.Tally {
	if s.LeaveOutMachines {
		return t.persons
	}
	return t.all
}

func (t *chunkTallies) differ() bool {
	return len(t.all) > 0 && len(t.persons) > 0 && t.all[0] != t.persons[0]
}

// release gives all tallies back.
func (t *chunkTallies) release(pool *pools) {
	if t.differ() || len(t.all) == 0 {
		pool.putTallies(t.persons)
	}
	pool.putTallies(t.all)
	t.all, t.persons = nil, nil
}

// tally counts a chunk, and where machines did something, once more without that if anything hangs on it. The tallies
// are to be released also after an error.
func (s *sendings) tally(counter *counting.Counter, facts ChunkFacts) (t chunkTallies, err error) {
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
		tallies[i] = s.pool.tallies.get()
	}
	return tallies
}

// keepWanted gives the tallies back that no scoring is scored by.
func (s *sendings) keepWanted(t *chunkTallies) {
	switch {
	case !t.differ():
	case !s.plan.leavesOut(true):
		s.pool.putTallies(t.persons)
		t.persons = nil
	case !s.plan.leavesOut(false):
		s.pool.putTallies(t.all)
		t.all = nil
	}
}

// machines returns what machines did of what the scoring that was settled last counts.
func (s *sendings) machines(which int) *MachineFigures {
	if s.plan.task.Channel != Mailing || !s.plan.shares {
		return nil
	}
	figures := &MachineFigures{Sent: s.totals.Sent, Opened: s.totals.Opened, Clicked: s.totals.Clicked}
	for worker := range s.byMachine[s.like[which]] {
		figures.ByMachine.Merge(s.byMachine[s.like[which]][worker])
	}
	if s.plan.scorings[which].LeaveOutMachines {
		figures.Opened += figures.ByMachine.Opened
		figures.Clicked += figures.ByMachine.Clicked
	}
	return figures
}
