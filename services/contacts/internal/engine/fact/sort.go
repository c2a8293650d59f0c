package fact

// sorter sorts 64-bit keys by their bytes, the lowest first, and skips bytes that all keys share.
type sorter struct {
	keys, values []uint64
	counts       [8][256]uint32
}

// sort sorts keys in ascending order. Values, if any, move with their keys; equal keys keep their order.
func (s *sorter) sort(keys, values []uint64) {
	s.keys = grown(s.keys, len(keys))
	s.values = grown(s.values, len(values))
	s.counts = [8][256]uint32{}
	for _, k := range keys {
		for digit := range 8 {
			s.counts[digit][byte(k>>(8*digit))]++
		}
	}
	from, to := keys, s.keys
	fromValues, toValues := values, s.values
	for digit := range 8 {
		counts := &s.counts[digit]
		if len(keys) == 0 || int(counts[byte(keys[0]>>(8*digit))]) == len(keys) {
			continue
		}
		place := uint32(0)
		for i, n := range counts {
			counts[i] = place
			place += n
		}
		scatter(from, to, fromValues, toValues, counts, 8*digit)
		from, to = to, from
		fromValues, toValues = toValues, fromValues
	}
	if len(keys) > 0 && &from[0] != &keys[0] {
		copy(keys, from)
		copy(values, fromValues)
	}
}

func scatter(from, to, fromValues, toValues []uint64, places *[256]uint32, shift int) {
	if len(fromValues) == 0 {
		for _, k := range from {
			digit := byte(k >> shift)
			to[places[digit]] = k
			places[digit]++
		}
		return
	}
	for i, k := range from {
		digit := byte(k >> shift)
		at := places[digit]
		to[at], toValues[at] = k, fromValues[i]
		places[digit] = at + 1
	}
}

func grown(s []uint64, n int) []uint64 {
	if cap(s) < n {
		return make([]uint64, n)
	}
	return s[:n]
}
