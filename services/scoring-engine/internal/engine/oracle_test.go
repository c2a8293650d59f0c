package engine

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// rawFact is a fact as the outside world sees it.
type rawFact struct {
	key     uint64
	day     Day
	kind    Kind
	contact uint16
}

// naiveCounts is scoring.md word by word.
func naiveCounts(facts []rawFact, from, to Day) map[uint16]Counts {
	type pair struct {
		contact uint16
		key     uint64
	}
	known := map[pair]map[Kind]bool{}
	for _, f := range facts {
		if f.day < from || f.day > to {
			continue
		}
		p := pair{f.contact, f.key}
		if known[p] == nil {
			known[p] = map[Kind]bool{}
		}
		known[p][f.kind] = true
	}
	out := map[uint16]Counts{}
	for p, k := range known {
		if !k[Sent] {
			continue
		}
		c := out[p.contact]
		c.Sent++
		if k[Delivered] || k[Opened] || k[Clicked] {
			c.Delivered++
		}
		if k[Opened] || k[Clicked] {
			c.Opened++
		}
		if k[Clicked] {
			c.Clicked++
		}
		out[p.contact] = c
	}
	return out
}

func naiveVisits(facts []rawFact, from, to Day) map[uint16]VisitCounts {
	out := map[uint16]VisitCounts{}
	seen := map[rawFact]bool{}
	for _, f := range facts {
		if f.day < from || f.day > to || seen[f] {
			continue
		}
		seen[f] = true
		c := out[f.contact]
		c[f.kind]++
		out[f.contact] = c
	}
	return out
}

// world is a way of sending; each has a character of its own.
type world struct {
	name               string
	contacts, messages int
	reach              float64 // of a message, on average
	firstDay, days     int
	disorder           float64 // share of facts on odd days
	late               bool
}

var worlds = []world{
	{"small account", 900, 60, 0.3, 20000, 60, 0.05, true},
	{"one contact", 1, 50, 1, 20000, 40, 0.3, true},
	{"dense", ChunkContacts, 6, 0.4, 20000, 30, 0.001, true},
	{"half", ChunkContacts, 10, 0.1, 20000, 30, 0.001, true},
	{"sparse", ChunkContacts, 120, 0.0005, 20000, 60, 0.05, true},
	{"singles", 3000, 4000, 0.0002, 20000, 91, 0.05, true},
	{"busy", 6, 700, 0.8, 20000, 20, 0.01, true},
	{"before 1970", 500, 40, 0.2, -40, 60, 0.05, true},
	{"all of them", 4000, 12, 1, 20000, 10, 0, false},
}

// facts draws the world's facts, repeated and shuffled as a source would send them.
func (w world) facts(r *rand.Rand) []rawFact {
	var out []rawFact
	for m := range w.messages {
		key := r.Uint64()
		if m%7 == 3 {
			key = uint64(m) // keys need not look like hashes
		}
		day := Day(w.firstDay + r.IntN(w.days))
		reach := min(1, w.reach*2*r.Float64())
		if w.reach == 1 {
			reach = 1
		}
		lost := 0.02
		if m%5 == 0 {
			lost = 0.5
		}
		for c := range w.contacts {
			if r.Float64() >= reach {
				if r.Float64() < w.disorder*reach { // outcomes without a sending
					out = append(out, rawFact{key, day, Kind(1 + r.IntN(5)), uint16(c)})
				}
				continue
			}
			odd := func(d Day) Day {
				if r.Float64() < w.disorder {
					return Day(w.firstDay + r.IntN(w.days))
				}
				return d
			}
			add := func(d Day, k Kind) { out = append(out, rawFact{key, d, k, uint16(c)}) }
			add(odd(day), Sent)
			if r.Float64() < w.disorder {
				add(odd(day), Sent)
			}
			if r.Float64() >= lost {
				add(odd(day), Delivered)
			} else {
				add(day, Bounced)
			}
			late := Day(0)
			if w.late && r.Float64() < 0.15 {
				late = Day(1 + r.IntN(3))
			}
			if p := r.Float64(); p < 0.2 {
				add(odd(day+late), Opened)
				if p < 0.03 {
					add(odd(day+late), Clicked)
				}
			} else if p < 0.21 {
				add(day, Clicked)
			} else if p < 0.212 {
				add(day, Unsubscribed)
			}
		}
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// build makes a segment of facts, in groups as an importer would find them.
func build(t testing.TB, form Form, facts []rawFact) Segment {
	t.Helper()
	b := NewBuilder(form)
	addAll(t, b, facts)
	data, err := b.Segment()
	require.NoError(t, err)
	s, err := Open(data)
	require.NoError(t, err)
	return s
}

func addAll(t testing.TB, b *Builder, facts []rawFact) {
	t.Helper()
	type head struct {
		key  uint64
		day  Day
		kind Kind
	}
	groups := map[head][]uint16{}
	var order []head
	for _, f := range facts {
		h := head{f.key, f.day, f.kind}
		if groups[h] == nil {
			order = append(order, h)
		}
		groups[h] = append(groups[h], f.contact)
	}
	for _, h := range order {
		list := groups[h]
		cut := len(list) / 3
		for _, part := range [][]uint16{list[:cut], list[cut:]} {
			if len(part) > 0 {
				require.NoError(t, b.Add(h.key, h.day, h.kind, part...))
			}
		}
	}
}

// deal splits facts into n segments at random; some facts go into two of them.
func deal(t testing.TB, r *rand.Rand, form Form, facts []rawFact, n int) []Segment {
	t.Helper()
	hands := make([][]rawFact, n)
	for _, f := range facts {
		i := r.IntN(n)
		hands[i] = append(hands[i], f)
		if r.Float64() < 0.1 {
			i = r.IntN(n)
			hands[i] = append(hands[i], f)
		}
	}
	var out []Segment
	for _, h := range hands {
		if len(h) > 0 {
			out = append(out, build(t, form, h))
		}
	}
	return out
}

// unpack lists the facts of a segment, each once.
func unpack(t testing.TB, s *Segment) []rawFact {
	t.Helper()
	var out []rawFact
	var list []uint16
	for w := (walker{seg: s}); !w.done(); {
		key := s.key(w.message)
		w.next(func(e entry, c container) {
			var m Mask
			require.True(t, c.into(&m, &list))
			n := 0
			for i, word := range m {
				for ; word != 0; word &= word - 1 {
					out = append(out, rawFact{key, e.day, e.kind, uint16(i<<6 | bits.TrailingZeros64(word))})
					n++
				}
			}
			require.Equal(t, n, e.count)
		})
	}
	require.NoError(t, s.eachRecord(func(f fact) {
		for k := range s.form.kinds() {
			if f.mask>>k&1 != 0 {
				out = append(out, rawFact{f.key, f.day, k, f.contact})
			}
		}
	}))
	return out
}

func sortFacts(facts []rawFact) []rawFact {
	facts = slices.Clone(facts)
	slices.SortFunc(facts, func(x, y rawFact) int {
		if c := compareFacts(fact{x.key, x.day, x.contact, 0}, fact{y.key, y.day, y.contact, 0}); c != 0 {
			return c
		}
		return int(x.kind) - int(y.kind)
	})
	return slices.Compact(facts)
}

func openAll(t testing.TB, all [][]byte) []Segment {
	t.Helper()
	var out []Segment
	for _, b := range all {
		s, err := Open(b)
		require.NoError(t, err)
		out = append(out, s)
	}
	return out
}
