package counting_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

func TestCountsAgreeWithTheOracle(t *testing.T) {
	c, m := counting.NewCounter(), segment.Merger{}
	for i, w := range oracle.Worlds() {
		t.Run(w.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(6, uint64(i)))
			facts := w.Facts(r)
			end := segment.Day(w.FirstDay + w.Days)
			parts := oracle.Deal(t, r, segment.Sendings, facts, 1+r.IntN(9))
			merged, err := m.Merge(parts)
			require.NoError(t, err)
			for _, windows := range []counting.Windows{
				{end, []int{91}},
				{end - 3, []int{14, 91, 28, 42, 14}},
				{end - segment.Day(w.Days/2), []int{7, 1, 3, 200}},
				{end + 20, []int{30, 5}},
			} {
				oracle.RequireCounts(t, c, facts, windows, parts, oracle.OpenAll(t, merged),
					append(oracle.OpenAll(t, merged), parts[0]))
			}
		})
	}
}

func TestCountsBeyondAByte(t *testing.T) {
	b := segment.NewBuilder(segment.Sendings)
	var facts []oracle.Fact
	for m := range 700 {
		for c := range 40 {
			if m%(c+1) == 0 || c < 3 {
				facts = append(facts, oracle.Fact{
					Key: uint64(m), Day: segment.Day(m / 100), Kind: segment.Sent, Contact: uint16(c),
				})
				if c < 2 {
					facts = append(facts, oracle.Fact{
						Key: uint64(m), Day: segment.Day(m / 100), Kind: segment.Clicked, Contact: uint16(c),
					})
				}
			}
		}
		// A separate contact: all its messages are records.
		facts = append(facts, oracle.Fact{Key: uint64(m) + 1e9, Day: segment.Day(m / 100), Kind: segment.Sent, Contact: 200})
	}
	oracle.AddAll(t, b, facts)
	data, err := b.Segment()
	require.NoError(t, err)
	oracle.RequireCounts(t, counting.NewCounter(), facts, counting.Windows{D: 7, DaysAgo: []int{7, 3, 1}},
		oracle.OpenAll(t, [][]byte{data}))
}

func TestCountsBeyondSixteenBits(t *testing.T) {
	const n = 70_000
	b := segment.NewBuilder(segment.Sendings)
	wide := make([]uint16, 3000)
	for i := range wide {
		wide[i] = uint16(i)
	}
	for m := range n {
		to := wide[:2]
		if m%1000 == 0 {
			to = wide
		}
		require.NoError(t, b.Add(uint64(m), 0, segment.Sent, to...))
		require.NoError(t, b.Add(uint64(m), 0, segment.Opened, 0))
		require.NoError(t, b.Add(uint64(m)+n, segment.Day(m%2), segment.Sent, 3))
		require.NoError(t, b.Add(uint64(m)+n, segment.Day(m%2), segment.Delivered, 3))
	}
	data, err := b.Segment()
	require.NoError(t, err)
	tallies := []*counting.Tally{{}, {}}
	c := counting.NewCounter()
	for range 2 { // the state that the first count leaves must not matter
		require.NoError(t, c.Sendings(oracle.OpenAll(t, [][]byte{data}), counting.Windows{D: 2, DaysAgo: []int{2, 1}},
			tallies))
		require.Equal(t, counting.Counts{n, n, n, 0}, tallies[0].At(0))
		require.Equal(t, counting.Counts{n, 0, 0, 0}, tallies[0].At(1))
		require.Equal(t, counting.Counts{n / 1000, 0, 0, 0}, tallies[0].At(2))
		require.Equal(t, counting.Counts{n + n/1000, n, 0, 0}, tallies[0].At(3))
		require.Equal(t, counting.Counts{n / 2, n / 2, 0, 0}, tallies[1].At(3))
		require.Equal(t, counting.Counts{}, tallies[1].At(0))
	}
}

func TestManyMessagesInPlanes(t *testing.T) {
	b := segment.NewBuilder(segment.Sendings)
	all := make([]uint16, 20000)
	for i := range all {
		all[i] = uint16(i * 3)
	}
	for m := range 300 {
		n := len(all) - m*10
		require.NoError(t, b.Add(uint64(m), segment.Day(m%20), segment.Sent, all[:n]...))
		require.NoError(t, b.Add(uint64(m), segment.Day(m%20), segment.Delivered, all[:n/3]...))
		require.NoError(t, b.Add(uint64(m), segment.Day(m%20), segment.Opened, all[:n/4]...))
		require.NoError(t, b.Add(uint64(m), segment.Day(m%20), segment.Clicked, all[n/5:n/2]...))
	}
	data, err := b.Segment()
	require.NoError(t, err)
	tally := &counting.Tally{}
	require.NoError(t, counting.NewCounter().Sendings(oracle.OpenAll(t, [][]byte{data}), counting.Windows{
		D: 20, DaysAgo: []int{20},
	}, []*counting.Tally{tally}))
	for i, contact := range all {
		var want counting.Counts
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

func TestVisitsAgreeWithTheOracle(t *testing.T) {
	c, m := counting.NewCounter(), segment.Merger{}
	for _, visitors := range []int{1, 30, 2000, segment.ChunkContacts} {
		r := rand.New(rand.NewPCG(7, uint64(visitors)))
		facts := oracle.VisitFacts(r, visitors, 30000)
		parts := oracle.Deal(t, r, segment.Visits, facts, 5)
		merged, err := m.Merge(parts)
		require.NoError(t, err)
		again, err := m.Merge(append(oracle.OpenAll(t, merged), parts[2]))
		require.NoError(t, err)
		require.Equal(t, merged, again)
		w := counting.Windows{D: 155, DaysAgo: []int{28, 14, 42, 3}}
		all := append(oracle.OpenAll(t, merged), parts...)
		for _, segments := range [][]segment.Segment{parts, oracle.OpenAll(t, merged), all} {
			out := []*counting.VisitTally{{}, {}, {}, {}}
			require.NoError(t, c.Visits(segments, nil, w, out))
			for i, ago := range w.DaysAgo {
				require.Equal(t, oracle.Visits(facts, w.D-segment.Day(ago), w.D-1), oracle.VisitsOf(out[i]))
			}
		}
	}
}

func TestWindowsAreChecked(t *testing.T) {
	for _, ago := range [][]int{{}, {0}, {1 << 16}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}} {
		out := make([]*counting.Tally, len(ago))
		require.Error(t, counting.NewCounter().Sendings(nil, counting.Windows{D: 1, DaysAgo: ago}, out))
	}
	require.Error(t, counting.NewCounter().Sendings(nil, counting.Windows{D: 1, DaysAgo: []int{1}}, nil))
}
