package scoring

import (
	"fmt"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/spec"
)

// VisitWeights are the shares of the kinds of events in a visitor's score, in whole percent; their sum is 100. A kind
// of weight 0 is not tracked: its events make no visitor part of the population.
type VisitWeights [segment.VisitKinds]int

func (w VisitWeights) check() error {
	sum := 0
	for _, x := range w {
		if x < 0 {
			return fmt.Errorf("%w: %v", ErrWeights, w)
		}
		sum += x
	}
	if sum != 100 {
		return fmt.Errorf("%w: %v", ErrWeights, w)
	}
	return nil
}

// tracks reports whether the visitor has an event of a tracked kind.
func (w VisitWeights) tracks(c *counting.VisitCounts) bool {
	for k, n := range c {
		if n > 0 && w[k] > 0 {
			return true
		}
	}
	return false
}

// Visitors says which visitors of a chunk may be scored, and which are known.
type Visitors struct {
	Allowed *segment.Mask // groups do not leave the visitor out
	Known   *segment.Mask // the visitor is a contact
}

func has(m *segment.Mask, i uint16) bool { return m[i>>6]>>(i&63)&1 != 0 }

// VisitReferences are the counts that earn full marks, 0 if there is none.
type VisitReferences [segment.VisitKinds]uint32

// VisitRates is pass 1 for visitors: exact histograms of the counts of each kind. Create it with NewVisitRates.
type VisitRates struct {
	weights VisitWeights
	counts  [segment.VisitKinds]map[uint32]uint64
}

// NewVisitRates returns empty histograms for a scoring's weights, or ErrWeights.
func NewVisitRates(weights VisitWeights) (*VisitRates, error) {
	if err := weights.check(); err != nil {
		return nil, err
	}
	r := &VisitRates{weights: weights}
	for k := range r.counts {
		r.counts[k] = map[uint32]uint64{}
	}
	return r, nil
}

// Add adds the population of one chunk.
func (r *VisitRates) Add(t *counting.VisitTally, v *Visitors) {
	const few = 256
	var small [segment.VisitKinds][few]uint64
	for i := range t.Len() {
		visitor, counts := t.Row(i)
		if !has(v.Allowed, visitor) || !r.weights.tracks(&counts) {
			continue
		}
		for k, n := range counts {
			if n < few {
				small[k][n]++
			} else {
				r.counts[k][n]++
			}
		}
	}
	for k := range small {
		for n, times := range small[k] {
			if times > 0 {
				r.counts[k][uint32(n)] += times
			}
		}
	}
}

// Merge adds the histograms of o, which must have the same weights.
func (r *VisitRates) Merge(o *VisitRates) {
	for k := range r.counts {
		for n, times := range o.counts[k] {
			r.counts[k][n] += times
		}
	}
}

// References returns the references by nearest rank, and the number of visitors that each was taken from: visitors with
// an event of the kind. The percentile is 1 ... 100.
func (r *VisitRates) References(percentile int) (VisitReferences, [segment.VisitKinds]uint64) {
	var refs VisitReferences
	var samples [segment.VisitKinds]uint64
	for k := range refs {
		if r.weights[k] == 0 {
			continue
		}
		var all []uint32
		total := uint64(0)
		for n, times := range r.counts[k] {
			if n > 0 {
				all = append(all, n)
				total += times
			}
		}
		slices.Sort(all)
		samples[k] = total
		rank := (total*uint64(percentile) + 99) / 100
		for _, n := range all {
			if times := r.counts[k][n]; rank > times {
				rank -= times
				continue
			}
			refs[k] = n
			break
		}
	}
	return refs, samples
}

// VisitScorer is pass 2 for visitors. It is immutable and safe for concurrent use.
type VisitScorer struct {
	weights VisitWeights
	refs    VisitReferences
}

// NewVisitScorer prepares a calculation. It returns ErrWeights.
func NewVisitScorer(weights VisitWeights, refs VisitReferences) (*VisitScorer, error) {
	if err := weights.check(); err != nil {
		return nil, err
	}
	return &VisitScorer{weights, refs}, nil
}

// component compares a count of kind k with its reference.
func (s *VisitScorer) component(k int, n uint32) uint64 {
	if s.refs[k] == 0 {
		return 0
	}
	return min(full, uint64(n)*full/uint64(s.refs[k]))
}

// Parts returns the parts of one visitor's score.
func (s *VisitScorer) Parts(c *counting.VisitCounts) [segment.VisitKinds]Part {
	var parts [segment.VisitKinds]Part
	for k, n := range c {
		x := uint32(s.component(k, n))
		parts[k] = Part{Count: n, Component: x, Points: uint32(s.weights[k]) * x}
	}
	return parts
}

// Score returns the score of one visitor; tracked is false for a visitor without an event of a tracked kind.
func (s *VisitScorer) Score(c *counting.VisitCounts) (score int, tracked bool) {
	if !s.weights.tracks(c) {
		return 0, false
	}
	sum := uint64(full / 2)
	for k, n := range c {
		sum += uint64(s.weights[k]) * s.component(k, n)
	}
	return int(sum / full), true
}

// VisitSummary counts visitors by score. Summaries of chunks add up.
type VisitSummary struct {
	Known, Unknown [spec.MaxScore + 1]uint64
}

// Merge adds o.
func (s *VisitSummary) Merge(o *VisitSummary) {
	for i := range s.Known {
		s.Known[i] += o.Known[i]
		s.Unknown[i] += o.Unknown[i]
	}
}

// Cells writes the cell of each of the first len(cells) visitors of a chunk, ChunkContacts at most, and adds them to
// sum. All visitors of t must be among them.
func (s *VisitScorer) Cells(cells []byte, t *counting.VisitTally, v *Visitors, sum *VisitSummary) {
	for i := range cells {
		cells[i] = spec.CellAbsent
	}
	for i := range t.Len() {
		visitor, counts := t.Row(i)
		if !has(v.Allowed, visitor) {
			continue
		}
		score, tracked := s.Score(&counts)
		if !tracked {
			continue
		}
		if has(v.Known, visitor) {
			cells[visitor] = byte(score) | spec.CellKnown
			sum.Known[score]++
		} else {
			cells[visitor] = byte(score)
			sum.Unknown[score]++
		}
	}
}
