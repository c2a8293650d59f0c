package engine

import "math/bits"

// countLevel counts c.message, all of whose facts count on the level of a.
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

// countSent counts whom the message was sent to and returns them.
func (c *Counter) countSent(a *accumulator) (*Mask, error) {
	m := &c.message
	if len(m.parts[Sent]) > 1 || len(m.single[Sent]) > 0 {
		if err := c.uniteAll(&m.sent, Sent); err != nil {
			return nil, err
		}
		slot := a.sent.slot()
		copy(slot[:c.words], m.sent[:c.words])
		a.sent.commit(c.words)
		return &m.sent, nil
	}
	p := &m.parts[Sent][0]
	if p.shape == shapeBitmap {
		if len(p.data) > c.words*8 {
			return nil, ErrCorrupt
		}
		slot := a.sent.slot()
		readBitmap(slot, p.data)
		a.sent.commit(c.words)
		return slot, nil
	}
	list, err := c.readList(&p.container)
	if err != nil {
		return nil, err
	}
	if len(list) >= manyContacts {
		slot := a.sent.slot()
		clear(slot[:c.words])
		setAll(slot, list)
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

// countOutcomes counts who opened and who clicked, and returns who opened; nil when nobody did.
func (c *Counter) countOutcomes(a *accumulator, sent *Mask) (*Mask, error) {
	m := &c.message
	clicks, listClicks := m.size(Clicked)
	opens, listOpens := m.size(Opened)
	if clicks+opens == 0 {
		return nil, nil
	}
	m.taken = m.taken[:0]
	if listClicks {
		if err := c.countListed(&a.numbers[nClicked], Clicked, sent, &m.clicks); err != nil {
			return nil, err
		}
	} else {
		if err := c.uniteAll(&m.clicks, Clicked); err != nil {
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
	if err := c.uniteAll(&m.opens, Opened); err != nil {
		return nil, err
	}
	if listClicks {
		setAll(&m.opens, m.taken)
	} else {
		for i, w := range m.clicks[:c.words] {
			m.opens[i] |= w
		}
	}
	c.countMask(&a.opened, &m.opens, sent)
	return &m.opens, nil
}

// size returns how many contacts the parts of kind k have together, and whether they are worth counting one by one.
func (m *message) size(k Kind) (n int, listed bool) {
	n, listed = len(m.single[k]), true
	for i := range m.parts[k] {
		n += m.parts[k][i].count
		listed = listed && (m.parts[k][i].shape == shapeGaps || m.parts[k][i].shape == shapeList)
	}
	return n, listed && n < manyContacts
}

// countListed counts the contacts of kind k one by one, each once, and leaves them in seen and m.taken.
func (c *Counter) countListed(numbers *[ChunkContacts]int16, k Kind, sent, seen *Mask) error {
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
		list, err := c.readList(&m.parts[k][i].container)
		if err != nil {
			return err
		}
		take(list)
	}
	take(m.single[k])
	return nil
}

// countOpens counts one by one who opened and is not in m.opens yet.
func (c *Counter) countOpens(numbers *[ChunkContacts]int16, sent *Mask) error {
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
	for i := range m.parts[Opened] {
		list, err := c.readList(&m.parts[Opened][i].container)
		if err != nil {
			return err
		}
		take(list)
	}
	take(m.single[Opened])
	return nil
}

// countMask limits set to those the message was sent to and counts it.
func (c *Counter) countMask(p *planes, set, sent *Mask) {
	slot := p.slot()
	for i := range set[:c.words] {
		set[i] &= sent[i]
		slot[i] = set[i]
	}
	p.commit(c.words)
}

// xorOfSent returns which delivered part is written as the difference from the only sent part; -1 when none is.
func (m *message) xorOfSent() int {
	if len(m.parts[Sent]) != 1 || len(m.single[Sent]) > 0 {
		return -1
	}
	for i := range m.parts[Delivered] {
		p, s := &m.parts[Delivered][i], &m.parts[Sent][0]
		if p.shape >= shapeXor && p.seg == s.seg && p.day == s.day {
			return i
		}
	}
	return -1
}

// countListedMissing counts whom part x leaves out of those sent to, unless another fact proves the delivery. done is false,
// and nothing counted, when they are too many.
func (c *Counter) countListedMissing(a *accumulator, x int, sent, opened *Mask) (done bool, err error) {
	m := &c.message
	if len(m.parts[Delivered][x].data) >= manyContacts {
		return false, nil
	}
	clear(m.others[:c.words])
	for i := range m.parts[Delivered] {
		if i != x {
			if err := c.unite(&m.others, &m.parts[Delivered][i]); err != nil {
				return false, err
			}
		}
	}
	setAll(&m.others, m.single[Delivered])
	if opened == nil {
		opened = &m.others
	}
	list, err := c.readList(&m.parts[Delivered][x].container)
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

// countMissing counts whom no fact proves to have been reached.
func (c *Counter) countMissing(a *accumulator, sent, opened *Mask) error {
	m := &c.message
	if err := c.uniteAll(&m.others, Delivered); err != nil {
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

// readList reads what p has in gaps or a list: its contacts or, of an xor, those that differ.
func (c *Counter) readList(p *container) ([]uint16, error) {
	list, ok := readContacts(c.message.list, p.shape, p.data)
	c.message.list = list
	if !ok || len(list) > 0 && int(list[len(list)-1]) >= c.words*64 {
		return nil, ErrCorrupt
	}
	return list, nil
}

// unite adds a part to set.
func (c *Counter) unite(set *Mask, p *part) error {
	if !p.addTo(set, &c.message.spare, &c.message.list) {
		return ErrCorrupt
	}
	return nil
}

// uniteAll fills set with all facts of kind k.
func (c *Counter) uniteAll(set *Mask, k Kind) error {
	m := &c.message
	clear(set[:])
	for i := range m.parts[k] {
		if err := c.unite(set, &m.parts[k][i]); err != nil {
			return err
		}
	}
	setAll(set, m.single[k])
	return nil
}
