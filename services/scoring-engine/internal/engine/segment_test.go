package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSegmentHoldsEachFactOnce(t *testing.T) {
	for i, w := range worlds {
		t.Run(w.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			facts := w.facts(r)
			s := build(t, Sendings, facts)
			want := sortFacts(facts)
			require.Equal(t, want, sortFacts(unpack(t, &s)))
			require.Equal(t, len(want), s.Facts())
			first, last, top := want[0].day, want[0].day, uint16(0)
			sent, ok := Day(noDay), false
			for _, f := range want {
				first, last, top = min(first, f.day), max(last, f.day), max(top, f.contact)
				if f.kind == Sent {
					sent, ok = min(sent, f.day), true
				}
			}
			require.Equal(t, first, s.FirstDay())
			require.Equal(t, last, s.LastDay())
			require.Equal(t, int(top)+1, s.Contacts())
			gotSent, gotOK := s.FirstSent()
			require.Equal(t, ok, gotOK)
			require.Equal(t, sent, gotSent)
		})
	}
}

func TestSameFactsGiveSameBytes(t *testing.T) {
	for i, w := range worlds {
		t.Run(w.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, uint64(i)))
			facts := w.facts(r)
			one := build(t, Sendings, facts)
			r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
			b := NewBuilder(Sendings)
			addAll(t, b, facts)
			addAll(t, b, facts[:len(facts)/2])
			again, err := b.Segment()
			require.NoError(t, err)
			require.Equal(t, one.Bytes(), again)
			empty, err := b.Segment()
			require.NoError(t, err)
			require.Nil(t, empty)
		})
	}
}

func TestMergeIsAUnion(t *testing.T) {
	for i, w := range worlds {
		t.Run(w.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(i)))
			facts := w.facts(r)
			byPeriod := map[int32][]rawFact{}
			for _, f := range facts {
				byPeriod[Period(f.day)] = append(byPeriod[Period(f.day)], f)
			}
			var m Merger
			want, err := m.Merge([]Segment{build(t, Sendings, facts)})
			require.NoError(t, err)
			require.Len(t, want, len(byPeriod))
			for _, s := range openAll(t, want) {
				p := Period(s.FirstDay())
				require.Equal(t, p, Period(s.LastDay()))
				direct := build(t, Sendings, byPeriod[p])
				require.Equal(t, direct.Bytes(), s.Bytes())
			}
			parts := deal(t, r, Sendings, facts, 2+r.IntN(9))
			got, err := m.Merge(parts)
			require.NoError(t, err)
			require.Equal(t, want, got)
			cut := r.IntN(len(parts))
			left, err := m.Merge(parts[:cut])
			require.NoError(t, err)
			mixed := append(openAll(t, left), parts[cut:]...)
			mixed = append(mixed, parts[0])
			r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			got, err = m.Merge(mixed)
			require.NoError(t, err)
			require.Equal(t, want, got)
		})
	}
}

func TestContainersTakeTheShortestShape(t *testing.T) {
	var sent, nearly []uint16
	for c := range 3000 {
		sent = append(sent, uint16(c))
		if c%100 != 7 {
			nearly = append(nearly, uint16(c))
		}
	}
	b := NewBuilder(Sendings)
	require.NoError(t, b.Add(1, 10, Sent, sent...))
	require.NoError(t, b.Add(1, 10, Delivered, nearly...))
	require.NoError(t, b.Add(1, 10, Opened, 5, 2999, 60000))
	require.NoError(t, b.Add(1, 10, Unsubscribed, sent...))
	data, err := b.Segment()
	require.NoError(t, err)
	s, err := Open(data)
	require.NoError(t, err)
	require.Equal(t, entry{10, Sent, shapeBitmap, 47 * 8, 3000}, s.entry(0), "no longer than the highest contact")
	require.Equal(t, entry{10, Delivered, shapeXor, 30, 2970}, s.entry(1))
	require.Equal(t, entry{10, Opened, shapeList, 6, 3}, s.entry(2))
	require.Equal(t, entry{10, Unsubscribed, shapeXor, 0, 3000}, s.entry(3))
}

func TestOpenRefusesWhatIsNotASegment(t *testing.T) {
	s := build(t, Sendings, worlds[0].facts(rand.New(rand.NewPCG(4, 4))))
	good := s.Bytes()
	for n := range len(good) {
		_, err := Open(good[:n])
		require.ErrorIs(t, err, ErrCorrupt)
	}
	_, err := Open(append(append([]byte{}, good...), 0))
	require.ErrorIs(t, err, ErrCorrupt)
	bad := append([]byte{}, good...)
	bad[atVersion] = 9
	_, err = Open(bad)
	require.ErrorContains(t, err, "version 9")
}

func TestBuilderRefusesWhatDoesNotFit(t *testing.T) {
	b := NewBuilder(Visits)
	require.ErrorIs(t, b.Add(1, 1, VisitKinds, 1), ErrKind)
	b = NewBuilder(Sendings)
	require.NoError(t, b.Add(1, 0, Sent, 1, 2))
	require.NoError(t, b.Add(1, 70000, Sent, 1, 2))
	_, err := b.Segment()
	require.ErrorIs(t, err, ErrTooWide)
}

// small returns one segment of each form that has every shape and layout and few bytes, so that all of them can be damaged.
func small(t testing.TB) [][]byte {
	t.Helper()
	b := NewBuilder(Sendings)
	for m := range uint16(4) {
		var to []uint16
		for c := range 40 + 90*m {
			to = append(to, c*(1+m%2))
		}
		require.NoError(t, b.Add(uint64(m), Day(100+m), Sent, to...))
		require.NoError(t, b.Add(uint64(m), Day(100+m), Delivered, to[1:]...))
		require.NoError(t, b.Add(uint64(m), Day(101+m), Opened, to[3:5]...))
		require.NoError(t, b.Add(uint64(m), Day(103+m), Clicked, to[3]))
		for c := range uint16(20) {
			require.NoError(t, b.Add(uint64(100+20*m+c), Day(100+m+c), Kind(c%6), c))
		}
	}
	sendings, err := b.Segment()
	require.NoError(t, err)
	require.NoError(t, b.Add(7, 1, Sent, 3))
	require.NoError(t, b.Add(8, 1, Opened, 30000))
	list, err := b.Segment()
	require.NoError(t, err)
	for c := range 300 { // too many days for a table of codes
		require.NoError(t, b.Add(uint64(c), Day(c), Sent, uint16(c/3)))
	}
	days, err := b.Segment()
	require.NoError(t, err)
	visits := build(t, Visits, visitFacts(rand.New(rand.NewPCG(5, 5)), 20, 60))
	return [][]byte{sendings, list, days, visits.Bytes()}
}

// readAll does with data all that can be done with a segment: it must be refused or read without harm.
func readAll(t *testing.T, c *Counter, m *Merger, data []byte) {
	s, err := Open(data)
	if err != nil {
		require.ErrorIs(t, err, ErrCorrupt)
		return
	}
	w := Windows{D: s.LastDay(), DaysAgo: []int{30, 7}}
	if s.Form() == Visits {
		err = c.Visits([]Segment{s}, w, []*VisitTally{{}, {}})
	} else {
		err = c.Sendings([]Segment{s}, w, []*Tally{{}, {}})
	}
	if err != nil {
		require.ErrorIs(t, err, ErrCorrupt)
	}
	out, err := m.Merge([]Segment{s, s})
	if err != nil {
		require.ErrorIs(t, err, ErrCorrupt)
		return
	}
	openAll(t, out)
}

func TestDamagedSegmentsDoNoHarm(t *testing.T) {
	c, m := NewCounter(), Merger{}
	for _, good := range small(t) {
		readAll(t, c, &m, good)
		for at := 0; at < len(good); at += 1 + at/100 { // all of the header, less and less behind it
			for _, flip := range []byte{1, 0x80} {
				bad := append([]byte{}, good...)
				bad[at] ^= flip
				readAll(t, c, &m, bad)
			}
		}
	}
	// What damaged segments left behind in the workspace must not show in the next count.
	facts := worlds[0].facts(rand.New(rand.NewPCG(9, 9)))
	checkCounts(t, c, facts, Windows{20050, []int{14, 42}}, []Segment{build(t, Sendings, facts)})
}

func FuzzOpen(f *testing.F) {
	for _, s := range small(f) {
		f.Add(s)
	}
	c, m := NewCounter(), Merger{}
	f.Fuzz(func(t *testing.T, data []byte) { readAll(t, c, &m, data) })
}
