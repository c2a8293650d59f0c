package reference

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/tools/bench/internal/data"
)

func TestLeadsAgreeWithTheRules(t *testing.T) {
	const days = 30
	set, err := data.NewLeads(3, 3000, 2000, days, firstDay)
	require.NoError(t, err)
	duck := openEngine(t, t.TempDir(), set)
	last := firstDay + days - 1
	for _, test := range []struct {
		days int
		rule Rule
	}{
		{days, Rule{Events: [data.Purchase]int{5, 15, 20, 25, 35}, Percentile: 90}},
		{14, Rule{Events: [data.Purchase]int{20, 20, 20, 20, 20}, Percentile: 80}},
		{14, Rule{Events: [data.Purchase]int{0, 0, 0, 0, 100}, Percentile: 95}},
		{1, Rule{Events: [data.Purchase]int{0, 60, 0, 40, 0}, Percentile: 85}},
	} {
		t.Run(fmt.Sprintf("%d days, %+v", test.days, test.rule), func(t *testing.T) {
			w := Window{First: last - test.days + 1, Last: last}
			want := leadOracle(set, w, test.rule)
			for _, code := range []byte{Missing, 100} {
				require.True(t, slices.Contains(want, code), "the set has some of %d", code)
			}
			compare(t, []runner{duck}, w, test.rule, want)
			test.rule.ByID = true
			compare(t, []runner{duck}, w, test.rule, want)
		})
	}
}

// leadOracle applies the rules of the scoring page one by one.
func leadOracle(set *data.Set, w Window, rule Rule) []byte {
	counts := make([][data.Purchase]int, set.Visitors)
	for day := range set.Days {
		if set.First+day >= w.First && set.First+day <= w.Last {
			for _, e := range set.Events(nil, day, 0) {
				counts[e.Visitor][e.Kind-data.PageView]++
			}
		}
	}
	population := []int{}
	for visitor, of := range counts {
		tracked := false
		for kind, n := range of {
			tracked = tracked || n > 0 && rule.Events[kind] > 0
		}
		if contact, known := set.Known(visitor); tracked && (!known || !set.Contact(contact).Excluded) {
			population = append(population, visitor)
		}
	}
	sums := make([]int, set.Visitors)
	for kind, weight := range rule.Events {
		var above []int
		for _, visitor := range population {
			if n := counts[visitor][kind]; n > 0 {
				above = append(above, n)
			}
		}
		if weight == 0 || len(above) == 0 {
			continue
		}
		slices.Sort(above)
		reference := above[(len(above)*rule.Percentile+99)/100-1]
		for _, visitor := range population {
			sums[visitor] += weight * min(1_000_000, counts[visitor][kind]*1_000_000/reference)
		}
	}
	codes := newCodes(set.Visitors)
	for _, visitor := range population {
		codes[visitor] = byte((sums[visitor] + 500_000) / 1_000_000)
	}
	return codes
}
