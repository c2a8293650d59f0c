package segment

import (
	"cmp"
	"math/bits"
	"slices"
)

// factSorter sorts facts by key, contact and day. Keys are hashes, so their first bits distribute them over buckets of
// one or two.
type factSorter struct {
	spare  []fact
	starts []int32
}

func compareFacts(x, y fact) int {
	switch {
	case x.key != y.key:
		return less(x.key < y.key)
	case x.contact != y.contact:
		return less(x.contact < y.contact)
	}
	return cmp.Compare(x.day, y.day)
}

const (
	fewFacts       = 64
	fewForContacts = 2048 // with fewer facts, a bucket for each contact of the chunk does not pay off
	maxBuckets     = 16   // bits
)

// byKey returns facts sorted. The result is either facts itself or memory that the next call reuses.
func (s *factSorter) byKey(facts []fact) []fact {
	if len(facts) < fewFacts || slices.IsSortedFunc(facts, compareFacts) {
		slices.SortFunc(facts, compareFacts)
		return facts
	}
	b := min(bits.Len(uint(len(facts))), maxBuckets)
	shift := 64 - b
	s.starts = resize(s.starts, 1<<b+1)
	clear(s.starts)
	for i := range facts {
		s.starts[facts[i].key>>shift+1]++
	}
	for i := 1; i < len(s.starts); i++ {
		s.starts[i] += s.starts[i-1]
	}
	out := resize(s.spare, len(facts))
	for i := range facts {
		at := &s.starts[facts[i].key>>shift]
		out[*at] = facts[i]
		*at++
	}
	from := int32(0)
	for _, to := range s.starts[:1<<b] { // each start has advanced to its end
		sortBucket(out[from:to])
		from = to
	}
	s.spare = facts
	return out
}

func sortBucket(facts []fact) {
	if len(facts) > 16 {
		slices.SortFunc(facts, compareFacts)
		return
	}
	for i := 1; i < len(facts); i++ {
		for j := i; j > 0 && compareFacts(facts[j], facts[j-1]) < 0; j-- {
			facts[j], facts[j-1] = facts[j-1], facts[j]
		}
	}
}

// byContact sorts facts that are in order by key into order by contact, key and day.
func (s *factSorter) byContact(facts []fact) []fact {
	if len(facts) < fewForContacts {
		slices.SortFunc(facts, func(x, y fact) int {
			if x.contact != y.contact {
				return int(x.contact) - int(y.contact)
			}
			return compareFacts(x, y)
		})
		return facts
	}
	s.starts = resize(s.starts, ChunkContacts+1)
	clear(s.starts)
	for i := range facts {
		s.starts[int(facts[i].contact)+1]++
	}
	for i := 1; i < len(s.starts); i++ {
		s.starts[i] += s.starts[i-1]
	}
	out := resize(s.spare, len(facts))
	for i := range facts {
		at := &s.starts[facts[i].contact]
		out[*at] = facts[i]
		*at++
	}
	s.spare = facts
	return out
}

// resize returns a slice of length n with unspecified contents. It reuses the memory of old if that is large enough.
func resize[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n, n+n/4)
	}
	return old[:n]
}
