package oracle

import (
	"slices"
	"testing"

	"puls.app/services/scoring-engine/internal/engine/cohort"
	"puls.app/services/scoring-engine/internal/engine/counting"
	"puls.app/services/scoring-engine/internal/engine/segment"
)

// Folded counts the parts that cohort.Choose selects; planes is the number of cohorts counted from planes.
func Folded(
	t testing.TB, c *counting.Counter, f *counting.Folding, base, fresh []segment.Segment, w counting.Windows,
) (tallies []*counting.Tally, planes int) {
	t.Helper()
	segments, cohorts := Chosen(t, f, base, fresh, w)
	for range w.DaysAgo {
		tallies = append(tallies, &counting.Tally{})
	}
	must(t, c.Folded(segments, cohorts, w, tallies))
	return tallies, len(cohorts)
}

// Chosen returns the parts that cohort.Choose selects if planes cost nothing and facts very much.
func Chosen(
	t testing.TB, f *counting.Folding, base, fresh []segment.Segment, w counting.Windows,
) (segments []segment.Segment, cohorts []cohort.Planes) {
	t.Helper()
	fold := cohort.Fold{First: f.First, Horizon: f.Horizon}
	folded := map[int32]counting.FoldedCohort{}
	for _, one := range f.Cohorts {
		folded[one.Week] = one
		fold.Cohorts = append(fold.Cohorts, cohort.Size{Week: one.Week})
	}
	dear := []cohort.Segment{{ID: -1, Week: -1 << 20, Size: 1 << 40}}
	for i := range base {
		dear = append(dear, cohort.Segment{ID: int64(i), Week: segment.Period(base[i].FirstDay())})
	}
	keys, err := cohort.Keys(fresh, w.First(), w.D-1)
	must(t, err)
	touched := func(week int32) bool { return folded[week].Names.HaveAny(keys) }
	choice := cohort.Choose(&fold, dear, w.Firsts(), w.D-1, touched)
	segments = slices.Clone(fresh)
	for _, id := range choice.Segments {
		if id >= 0 {
			segments = append(segments, base[id])
		}
	}
	if choice.Folded {
		segments = append(segments, openSome(t, f.Residue)...)
		for _, week := range choice.Late {
			segments = append(segments, openSome(t, folded[week].Late)...)
		}
		for _, week := range choice.Planes {
			opened, err := cohort.Open(folded[week].Planes)
			must(t, err)
			cohorts = append(cohorts, opened)
		}
	}
	return segments, cohorts
}

// FoldedVisits counts the parts that cohort.ChooseVisits selects; planes is the number of weeks counted from planes.
func FoldedVisits(
	t testing.TB, c *counting.Counter, f *counting.Folding, base, fresh []segment.Segment, w counting.Windows,
) (tallies []*counting.VisitTally, planes int) {
	t.Helper()
	segments, cohorts := ChosenVisits(t, f, base, fresh, w)
	for range w.DaysAgo {
		tallies = append(tallies, &counting.VisitTally{})
	}
	must(t, c.Visits(segments, cohorts, w, tallies))
	return tallies, len(cohorts)
}

// ChosenVisits returns the parts that cohort.ChooseVisits selects if planes cost nothing and facts very much.
func ChosenVisits(
	t testing.TB, f *counting.Folding, base, fresh []segment.Segment, w counting.Windows,
) (segments []segment.Segment, cohorts []cohort.Planes) {
	t.Helper()
	fold := cohort.Fold{First: f.First, Horizon: f.Horizon}
	planes := map[int32][]byte{}
	for _, one := range f.Cohorts {
		planes[one.Week] = one.Planes
		fold.Cohorts = append(fold.Cohorts, cohort.Size{Week: one.Week})
	}
	segments = slices.Clone(fresh)
	var dear []cohort.Segment
	for i := range base {
		if base[i].FirstDay() < w.D && base[i].LastDay() >= w.First() {
			dear = append(dear, cohort.Segment{ID: int64(i), Week: segment.Period(base[i].FirstDay()), Size: 1 << 40})
		}
	}
	weeks := cohort.WeeksOf(fresh, w.First(), w.D-1)
	choice := cohort.ChooseVisits(&fold, dear, func(week int32) bool { return weeks[week] })
	for _, id := range choice.Segments {
		segments = append(segments, base[id])
	}
	for _, week := range choice.Planes {
		opened, err := cohort.Open(planes[week])
		must(t, err)
		cohorts = append(cohorts, opened)
	}
	return segments, cohorts
}

// VisitsOf returns the counts of a tally by visitor.
func VisitsOf(t *counting.VisitTally) map[uint16]counting.VisitCounts {
	out := map[uint16]counting.VisitCounts{}
	for i := range t.Len() {
		visitor, counts := t.Row(i)
		out[visitor] = counts
	}
	return out
}

func openSome(t testing.TB, data []byte) []segment.Segment {
	t.Helper()
	if data == nil {
		return nil
	}
	return OpenAll(t, [][]byte{data})
}
