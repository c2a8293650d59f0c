package segment

import (
	"fmt"
	"math/bits"
	"slices"
)

// Merger merges segments. The zero value is ready for use; a Merger reuses its memory.
type Merger struct {
	asm  assembler
	one  Mask
	list []uint16
}

// Merge returns the union of segments, which must be of one chunk and form, as one canonical segment for each Period
// that has facts, ascending. It is a true union: order, grouping and repetition of the input change no byte. Errors are
// ErrCorrupt and ErrMixedForms.
func (m *Merger) Merge(segments []Segment) ([][]byte, error) {
	if len(segments) == 0 {
		return nil, nil
	}
	for i := range segments {
		if segments[i].form != segments[0].form {
			return nil, ErrMixedForms
		}
	}
	var out [][]byte
	for _, p := range periods(segments) {
		for i := range segments {
			if s := &segments[i]; Period(s.firstDay) <= p && Period(s.lastDay) >= p {
				if err := m.take(s, i, p); err != nil {
					m.asm.reset()
					return nil, fmt.Errorf("merge: %w", err)
				}
			}
		}
		b, err := m.asm.assemble(segments[0].form)
		if err != nil {
			return nil, fmt.Errorf("merge: %w", err)
		}
		if b != nil {
			out = append(out, b)
		}
	}
	return out, nil
}

// periods returns the periods in which the segments have facts, ascending. A stray fact of years ago costs one period,
// not all the years between.
func periods(segments []Segment) []int32 {
	seen := map[int32]bool{}
	var all []int32
	add := func(d Day) {
		if p := Period(d); !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	for i := range segments {
		s := &segments[i]
		add(s.firstDay)
		if Period(s.firstDay) == Period(s.lastDay) {
			continue
		}
		for e := range s.Entries() {
			add(s.Entry(e).Day)
		}
		s.RecordDays(add)
	}
	slices.Sort(all)
	return all
}

// take adds the facts of period p in segment s, the origin-th, to the assembler.
func (m *Merger) take(s *Segment, origin int, p int32) error {
	ok := true
	for w := (Walker{Segment: s}); !w.Done(); {
		key := s.Key(w.Message)
		w.Next(func(e Entry, c Container) {
			switch {
			case Period(e.Day) != p:
			case e.Count > 1:
				m.asm.groups = append(m.asm.groups, group{key: key, day: e.Day, kind: e.Kind, origin: origin, set: c})
			default:
				contact, single := m.only(&c)
				ok = ok && single
				m.asm.facts = append(m.asm.facts, fact{key, e.Day, contact, 1 << e.Kind})
			}
		})
	}
	if !ok {
		return fmt.Errorf("%w: not one contact in a container of one", ErrCorrupt)
	}
	return s.eachRecord(func(f fact) {
		if Period(f.day) == p {
			m.asm.facts = append(m.asm.facts, f)
		}
	})
}

// only returns the contact of a container with a single one.
func (m *Merger) only(c *Container) (contact uint16, ok bool) {
	if c.Shape == ShapeGaps || c.Shape == ShapeList {
		if m.list, ok = ReadContacts(m.list, c.Shape, c.Data); !ok || len(m.list) != 1 {
			return 0, false
		}
		return m.list[0], true
	}
	if !c.Into(&m.one, &m.list) {
		return 0, false
	}
	found := 0
	for i, w := range m.one {
		if w != 0 {
			contact = uint16(i<<6 | bits.TrailingZeros64(w))
			found += bits.OnesCount64(w)
		}
	}
	return contact, found == 1
}
