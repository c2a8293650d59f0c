package counting

import (
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// countLevel counts c.message if all of its facts count on the level of a.
func (c *Counter) countLevel(a *accumulator) error {
	m := &c.message
	sent, err := c.countSent(a)
	if err != nil {
		return err
	}
	a.numbered = true
	opened, err := c.countOutcomes(a, sent)
	if err != nil {
		return err
	}
	if x := m.xorOfSent(); x >= 0 {
		done, err := c.countListedMissing(a, x, sent, opened)
		if done || err != nil {
			return err
		}
	}
	return c.countMissing(a, sent, opened)
}

// countSent counts the contacts that the message was sent to and returns them.
func (c *Counter) countSent(a *accumulator) (*segment.Mask, error) {
	m := &c.message
	if len(m.parts[segment.Sent]) > 1 || len(m.single[segment.Sent]) > 0 {
		if err := c.uniteAll(&m.sent, segment.Sent); err != nil {
			return nil, err
		}
		slot := a.sent.slot()
		copy(slot[:c.words], m.sent[:c.words])
		a.sent.commit(c.words)
		return &m.sent, nil
	}
	p := &m.parts[segment.Sent][0]
	if p.Shape == segment.ShapeBitmap {
		if len(p.Data) > c.words*8 {
			return nil, segment.ErrCorrupt
		}
		slot := a.sent.slot()
		segment.ReadBitmap(slot, p.Data)
		a.sent.commit(c.words)
		return slot, nil
	}
	list, err := c.readList(&p.Container)
	if err != nil {
		return nil, err
	}
	if len(list) >= manyContacts {
		slot := a.sent.slot()
		clear(slot[:c.words])
		segment.SetAll(slot, list)
		a.sent.commit(c.words)
		return slot, nil
	}
	clear(m.sent[:c.words])
	for _, x := range list {
		m.sent[x>>6] |= 1 << (x & 63)
		a.numbers[nSent][x]++
	}
	a.numbered = true
	return &m.sent, nil
}

// countOutcomes counts the contacts that opened and those that clicked, and returns the former; nil if there are
// neither.
func (c *Counter) countOutcomes(a *accumulator, sent *segment.Mask) (*segment.Mask, error) {
	m := &c.message
	clicks, listClicks := m.size(segment.Clicked)
	opens, listOpens := m.size(segment.Opened)
	if clicks+opens == 0 {
		return nil, nil
	}
	m.taken = m.taken[:0]
	if listClicks {
		if err := c.countListed(&a.numbers[nClicked], segment.Clicked, sent, &m.clicks); err != nil {
			return nil, err
		}
	} else {
		if err := c.uniteAll(&m.clicks, segment.Clicked); err != nil {
			return nil, err
		}
		c.countMask(&a.clicked, &m.clicks, sent)
	}
	if listClicks && listOpens && clicks+opens < manyContacts {
		clear(m.opens[:c.words])
		for _, x := range m.taken {
			m.opens[x>>6] |= 1 << (x & 63)
			a.numbers[nOpened][x]++
		}
		return &m.opens, c.countOpens(&a.numbers[nOpened], sent)
	}
	if err := c.uniteAll(&m.opens, segment.Opened); err != nil {
		return nil, err
	}
	if listClicks {
		segment.SetAll(&m.opens, m.taken)
	} else {
		for i, w := range m.clicks[:c.words] {
			m.opens[i] |= w
		}
	}
	c.countMask(&a.opened, &m.opens, sent)
	return &m.opens, nil
}

// size returns the total number of contacts in the parts of kind k, and whether to count them one by one.
func (m *message) size(k segment.Kind) (n int, listed bool) {
	n, listed = len(m.single[k]), true
	for i := range m.parts[k] {
		n += m.parts[k][i].Count
		listed = listed && (m.parts[k][i].Shape == segment.ShapeGaps || m.parts[k][i].Shape == segment.ShapeList)
	}
	return n, listed && n < manyContacts
}

// countListed counts the contacts of kind k one by one, each once, and adds them to seen and m.taken.
func (c *Counter) countListed(numbers *[segment.ChunkContacts]int16, k segment.Kind, sent, seen *segment.Mask) error {
	m := &c.message
	several := len(m.parts[k])+min(len(m.single[k]), 1) > 1 || len(m.single[k]) > 1
	if several {
		clear(seen[:c.words])
	}
	take := func(list []uint16) {
		for _, x := range list {
			bit := uint64(1) << (x & 63)
			if sent[x>>6]&bit == 0 {
				continue
			}
			if several {
				if seen[x>>6]&bit != 0 {
					continue
				}
				seen[x>>6] |= bit
			}
			numbers[x]++
			m.taken = append(m.taken, x)
		}
	}
	for i := range m.parts[k] {
		list, err := c.readList(&m.parts[k][i].Container)
		if err != nil {
			return err
		}
		take(list)
	}
	take(m.single[k])
	return nil
}

// countOpens counts, one by one, the contacts that opened and are not in m.opens yet.
func (c *Counter) countOpens(numbers *[segment.ChunkContacts]int16, sent *segment.Mask) error {
	m := &c.message
	take := func(list []uint16) {
		for _, x := range list {
			w, bit := x>>6, uint64(1)<<(x&63)
			if sent[w]&^m.opens[w]&bit != 0 {
				m.opens[w] |= bit
				numbers[x]++
			}
		}
	}
	for i := range m.parts[segment.Opened] {
		list, err := c.readList(&m.parts[segment.Opened][i].Container)
		if err != nil {
			return err
		}
		take(list)
	}
	take(m.single[segment.Opened])
	return nil
}

// countMask limits set to the contacts that the message was sent to and counts it.
func (c *Counter) countMask(p *planes, set, sent *segment.Mask) {
	slot := p.slot()
	for i := range set[:c.words] {
		set[i] &= sent[i]
		slot[i] = set[i]
	}
	p.commit(c.words)
}

// xorOfSent returns the index of the delivered part that is encoded as the difference from the only sent part; -1 if
// there is none.
func (m *message) xorOfSent() int {
	if len(m.parts[segment.Sent]) != 1 || len(m.single[segment.Sent]) > 0 {
		return -1
	}
	for i := range m.parts[segment.Delivered] {
		p, s := &m.parts[segment.Delivered][i], &m.parts[segment.Sent][0]
		if p.Shape >= segment.ShapeXor && p.seg == s.seg && p.day == s.day {
			return i
		}
	}
	return -1
}

// countListedMissing counts the contacts that part x excludes from the sent part, unless another fact implies the
// delivery. done is false, and nothing is counted, if there are too many.
func (c *Counter) countListedMissing(a *accumulator, x int, sent, opened *segment.Mask) (done bool, err error) {
	m := &c.message
	if len(m.parts[segment.Delivered][x].Data) >= manyContacts {
		return false, nil
	}
	clear(m.others[:c.words])
	for i := range m.parts[segment.Delivered] {
		if i != x {
			if err := c.unite(&m.others, &m.parts[segment.Delivered][i]); err != nil {
				return false, err
			}
		}
	}
	segment.SetAll(&m.others, m.single[segment.Delivered])
	if opened == nil {
		opened = &m.others
	}
	list, err := c.readList(&m.parts[segment.Delivered][x].Container)
	if err != nil {
		return false, err
	}
	for _, x := range list {
		w := x >> 6
		if (sent[w]&^opened[w]&^m.others[w])>>(x&63)&1 != 0 {
			a.numbers[nMissing][x]++
		}
	}
	return true, nil
}

// countMissing counts the contacts without a fact that implies the delivery.
func (c *Counter) countMissing(a *accumulator, sent, opened *segment.Mask) error {
	m := &c.message
	if err := c.uniteAll(&m.others, segment.Delivered); err != nil {
		return err
	}
	slot, n := a.missing.slot(), 0
	for i := range m.others[:c.words] {
		w := sent[i] &^ m.others[i]
		if opened != nil {
			w &^= opened[i]
		}
		slot[i] = w
		n += bits.OnesCount64(w)
	}
	if n >= manyContacts/4 {
		a.missing.commit(c.words)
		return nil
	}
	for i, w := range slot[:c.words] {
		for ; w != 0; w &= w - 1 {
			a.numbers[nMissing][i<<6|bits.TrailingZeros64(w)]++
		}
	}
	return nil
}

// readList reads the gaps or list of p: its contacts or, for an xor, those that differ.
func (c *Counter) readList(p *segment.Container) ([]uint16, error) {
	list, ok := segment.ReadContacts(c.message.list, p.Shape, p.Data)
	c.message.list = list
	if !ok || len(list) > 0 && int(list[len(list)-1]) >= c.words*64 {
		return nil, segment.ErrCorrupt
	}
	return list, nil
}

// unite adds a part to set.
func (c *Counter) unite(set *segment.Mask, p *part) error {
	if !p.AddTo(set, &c.message.spare, &c.message.list) {
		return segment.ErrCorrupt
	}
	return nil
}

// uniteAll fills set with all facts of kind k.
func (c *Counter) uniteAll(set *segment.Mask, k segment.Kind) error {
	m := &c.message
	clear(set[:])
	for i := range m.parts[k] {
		if err := c.unite(set, &m.parts[k][i]); err != nil {
			return err
		}
	}
	segment.SetAll(set, m.single[k])
	return nil
}
