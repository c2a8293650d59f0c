package calculating

import (
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
)

// chunkTallies are the counts of a chunk by window: with what machines did, and without it, which are the same tallies
// where machines did nothing.
type chunkTallies struct{ all, persons []*counting.Tally }

// of returns those that a scoring wants.
func (t *chunkTallies) of(s calculation.Scoring) []*counting.Tally {
	if s.LeaveOutMachines {
		return t.persons
	}
	return t.all
}

func (t *chunkTallies) differ() bool {
	return len(t.all) > 0 && len(t.persons) > 0 && t.all[0] != t.persons[0]
}

// release gives all tallies back.
func (t *chunkTallies) release(pool *calculation.Pools) {
	if t.differ() || len(t.all) == 0 {
		pool.PutTallies(t.persons)
	}
	pool.PutTallies(t.all)
	t.all, t.persons = nil, nil
}
