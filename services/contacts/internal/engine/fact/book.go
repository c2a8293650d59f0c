package fact

import (
	"errors"
	"hash/maphash"
)

// ErrCollision means that two addresses have the same hash under the book's seed: build it again with another seed.
var ErrCollision = errors.New("two addresses have the same hash")

// Book finds the contacts of one database by their addresses. It stores a seeded 64-bit hash and a number for each
// address, about 16 bytes, and no text. The probability that two of ten million addresses collide is 1 in 500,000; then
// Add fails. A Book is safe for concurrent reading, but not while it grows.
type Book struct {
	// Version is that of the dictionary that the book was made from.
	Version int64
	seed    maphash.Seed
	pages   [AddressKinds]page
	has     [AddressKinds]bool
}

// page is an open-addressing table of one kind of address.
type page struct {
	entries []entry
	mask    uint64
	used    int
}

// entry has 12 bytes, so that most look-ups touch one cache line. Number is one more than the contact's, 0 for an empty
// slot.
type entry struct{ low, high, number uint32 }

// NewBook returns an empty book.
func NewBook(version int64) *Book { return &Book{Version: version, seed: maphash.MakeSeed()} }

// Has reports whether room was reserved for addresses of the kind.
func (b *Book) Has(kind AddressKind) bool { return b.has[kind] }

// Bytes is the approximate memory of the book.
func (b *Book) Bytes() int64 {
	var n int64
	for i := range b.pages {
		n += int64(len(b.pages[i].entries)) * 12
	}
	return n
}

// Reserve makes room for n addresses of a kind.
func (b *Book) Reserve(kind AddressKind, n int) {
	b.has[kind] = true
	size := 64
	for size*3 < n*4 { // at most three quarters full
		size *= 2
	}
	if size > len(b.pages[kind].entries) {
		b.pages[kind].grow(size)
	}
}

// Add adds an address. It returns ErrCollision when another contact's address has the same hash.
func (b *Book) Add(kind AddressKind, address []byte, number uint32) error {
	p := &b.pages[kind]
	if (p.used+1)*4 > len(p.entries)*3 {
		b.Reserve(kind, max(2*p.used, 48))
	}
	if !p.put(maphash.Bytes(b.seed, address), number+1) {
		return ErrCollision
	}
	return nil
}

// Hash returns the hash of an address for Find.
func (b *Book) Hash(address []byte) uint64 { return maphash.Bytes(b.seed, address) }

// Find returns the number of the contact that has the address with that hash.
func (b *Book) Find(kind AddressKind, hash uint64) (number uint32, found bool) {
	p := &b.pages[kind]
	if p.mask == 0 {
		return 0, false
	}
	low, high := uint32(hash), uint32(hash>>32)
	for i := hash & p.mask; ; i = (i + 1) & p.mask {
		e := &p.entries[i]
		if e.number == 0 {
			return 0, false
		}
		if e.low == low && e.high == high {
			return e.number - 1, true
		}
	}
}

func (p *page) put(hash uint64, number uint32) bool {
	low, high := uint32(hash), uint32(hash>>32)
	for i := hash & p.mask; ; i = (i + 1) & p.mask {
		e := &p.entries[i]
		if e.number == 0 {
			*e = entry{low: low, high: high, number: number}
			p.used++
			return true
		}
		if e.low == low && e.high == high {
			return e.number == number
		}
	}
}

func (p *page) grow(size int) {
	old := p.entries
	*p = page{entries: make([]entry, size), mask: uint64(size - 1)}
	for _, e := range old {
		if e.number != 0 {
			p.put(uint64(e.high)<<32|uint64(e.low), e.number)
		}
	}
}
