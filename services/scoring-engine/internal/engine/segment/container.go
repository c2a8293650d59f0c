package segment

import (
	"encoding/binary"
	"math/bits"
)

// A container encodes one set of contacts, in one of these shapes.
const (
	ShapeGaps   = 0 // ascending contacts as gaps
	ShapeBitmap = 1 // words of 64 contacts, up to that of the last contact
	ShapeList   = 2 // ascending contacts, u16 each
	ShapeXor    = 4 // combined with gaps or list: the contacts that differ from those sent the same message that day
)

// GapMore is the byte that adds 255 to a gap and continues it; any other byte ends the gap.
const GapMore = 255

func appendGap(b []byte, g uint32) []byte {
	for ; g >= GapMore; g -= GapMore {
		b = append(b, GapMore)
	}
	return append(b, byte(g))
}

// ReadContacts reads the contacts of data, gaps or a list, into list, whose memory it reuses. ok is false if data is
// corrupt.
func ReadContacts(list []uint16, shape uint8, data []byte) (_ []uint16, ok bool) {
	if shape&ShapeList != 0 {
		return readList(list, data)
	}
	return readGaps(list, data)
}

func readList(list []uint16, data []byte) (_ []uint16, ok bool) {
	list = resize(list, len(data)/2)
	bad, next := uint32(0), uint32(0)
	for i := range list {
		x := uint32(data[2*i]) | uint32(data[2*i+1])<<8
		bad |= x - next // negative unless above the previous contact
		next = x + 1
		list[i] = uint16(x)
	}
	return list, bad>>31 == 0
}

func readGaps(list []uint16, data []byte) (_ []uint16, ok bool) {
	list = resize(list, len(data))
	next, n, i := uint32(0), 0, 0
	for i+8 <= len(data) {
		w := binary.LittleEndian.Uint64(data[i:])
		if hasFull(w) {
			// Long gaps seldom come alone, so the next eight bytes are read without the test.
			for _, b := range data[i : i+8] {
				more := (uint32(b) + 1) >> 8
				list[n] = uint16(next + uint32(b))
				next += uint32(b) + 1 - more
				n += 1 - int(more)
			}
			i += 8
			continue
		}
		out := (*[8]uint16)(list[n:])
		next += uint32(w & 255)
		out[0] = uint16(next)
		next += uint32(w>>8&255) + 1
		out[1] = uint16(next)
		next += uint32(w>>16&255) + 1
		out[2] = uint16(next)
		next += uint32(w>>24&255) + 1
		out[3] = uint16(next)
		next += uint32(w>>32&255) + 1
		out[4] = uint16(next)
		next += uint32(w>>40&255) + 1
		out[5] = uint16(next)
		next += uint32(w>>48&255) + 1
		out[6] = uint16(next)
		next += uint32(w>>56) + 1
		out[7] = uint16(next)
		next++
		i, n = i+8, n+8
	}
	for _, b := range data[i:] {
		more := (uint32(b) + 1) >> 8
		list[n] = uint16(next + uint32(b))
		next += uint32(b) + 1 - more
		n += 1 - int(more)
	}
	return list[:n], next <= ChunkContacts
}

// hasFull reports whether a byte of w is 255.
func hasFull(w uint64) bool {
	const low, high = 0x0101010101010101, 0x8080808080808080
	return (^w-low)&w&high != 0
}

// ReadBitmap fills dst with the words of data; the rest becomes empty.
func ReadBitmap(dst *Mask, data []byte) {
	n := min(len(data)/8, ChunkWords)
	data = data[:n*8]
	for i := range dst[:n] {
		dst[i] = binary.LittleEndian.Uint64(data[i*8:])
	}
	clear(dst[n:])
}

// Container is one set as stored in a segment: Count contacts, encoded in a shape. For ShapeXor, base is the set that
// it differs from.
type Container struct {
	Shape     uint8
	baseShape uint8
	Data      []byte
	base      []byte
	Count     int
}

// Into fills dst with the set, using list as scratch space. It returns false if the set is corrupt.
func (c *Container) Into(dst *Mask, list *[]uint16) bool {
	data, shape := c.Data, c.Shape
	if shape >= ShapeXor {
		data, shape = c.base, c.baseShape
	}
	if shape == ShapeBitmap {
		ReadBitmap(dst, data)
	} else {
		clear(dst[:])
		if !flip(dst, shape, data, list) {
			return false
		}
	}
	return c.Shape < ShapeXor || flip(dst, c.Shape, c.Data, list)
}

// AddTo adds the set to dst; scratch and list are scratch space. It returns false if the set is corrupt.
func (c *Container) AddTo(dst, scratch *Mask, list *[]uint16) bool {
	if c.Shape == ShapeGaps || c.Shape == ShapeList {
		var ok bool
		if *list, ok = ReadContacts(*list, c.Shape, c.Data); !ok {
			return false
		}
		SetAll(dst, *list)
		return true
	}
	if !c.Into(scratch, list) {
		return false
	}
	for i, w := range scratch {
		dst[i] |= w
	}
	return true
}

func flip(dst *Mask, shape uint8, data []byte, list *[]uint16) bool {
	var ok bool
	if *list, ok = ReadContacts(*list, shape, data); !ok {
		return false
	}
	for _, x := range *list {
		dst[x>>6] ^= 1 << (x & 63)
	}
	return true
}

// SetAll adds the contacts of list, from four positions at once: neighbours share a word, so consecutive updates would
// wait for each other.
func SetAll(dst *Mask, list []uint16) {
	n := len(list) / 4
	a, b, c, d := list[:n], list[n:2*n], list[2*n:3*n], list[3*n:]
	for i, x := range a {
		y, z, u := b[i], c[i], d[i]
		dst[x>>6] |= 1 << (x & 63)
		dst[y>>6] |= 1 << (y & 63)
		dst[z>>6] |= 1 << (z & 63)
		dst[u>>6] |= 1 << (u & 63)
	}
	for _, x := range d[n:] {
		dst[x>>6] |= 1 << (x & 63)
	}
}

// contactSet is a set under construction. It tracks the words that it touched, so that small sets are iterated and
// cleared without visiting the whole chunk.
type contactSet struct {
	words   Mask
	touched [ChunkWords / 64]uint64
}

func (s *contactSet) add(c uint16) {
	s.words[c>>6] |= 1 << (c & 63)
	s.touched[c>>12] |= 1 << (c >> 6 & 63)
}

func (s *contactSet) addMask(m *Mask) {
	for i, w := range m {
		if w != 0 {
			s.words[i] |= w
			s.touched[i>>6] |= 1 << (i & 63)
		}
	}
}

func (s *contactSet) reset() {
	for i, t := range s.touched {
		for ; t != 0; t &= t - 1 {
			s.words[i<<6|bits.TrailingZeros64(t)] = 0
		}
	}
	clear(s.touched[:])
}

// size returns the number of contacts in the set and the number of words that its bitmap needs.
func (s *contactSet) size() (count, words int) {
	for i, t := range s.touched {
		for ; t != 0; t &= t - 1 {
			at := i<<6 | bits.TrailingZeros64(t)
			if w := s.words[at]; w != 0 {
				count += bits.OnesCount64(w)
				words = at + 1
			}
		}
	}
	return count, words
}

// appendDifference appends the contacts of s or, if other is not nil, those in only one of the two. ok is false, and
// the result unusable, if there are more than limit.
func (s *contactSet) appendDifference(list []uint16, other *contactSet, limit int) (_ []uint16, ok bool) {
	for i, t := range s.touched {
		if other != nil {
			t |= other.touched[i]
		}
		for ; t != 0; t &= t - 1 {
			at := i<<6 | bits.TrailingZeros64(t)
			w := s.words[at]
			if other != nil {
				w ^= other.words[at]
			}
			for ; w != 0; w &= w - 1 {
				list = append(list, uint16(at<<6|bits.TrailingZeros64(w)))
			}
			if len(list) > limit {
				return list, false
			}
		}
	}
	return list, true
}

// best is the shortest encoding of a set found so far.
type best struct {
	shape uint8
	size  int
	list  []uint16 // contacts to write as gaps or list
}

// try checks whether the contacts of list, in shape plus gaps or list, are shorter.
func (b *best) try(shape uint8, list []uint16) {
	size, next := len(list), 0
	for _, x := range list {
		size += (int(x) - next) / GapMore
		next = int(x) + 1
	}
	if size < b.size || size == b.size && shape < b.shape {
		b.shape, b.size, b.list = shape, size, list
	}
	if 2*len(list) < b.size {
		b.shape, b.size, b.list = shape|ShapeList, 2*len(list), list
	}
}

// setWriter chooses the shortest container of a set. It reuses its lists.
type setWriter struct {
	own, differ []uint16
}

// append appends the shortest container of s to b; sent may be nil. Among equal sizes the lowest shape wins.
func (w *setWriter) append(b []byte, s, sent *contactSet) (_ []byte, shape uint8, count int) {
	count, words := s.size()
	found := best{shape: ShapeBitmap, size: words * 8}
	var ok bool
	if w.own, ok = s.appendDifference(w.own[:0], nil, found.size); ok { // every contact takes at least one byte
		found.try(ShapeGaps, w.own)
	}
	if sent != nil {
		if w.differ, ok = s.appendDifference(w.differ[:0], sent, found.size-1); ok {
			found.try(ShapeXor, w.differ)
		}
	}
	switch {
	case found.shape == ShapeBitmap:
		for _, x := range s.words[:words] {
			b = binary.LittleEndian.AppendUint64(b, x)
		}
	case found.shape&ShapeList != 0:
		for _, x := range found.list {
			b = binary.LittleEndian.AppendUint16(b, x)
		}
	default:
		next := uint32(0)
		for _, x := range found.list {
			b = appendGap(b, uint32(x)-next)
			next = uint32(x) + 1
		}
	}
	return b, found.shape, count
}

// SetWriter writes sets as containers that do not depend on others. The zero value is ready for use; a SetWriter reuses
// its memory.
type SetWriter struct {
	set  contactSet
	sets setWriter
}

// Append appends the shortest container of a set, which has at least one contact, in any shape but ShapeXor.
func (w *SetWriter) Append(b []byte, set *Mask) (_ []byte, shape uint8) {
	w.set.reset()
	w.set.addMask(set)
	b, shape, _ = w.sets.append(b, &w.set, nil)
	return b, shape
}
