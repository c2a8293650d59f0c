package fact

import (
	"bytes"
	"hash/maphash"
)

// names numbers texts from 0 in order of arrival: message ids and visitor ids of one transaction. It stores the texts
// in one buffer, which reset reuses.
type names struct {
	seed  maphash.Seed
	text  []byte
	ends  []uint32
	table []nameSlot
	// last is the text of the previous call, since rows of one message often follow each other.
	last uint32
}

// nameSlot is a slot of the table: some bits of the hash, and one more than the number.
type nameSlot struct{ hash, number uint32 }

func newNames() names { return names{seed: maphash.MakeSeed(), table: make([]nameSlot, 1024)} }

// reset forgets all texts. It clears a table that was well used, as growing a small one again would cost more; it
// replaces a table that is too large, as clearing it would cost more.
func (n *names) reset() {
	if len(n.table) > 1<<16 && len(n.ends)*16 < len(n.table) {
		n.table = make([]nameSlot, 1024)
	}
	n.text, n.ends = n.text[:0], n.ends[:0]
	clear(n.table)
}

func (n *names) len() int { return len(n.ends) }

// get returns the text of a number; it is valid until reset.
func (n *names) get(number uint32) []byte {
	from := uint32(0)
	if number > 0 {
		from = n.ends[number-1]
	}
	return n.text[from:n.ends[number]]
}

// number returns the number of a text, a new one for a new text.
func (n *names) number(text []byte) uint32 {
	if n.last < uint32(len(n.ends)) && bytes.Equal(n.get(n.last), text) {
		return n.last
	}
	hash := maphash.Bytes(n.seed, text)
	mask := uint64(len(n.table) - 1)
	short := uint32(hash >> 32)
	for i := hash & mask; ; i = (i + 1) & mask {
		slot := n.table[i]
		if slot.number == 0 {
			n.last = n.add(text, short, i)
			return n.last
		}
		if slot.hash == short && bytes.Equal(n.get(slot.number-1), text) {
			n.last = slot.number - 1
			return n.last
		}
	}
}

func (n *names) add(text []byte, short uint32, place uint64) uint32 {
	n.text = append(n.text, text...)
	n.ends = append(n.ends, uint32(len(n.text)))
	n.table[place] = nameSlot{hash: short, number: uint32(len(n.ends))}
	if len(n.ends)*2 > len(n.table) {
		n.grow()
	}
	return uint32(len(n.ends) - 1)
}

func (n *names) grow() {
	n.table = make([]nameSlot, 4*len(n.table))
	mask := uint64(len(n.table) - 1)
	for number := range uint32(len(n.ends)) {
		hash := maphash.Bytes(n.seed, n.get(number))
		i := hash & mask
		for n.table[i].number != 0 {
			i = (i + 1) & mask
		}
		n.table[i] = nameSlot{hash: uint32(hash >> 32), number: number + 1}
	}
}
