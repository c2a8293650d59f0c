package counting

import (
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// part is one container of a message, with the level of its day.
type part struct {
	segment.Container
	level uint8
	seg   int32
	day   segment.Day
}

// message holds all facts of one message: its containers by kind, and the facts of single contacts.
type message struct {
	parts  [4][]part
	extras []extra
	single [4][]uint16 // the extras, by kind
	sent   segment.Mask
	clicks segment.Mask
	opens  segment.Mask
	others segment.Mask
	spare  segment.Mask
	list   []uint16
	taken  []uint16
	levels [4]segment.Mask // for a message on several levels: all facts so far
	counts [4]segment.Mask // and the counts made from them
}

// manyContacts is the size from which a set is cheaper to count as a bitmap than one by one.
const manyContacts = 1500

// countMessages counts the messages of the directories, each from all segments that have it.
func (c *Counter) countMessages() error {
	c.bundle()
	for level := range c.days.ago {
		if err := c.countBundles(uint8(level)); err != nil {
			return err
		}
	}
	return c.countBundles(noLevel)
}

// countBundles counts the messages of one level: going level by level keeps one accumulator in the cache.
func (c *Counter) countBundles(level uint8) error {
	for i := range c.bundles {
		b := &c.bundles[i]
		if b.level != level {
			continue
		}
		c.collect(b.refs, b.extras)
		if c.added++; c.added > spillAfter {
			c.spill()
			c.added = 1
		}
		if err := c.countMessage(); err != nil {
			return err
		}
	}
	return nil
}

// collect fills c.message.
func (c *Counter) collect(refs []ref, extras []extra) {
	m := &c.message
	for k := range m.parts {
		m.parts[k], m.single[k] = m.parts[k][:0], m.single[k][:0]
	}
	m.extras = extras
	for _, r := range refs {
		w := segment.Walker{Segment: &c.segments[r.seg], Message: int(r.message), Body: r.body}
		w.Next(func(e segment.Entry, set segment.Container) {
			kind := c.as[e.Kind&15]
			if kind == uncounted {
				return
			}
			if level := c.days.level(e.Day); level != noLevel {
				m.parts[kind] = append(m.parts[kind], part{set, level, r.seg, e.Day})
			}
		})
	}
}

// countMessage counts c.message. Nearly always it is on one level: all sendings on that level, all outcomes on it or
// below.
func (c *Counter) countMessage() error {
	m := &c.message
	first, last := m.levelsOf(segment.Sent)
	if first == noLevel {
		return nil
	}
	for k := segment.Delivered; k <= segment.Clicked; k++ {
		_, l := m.levelsOf(k)
		last = max(last, l)
	}
	if first != last {
		return c.countLevels(first, last)
	}
	for _, x := range m.extras {
		for s := x.state; s != 0; s &= s - 1 {
			k := bits.TrailingZeros64(s) & 3
			m.single[k] = append(m.single[k], x.contact)
		}
	}
	return c.countLevel(c.level[first])
}

// levelsOf returns the lowest and the highest level with a fact of kind k; noLevel and 0 if there is none.
func (m *message) levelsOf(k segment.Kind) (first, last uint8) {
	first = noLevel
	for i := range m.parts[k] {
		first, last = min(first, m.parts[k][i].level), max(last, m.parts[k][i].level)
	}
	for _, x := range m.extras {
		if s := x.state & (0x1111111111111111 << k); s != 0 {
			first = min(first, uint8(bits.TrailingZeros64(s)/4))
			last = max(last, uint8(63-bits.LeadingZeros64(s))/4)
		}
	}
	return first, last
}

// countLevels counts a message on several levels: on each level, the outcomes that hold there but not on the levels
// below.
func (c *Counter) countLevels(first, last uint8) error {
	m := &c.message
	clear(m.levels[:])
	clear(m.counts[:])
	for level := range last + 1 {
		for k := range m.parts {
			for i := range m.parts[k] {
				if p := &m.parts[k][i]; p.level == level {
					if err := c.unite(&m.levels[k], p); err != nil {
						return err
					}
				}
			}
		}
		for _, x := range m.extras {
			for k := range m.levels {
				m.levels[k][x.contact>>6] |= x.state >> (4*int(level) + k) & 1 << (x.contact & 63)
			}
		}
		if level >= first {
			c.countDifference(c.level[level])
		}
	}
	return nil
}

// countDifference adds to a the outcomes that m.levels implies beyond m.counts.
func (c *Counter) countDifference(a *accumulator) {
	m := &c.message
	a.numbered = true
	for w := range c.words {
		s := m.levels[segment.Sent][w]
		if s == 0 {
			continue
		}
		clicked := m.levels[segment.Clicked][w] & s
		opened := m.levels[segment.Opened][w]&s | clicked
		delivered := m.levels[segment.Delivered][w]&s | opened
		for k, now := range [4]uint64{s, delivered, opened, clicked} {
			fresh := now &^ m.counts[k][w]
			m.counts[k][w] = now
			for ; fresh != 0; fresh &= fresh - 1 {
				contact := w<<6 | bits.TrailingZeros64(fresh)
				switch segment.Kind(k) {
				case segment.Sent:
					a.numbers[nSent][contact]++
					a.numbers[nMissing][contact]++
				case segment.Delivered:
					a.numbers[nMissing][contact]--
				case segment.Opened:
					a.numbers[nOpened][contact]++
				default:
					a.numbers[nClicked][contact]++
				}
			}
		}
	}
}
