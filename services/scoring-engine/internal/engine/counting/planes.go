package counting

import (
	"encoding/binary"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// planes counts bitmaps 64 contacts at a time: bit k of a contact's count is its bit in plane k. Bitmaps are collected
// until eight of them can go through a tree of carry-save adders together (Harley and Seal), which shares most of the
// work.
type planes struct {
	wait  [8]segment.Mask
	used  int // bitmaps collected
	count int // bound of the counts; at most 65,535, the capacity of sixteen planes
	plane [16]segment.Mask
	// small reports that no count exceeds 255; valid after settle.
	small bool
}

// slot returns the bitmap to fill before the next commit. Its contents are unspecified.
func (p *planes) slot() *segment.Mask { return &p.wait[p.used] }

// commit counts the bitmap in the slot; it remains readable until the next slot.
func (p *planes) commit(words int) {
	p.used++
	p.count++
	if p.used == len(p.wait) {
		p.flush(words)
	}
}

// add counts the bitmap of data, which has words up to that of the last contact, 1 << bit times.
func (p *planes) add(bit uint, data []byte) {
	p.count += 1 << bit
	for i := 0; i+8 <= len(data); i += 8 {
		carry := binary.LittleEndian.Uint64(data[i:])
		for k := bit; carry != 0 && int(k) < len(p.plane); k++ {
			at := &p.plane[k][i>>3&(segment.ChunkWords-1)]
			*at, carry = *at^carry, *at&carry
		}
	}
}

// settle counts the remaining bitmaps.
func (p *planes) settle(words int) {
	if p.used > 0 {
		for i := p.used; i < len(p.wait); i++ {
			clear(p.wait[i][:words])
		}
		p.flush(words)
	}
	p.small = true
	for k := 8; k < len(p.plane) && p.count>>k != 0; k++ {
		for _, w := range p.plane[k][:words] {
			p.small = p.small && w == 0
		}
	}
}

// flush adds the eight collected bitmaps.
func (p *planes) flush(words int) {
	p.used = 0
	w0, w1, w2, w3 := &p.wait[0], &p.wait[1], &p.wait[2], &p.wait[3]
	w4, w5, w6, w7 := &p.wait[4], &p.wait[5], &p.wait[6], &p.wait[7]
	one, two, four, eight := &p.plane[0], &p.plane[1], &p.plane[2], &p.plane[3]
	for i := range words {
		i &= segment.ChunkWords - 1
		ones, a := csa(one[i], w0[i], w1[i])
		ones, b := csa(ones, w2[i], w3[i])
		twos, c := csa(two[i], a, b)
		ones, a = csa(ones, w4[i], w5[i])
		ones, b = csa(ones, w6[i], w7[i])
		twos, d := csa(twos, a, b)
		fours, carry := csa(four[i], c, d)
		one[i], two[i], four[i] = ones, twos, fours
		eight[i], carry = eight[i]^carry, eight[i]&carry
		for k := 4; carry != 0 && k < len(p.plane); k++ {
			at := &p.plane[k][i]
			*at, carry = *at^carry, *at&carry
		}
	}
}

// csa adds three bits in each of 64 places.
func csa(a, b, c uint64) (sum, carry uint64) {
	u := a ^ b
	return u ^ c, a&b | u&c
}

// reset clears the counters; words is how many words were used.
func (p *planes) reset(words int) {
	for k := range p.plane {
		if p.count>>k == 0 {
			break
		}
		clear(p.plane[k][:words])
	}
	p.used, p.count, p.small = 0, 0, true
}

// addCounts adds the counts of the 64 contacts of word w to out.
func (p *planes) addCounts(w int, out *[64]int32) {
	for k := 0; k < len(p.plane) && p.count>>k != 0; k += 8 {
		var q [8]uint64
		for j := range q {
			q[j] = p.plane[k+j][w]
		}
		transpose(&q)
		for j, x := range q {
			at := (*[8]int32)(out[8*j:])
			at[0] += int32(x&255) << k
			at[1] += int32(x>>8&255) << k
			at[2] += int32(x>>16&255) << k
			at[3] += int32(x>>24&255) << k
			at[4] += int32(x>>32&255) << k
			at[5] += int32(x>>40&255) << k
			at[6] += int32(x>>48&255) << k
			at[7] += int32(x>>56) << k
		}
	}
}

// bytes sets out to the counts of the 64 contacts of word w, if they are small.
func (p *planes) bytes(w int, out *[64]byte) {
	if p.count == 0 {
		return
	}
	var q [8]uint64
	for j := range q {
		q[j] = p.plane[j][w]
	}
	transpose(&q)
	for j, x := range q {
		binary.LittleEndian.PutUint64(out[8*j:], x)
	}
}

// transpose turns eight planes of a word into counts: byte i of q[j] becomes the count of contact 8j+i. First it
// exchanges bits within bytes, so that each byte is a count, then it sorts the bytes in the order of the contacts.
func transpose(q *[8]uint64) {
	a, b := exchange(q[0], q[1], 1, 0x5555555555555555)
	c, d := exchange(q[2], q[3], 1, 0x5555555555555555)
	e, f := exchange(q[4], q[5], 1, 0x5555555555555555)
	g, h := exchange(q[6], q[7], 1, 0x5555555555555555)
	a, c = exchange(a, c, 2, 0x3333333333333333)
	b, d = exchange(b, d, 2, 0x3333333333333333)
	e, g = exchange(e, g, 2, 0x3333333333333333)
	f, h = exchange(f, h, 2, 0x3333333333333333)
	a, e = exchange(a, e, 4, 0x0f0f0f0f0f0f0f0f)
	b, f = exchange(b, f, 4, 0x0f0f0f0f0f0f0f0f)
	c, g = exchange(c, g, 4, 0x0f0f0f0f0f0f0f0f)
	d, h = exchange(d, h, 4, 0x0f0f0f0f0f0f0f0f)
	a, b = exchange(a, b, 8, 0x00ff00ff00ff00ff)
	c, d = exchange(c, d, 8, 0x00ff00ff00ff00ff)
	e, f = exchange(e, f, 8, 0x00ff00ff00ff00ff)
	g, h = exchange(g, h, 8, 0x00ff00ff00ff00ff)
	a, c = exchange(a, c, 16, 0x0000ffff0000ffff)
	b, d = exchange(b, d, 16, 0x0000ffff0000ffff)
	e, g = exchange(e, g, 16, 0x0000ffff0000ffff)
	f, h = exchange(f, h, 16, 0x0000ffff0000ffff)
	q[0], q[4] = exchange(a, e, 32, 0x00000000ffffffff)
	q[1], q[5] = exchange(b, f, 32, 0x00000000ffffffff)
	q[2], q[6] = exchange(c, g, 32, 0x00000000ffffffff)
	q[3], q[7] = exchange(d, h, 32, 0x00000000ffffffff)
}

// exchange swaps the high bits of a with the low bits of b, as selected by mask.
func exchange(a, b uint64, shift uint, mask uint64) (uint64, uint64) {
	t := (a>>shift ^ b) & mask
	return a ^ t<<shift, b ^ t
}
