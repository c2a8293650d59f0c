package file

import (
	"encoding/binary"
	"math/bits"
)

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
	sevens   = 0x7f7f7f7f7f7f7f7f
)

// zeroBytes sets the high bit of every byte of x that is zero, and of no other.
func zeroBytes(x uint64) uint64 { return ^(((x & sevens) + sevens) | x | sevens) }

// hasControls reports whether text has a byte below space or DEL, apart from LF and from CR before LF.
func hasControls(text []byte) bool {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		// A byte below 0x20 has its three highest bits clear.
		low := zeroBytes(x & 0xe0e0e0e0e0e0e0e0)
		del := zeroBytes(x ^ 0x7f*lowBits)
		if low|del == 0 {
			continue
		}
		if del != 0 {
			return true
		}
		for ; low != 0; low &= low - 1 {
			if badControl(text, i+bits.TrailingZeros64(low)/8) {
				return true
			}
		}
	}
	for ; i < len(text); i++ {
		if (text[i] < ' ' || text[i] == 0x7f) && badControl(text, i) {
			return true
		}
	}
	return false
}

func badControl(text []byte, i int) bool {
	// The text ends before a line feed, so a carriage return at its end belongs to it.
	return text[i] != '\n' && (text[i] != '\r' || (i+1 < len(text) && text[i+1] != '\n'))
}
