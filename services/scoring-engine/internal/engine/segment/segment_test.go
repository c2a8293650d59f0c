package segment_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

func TestSegmentHoldsEachFactOnce(t *testing.T) {
	for i, w := range oracle.Worlds() {
		t.Run(w.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(i)))
			facts := w.Facts(r)
			s := oracle.Build(t, segment.Sendings, facts)
			want := oracle.Sort(facts)
			require.Equal(t, want, oracle.Sort(oracle.Unpack(t, &s)))
			require.Equal(t, len(want), s.Facts())
			first, last, top := want[0].Day, want[0].Day, uint16(0)
			sent, ok := segment.Day(math.MaxInt32), false
			for _, f := range want {
				first, last, top = min(first, f.Day), max(last, f.Day), max(top, f.Contact)
				if f.Kind == segment.Sent {
					sent, ok = min(sent, f.Day), true
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
	for i, w := range oracle.Worlds() {
		t.Run(w.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, uint64(i)))
			facts := w.Facts(r)
			one := oracle.Build(t, segment.Sendings, facts)
			r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
			b := segment.NewBuilder(segment.Sendings)
			oracle.AddAll(t, b, facts)
			oracle.AddAll(t, b, facts[:len(facts)/2])
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
	for i, w := range oracle.Worlds() {
		t.Run(w.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(i)))
			facts := w.Facts(r)
			byPeriod := map[int32][]oracle.Fact{}
			for _, f := range facts {
				byPeriod[segment.Period(f.Day)] = append(byPeriod[segment.Period(f.Day)], f)
			}
			var m segment.Merger
			want, err := m.Merge([]segment.Segment{oracle.Build(t, segment.Sendings, facts)})
			require.NoError(t, err)
			require.Len(t, want, len(byPeriod))
			for _, s := range oracle.OpenAll(t, want) {
				p := segment.Period(s.FirstDay())
				require.Equal(t, p, segment.Period(s.LastDay()))
				direct := oracle.Build(t, segment.Sendings, byPeriod[p])
				require.Equal(t, direct.Bytes(), s.Bytes())
			}
			parts := oracle.Deal(t, r, segment.Sendings, facts, 2+r.IntN(9))
			got, err := m.Merge(parts)
			require.NoError(t, err)
			require.Equal(t, want, got)
			cut := r.IntN(len(parts))
			left, err := m.Merge(parts[:cut])
			require.NoError(t, err)
			mixed := append(oracle.OpenAll(t, left), parts[cut:]...)
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
	b := segment.NewBuilder(segment.Sendings)
	require.NoError(t, b.Add(1, 10, segment.Sent, sent...))
	require.NoError(t, b.Add(1, 10, segment.Delivered, nearly...))
	require.NoError(t, b.Add(1, 10, segment.Opened, 5, 2999, 60000))
	require.NoError(t, b.Add(1, 10, segment.Unsubscribed, sent...))
	data, err := b.Segment()
	require.NoError(t, err)
	s, err := segment.Open(data)
	require.NoError(t, err)
	require.Equal(t, segment.Entry{Day: 10, Kind: segment.Sent, Shape: segment.ShapeBitmap, Size: 47 * 8, Count: 3000},
		s.Entry(0), "no longer than the highest contact")
	require.Equal(t, segment.Entry{Day: 10, Kind: segment.Delivered, Shape: segment.ShapeXor, Size: 30, Count: 2970},
		s.Entry(1))
	require.Equal(t, segment.Entry{Day: 10, Kind: segment.Opened, Shape: segment.ShapeList, Size: 6, Count: 3}, s.Entry(2))
	require.Equal(t, segment.Entry{Day: 10, Kind: segment.Unsubscribed, Shape: segment.ShapeXor, Size: 0, Count: 3000},
		s.Entry(3))
}

func TestOpenRefusesOtherBytesThanSegments(t *testing.T) {
	s := oracle.Build(t, segment.Sendings, oracle.Worlds()[0].Facts(rand.New(rand.NewPCG(4, 4))))
	good := s.Bytes()
	for n := range len(good) {
		_, err := segment.Open(good[:n])
		require.ErrorIs(t, err, segment.ErrCorrupt)
	}
	_, err := segment.Open(append(append([]byte{}, good...), 0))
	require.ErrorIs(t, err, segment.ErrCorrupt)
	bad := append([]byte{}, good...)
	bad[0] = 9
	_, err = segment.Open(bad)
	require.ErrorContains(t, err, "version 9")
}

func TestBuilderRefusesForeignKindsAndWideSpansOfDays(t *testing.T) {
	b := segment.NewBuilder(segment.Visits)
	require.ErrorIs(t, b.Add(1, 1, segment.VisitKinds, 1), segment.ErrKind)
	b = segment.NewBuilder(segment.Sendings)
	require.NoError(t, b.Add(1, 0, segment.Sent, 1, 2))
	require.NoError(t, b.Add(1, 70000, segment.Sent, 1, 2))
	_, err := b.Segment()
	require.ErrorIs(t, err, segment.ErrTooWide)
}
