package counting

// Counts are one contact's messages in one window.
type Counts struct {
	Sent, Delivered, Opened, Clicked uint32
}

// Tally holds the Counts of a chunk's contacts in four bytes each, those of the few who had more than 254 sendings
// beside. The zero value has no contacts. Keep tallies from run to run: filling one uses its memory again.
type Tally struct {
	cells   []uint32
	wide    []Counts
	maxSent uint32 // of the narrow ones
}

// WideMark is the lowest byte of a packed value whose upper bytes number counts too large to be packed.
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

// Len is one more than the highest contact that may have counts.
func (t *Tally) Len() int { return len(t.cells) }

// Packed holds the counts of each contact in four bytes: sent lowest, then delivered, opened and clicked. Where the
// lowest byte is WideMark the others number what Wide returns. It is the tally's own memory.
func (t *Tally) Packed() []uint32 { return t.cells }

// Wide returns the counts that a packed value with WideMark stands for.
func (t *Tally) Wide(packed uint32) Counts { return t.wide[packed>>8] }

// MaxSent is the most sendings that a contact has whose counts are packed.
func (t *Tally) MaxSent() uint32 { return t.maxSent }
