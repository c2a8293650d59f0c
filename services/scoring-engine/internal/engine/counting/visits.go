package counting

import (
	"fmt"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// VisitCounts are one visitor's events in one window, by kind.
type VisitCounts [segment.VisitKinds]uint32

// VisitTally holds the VisitCounts of those visitors of a chunk who had any, in ten bytes each. The zero value has
// none; filling one uses its memory again.
type VisitTally struct {
	visitors []uint16
	rows     []uint64 // five counts of 12 bits, or wideRow and a place in wide
	wide     []VisitCounts
}

const (
	rowBits = 12
	rowMax  = 1<<rowBits - 1
	wideRow = 1 << 63
)

func (t *VisitTally) reset() {
	t.visitors, t.rows, t.wide = t.visitors[:0], t.rows[:0], t.wide[:0]
}

func (t *VisitTally) add(visitor int, counts *VisitCounts) {
	row := uint64(0)
	for k, n := range counts {
		if n > rowMax {
			t.visitors = append(t.visitors, uint16(visitor))
			t.rows = append(t.rows, wideRow|uint64(len(t.wide)))
			t.wide = append(t.wide, *counts)
			return
		}
		row |= uint64(n) << (k * rowBits)
	}
	if row != 0 {
		t.visitors = append(t.visitors, uint16(visitor))
		t.rows = append(t.rows, row)
	}
}

// Len is how many visitors have counts.
func (t *VisitTally) Len() int { return len(t.visitors) }

// Row returns the i-th visitor, ascending, and its counts.
func (t *VisitTally) Row(i int) (visitor uint16, counts VisitCounts) {
	row := t.rows[i]
	if row&wideRow != 0 {
		return t.visitors[i], t.wide[row&^wideRow]
	}
	for k := range counts {
		counts[k] = uint32(row >> (k * rowBits) & rowMax)
	}
	return t.visitors[i], counts
}

// Of returns the counts of one visitor.
func (t *VisitTally) Of(visitor int) VisitCounts {
	at, has := slices.BinarySearch(t.visitors, uint16(visitor))
	if !has {
		return VisitCounts{}
	}
	_, counts := t.Row(at)
	return counts
}

// Visits counts the events of each visitor in each window: out[i] becomes the tally of w.DaysAgo[i]. An event counts
// once for each visitor, day, kind and event id. The segments are all of one chunk of visitors that overlap the
// windows.
func (c *Counter) Visits(segments []segment.Segment, w Windows, out []*VisitTally) error {
	if len(out) != len(w.DaysAgo) {
		return fmt.Errorf("%d tallies for %d windows", len(out), len(w.DaysAgo))
	}
	if err := c.begin(segments, w, segment.Visits); err != nil {
		return err
	}
	for _, t := range out {
		t.reset()
	}
	c.refs = c.refs[:0]
	c.filter.fill(c.refs)
	c.single.same = ^state(0xff)
	records := c.openStreams(c.visitState)
	err := c.eachBlock(records, c.visitState, func(from, to, n int) { c.countVisits(from, to, n, out) })
	c.segments = c.segments[:0]
	if err != nil {
		return fmt.Errorf("count visits: %w", err)
	}
	return nil
}

// visitState keeps the days before d beside the kinds: the same event id on two days is two events.
func (c *Counter) visitState(day segment.Day, mask uint8) state {
	if c.days.level(day) == noLevel {
		return 0
	}
	return state(c.days.d-day)<<8 | state(mask)
}

// countVisits counts the first n records gathered, which are those of the visitors from ... to-1.
func (c *Counter) countVisits(from, to, n int, out []*VisitTally) {
	levels, g := len(c.days.ago), &c.single
	c.visits = resize(c.visits, levels*(to-from))
	clear(c.visits)
	for i, s := range g.states[:n] {
		counts := &c.visits[(int(g.contacts[i])-from)*levels+int(c.days.of[s>>8])]
		for k := range segment.VisitKinds {
			counts[k] += uint32(s >> k & 1)
		}
	}
	for visitor := from; visitor < to; visitor++ {
		var sum VisitCounts
		for level := range levels {
			for k, n := range c.visits[(visitor-from)*levels+level] {
				sum[k] += n
			}
			for i, wanted := range c.days.wanted {
				if wanted == level {
					out[i].add(visitor, &sum)
				}
			}
		}
	}
}
