package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkCounts counts each of several forms of the same facts and compares with the oracle.
func checkCounts(t *testing.T, c *Counter, facts []rawFact, w Windows, forms ...[]Segment) {
	t.Helper()
	want := make([]map[uint16]Counts, len(w.DaysAgo))
	out := make([]*Tally, len(w.DaysAgo))
	for i, ago := range w.DaysAgo {
		want[i] = naiveCounts(facts, w.D-Day(ago), w.D-1)
		out[i] = &Tally{}
	}
	for _, segments := range forms {
		require.NoError(t, c.Sendings(segments, w, out))
		for i, ago := range w.DaysAgo {
			for contact := range ChunkContacts {
				if got := out[i].At(contact); got != want[i][uint16(contact)] {
					require.Equal(t, want[i][uint16(contact)], got, "contact %d, %d days before %d", contact, ago, w.D)
				}
			}
		}
	}
}

func TestCountsAgreeWithTheOracle(t *testing.T) {
	c, m := NewCounter(), Merger{}
	for i, w := range worlds {
		t.Run(w.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(6, uint64(i)))
			facts := w.facts(r)
			end := Day(w.firstDay + w.days)
			parts := deal(t, r, Sendings, facts, 1+r.IntN(9))
			merged, err := m.Merge(parts)
			require.NoError(t, err)
			for _, windows := range []Windows{
				{end, []int{91}},
				{end - 3, []int{14, 91, 28, 42, 14}},
				{end - Day(w.days/2), []int{7, 1, 3, 200}},
				{end + 20, []int{30, 5}},
			} {
				checkCounts(t, c, facts, windows, parts, openAll(t, merged), append(openAll(t, merged), parts[0]))
			}
		})
	}
}

func TestCountsBeyondAByte(t *testing.T) {
	b := NewBuilder(Sendings)
	var facts []rawFact
	for m := range 700 {
		for c := range 40 {
			if m%(c+1) == 0 || c < 3 {
				facts = append(facts, rawFact{uint64(m), Day(m / 100), Sent, uint16(c)})
				if c < 2 {
					facts = append(facts, rawFact{uint64(m), Day(m / 100), Clicked, uint16(c)})
				}
			}
		}
		// A contact of its own: all its messages are records.
		facts = append(facts, rawFact{uint64(m) + 1e9, Day(m / 100), Sent, 200})
	}
	addAll(t, b, facts)
	data, err := b.Segment()
	require.NoError(t, err)
	checkCounts(t, NewCounter(), facts, Windows{7, []int{7, 3, 1}}, openAll(t, [][]byte{data}))
}

func TestCountsBeyondSixteenBits(t *testing.T) {
	const n = 70_000
	b := NewBuilder(Sendings)
	wide := make([]uint16, 3000)
	for i := range wide {
		wide[i] = uint16(i)
	}
	for m := range n {
		to := wide[:2]
		if m%1000 == 0 {
			to = wide
		}
		require.NoError(t, b.Add(uint64(m), 0, Sent, to...))
		require.NoError(t, b.Add(uint64(m), 0, Opened, 0))
		require.NoError(t, b.Add(uint64(m)+n, Day(m%2), Sent, 3))
		require.NoError(t, b.Add(uint64(m)+n, Day(m%2), Delivered, 3))
	}
	data, err := b.Segment()
	require.NoError(t, err)
	tallies := []*Tally{{}, {}}
	c := NewCounter()
	for range 2 { // what the first count leaves behind must not matter
		require.NoError(t, c.Sendings(openAll(t, [][]byte{data}), Windows{2, []int{2, 1}}, tallies))
		require.Equal(t, Counts{n, n, n, 0}, tallies[0].At(0))
		require.Equal(t, Counts{n, 0, 0, 0}, tallies[0].At(1))
		require.Equal(t, Counts{n / 1000, 0, 0, 0}, tallies[0].At(2))
		require.Equal(t, Counts{n + n/1000, n, 0, 0}, tallies[0].At(3))
		require.Equal(t, Counts{n / 2, n / 2, 0, 0}, tallies[1].At(3))
		require.Equal(t, Counts{}, tallies[1].At(0))
	}
}

func TestManyMessagesInPlanes(t *testing.T) {
	b := NewBuilder(Sendings)
	all := make([]uint16, 20000)
	for i := range all {
		all[i] = uint16(i * 3)
	}
	for m := range 300 {
		n := len(all) - m*10
		require.NoError(t, b.Add(uint64(m), Day(m%20), Sent, all[:n]...))
		require.NoError(t, b.Add(uint64(m), Day(m%20), Delivered, all[:n/3]...))
		require.NoError(t, b.Add(uint64(m), Day(m%20), Opened, all[:n/4]...))
		require.NoError(t, b.Add(uint64(m), Day(m%20), Clicked, all[n/5:n/2]...))
	}
	data, err := b.Segment()
	require.NoError(t, err)
	tally := &Tally{}
	require.NoError(t, NewCounter().Sendings(openAll(t, [][]byte{data}), Windows{20, []int{20}}, []*Tally{tally}))
	for i, contact := range all {
		var want Counts
		for m := range 300 {
			n := len(all) - m*10
			if i >= n {
				continue
			}
			want.Sent++
			clicked := i >= n/5 && i < n/2
			opened := clicked || i < n/4
			if clicked {
				want.Clicked++
			}
			if opened {
				want.Opened++
			}
			if opened || i < n/3 {
				want.Delivered++
			}
		}
		if got := tally.At(int(contact)); got != want {
			require.Equal(t, want, got, "contact %d", contact)
		}
	}
}

func visitFacts(r *rand.Rand, visitors, n int) []rawFact {
	var facts []rawFact
	for range n {
		f := rawFact{r.Uint64N(uint64(n)), Day(100 + r.IntN(60)), Kind(r.IntN(int(VisitKinds))), uint16(r.IntN(visitors))}
		facts = append(facts, f)
		if r.IntN(4) == 0 {
			f.day++
			facts = append(facts, f)
		}
		if r.IntN(4) == 0 {
			f.kind = (f.kind + 1) % VisitKinds
			facts = append(facts, f, f)
		}
	}
	return facts
}

func TestVisitsAgreeWithTheOracle(t *testing.T) {
	c, m := NewCounter(), Merger{}
	for _, visitors := range []int{1, 30, 2000, ChunkContacts} {
		r := rand.New(rand.NewPCG(7, uint64(visitors)))
		facts := visitFacts(r, visitors, 30000)
		parts := deal(t, r, Visits, facts, 5)
		merged, err := m.Merge(parts)
		require.NoError(t, err)
		again, err := m.Merge(append(openAll(t, merged), parts[2]))
		require.NoError(t, err)
		require.Equal(t, merged, again)
		w := Windows{D: 155, DaysAgo: []int{28, 14, 42, 3}}
		for _, segments := range [][]Segment{parts, openAll(t, merged), append(openAll(t, merged), parts...)} {
			out := []*VisitTally{{}, {}, {}, {}}
			require.NoError(t, c.Visits(segments, w, out))
			for i, ago := range w.DaysAgo {
				got := map[uint16]VisitCounts{}
				for j := range out[i].Len() {
					visitor, counts := out[i].Row(j)
					got[visitor] = counts
				}
				require.Equal(t, naiveVisits(facts, w.D-Day(ago), w.D-1), got)
			}
		}
	}
}

func TestWindowsAreChecked(t *testing.T) {
	for _, ago := range [][]int{{}, {0}, {1 << 16}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}} {
		require.Error(t, NewCounter().Sendings(nil, Windows{1, ago}, make([]*Tally, len(ago))))
	}
	require.Error(t, NewCounter().Sendings(nil, Windows{1, []int{1}}, nil))
}
