package oracle

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Build makes a segment of facts, in groups as an importer would find them.
func Build(t testing.TB, form segment.Form, facts []Fact) segment.Segment {
	t.Helper()
	b := segment.NewBuilder(form)
	AddAll(t, b, facts)
	data, err := b.Segment()
	must(t, err)
	return OpenAll(t, [][]byte{data})[0]
}

// AddAll adds facts to a builder in groups, each in two parts.
func AddAll(t testing.TB, b *segment.Builder, facts []Fact) {
	t.Helper()
	type head struct {
		key  uint64
		day  segment.Day
		kind segment.Kind
	}
	groups := map[head][]uint16{}
	var order []head
	for _, f := range facts {
		h := head{f.Key, f.Day, f.Kind}
		if groups[h] == nil {
			order = append(order, h)
		}
		groups[h] = append(groups[h], f.Contact)
	}
	for _, h := range order {
		list := groups[h]
		cut := len(list) / 3
		for _, part := range [][]uint16{list[:cut], list[cut:]} {
			if len(part) > 0 {
				must(t, b.Add(h.key, h.day, h.kind, part...))
			}
		}
	}
}

// Deal splits facts into n segments at random; some facts go into two of them.
func Deal(t testing.TB, r *rand.Rand, form segment.Form, facts []Fact, n int) []segment.Segment {
	t.Helper()
	hands := make([][]Fact, n)
	for _, f := range facts {
		i := r.IntN(n)
		hands[i] = append(hands[i], f)
		if r.Float64() < 0.1 {
			i = r.IntN(n)
			hands[i] = append(hands[i], f)
		}
	}
	var out []segment.Segment
	for _, h := range hands {
		if len(h) > 0 {
			out = append(out, Build(t, form, h))
		}
	}
	return out
}

// OpenAll opens segments.
func OpenAll(t testing.TB, all [][]byte) []segment.Segment {
	t.Helper()
	var out []segment.Segment
	for _, b := range all {
		s, err := segment.Open(b)
		must(t, err)
		out = append(out, s)
	}
	return out
}

// Unpack lists the facts of a segment, each once: first those of the directory, then those of the records, which it
// decodes exactly as FORMAT.md describes.
func Unpack(t testing.TB, s *segment.Segment) []Fact {
	t.Helper()
	var out []Fact
	var list []uint16
	for w := (segment.Walker{Segment: s}); !w.Done(); {
		key := s.Key(w.Message)
		w.Next(func(e segment.Entry, c segment.Container) {
			var m segment.Mask
			if !c.Into(&m, &list) {
				t.Fatal("a container is damaged")
			}
			n := len(out)
			for i, word := range m {
				for ; word != 0; word &= word - 1 {
					out = append(out, Fact{key, e.Day, e.Kind, uint16(i<<6 | bits.TrailingZeros64(word))})
				}
			}
			if len(out)-n != e.Count {
				t.Fatalf("%d contacts in a container of %d", len(out)-n, e.Count)
			}
		})
	}
	return append(out, records(s)...)
}

func records(s *segment.Segment) []Fact {
	var out []Fact
	r := s.Records()
	contact, i := 0, 0
	for _, gap := range r.Owners {
		contact += int(gap)
		if gap == segment.GapMore {
			continue
		}
		code := r.Days[i*r.Width:]
		if len(r.Codes) > 0 {
			code = r.Codes[int(code[0])*segment.CodeSize:]
		}
		for kind := segment.Kind(0); kind < 8; kind++ {
			if code[2]>>kind&1 != 0 {
				day := s.FirstDay() + segment.Day(binary.LittleEndian.Uint16(code))
				out = append(out, Fact{binary.LittleEndian.Uint64(r.Keys[8*i:]), day, kind, uint16(contact)})
			}
		}
		i++
	}
	return out
}

// Sort returns the distinct facts, by key, contact, day and kind.
func Sort(facts []Fact) []Fact {
	facts = slices.Clone(facts)
	slices.SortFunc(facts, func(x, y Fact) int {
		return cmp.Or(cmp.Compare(x.Key, y.Key), cmp.Compare(x.Contact, y.Contact), cmp.Compare(x.Day, y.Day),
			cmp.Compare(x.Kind, y.Kind))
	})
	return slices.Compact(facts)
}

// RequireCounts counts each of several forms of the same facts and fails unless each yields the result of Counts.
func RequireCounts(t testing.TB, c *counting.Counter, facts []Fact, w counting.Windows, forms ...[]segment.Segment) {
	t.Helper()
	want := make([]map[uint16]counting.Counts, len(w.DaysAgo))
	out := make([]*counting.Tally, len(w.DaysAgo))
	for i, ago := range w.DaysAgo {
		want[i] = Counts(facts, w.D-segment.Day(ago), w.D-1)
		out[i] = &counting.Tally{}
	}
	for _, segments := range forms {
		must(t, c.Sendings(segments, w, out))
		for i, ago := range w.DaysAgo {
			for contact := range segment.ChunkContacts {
				if got := out[i].At(contact); got != want[i][uint16(contact)] {
					t.Fatalf("contact %d, %d days before %d: want %+v, got %+v", contact, ago, w.D, want[i][uint16(contact)], got)
				}
			}
		}
	}
}
