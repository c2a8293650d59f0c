package counting

import (
	"math/bits"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// spread is an odd number that mixes keys, in case they are not hashes.
const spread = 0x9e3779b97f4a7c15

// ref is the position of a message; the same message may be in several segments.
type ref struct {
	key     uint64
	seg     int32
	message int32
	body    int
	level   uint8 // lowest level of its sendings; noLevel if it has none
}

// keyFilter is a bitmap of hashed keys: one lookup rules out most keys that are absent.
type keyFilter struct {
	bits  []uint64
	shift uint
	empty bool
}

func (f *keyFilter) fill(refs []ref) {
	f.empty = len(refs) == 0
	size := max(12, min(bits.Len(uint(len(refs)))+6, 26)) // bits of the hash; at most one place in 64 is taken
	f.shift = uint(64 - size)
	f.bits = resize(f.bits, 1<<(size-6))
	clear(f.bits)
	for i := range refs {
		h := refs[i].key * spread >> f.shift
		f.bits[h>>6] |= 1 << (h & 63)
	}
}

func (f *keyFilter) mayHave(key uint64) bool {
	if f.empty {
		return false
	}
	h := key * spread >> f.shift
	return f.bits[h>>6]>>(h&63)&1 != 0
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
