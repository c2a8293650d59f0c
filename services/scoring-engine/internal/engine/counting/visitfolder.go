package counting

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// visitFolder folds a base of visits, a week at a time. It holds some ten megabytes, which every fold reuses.
type visitFolder struct {
	c      Counter     // gathers records; it has no windows
	monday segment.Day // of the week being counted
	counts [segment.PeriodDays]cohort.VisitCounts
	writer cohort.VisitWriter
}

// fold counts all weeks of a base from first on, whatever the horizon: planes of visits are by day, and hold all events
// of these days.
func (f *visitFolder) fold(base []segment.Segment, first segment.Day) (*Folding, error) {
	out := &Folding{First: first, Horizon: first}
	weeks := cohort.WeeksOf(base, first, math.MaxInt32)
	for _, week := range slices.Sorted(maps.Keys(weeks)) {
		if err := f.count(base, week); err != nil {
			return nil, err
		}
		if planes := f.writer.Planes(week, &f.counts, f.c.words*64); planes != nil {
			out.Cohorts = append(out.Cohorts, FoldedCohort{Week: week, Planes: planes})
		}
	}
	return out, nil
}

// count counts one week.
func (f *visitFolder) count(base []segment.Segment, week int32) error {
	c := &f.c
	f.monday, c.segments, c.words = segment.Monday(week), c.segments[:0], 0
	for i := range base {
		if s := &base[i]; s.FirstDay() < f.monday+segment.PeriodDays && s.LastDay() >= f.monday {
			c.segments = append(c.segments, *s)
			c.words = max(c.words, (s.Contacts()+63)/64)
		}
	}
	for day := range f.counts {
		clear(f.counts[day][:c.words*64])
	}
	defer func() {
		clear(c.segments) // releases the caller's bytes
		c.segments = c.segments[:0]
	}()
	c.filter.fill(nil)
	c.single.same = ^state(0xff)
	return c.eachBlock(c.openStreams(f.stateOf), f.stateOf, f.countBlock)
}

// stateOf combines the day of the week, numbered from 1, with the kinds.
func (f *visitFolder) stateOf(day segment.Day, mask uint8) state {
	if day < f.monday || day >= f.monday+segment.PeriodDays {
		return 0
	}
	return state(day-f.monday+1)<<8 | state(mask)
}

// countBlock counts the first n records gathered.
func (f *visitFolder) countBlock(_, _, n int) {
	g := &f.c.single
	for i, s := range g.states[:n] {
		of := &f.counts[s>>8-1][g.contacts[i]]
		for kinds := uint8(s); kinds != 0; kinds &= kinds - 1 {
			of[bits.TrailingZeros8(kinds)]++
		}
	}
}
