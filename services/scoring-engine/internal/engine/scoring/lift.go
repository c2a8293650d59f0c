package scoring

import (
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Bands is how many bands of scores there are: 0 to 20, 21 to 40 and so on.
const Bands = 5

// BandOf returns the band that a score is in, from 0.
func BandOf(score int) int { return max(score-1, 0) / 20 }

// Lift is what the contacts or visitors of each band did in a window after their result. The lifts of chunks add up.
type Lift [Bands]BandLift

// BandLift counts the contacts of one band; Events, of visitors, those with an event of a kind.
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

// AddContacts takes in one chunk: its cells, and what its contacts were sent in the window.
func (l *Lift) AddContacts(cells []byte, t *counting.Tally) {
	packed := t.Packed()
	for i, cell := range cells {
		if cell > MaxScore {
			continue
		}
		band := &l[BandOf(int(cell))]
		band.Scored++
		if i >= len(packed) || packed[i] == 0 {
			continue
		}
		counts := t.At(i)
		band.Reached++
		if counts.Opened > 0 {
			band.Opened++
		}
		if counts.Clicked > 0 {
			band.Clicked++
		}
	}
}

// AddVisitors takes in one chunk: its cells, and the events that its visitors had in the window.
func (l *Lift) AddVisitors(cells []byte, t *counting.VisitTally) {
	for _, cell := range cells {
		if score := cell &^ CellKnown; score <= MaxScore {
			l[BandOf(int(score))].Scored++
		}
	}
	for i := range t.Len() {
		visitor, counts := t.Row(i)
		if int(visitor) >= len(cells) || cells[visitor]&^CellKnown > MaxScore {
			continue
		}
		band := &l[BandOf(int(cells[visitor]&^CellKnown))]
		for k, n := range counts {
			if n > 0 {
				band.Events[k]++
			}
		}
	}
}
