package counting_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/oracle"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// drawVisits draws events of one, few or many visitors. Some have more events on a day than a code can stand for; some
// events are repeated, in the base and after the fold, or share the id of another.
func drawVisits(r *rand.Rand) history {
	h := history{last: segment.Day(20000 + r.IntN(7))}
	visitors := []int{1, 20, 300, 2000}[r.IntN(4)]
	span, late, again := 1+r.IntN(150), r.Float64()*[]float64{0, 0.003, 0.3}[r.IntN(3)], r.Float64()*0.2
	recent := r.IntN(2) == 0 // facts after the fold are of the last days
	add := func(f oracle.Fact) {
		for first := true; first || r.Float64() < again; first = false {
			if r.Float64() < late && (!recent || f.Day > h.last-3) {
				h.fresh = append(h.fresh, f)
			} else {
				h.base = append(h.base, f)
			}
		}
	}
	for range 1 + r.IntN(400) {
		f := oracle.Fact{
			Key: r.Uint64N(1000), Day: h.last - segment.Day(r.IntN(span)), Kind: segment.Kind(r.IntN(int(segment.VisitKinds))),
			Contact: uint16(r.IntN(visitors)),
		}
		add(f)
		if r.IntN(8) == 0 {
			f.Day++
			add(f)
		}
		if r.IntN(8) == 0 {
			f.Kind = segment.Kind(r.IntN(int(segment.VisitKinds)))
			add(f)
		}
	}
	for range r.IntN(4) {
		f := oracle.Fact{Day: h.last - segment.Day(r.IntN(span)), Contact: uint16(r.IntN(visitors))}
		for range cohort.MaxCode - 5 + r.IntN(60) {
			f.Key = r.Uint64N(1000)
			add(f)
		}
	}
	if len(h.base) == 0 {
		h.base = append(h.base, oracle.Fact{Key: 1, Day: h.last, Contact: 0})
	}
	return h
}

// drawVisitWindows draws windows that end near the end of the history or long before, some longer than a fold.
func (h *history) drawVisitWindows(r *rand.Rand) counting.Windows {
	w := counting.Windows{D: h.last + 3 - segment.Day(r.IntN([]int{5, 120}[r.IntN(2)]))}
	for range 1 + r.IntN(4) {
		w.DaysAgo = append(w.DaysAgo, []int{1 + r.IntN(91), 7 * (1 + r.IntN(13)), 91, 1 + r.IntN(200)}[r.IntN(4)])
	}
	return w
}

func TestPlanesOfVisitsCountLikeFacts(t *testing.T) {
	c, folder := counting.NewCounter(), counting.NewFolder()
	used, mixed := 0, 0
	for seed := range histories(t, 1000) {
		r := rand.New(rand.NewPCG(67, uint64(seed)))
		h := drawVisits(r)
		deal := func() []segment.Segment {
			return united(t, r, oracle.Deal(t, r, segment.Visits, h.base, 1+r.IntN(5)))
		}
		base := deal()
		var fresh []segment.Segment
		if len(h.fresh) > 0 {
			fresh = oracle.Deal(t, r, segment.Visits, h.fresh, 1+r.IntN(3))
		}
		horizon := h.last - segment.Day(r.IntN([]int{3, 60}[r.IntN(2)]))
		f, err := folder.Fold(base, horizon)
		require.NoError(t, err)
		again, err := folder.Fold(deal(), horizon)
		require.NoError(t, err)
		require.Equal(t, f, again, "history %d: another order of compaction makes other planes", seed)
		require.Nil(t, f.Residue)
		for range 3 {
			w := h.drawVisitWindows(r)
			segments, cohorts := oracle.ChosenVisits(t, f, base, fresh, w)
			if len(cohorts) > 0 {
				used++
				if len(segments) > 0 {
					mixed++
				}
			}
			fromPlanes, fromFacts := visitTallies(w), visitTallies(w)
			require.NoError(t, c.Visits(segments, cohorts, w, fromPlanes))
			require.NoError(t, c.Visits(append(fresh[:len(fresh):len(fresh)], base...), nil, w, fromFacts))
			for i, ago := range w.DaysAgo {
				want := oracle.Visits(append(h.base, h.fresh...), w.D-segment.Day(ago), w.D-1)
				require.Equal(t, want, oracle.VisitsOf(fromFacts[i]), "history %d from facts, %v, %d days", seed, w, ago)
				require.Equal(t, want, oracle.VisitsOf(fromPlanes[i]), "history %d, horizon %d, %v, %d days", seed, horizon, w, ago)
			}
		}
	}
	require.Greater(t, used, histories(t, 1000), "windows are counted from planes")
	require.Positive(t, mixed, "some beside facts")
}

func visitTallies(w counting.Windows) (out []*counting.VisitTally) {
	for range w.DaysAgo {
		out = append(out, &counting.VisitTally{})
	}
	return out
}

func TestManyVisitorsAreFoldedExactly(t *testing.T) {
	c, folder := counting.NewCounter(), counting.NewFolder()
	for _, events := range []int{3000, 400_000} { // lists, and bitmaps
		r := rand.New(rand.NewPCG(67, uint64(events)))
		facts := oracle.VisitFacts(r, segment.ChunkContacts, events)
		for i := range facts {
			facts[i].Day = 140 + facts[i].Day%14
		}
		base := united(t, r, oracle.Deal(t, r, segment.Visits, facts, 3))
		f, err := folder.Fold(base, 158)
		require.NoError(t, err)
		w := counting.Windows{D: 152, DaysAgo: []int{28, 3, 9}}
		tallies, planes := oracle.FoldedVisits(t, c, f, base, nil, w)
		require.Equal(t, len(base), planes)
		for i, ago := range w.DaysAgo {
			require.Equal(t, oracle.Visits(facts, w.D-segment.Day(ago), w.D-1), oracle.VisitsOf(tallies[i]))
		}
	}
}

// TestYearsOfPlanesAreCounted counts more events of a visitor than a row can hold.
func TestYearsOfPlanesAreCounted(t *testing.T) {
	const weeks, visitors = 60, 1000
	var days [segment.PeriodDays]cohort.VisitCounts
	for day := range days {
		for i := range visitors {
			days[day][i] = [segment.VisitKinds]uint32{segment.ProductView: cohort.MaxCode, segment.Purchase: uint32(i % 3)}
		}
		days[day][visitors-1][segment.PageView] = 1 << 17
	}
	var writer cohort.VisitWriter
	var cohorts []cohort.Planes
	for week := range int32(weeks) {
		opened, err := cohort.Open(writer.Planes(week, &days, visitors))
		require.NoError(t, err)
		cohorts = append(cohorts, opened)
	}
	w := counting.Windows{D: segment.Monday(weeks), DaysAgo: []int{7 * weeks, 7*weeks - 10}}
	out := visitTallies(w)
	require.NoError(t, counting.NewCounter().Visits(nil, cohorts, w, out))
	for i, ago := range w.DaysAgo {
		require.Equal(t, visitors, out[i].Len())
		for visitor := range visitors {
			want := counting.VisitCounts{
				segment.ProductView: uint32(cohort.MaxCode * ago), segment.Purchase: uint32(visitor % 3 * ago),
			}
			if visitor == visitors-1 {
				want[segment.PageView] = uint32(ago) << 17
			}
			require.Equal(t, want, out[i].Of(visitor))
		}
	}
}

// TestMoreThanThereAreCodesForIsCounted has a thousand visitors with different counts each.
func TestMoreThanThereAreCodesForIsCounted(t *testing.T) {
	var facts []oracle.Fact
	for visitor := range uint16(1000) {
		for kind, n := range []uint16{visitor % 32, visitor / 32} {
			for key := range uint64(n) {
				facts = append(facts, oracle.Fact{Key: key, Day: 20000, Kind: segment.Kind(kind), Contact: visitor})
			}
		}
	}
	base := []segment.Segment{oracle.Build(t, segment.Visits, facts)}
	f, err := counting.NewFolder().Fold(base, 20000)
	require.NoError(t, err)
	w := counting.Windows{D: 20001, DaysAgo: []int{1}}
	tallies, planes := oracle.FoldedVisits(t, counting.NewCounter(), f, base, nil, w)
	require.Equal(t, 1, planes)
	require.Equal(t, oracle.Visits(facts, 20000, 20000), oracle.VisitsOf(tallies[0]))
}

func TestPlanesOfOneChannelAreNotCountedInAnother(t *testing.T) {
	var days [segment.PeriodDays]cohort.VisitCounts
	days[2][3] = [segment.VisitKinds]uint32{1}
	visits, err := cohort.Open(new(cohort.VisitWriter).Planes(10, &days, 64))
	require.NoError(t, err)
	var counts cohort.Counts
	counts[3] = 1
	var writer cohort.Writer
	writer.Add(0, cohort.Sent, &counts)
	sendings, err := cohort.Open(writer.Planes(10, segment.Monday(12)))
	require.NoError(t, err)
	w := counting.Windows{D: segment.Monday(13), DaysAgo: []int{28}}
	c := counting.NewCounter()
	require.NoError(t, c.Visits(nil, []cohort.Planes{visits}, w, visitTallies(w)))
	require.ErrorIs(t, c.Visits(nil, []cohort.Planes{sendings}, w, visitTallies(w)), segment.ErrMixedForms)
	require.NoError(t, c.Folded(nil, []cohort.Planes{sendings}, w, []*counting.Tally{{}}))
	require.ErrorIs(t, c.Folded(nil, []cohort.Planes{visits}, w, []*counting.Tally{{}}), segment.ErrMixedForms)
	both := []segment.Segment{
		oracle.Build(t, segment.Visits, []oracle.Fact{{Key: 1, Day: 1}}),
		oracle.Build(t, segment.Sendings, []oracle.Fact{{Key: 1, Day: 1}}),
	}
	_, err = counting.NewFolder().Fold(both, 9)
	require.ErrorIs(t, err, segment.ErrMixedForms)
}
