package calculating

import (
	"puls.app/services/scoring-engine/internal/calculation"
	"puls.app/services/scoring-engine/internal/engine/counting"
)

// chunkTallies are the counts of a chunk by window, with and without actions of machines. Both are the same tallies if
// there are no such actions.
type chunkTallies struct{ all, persons []*counting.Tally }

// of returns the tallies that a scoring uses.
func (t *chunkTallies) of(s calculation.Scoring) []*counting.Tally {
	if s.LeaveOutMachines {
		return t.persons
	}
	return t.all
}

func (t *chunkTallies) differ() bool {
	return len(t.all) > 0 && len(t.persons) > 0 && t.all[0] != t.persons[0]
}

// release returns all tallies to the pool.
func (t *chunkTallies) release(pool *calculation.Pools) {
	if t.differ() || len(t.all) == 0 {
		pool.PutTallies(t.persons)
	}
	pool.PutTallies(t.all)
	t.all, t.persons = nil, nil
}
