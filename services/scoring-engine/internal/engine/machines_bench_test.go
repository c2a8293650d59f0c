package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// withMachines is a shape in which machines open two of five messages on the day of their sending, merged.
func withMachines(tb testing.TB, s shape) []segment.Segment {
	tb.Helper()
	r := rand.New(rand.NewPCG(65, 1))
	b := segment.NewBuilder(segment.Sendings)
	groups := map[[2]uint64][]uint16{}
	s.each(1, func(key uint64, day segment.Day, kind segment.Kind, contact uint16) {
		h := [2]uint64{key, uint64(day)<<8 | uint64(kind)}
		groups[h] = append(groups[h], contact)
		if kind == segment.Sent && r.Float64() < 0.4 {
			h[1] += uint64(segment.MachineOpened - segment.Sent)
			groups[h] = append(groups[h], contact)
		}
	})
	for h, list := range groups {
		require.NoError(tb, b.Add(h[0], segment.Day(h[1]>>8), segment.Kind(h[1]&255), list...))
	}
	data, err := b.Segment()
	require.NoError(tb, err)
	var m segment.Merger
	out, err := m.Merge(oracle.OpenAll(tb, [][]byte{data}))
	require.NoError(tb, err)
	return oracle.OpenAll(tb, out)
}

// BenchmarkMachines counts 91 days in which machines opened two of five messages: as a scoring counts them, and with
// both policies, which every calculation needs for the machines' share; from facts and from planes.
func BenchmarkMachines(b *testing.B) {
	for _, s := range shapes {
		base := withMachines(b, s)
		w := counting.Windows{D: benchFirst + benchDays, DaysAgo: []int{benchDays}}
		f, err := counting.NewFolder().Fold(base, w.D-2)
		require.NoError(b, err)
		segments, cohorts := oracle.Chosen(b, f, base, nil, w)
		for name, both := range map[string]bool{"one policy": false, "both": true} {
			c, out := counting.NewCounter(), []*counting.Tally{{}}
			b.Run(s.name+"/facts, "+name, func(b *testing.B) {
				for b.Loop() {
					require.NoError(b, c.Sendings(base, w, out))
					if both {
						require.NoError(b, c.WithoutMachines(base, nil, w, out))
					}
				}
				b.ReportMetric(float64(bytesOf(base)), "bytes")
			})
			b.Run(s.name+"/planes, "+name, func(b *testing.B) {
				for b.Loop() {
					require.NoError(b, c.Folded(segments, cohorts, w, out))
					if both {
						require.NoError(b, c.WithoutMachines(segments, cohorts, w, out))
					}
				}
				n := bytesOf(segments)
				for _, one := range f.Cohorts {
					n += len(one.Planes)
				}
				b.ReportMetric(float64(n), "bytes")
			})
		}
	}
}
