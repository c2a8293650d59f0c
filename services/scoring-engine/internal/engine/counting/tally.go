package counting

// Counts are one contact's messages in one window.
type Counts struct {
	Sent, Delivered, Opened, Clicked uint32
}

// Tally holds the Counts of a chunk's contacts in four bytes each, and separately those of the few with more than 254
// sendings. The zero value has no contacts. Reuse tallies: filling one reuses its memory.
type Tally struct {
	cells   []uint32
	wide    []Counts
	maxSent uint32 // of the packed counts
}

// WideMark is the lowest byte of a packed value whose upper bytes are an index of counts too large to be packed.
const WideMark = 255

// reset makes room for n contacts.
func (t *Tally) reset(n int) {
	if cap(t.cells) < n {
		t.cells = make([]uint32, n)
	}
	t.cells, t.wide, t.maxSent = t.cells[:n], t.wide[:0], 0
}

// set stores the counts of contact i; sent >= delivered >= opened >= clicked.
func (t *Tally) set(i int, c Counts) {
	if c.Sent >= WideMark {
		t.cells[i] = WideMark | uint32(len(t.wide))<<8
		t.wide = append(t.wide, c)
		return
	}
	t.maxSent = max(t.maxSent, c.Sent)
	t.cells[i] = c.Sent | c.Delivered<<8 | c.Opened<<16 | c.Clicked<<24
}

// At returns the counts of contact i; zero beyond the highest contact with a fact.
func (t *Tally) At(i int) Counts {
	if i < 0 || i >= len(t.cells) {
		return Counts{}
	}
	c := t.cells[i]
	if c&255 == WideMark {
		return t.wide[c>>8]
	}
	return Counts{c & 255, c >> 8 & 255, c >> 16 & 255, c >> 24}
}

// Len returns one more than the highest contact that may have counts.
func (t *Tally) Len() int { return len(t.cells) }

// Packed returns the counts of each contact in four bytes: sent lowest, then delivered, opened and clicked. If the
// lowest byte is WideMark, the others are the index of the counts that Wide returns. The slice is the tally's own
// memory.
func (t *Tally) Packed() []uint32 { return t.cells }

// Wide returns the counts of a packed value with WideMark.
func (t *Tally) Wide(packed uint32) Counts { return t.wide[packed>>8] }

// MaxSent returns the largest number of sendings among contacts with packed counts.
func (t *Tally) MaxSent() uint32 { return t.maxSent }
