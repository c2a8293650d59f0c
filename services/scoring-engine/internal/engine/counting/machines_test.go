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

// counted returns the counts in a tally.
func counted(t *counting.Tally) map[uint16]counting.Counts {
	got := map[uint16]counting.Counts{}
	for contact := range t.Len() {
		if n := t.At(contact); n != (counting.Counts{}) {
			got[uint16(contact)] = n
		}
	}
	return got
}

// requirePolicies fails unless both policies yield the oracle's counts: an ignored fact counts as if it did not exist.
// It returns whether the count met machines.
func requirePolicies(
	t *testing.T, c *counting.Counter, facts []oracle.Fact, segments []segment.Segment, cohorts []cohort.Planes,
	w counting.Windows, where string,
) bool {
	t.Helper()
	var all, persons []*counting.Tally
	for range w.DaysAgo {
		all, persons = append(all, &counting.Tally{}), append(persons, &counting.Tally{})
	}
	require.NoError(t, c.WithoutMachines(segments, cohorts, w, persons))
	require.NoError(t, c.Folded(segments, cohorts, w, all))
	for i, ago := range w.DaysAgo {
		first, last := w.D-segment.Day(ago), w.D-1
		require.Equal(t, oracle.Counts(facts, first, last), counted(all[i]), "%s, %v, %d days", where, w, ago)
		require.Equal(t, oracle.Counts(oracle.WithoutMachines(facts), first, last), counted(persons[i]),
			"%s, %v, %d days without machines", where, w, ago)
		if !c.Machines() {
			require.Equal(t, counted(all[i]), counted(persons[i]), "%s: machines were met unnoticed", where)
		}
	}
	return c.Machines()
}

func TestMachinesCountOrAreLeftOutFromFactsAndFolds(t *testing.T) {
	c, folder := counting.NewCounter(), counting.NewFolder()
	used, met := 0, 0
	for seed := range histories(t, 40) {
		r := rand.New(rand.NewPCG(65, uint64(seed)))
		h := drawHistory(r)
		share := r.Float64()
		h.base, h.fresh = oracle.WithMachines(r, h.base, share), oracle.WithMachines(r, h.fresh, share)
		every := append(append([]oracle.Fact{}, h.base...), h.fresh...)
		base := compacted(t, r, h.base, 1+r.IntN(5))
		var fresh []segment.Segment
		if len(h.fresh) > 0 {
			fresh = oracle.Deal(t, r, segment.Sendings, h.fresh, 1+r.IntN(3))
		}
		horizon := h.last - segment.Day(r.IntN(cohort.Lead+2))
		f, err := folder.Fold(base, horizon)
		require.NoError(t, err)
		again, err := folder.Fold(compacted(t, r, h.base, 1+r.IntN(5)), horizon)
		require.NoError(t, err)
		require.Equal(t, f, again, "history %d: another order of compaction makes other planes", seed)
		for range 3 {
			w := h.drawWindows(r)
			if requirePolicies(t, c, every, append(base, fresh...), nil, w, "facts") {
				met++
			}
			segments, cohorts := oracle.Chosen(t, f, base, fresh, w)
			requirePolicies(t, c, every, segments, cohorts, w, "folds")
			used += len(cohorts)
		}
	}
	require.Positive(t, used)
	require.Positive(t, met)
}

func TestPlanesTellMachinesWithoutResidue(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 65))
	var facts []oracle.Fact
	for m := range 60 {
		day := segment.Day(20000 + m)
		for contact := range 500 {
			facts = append(facts, oracle.Fact{Key: uint64(m), Day: day, Kind: segment.Sent, Contact: uint16(contact)})
			if r.IntN(2) == 0 {
				facts = append(facts, oracle.Fact{Key: uint64(m), Day: day, Kind: segment.MachineOpened, Contact: uint16(contact)})
			}
			if r.IntN(9) == 0 {
				facts = append(facts, oracle.Fact{Key: uint64(m), Day: day + 2, Kind: segment.Clicked, Contact: uint16(contact)})
			}
		}
	}
	base := compacted(t, r, facts, 3)
	f, err := counting.NewFolder().Fold(base, 20061)
	require.NoError(t, err)
	require.Nil(t, f.Residue, "pairs that machines opened are clean")
	c := counting.NewCounter()
	for end := segment.Day(20062); end <= 20065; end++ {
		w := counting.Windows{D: end, DaysAgo: []int{91, 63, 42, 28, 14}}
		segments, cohorts := oracle.Chosen(t, f, base, nil, w)
		require.NotEmpty(t, cohorts)
		require.True(t, requirePolicies(t, c, facts, segments, cohorts, w, "planes"))
	}
}

func TestWorldsWithMachinesCountByBothPolicies(t *testing.T) {
	c := counting.NewCounter()
	for i, world := range oracle.Worlds() {
		r := rand.New(rand.NewPCG(66, uint64(i)))
		facts := oracle.WithMachines(r, world.Facts(r), 0.3)
		w := counting.Windows{D: segment.Day(world.FirstDay + world.Days), DaysAgo: []int{91, 28, 15, 7}}
		parts := oracle.Deal(t, r, segment.Sendings, facts, 4)
		requirePolicies(t, c, facts, parts, nil, w, world.Name)
	}
}

func TestDaysCountMachinesLikePeople(t *testing.T) {
	for i, world := range oracle.Worlds() {
		r := rand.New(rand.NewPCG(67, uint64(i)))
		facts := oracle.WithMachines(r, world.Facts(r), 0.3)
		var totals counting.DayTotals
		d, parts := counting.NewDayCounter(), oracle.Deal(t, r, segment.Sendings, facts, 3)
		require.NoError(t, d.Count(parts, &totals))
		require.Equal(t, days(oracle.Sendings(facts), all), totals.Days(), world.Name)
		requireMessages(t, d, parts, oracle.Sendings(facts))
	}
}
