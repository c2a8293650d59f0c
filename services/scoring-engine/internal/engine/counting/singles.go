package counting

import (
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// A state is, in one word, the set of known facts of a contact and a message: four bits for each level, where bit Kind
// is set if such a fact is on a day of the level.
type state = uint64

const (
	outcomeMask = 1<<segment.Sent | 1<<segment.Delivered | 1<<segment.Opened | 1<<segment.Clicked
	badState    = 1 << 63 // a code that the segment does not have; level 15 does not exist
)

// singles gathers the records of a block of contacts from all segments, in blocks small enough for the nearest caches.
type singles struct {
	streams  []stream
	keys     []uint64
	states   []state
	contacts []uint16
	table    []uint32               // 1 + index of a record, by hash
	same     state                  // the bits that must also be equal for two records to be the same
	join     func(a, b state) state // combines two states of the same record; nil takes all bits
	sums     [MaxWindows][maxBlock]uint64
}

// Records are gathered in blocks of minBlock to maxBlock contacts, with blockRecords records on average.
const (
	blockRecords = 2048
	minBlock     = 16
	maxBlock     = 4096
)

// stream is the remaining records of one segment.
type stream struct {
	owners  []byte
	days    []byte
	keys    []byte
	contact int // of the last record
	width   int
	first   segment.Day
	stateOf [segment.MaxCodes]state // by code
}

// extra is a fact of one contact about a message that is in a directory.
type extra struct {
	key     uint64
	state   state
	contact uint16
}

// countSingles counts all records, except those whose message is in the directory of a segment: these go to c.extras.
func (c *Counter) countSingles() error {
	c.extras, c.single.same = c.extras[:0], 0
	records := c.openStreams(c.stateOf)
	if records == 0 {
		return nil
	}
	for _, a := range c.level[:len(c.days.ago)] {
		a.numbered = true
	}
	return c.eachBlock(records, c.stateOf, c.countBlock)
}

// stateOf returns the state of a record; 0 if it does not count.
func (c *Counter) stateOf(day segment.Day, mask uint8) state {
	level := c.days.level(day)
	if level == noLevel {
		return 0
	}
	return state((mask|mask>>segment.ByMachine&c.promoted)&outcomeMask) << (4 * level)
}

// grow makes room for n records.
func (g *singles) grow(n int) {
	if cap(g.keys) < n {
		n += n / 2
		g.keys = append(make([]uint64, 0, n), g.keys...)
		g.states = append(make([]state, 0, n), g.states...)
		g.contacts = append(make([]uint16, 0, n), g.contacts...)
	}
}

// unite joins the states of equal records, moves the distinct ones to the front and returns their number.
func (g *singles) unite() int {
	size := bits.Len(uint(len(g.keys))) + 3
	g.table = resize(g.table, 1<<size)
	clear(g.table)
	table, shift, last := g.table, 64-size, uint(1)<<size-1
	keys, states, contacts := g.keys, g.states[:len(g.keys)], g.contacts[:len(g.keys)]
	n := 0
next:
	for i, key := range keys {
		what, contact := states[i], contacts[i]
		for h := uint((key ^ uint64(contact)<<32) * spread >> shift); ; h++ {
			at := table[h&last]
			if at == 0 {
				keys[n], states[n], contacts[n] = key, what, contact
				n++
				table[h&last] = uint32(n)
				break
			}
			if j := at - 1; keys[j] == key && contacts[j] == contact && (states[j]^what)&g.same == 0 {
				if g.join == nil {
					states[j] |= what
				} else {
					states[j] = g.join(states[j], what)
				}
				continue next
			}
		}
	}
	return n
}

// countBlock counts the first n records, which are those of the contacts from ... to-1, each as a separate message.
func (c *Counter) countBlock(from, to, n int) {
	if n > spillAfter {
		c.countMany(n)
		return
	}
	g, levels := &c.single, c.level[:len(c.days.ago)]
	for l := range levels {
		clear(g.sums[l][:to-from])
	}
	if len(levels) == 1 {
		sums := &g.sums[0]
		for i, what := range g.states[:n] {
			sums[(int(g.contacts[i])-from)&(maxBlock-1)] += proven[what&15]
		}
	} else {
		for i, what := range g.states[:n] {
			at := (int(g.contacts[i]) - from) & (maxBlock - 1)
			if l := bits.TrailingZeros64(what) / 4; what>>(4*l) < 16 { // known on one level only
				g.sums[l][at] += proven[what>>(4*l)]
				continue
			}
			eachLevel(what, func(l int, gain uint64) { g.sums[l][at] += gain })
		}
	}
	for l, a := range levels {
		for i, sum := range g.sums[l][:to-from] {
			if sum == 0 {
				continue
			}
			sent, contact := int16(sum), from+i
			a.numbers[nSent][contact] += sent
			a.numbers[nMissing][contact] += sent - int16(sum>>16)
			a.numbers[nOpened][contact] += int16(sum >> 32)
			a.numbers[nClicked][contact] += int16(sum >> 48)
		}
	}
}

// eachLevel calls visit with the contribution of a message to each level: the outcomes that hold there but not on the
// levels below.
func eachLevel(what state, visit func(l int, gain uint64)) {
	var known state
	for what != 0 {
		l := bits.TrailingZeros64(what) / 4
		before := proven[known&15]
		known |= what >> (4 * l) & 15
		what &^= 15 << (4 * l)
		visit(l, proven[known&15]-before)
	}
}

// countMany is countBlock for more messages than the numbers of an accumulator can hold.
func (c *Counter) countMany(n int) {
	for i, what := range c.single.states[:n] {
		contact := c.single.contacts[i]
		eachLevel(what, func(l int, gain uint64) {
			a := c.level[l]
			if a.spilled == nil {
				a.spilled = new([4][segment.ChunkContacts]int32)
			}
			a.spilled[nSent][contact] += int32(gain & 1)
			a.spilled[nMissing][contact] += int32(gain&1) - int32(gain>>16&1)
			a.spilled[nOpened][contact] += int32(gain >> 32 & 1)
			a.spilled[nClicked][contact] += int32(gain >> 48)
		})
	}
}

// proven turns the four bits of a state into counts of 16 bits each, sent lowest: nothing counts unless sent, a click
// implies an open and an open implies a delivery.
var proven = [16]uint64{
	1 << segment.Sent:                                                               1,
	1<<segment.Sent | 1<<segment.Delivered:                                          1 | 1<<16,
	1<<segment.Sent | 1<<segment.Opened:                                             1 | 1<<16 | 1<<32,
	1<<segment.Sent | 1<<segment.Delivered | 1<<segment.Opened:                      1 | 1<<16 | 1<<32,
	1<<segment.Sent | 1<<segment.Clicked:                                            1 | 1<<16 | 1<<32 | 1<<48,
	1<<segment.Sent | 1<<segment.Delivered | 1<<segment.Clicked:                     1 | 1<<16 | 1<<32 | 1<<48,
	1<<segment.Sent | 1<<segment.Opened | 1<<segment.Clicked:                        1 | 1<<16 | 1<<32 | 1<<48,
	1<<segment.Sent | 1<<segment.Delivered | 1<<segment.Opened | 1<<segment.Clicked: 1 | 1<<16 | 1<<32 | 1<<48,
}
