package cohort

import (
	"math/bits"
)

// Names is a Bloom filter of message keys, with false positives in about one of 7,000 cases. Nil is the filter of no
// messages.
type Names []byte

const (
	bitsPerName = 20
	looks       = 8
)

// NamesOf returns the filter of keys, which may contain duplicates.
func NamesOf(keys []uint64) Names {
	if len(keys) == 0 {
		return nil
	}
	n := make(Names, (len(keys)*bitsPerName+63)/64*8)
	for _, key := range keys {
		n.each(key, func(at, bit uint64) bool {
			n[at] |= 1 << bit
			return true
		})
	}
	return n
}

// MayHave reports whether key may be one of the messages; it is always true for the messages of the filter.
func (n Names) MayHave(key uint64) bool {
	found := len(n) > 0
	if found {
		n.each(key, func(at, bit uint64) bool {
			found = n[at]>>bit&1 != 0
			return found
		})
	}
	return found
}

// each calls visit with the places of a key until visit returns false. The key and its mix are two hashes; the others
// are their sums (Kirsch and Mitzenmacher).
func (n Names) each(key uint64, visit func(at, bit uint64) bool) {
	h, step := key*0x9e3779b97f4a7c15, (key^key>>29)*0xbf58476d1ce4e5b9|1
	size := uint64(len(n)) * 8
	for range looks {
		at, _ := bits.Mul64(h, size)
		if !visit(at>>3, at&7) {
			return
		}
		h += step
	}
}

// HaveAny reports whether any of keys may be one of the messages.
func (n Names) HaveAny(keys map[uint64]bool) bool {
	for key := range keys {
		if n.MayHave(key) {
			return true
		}
	}
	return false
}
