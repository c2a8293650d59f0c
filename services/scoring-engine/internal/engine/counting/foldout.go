package counting

import (
	"fmt"
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Folding is the fold of a chunk as a Folder computes it.
type Folding struct {
	First, Horizon segment.Day
	Residue        []byte
	Cohorts        []FoldedCohort
}

// FoldedCohort is one week of a Folding; empty parts are nil.
type FoldedCohort struct {
	Week         int32
	Planes, Late []byte
	Names        cohort.Names
}

// foldFact is a fact that is stored individually.
type foldFact struct {
	key     uint64
	day     segment.Day
	kind    segment.Kind
	contact uint16
}

// sortOut collects the records of the pairs whose facts are stored individually.
func (f *Folder) sortOut() error {
	refs := f.c.refs[:0]
	for p := range f.apart {
		refs = append(refs, ref{key: p.key})
	}
	f.c.refs = refs
	f.c.filter.fill(refs)
	for i := range f.c.segments {
		err := f.c.segments[i].EachRecord(func(contact uint16, key uint64, day segment.Day, kinds uint8) {
			if !f.c.filter.mayHave(key) || f.code(day) == 0 {
				return
			}
			place, apart := f.apart[pair{key, contact}]
			if !apart || place != residue && f.week(day) <= int32(place) {
				return
			}
			for left := kinds & foldedMask; left != 0; left &= left - 1 {
				kind := segment.Kind(bits.TrailingZeros8(left))
				f.facts[place] = append(f.facts[place], foldFact{key, day, kind, contact})
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// finish encodes the counts.
func (f *Folder) finish(first int32, horizon segment.Day) (*Folding, error) {
	out := &Folding{First: f.first, Horizon: horizon}
	var err error
	if out.Residue, err = f.segmentOf(residue); err != nil {
		return nil, err
	}
	for week := range residue {
		folded := FoldedCohort{Week: first + int32(week), Names: cohort.NamesOf(f.names[week])}
		if folded.Late, err = f.segmentOf(week); err != nil {
			return nil, err
		}
		for after := range f.counts[week] {
			for kind, counts := range f.counts[week][after] {
				if counts != nil {
					f.writer.Add(after, cohort.Kind(kind), counts)
				}
			}
		}
		if folded.Planes = f.writer.Planes(folded.Week, horizon); folded.Planes != nil {
			out.Cohorts = append(out.Cohorts, folded)
		}
	}
	return out, nil
}

func (f *Folder) segmentOf(place int8) ([]byte, error) {
	for _, x := range f.facts[place] {
		if err := f.build.Add(x.key, x.day, x.kind, x.contact); err != nil {
			return nil, fmt.Errorf("fold: %w", err)
		}
	}
	return f.build.Segment()
}
