package engine_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// visitShape is a website: the average number of visits of each visitor in 91 days, with about four events each. One
// visitor in a hundred makes a quarter of them, unless all are alike.
type visitShape struct {
	name   string
	visits float64
	alike  bool
}

var visitShapes = []visitShape{{"a/25_events", 6, false}, {"b/250_events", 60, false}, {"c/everybody_daily", 91, true}}

// base returns the merged facts of one chunk.
func (s visitShape) base(tb testing.TB) (base []segment.Segment, facts int) {
	tb.Helper()
	r, b := rand.New(rand.NewPCG(67, 1)), segment.NewBuilder(segment.Visits)
	add := func(day segment.Day, kind segment.Kind, visitor uint16, times int) {
		for range times {
			require.NoError(tb, b.Add(r.Uint64(), day, kind, visitor))
		}
	}
	for visitor := range segment.ChunkContacts {
		often := 1.0
		if !s.alike {
			often = 0.3 * math.Pow(1-r.Float64(), -0.7)
		}
		for day := range segment.Day(benchDays) {
			for range int(s.visits/benchDays*often + r.Float64()) {
				add(benchFirst+day, segment.PageView, uint16(visitor), 1+int(r.ExpFloat64()*2))
				add(benchFirst+day, segment.ProductView, uint16(visitor), int(r.ExpFloat64()*1.5))
				add(benchFirst+day, segment.CheckoutView+segment.Kind(r.IntN(3)), uint16(visitor), int(r.ExpFloat64()/3))
			}
		}
	}
	data, err := b.Segment()
	require.NoError(tb, err)
	var m segment.Merger
	merged, err := m.Merge(oracle.OpenAll(tb, [][]byte{data}))
	require.NoError(tb, err)
	base = oracle.OpenAll(tb, merged)
	for i := range base {
		facts += base[i].Facts()
	}
	return base, facts
}

// BenchmarkVisits folds the base of a chunk and counts 91 days of it from facts and from planes. The metric of the last
// is the size of the facts as a multiple of the size of the planes.
func BenchmarkVisits(b *testing.B) {
	for _, s := range visitShapes {
		base, facts := s.base(b)
		folder, c := counting.NewFolder(), counting.NewCounter()
		w := counting.Windows{D: benchFirst + benchDays, DaysAgo: []int{benchDays}}
		f, err := folder.Fold(base, w.D-2)
		require.NoError(b, err)
		b.Run(s.name+"/fold", func(b *testing.B) {
			for b.Loop() {
				_, err := folder.Fold(base, w.D-2)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(facts), "facts")
		})
		out := []*counting.VisitTally{{}}
		b.Run(s.name+"/facts", func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, c.Visits(base, nil, w, out))
			}
			b.ReportMetric(float64(bytesOf(base)), "bytes")
		})
		b.Run(s.name+"/planes", func(b *testing.B) {
			segments, cohorts := oracle.ChosenVisits(b, f, base, nil, w)
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, c.Visits(segments, cohorts, w, out))
			}
			n := len(f.Residue)
			for _, one := range f.Cohorts {
				n += len(one.Planes)
			}
			b.ReportMetric(float64(n), "bytes")
			b.ReportMetric(float64(bytesOf(base))/float64(n), "facts/planes")
		})
	}
}
