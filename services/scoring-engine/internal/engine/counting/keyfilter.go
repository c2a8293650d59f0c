package counting

import (
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// spread and spreadAgain are odd numbers that mix keys, in case they are not hashes.
const (
	spread      = 0x9e3779b97f4a7c15
	spreadAgain = 0xd1342543de82ef95
)

// ref is the position of a message; the same message may be in several segments.
type ref struct {
	key     uint64
	seg     int32
	message int32
	body    int
	level   uint8 // lowest level of its sendings; noLevel if it has none
}

// keyFilter is a bitmap with two hashes of each key. It rules out nearly all keys that are absent, most of them by the
// first hash.
type keyFilter struct {
	bits  []uint64
	shift uint
	empty bool
}

func (f *keyFilter) fill(refs []ref) {
	f.empty = len(refs) == 0
	size := max(12, min(bits.Len(uint(len(refs)))+6, 26)) // bits of a hash; at most one place in 32 is taken
	f.shift = uint(64 - size)
	f.bits = resize(f.bits, 1<<(size-6))
	clear(f.bits)
	for i := range refs {
		first, second := refs[i].key*spread>>f.shift, refs[i].key*spreadAgain>>f.shift
		f.bits[first>>6] |= 1 << (first & 63)
		f.bits[second>>6] |= 1 << (second & 63)
	}
}

func (f *keyFilter) mayHave(key uint64) bool {
	if f.empty {
		return false
	}
	first := key * spread >> f.shift
	if f.bits[first>>6]>>(first&63)&1 == 0 {
		return false
	}
	second := key * spreadAgain >> f.shift
	return f.bits[second>>6]>>(second&63)&1 != 0
}

// indexMessages lists the messages of all directories that have something to count, in order of key.
func (c *Counter) indexMessages() {
	c.refs = c.refs[:0]
	for i := range c.segments {
		s := &c.segments[i]
		body := 0
		for m := range s.Messages() {
			from, to := s.Lines(m)
			start, counts, level := body, false, uint8(noLevel)
			for e := from; e < to; e++ {
				line := s.Entry(e)
				body += line.Size
				if l := c.days.level(line.Day); l != noLevel && c.as[line.Kind&15] != uncounted {
					counts = true
					if line.Kind == segment.Sent {
						level = min(level, l)
					}
				}
			}
			if counts {
				c.refs = append(c.refs, ref{s.Key(m), int32(i), int32(m), start, level})
			}
		}
	}
	c.sortRefs()
}
