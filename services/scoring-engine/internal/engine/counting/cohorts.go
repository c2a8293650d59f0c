package counting

import (
	"fmt"
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// addCohorts counts planes, each on the level of its week: no window begins within that week.
func (c *Counter) addCohorts(cohorts []cohort.Planes) error {
	for i := range cohorts {
		c.words = max(c.words, (cohorts[i].Contacts()+63)/64)
	}
	for i := range cohorts {
		p := &cohorts[i]
		if p.Form() != segment.Sendings {
			return segment.ErrMixedForms
		}
		c.machines = c.machines || p.Machines()
		level := c.days.level(segment.Monday(p.Week))
		if level == noLevel {
			return fmt.Errorf("week %d lies outside every window", p.Week)
		}
		a := c.level[level]
		a.numbered = true
		err := p.Each(c.days.d-1, func(kind cohort.Kind, bit uint, set segment.Container) error {
			if c.added += 1 << bit; c.added > spillAfter {
				c.spill()
				c.added = 1 << bit
			}
			return c.addCounts(a, kind, bit, &set)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// addCounts counts a set 1 << bit times: as a bitmap, or one by one if that is cheaper or if the counts decrease.
func (c *Counter) addCounts(a *accumulator, kind cohort.Kind, bit uint, set *segment.Container) error {
	var n int
	var target *planes
	step := int16(1) << bit
	if kind >= cohort.MachineDelivered && c.promoted == 0 {
		return nil
	}
	switch kind {
	case cohort.Sent:
		n, target = nSent, &a.sent
	case cohort.Missing:
		n, target = nMissing, &a.missing
	case cohort.Found:
		n, step = nMissing, -step
	case cohort.Opened, cohort.MachineOpened:
		n, target = nOpened, &a.opened
	case cohort.Clicked, cohort.MachineClicked:
		n, target = nClicked, &a.clicked
	case cohort.MachineDelivered:
		n, step = nMissing, -step
	case cohort.HumanDelivered:
		n, target = nMissing, &a.missing
	case cohort.HumanOpened:
		n, step = nOpened, -step
	case cohort.HumanClicked:
		n, step = nClicked, -step
	case cohort.Kinds:
		return segment.ErrCorrupt // not a kind, but their number
	}
	numbers := &a.numbers[n]
	if set.Shape != segment.ShapeBitmap {
		list, err := c.readList(set)
		if err != nil {
			return err
		}
		for _, x := range list {
			numbers[x] += step
		}
		return nil
	}
	if len(set.Data) > c.words*8 {
		return segment.ErrCorrupt
	}
	if target != nil {
		target.add(bit, set.Data)
		return nil
	}
	segment.ReadBitmap(&c.message.spare, set.Data)
	for i, w := range c.message.spare {
		for ; w != 0; w &= w - 1 {
			numbers[i<<6|bits.TrailingZeros64(w)] += step
		}
	}
	return nil
}
