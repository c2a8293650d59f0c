package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// small returns one segment of each form that has every shape and layout and few bytes, so that all of them can be
// damaged.
func small(t testing.TB) [][]byte {
	t.Helper()
	b := segment.NewBuilder(segment.Sendings)
	for m := range uint16(4) {
		var to []uint16
		for c := range 40 + 90*m {
			to = append(to, c*(1+m%2))
		}
		require.NoError(t, b.Add(uint64(m), segment.Day(100+m), segment.Sent, to...))
		require.NoError(t, b.Add(uint64(m), segment.Day(100+m), segment.Delivered, to[1:]...))
		require.NoError(t, b.Add(uint64(m), segment.Day(101+m), segment.Opened, to[3:5]...))
		require.NoError(t, b.Add(uint64(m), segment.Day(103+m), segment.Clicked, to[3]))
		for c := range uint16(20) {
			require.NoError(t, b.Add(uint64(100+20*m+c), segment.Day(100+m+c), segment.Kind(c%6), c))
		}
	}
	sendings, err := b.Segment()
	require.NoError(t, err)
	require.NoError(t, b.Add(7, 1, segment.Sent, 3))
	require.NoError(t, b.Add(8, 1, segment.Opened, 30000))
	list, err := b.Segment()
	require.NoError(t, err)
	for c := range 300 { // too many days for a table of codes
		require.NoError(t, b.Add(uint64(c), segment.Day(c), segment.Sent, uint16(c/3)))
	}
	days, err := b.Segment()
	require.NoError(t, err)
	visits := oracle.Build(t, segment.Visits, oracle.VisitFacts(rand.New(rand.NewPCG(5, 5)), 20, 60))
	return [][]byte{sendings, list, days, visits.Bytes()}
}

// readAll does with data all that can be done with a segment: it must be refused or read without harm.
func readAll(t *testing.T, c *counting.Counter, m *segment.Merger, data []byte) {
	s, err := segment.Open(data)
	if err != nil {
		require.ErrorIs(t, err, segment.ErrCorrupt)
		return
	}
	w := counting.Windows{D: s.LastDay(), DaysAgo: []int{30, 7}}
	if s.Form() == segment.Visits {
		s.LastDayUpTo(w.D)
		err = c.Visits([]segment.Segment{s}, w, []*counting.VisitTally{{}, {}})
	} else {
		err = c.Sendings([]segment.Segment{s}, w, []*counting.Tally{{}, {}})
	}
	if err != nil {
		require.ErrorIs(t, err, segment.ErrCorrupt)
	}
	if s.Form() == segment.Sendings {
		readByDay(t, s)
	}
	out, err := m.Merge([]segment.Segment{s, s})
	if err != nil {
		require.ErrorIs(t, err, segment.ErrCorrupt)
		return
	}
	oracle.OpenAll(t, out)
}

func readByDay(t *testing.T, s segment.Segment) {
	wanted := &counting.KeyTable[uint32]{}
	err := counting.SentOn(&s, s.FirstDay(), func(key uint64) { wanted.Add(key, uint32(wanted.Len())) })
	if err == nil {
		err = counting.NewDayCounter().Count([]segment.Segment{s, s}, counting.NewMessageTotals(s.FirstDay(), wanted))
	}
	if err != nil {
		require.ErrorIs(t, err, segment.ErrCorrupt)
	}
}

func TestDamagedSegmentsDoNoHarm(t *testing.T) {
	c, m := counting.NewCounter(), segment.Merger{}
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
	facts := oracle.Worlds()[0].Facts(rand.New(rand.NewPCG(9, 9)))
	oracle.RequireCounts(t, c, facts, counting.Windows{D: 20050, DaysAgo: []int{14, 42}},
		[]segment.Segment{oracle.Build(t, segment.Sendings, facts)})
}

func FuzzOpen(f *testing.F) {
	for _, s := range small(f) {
		f.Add(s)
	}
	c, m := counting.NewCounter(), segment.Merger{}
	f.Fuzz(func(t *testing.T, data []byte) { readAll(t, c, &m, data) })
}
