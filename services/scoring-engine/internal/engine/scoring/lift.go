package scoring

import (
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
	"puls.app/services/spec"
)

// Lift is the engagement of the contacts or visitors of each band in a window after their result. The lifts of chunks
// add up.
type Lift [spec.Bands]BandLift

// BandLift counts the contacts of one band; Events counts visitors with an event of a kind.
type BandLift struct {
	Scored, Reached, Opened, Clicked uint64
	Events                           [segment.VisitKinds]uint64
}

// Merge adds o.
func (l *Lift) Merge(o *Lift) {
	for i := range l {
		to, from := &l[i], &o[i]
		to.Scored += from.Scored
		to.Reached += from.Reached
		to.Opened += from.Opened
		to.Clicked += from.Clicked
		for k, n := range from.Events {
			to.Events[k] += n
		}
	}
}

// AddContacts adds one chunk: its cells, and the sendings and outcomes of its contacts in the window.
func (l *Lift) AddContacts(cells []byte, t *counting.Tally) {
	packed := t.Packed()
	both := min(len(cells), len(packed))
	// Counting by cell and outcome avoids branches, which would be hard to predict.
	var seen [256][8]uint32
	for i, cell := range cells[:both] {
		c := packed[i]
		if c&255 == counting.WideMark {
			wide := t.Wide(c)
			c = 1 | uint32(min(wide.Opened, 255))<<16 | uint32(min(wide.Clicked, 255))<<24
		}
		seen[cell][one(c)|one(c>>16&255)<<1|one(c>>24)<<2]++
	}
	for _, cell := range cells[both:] {
		seen[cell][0]++
	}
	for score := range spec.MaxScore + 1 {
		band := &l[spec.BandOf(score)]
		for did, times := range seen[score] {
			n := uint64(times)
			band.Scored += n
			band.Reached += n * uint64(did&1)
			band.Opened += n * uint64(did>>1&1)
			band.Clicked += n * uint64(did>>2)
		}
	}
}

// one returns 1 unless n is 0.
func one(n uint32) (bit int) {
	if n != 0 {
		bit = 1
	}
	return bit
}

// AddVisitors adds one chunk: its cells, and the events of its visitors in the window.
func (l *Lift) AddVisitors(cells []byte, t *counting.VisitTally) {
	for _, cell := range cells {
		if score := cell &^ spec.CellKnown; score <= spec.MaxScore {
			l[spec.BandOf(int(score))].Scored++
		}
	}
	for i := range t.Len() {
		visitor, counts := t.Row(i)
		if int(visitor) >= len(cells) || cells[visitor]&^spec.CellKnown > spec.MaxScore {
			continue
		}
		band := &l[spec.BandOf(int(cells[visitor]&^spec.CellKnown))]
		for k, n := range counts {
			if n > 0 {
				band.Events[k]++
			}
		}
	}
}
