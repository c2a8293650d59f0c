package counting

import (
	"fmt"
	"math/bits"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// VisitCounts are one visitor's events in one window, by kind.
type VisitCounts [segment.VisitKinds]uint32

// VisitTally holds the VisitCounts of those visitors of a chunk that have any, in ten bytes each. The zero value is
// empty; filling a VisitTally reuses its memory.
type VisitTally struct {
	visitors []uint16
	rows     []uint64 // five counts of 12 bits, or wideRow and an index of wide
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

// Len returns the number of visitors with counts.
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

// visitLevel holds the contribution of one level to the counts of each visitor: counts of codes in rows, laid out like
// those of a tally, the rest in numbers.
type visitLevel struct {
	rows     [segment.ChunkContacts]uint64
	numbers  [segment.VisitKinds][segment.ChunkContacts]uint32
	days     int // in rows
	numbered bool
}

// settleAfter is the number of days that rows can hold.
const settleAfter = rowMax / cohort.MaxCode

func (l *visitLevel) reset(words int) {
	if l.days > 0 {
		clear(l.rows[:words*64])
		l.days = 0
	}
	if l.numbered {
		for kind := range l.numbers {
			clear(l.numbers[kind][:words*64])
		}
		l.numbered = false
	}
}

// settle moves the rows into the numbers.
func (l *visitLevel) settle(words int) {
	for visitor, row := range l.rows[:words*64] {
		for kind := 0; row != 0; kind++ {
			l.numbers[kind][visitor] += uint32(row & rowMax)
			row >>= rowBits
		}
	}
	clear(l.rows[:words*64])
	l.days, l.numbered = 0, true
}

// addTo adds the counts of a visitor to sum.
func (l *visitLevel) addTo(sum *VisitCounts, visitor int) {
	row := l.rows[visitor]
	for kind := 0; row != 0; kind++ {
		sum[kind] += uint32(row & rowMax)
		row >>= rowBits
	}
	if l.numbered {
		for kind := range sum {
			sum[kind] += l.numbers[kind][visitor]
		}
	}
}

// Visits counts the events of each visitor in each window: out[i] becomes the tally of w.DaysAgo[i]. An event counts
// once for each visitor, day, kind and event id. The segments must be all those of one chunk of visitors that overlap
// the windows, except for the weeks in cohorts, as cohort.ChooseVisits selects them.
func (c *Counter) Visits(segments []segment.Segment, cohorts []cohort.Planes, w Windows, out []*VisitTally) error {
	if len(out) != len(w.DaysAgo) {
		return fmt.Errorf("%d tallies for %d windows", len(out), len(w.DaysAgo))
	}
	if err := c.begin(segments, w, segment.Visits); err != nil {
		return err
	}
	for i := range cohorts {
		c.words = max(c.words, (cohorts[i].Contacts()+63)/64)
	}
	for len(c.visits) < len(c.days.ago) {
		c.visits = append(c.visits, new(visitLevel))
	}
	for i := range cohorts {
		if err := c.addVisits(&cohorts[i]); err != nil {
			return fmt.Errorf("add cohorts: %w", err)
		}
	}
	c.refs = c.refs[:0]
	c.filter.fill(c.refs)
	c.single.same = ^state(0xff)
	records := c.openStreams(c.visitState)
	err := c.eachBlock(records, c.visitState, c.countVisits)
	c.release()
	if err != nil {
		return fmt.Errorf("count visits: %w", err)
	}
	c.finishVisits(out)
	return nil
}

// visitState combines the number of days before d with the kinds: the same event id on two days is two events.
func (c *Counter) visitState(day segment.Day, mask uint8) state {
	if c.days.level(day) == noLevel {
		return 0
	}
	return state(c.days.d-day)<<8 | state(mask)
}

// noRow marks codes whose counts are not in a row.
const noRow = wideRow

// addVisits counts the planes of a week, each day on its level.
func (c *Counter) addVisits(p *cohort.Planes) error {
	if p.Form() != segment.Visits {
		return segment.ErrMixedForms
	}
	for code := range c.codes {
		c.codes[code] = noRow
	}
	p.Codes(func(code int, events []byte) {
		c.codes[code] = 0
		for kind, n := range events {
			c.codes[code] |= uint64(n) << (kind * rowBits)
		}
	})
	return p.EachDay(func(day cohort.VisitDay) error {
		level := c.days.level(day.Day)
		if level == noLevel {
			return nil
		}
		return c.addDay(c.visits[level], &day)
	})
}

func (c *Counter) addDay(l *visitLevel, day *cohort.VisitDay) error {
	list, ok := c.lists.Read(&day.Visitors)
	if !ok || len(list) != len(day.Codes) || len(list) > 0 && int(list[len(list)-1]) >= c.words*64 {
		return segment.ErrCorrupt
	}
	if l.days == settleAfter {
		l.settle(c.words)
	}
	l.days++
	wides := 0
	for i, visitor := range list {
		row := c.codes[day.Codes[i]]
		if row != noRow {
			l.rows[visitor] += row
			continue
		}
		if day.Codes[i] != cohort.WideCode || wides == day.Wides() {
			return segment.ErrCorrupt
		}
		for kind, n := range day.Wide(wides) {
			l.numbers[kind][visitor] += n
		}
		l.numbered = true
		wides++
	}
	if wides != day.Wides() {
		return segment.ErrCorrupt
	}
	return nil
}

// countVisits counts the first n records gathered.
func (c *Counter) countVisits(_, _, n int) {
	g := &c.single
	for i, s := range g.states[:n] {
		l, visitor := c.visits[c.days.of[s>>8]], g.contacts[i]
		l.numbered = true
		for kinds := uint8(s); kinds != 0; kinds &= kinds - 1 {
			l.numbers[bits.TrailingZeros8(kinds)][visitor]++
		}
	}
}

// finishVisits sums up the levels and writes the tallies of the windows.
func (c *Counter) finishVisits(out []*VisitTally) {
	for _, t := range out {
		t.reset()
	}
	for visitor := range c.words * 64 {
		var sum VisitCounts
		for level, l := range c.visits[:len(c.days.ago)] {
			l.addTo(&sum, visitor)
			for i, wanted := range c.days.wanted {
				if wanted == level {
					out[i].add(visitor, &sum)
				}
			}
		}
	}
}
