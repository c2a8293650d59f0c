// Package counting counts the facts of a chunk: the messages that each contact was sent in a window of days and their
// outcomes, or the events of each visitor. A Counter reads all segments of a chunk once for all windows and counts 64
// contacts at a time; a message in several segments counts once.
package counting

import (
	"fmt"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Counter counts the segments of one chunk at a time. It holds a few megabytes for each window, which every count
// reuses: keep one for each worker.
type Counter struct {
	reader
	days     levels
	as       [16]segment.Kind // the kind that each kind counts as; uncounted if it does not count
	promoted uint8            // the kinds, as bits, that those of machines count as
	machines bool             // whether there are facts of machines
	level    []*accumulator
	message  message
	visits   []*visitLevel
	codes    [256]uint64 // rows of a week's codes
	lists    segment.ContactLists
	added    int // messages counted since the last spill
}

// accumulator holds the contribution of one level to the counts of each contact: bitmaps in planes, small sets in
// numbers. Deliveries are stored as missing deliveries, since nearly all sendings are delivered.
type accumulator struct {
	sent, missing, opened, clicked planes
	numbers                        [4][segment.ChunkContacts]int16
	numbered                       bool
	spilled                        *[4][segment.ChunkContacts]int32 // counts that exceeded numbers
}

// Indexes of an accumulator's numbers and bits of a fact's state.
const (
	nSent = iota
	nMissing
	nOpened
	nClicked
)

// spillAfter is the number of messages that can be counted before a number of an accumulator might overflow. Singles
// may add as many before that.
const spillAfter = 1<<14 - 1

// NewCounter returns an empty workspace.
func NewCounter() *Counter { return &Counter{} }

// Sendings counts the messages of each contact in each window: out[i] becomes the tally of w.DaysAgo[i]. The segments
// must be all those of one chunk that overlap the windows; others do no harm. A message counts as sent if it was sent
// on any day of the window, as opened also if clicked, and as delivered also if opened; outcomes count only if it was
// sent. Actions of machines count as a person's.
func (c *Counter) Sendings(segments []segment.Segment, w Windows, out []*Tally) error {
	return c.Folded(segments, nil, w, out)
}

// Machines reports whether the last count met facts of machines; if not, WithoutMachines gives the same counts.
func (c *Counter) Machines() bool { return c.machines }

const uncounted = segment.Kind(255)

// readMachines sets how kinds of machines count: as a person's, or not at all.
func (c *Counter) readMachines(count bool) {
	c.promoted = 0
	for k := range c.as {
		c.as[k] = uncounted
	}
	for k := range segment.Clicked + 1 {
		c.as[k] = k
	}
	if count {
		c.promoted = segment.MachineKinds >> segment.ByMachine
		c.as[segment.MachineOpened], c.as[segment.MachineClicked] = segment.Opened, segment.Clicked
	}
	c.machines = false
	for i := range c.segments {
		c.machines = c.machines || c.segments[i].Machines()
	}
}

// Folded is Sendings with the planes of cohorts in place of their facts, as cohort.Choose selects them for the windows.
func (c *Counter) Folded(segments []segment.Segment, cohorts []cohort.Planes, w Windows, out []*Tally) error {
	return c.count(segments, cohorts, w, out, true)
}

// WithoutMachines is Folded without the opens and clicks of machines.
func (c *Counter) WithoutMachines(segments []segment.Segment, cohorts []cohort.Planes, w Windows, out []*Tally) error {
	return c.count(segments, cohorts, w, out, false)
}

func (c *Counter) count(
	segments []segment.Segment, cohorts []cohort.Planes, w Windows, out []*Tally, machines bool,
) error {
	if len(out) != len(w.DaysAgo) {
		return fmt.Errorf("%d tallies for %d windows", len(out), len(w.DaysAgo))
	}
	if err := c.begin(segments, w, segment.Sendings); err != nil {
		return err
	}
	c.readMachines(machines)
	if err := c.addCohorts(cohorts); err != nil {
		return fmt.Errorf("add cohorts: %w", err)
	}
	c.indexMessages()
	if err := c.countSingles(); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	if err := c.countMessages(); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	c.finish(out)
	c.release()
	return nil
}

// begin selects the segments of the windows and empties the accumulators.
func (c *Counter) begin(segments []segment.Segment, w Windows, form segment.Form) error {
	if err := c.days.set(w); err != nil {
		return err
	}
	for _, a := range c.level {
		a.reset(c.words)
	}
	for _, l := range c.visits {
		l.reset(c.words)
	}
	c.segments, c.words, c.added = c.segments[:0], 0, 0
	for i := range segments {
		s := &segments[i]
		if s.Form() != form {
			return segment.ErrMixedForms
		}
		if c.days.covers(s) {
			c.segments = append(c.segments, *s)
			c.words = max(c.words, (s.Contacts()+63)/64)
		}
	}
	for form == segment.Sendings && len(c.level) < len(c.days.ago) {
		c.level = append(c.level, new(accumulator))
	}
	return nil
}

func (a *accumulator) reset(words int) {
	a.sent.reset(words)
	a.missing.reset(words)
	a.opened.reset(words)
	a.clicked.reset(words)
	if a.numbered {
		for i := range a.numbers {
			clear(a.numbers[i][:words*64])
		}
		a.numbered = false
	}
	a.spilled = nil
}

// spill moves the numbers and planes into wider numbers, so that neither overflows.
func (c *Counter) spill() {
	c.added = 0
	for _, a := range c.level[:len(c.days.ago)] {
		if a.spilled == nil {
			a.spilled = new([4][segment.ChunkContacts]int32)
		}
		for n, p := range [4]*planes{&a.sent, &a.missing, &a.opened, &a.clicked} {
			for i, x := range a.numbers[n][:c.words*64] {
				a.spilled[n][i] += int32(x)
			}
			clear(a.numbers[n][:])
			p.settle(c.words)
			for w := range c.words {
				p.addCounts(w, (*[64]int32)(a.spilled[n][w*64:]))
			}
			p.reset(c.words)
		}
	}
}

// finish sums up the levels and writes the tallies of the windows.
func (c *Counter) finish(out []*Tally) {
	for _, t := range out {
		t.reset(c.words * 64)
	}
	active := c.level[:len(c.days.ago)]
	for _, a := range active {
		for _, p := range [4]*planes{&a.sent, &a.missing, &a.opened, &a.clicked} {
			p.settle(c.words)
		}
	}
	for w := range c.words {
		var sum [4][64]int32
		var cells [64]uint32
		for level, a := range active {
			top := a.addTo(w, &sum, &cells)
			for i, wanted := range c.days.wanted {
				if wanted == level {
					out[i].fill(w, top, &sum, &cells)
				}
			}
		}
	}
}

// addTo adds the counts of the 64 contacts of word w to sum. It sets the cells to their packed counts, which are valid
// if top, the largest number of sendings, is below WideMark.
func (a *accumulator) addTo(w int, sum *[4][64]int32, cells *[64]uint32) (top int32) {
	var fromPlanes [4][64]byte
	for n, p := range [4]*planes{&a.sent, &a.missing, &a.opened, &a.clicked} {
		if p.small {
			p.bytes(w, &fromPlanes[n])
		} else {
			p.addCounts(w, &sum[n])
		}
	}
	if a.spilled != nil {
		for n := range sum {
			for i, x := range (*[64]int32)(a.spilled[n][w*64:]) {
				sum[n][i] += x
			}
		}
	}
	numbers := [4]*[64]int16{}
	for n := range numbers {
		numbers[n] = (*[64]int16)(a.numbers[n][w*64:])
	}
	for i := range cells {
		sent := sum[nSent][i] + int32(numbers[nSent][i]) + int32(fromPlanes[nSent][i])
		missing := sum[nMissing][i] + int32(numbers[nMissing][i]) + int32(fromPlanes[nMissing][i])
		opened := sum[nOpened][i] + int32(numbers[nOpened][i]) + int32(fromPlanes[nOpened][i])
		clicked := sum[nClicked][i] + int32(numbers[nClicked][i]) + int32(fromPlanes[nClicked][i])
		sum[nSent][i], sum[nMissing][i], sum[nOpened][i], sum[nClicked][i] = sent, missing, opened, clicked
		cells[i] = uint32(sent) | uint32(sent-missing)<<8 | uint32(opened)<<16 | uint32(clicked)<<24
		top = max(top, sent)
	}
	return top
}

// fill stores the counts of the 64 contacts of word w.
func (t *Tally) fill(w int, top int32, sum *[4][64]int32, cells *[64]uint32) {
	if top < WideMark {
		t.maxSent = max(t.maxSent, uint32(top))
		copy(t.cells[w*64:], cells[:])
		return
	}
	for i := range cells {
		sent := uint32(sum[nSent][i])
		t.set(w*64+i, Counts{sent, sent - uint32(sum[nMissing][i]), uint32(sum[nOpened][i]), uint32(sum[nClicked][i])})
	}
}

// resize returns a slice of length n with unspecified contents. It reuses the memory of old if that is large enough.
func resize[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n, n+n/4)
	}
	return old[:n]
}
