package counting

import (
	"cmp"
	"encoding/binary"
	"slices"

	"puls.app/services/scoring-engine/internal/engine/segment"
)

// reader reads the segments of a chunk: it finds the messages of their directories and gathers the records of single
// contacts, a message in several segments once.
type reader struct {
	segments []segment.Segment
	words    int // up to the highest contact
	refs     []ref
	filter   keyFilter
	single   singles
	extras   []extra
	bundles  []bundle
}

// release drops the callers' bytes.
func (r *reader) release() {
	clear(r.segments)
	r.segments = r.segments[:0]
}

// hasMessage reports whether a directory has key.
func (r *reader) hasMessage(key uint64) bool {
	_, ok := slices.BinarySearchFunc(r.refs, key, func(one ref, key uint64) int {
		return cmp.Compare(one.key, key)
	})
	return ok
}

// indexAll lists the messages of all directories, in order of key.
func (r *reader) indexAll() {
	r.refs = r.refs[:0]
	for i := range r.segments {
		s := &r.segments[i]
		for w := (segment.Walker{Segment: s}); !w.Done(); w.Skip() {
			r.refs = append(r.refs, ref{key: s.Key(w.Message), seg: int32(i), message: int32(w.Message), body: w.Body})
		}
	}
	r.sortRefs()
}

// sortRefs sorts the messages and fills the filter with them.
func (r *reader) sortRefs() {
	slices.SortFunc(r.refs, func(x, y ref) int {
		if x.key != y.key {
			return cmp.Compare(x.key, y.key)
		}
		return int(x.seg - y.seg)
	})
	r.filter.fill(r.refs)
}

// bundle is all positions of one message.
type bundle struct {
	refs   []ref
	extras []extra
	level  uint8
}

// bundle groups refs and extras by message.
func (r *reader) bundle() {
	slices.SortFunc(r.extras, func(x, y extra) int { return cmp.Compare(x.key, y.key) })
	r.bundles = r.bundles[:0]
	refs, extras := r.refs, r.extras
	for len(refs) > 0 {
		n, x, level := 0, 0, uint8(noLevel)
		for n < len(refs) && refs[n].key == refs[0].key {
			level = min(level, refs[n].level)
			n++
		}
		for x < len(extras) && extras[x].key == refs[0].key {
			x++
		}
		r.bundles = append(r.bundles, bundle{refs[:n], extras[:x], level})
		refs, extras = refs[n:], extras[x:]
	}
}

// openStreams prepares the records of all segments and returns their number.
func (r *reader) openStreams(stateOf func(segment.Day, uint8) state) (records int) {
	g := &r.single
	g.streams = g.streams[:0]
	for i := range r.segments {
		first, s := r.segments[i].FirstDay(), r.segments[i].Records()
		if s.Count == 0 {
			continue
		}
		records += s.Count
		g.streams = append(g.streams, stream{owners: s.Owners, days: s.Days, keys: s.Keys, width: s.Width, first: first})
		st := &g.streams[len(g.streams)-1]
		for n := len(s.Codes) / segment.CodeSize; n < segment.MaxCodes; n++ {
			st.stateOf[n] = badState
		}
		for n := 0; n < len(s.Codes); n += segment.CodeSize {
			st.stateOf[n/segment.CodeSize] = stateOf(first+segment.Day(binary.LittleEndian.Uint16(s.Codes[n:])), s.Codes[n+2])
		}
	}
	return records
}

// eachBlock gathers the records block by block and calls visit for the distinct ones, which are the first n gathered.
func (r *reader) eachBlock(records int, stateOf func(segment.Day, uint8) state, visit func(from, to, n int)) error {
	g := &r.single
	size := minBlock
	for size < maxBlock && size*records < blockRecords*r.words*64 {
		size *= 2
	}
	for from := 0; from < r.words*64; from += size {
		to := min(from+size, r.words*64)
		g.keys, g.states, g.contacts = g.keys[:0], g.states[:0], g.contacts[:0]
		for i := range g.streams {
			st, ok := &g.streams[i], false
			if st.width == 1 {
				ok = r.gather(st, to)
			} else {
				ok = r.gatherPlain(st, to, stateOf)
			}
			if !ok {
				return segment.ErrCorrupt
			}
		}
		if len(g.keys) > 0 {
			visit(from, to, g.unite())
		}
	}
	for i := range g.streams {
		if len(g.streams[i].keys) > 0 || len(g.streams[i].owners) > 0 {
			return segment.ErrCorrupt
		}
	}
	return nil
}

// gather collects the records of contacts below to. It returns false if they are corrupt.
func (r *reader) gather(st *stream, to int) (ok bool) {
	contact, n := st.contact, 0
	owners, codes, keys := st.owners, st.days, st.keys
	g := &r.single
	out := len(g.keys)
	g.grow(out + len(owners))
	outKeys, outStates, outContacts := g.keys[:cap(g.keys)], g.states[:cap(g.states)], g.contacts[:cap(g.contacts)]
	at := 0
	for ; at < len(owners); at++ {
		gap := int(owners[at])
		if contact+gap >= to {
			break
		}
		contact += gap
		if gap == segment.GapMore {
			continue
		}
		if n >= len(codes) || len(keys) < 8*n+8 {
			return false
		}
		what, key := st.stateOf[codes[n]], binary.LittleEndian.Uint64(keys[8*n:])
		n++
		if what-1 >= badState-1 { // 0 or bad
			if what != 0 {
				return false
			}
			continue
		}
		if r.filter.mayHave(key) && r.hasMessage(key) {
			r.extras = append(r.extras, extra{key, what, uint16(contact)})
			continue
		}
		if out >= len(outKeys) || out >= len(outStates) || out >= len(outContacts) {
			return false // impossible: there is room for all
		}
		outKeys[out], outStates[out], outContacts[out] = key, what, uint16(contact)
		out++
	}
	g.keys, g.states, g.contacts = outKeys[:out], outStates[:out], outContacts[:out]
	st.contact, st.owners, st.days, st.keys = contact, owners[at:], codes[n:], keys[8*n:]
	return true
}

// gatherPlain is gather for a segment without a code table.
func (r *reader) gatherPlain(st *stream, to int, stateOf func(segment.Day, uint8) state) (ok bool) {
	g := &r.single
	for len(st.owners) > 0 && st.contact+int(st.owners[0]) < to {
		gap := st.owners[0]
		st.contact += int(gap)
		st.owners = st.owners[1:]
		if gap == segment.GapMore {
			continue
		}
		if len(st.days) < segment.CodeSize || len(st.keys) < 8 {
			return false
		}
		what := stateOf(st.first+segment.Day(binary.LittleEndian.Uint16(st.days)), st.days[2])
		key := binary.LittleEndian.Uint64(st.keys)
		st.days, st.keys = st.days[segment.CodeSize:], st.keys[8:]
		switch {
		case what == 0:
		case r.filter.mayHave(key) && r.hasMessage(key):
			r.extras = append(r.extras, extra{key, what, uint16(st.contact)})
		default:
			g.grow(len(g.keys) + 1)
			g.keys, g.states, g.contacts = append(g.keys, key), append(g.states, what), append(g.contacts, uint16(st.contact))
		}
	}
	return true
}
