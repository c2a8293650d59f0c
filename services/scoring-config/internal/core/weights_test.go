package core_test

import (
	"slices"
	"testing"

	"puls.app/services/scoring-config/internal/core"
)

// statedAgain is a second implementation of the weights' rule. Each weight is the sum of defaults times shares, in
// hundredths; halves round up. Then it adjusts the sum to 100 in steps: above 100 the largest loses one, below 100 the
// smallest gains one, the earlier of equals. It changes exact and returns it.
func statedAgain(exact []int) []int {
	total := 0
	for i, hundredths := range exact {
		whole, rest := hundredths/100, hundredths%100
		if rest >= 50 {
			whole++
		}
		exact[i] = whole
		total += whole
	}
	largest, smallest := 0, 0
	for i := range exact {
		if exact[i] > exact[largest] {
			largest = i
		}
		if exact[i] < exact[smallest] {
			smallest = i
		}
	}
	for ; total > 100; total-- {
		exact[largest]--
	}
	for ; total < 100; total++ {
		exact[smallest]++
	}
	return exact
}

// compositions calls visit with every list of n non-negative whole numbers with the sum left.
func compositions(shares []int, left int, visit func()) {
	last := len(shares) - 1
	if last == 0 {
		shares[0] = left
		visit()
		return
	}
	for shares[last] = 0; shares[last] <= left; shares[last]++ {
		compositions(shares[:last], left-shares[last], visit)
	}
}

func TestTheWeightsOfEveryCompositionOfSharesAreTheRules(t *testing.T) {
	if testing.Short() {
		t.Skip("arithmetic, for long")
	}
	mailing := [][]int{{40, 55, 40, 50, 40}, {45, 20, 45, 15, 25}, {15, 25, 15, 35, 35}}
	sms := [][]int{{20, 25, 45, 10}, {80, 75, 55, 90}}
	check := func(channel core.Channel, shares []int, names []string, defaults [][]int) (count int) {
		exact := make([]int, len(names))
		compositions(shares, 100, func() {
			count++
			for i, weights := range defaults {
				exact[i] = 0
				for j, share := range shares {
					exact[i] += weights[j] * share
				}
			}
			want, got, sum := statedAgain(exact), core.Derive(channel, shares), 0
			for i, name := range names {
				if got[name] != want[i] || got[name] < 0 {
					t.Fatalf("%v make %v, not %v", shares, got, want)
				}
				sum += got[name]
			}
			if sum != 100 || len(got) != len(names) {
				t.Fatalf("%v make %v", shares, got)
			}
		})
		return count
	}
	if n := check(core.Mailing, make([]int, 5), []string{"or", "ctr", "delivery"}, mailing); n != 4_598_126 {
		t.Fatalf("%d compositions of e-mail", n)
	}
	if n := check(core.SMS, make([]int, 4), []string{"ctr", "delivery"}, sms); n != 176_851 {
		t.Fatalf("%d compositions of SMS", n)
	}
}

func TestTheSecondStatementTellsARuleThatIsOff(t *testing.T) {
	// Both sides of the test above could be wrong in the same way; these were counted by hand.
	for _, c := range [][2][]int{
		{{4750, 1750, 3500}, {47, 18, 35}}, {{5250, 1750, 3000}, {52, 18, 30}}, {{3333, 3333, 3333}, {34, 33, 33}},
	} {
		if got := statedAgain(slices.Clone(c[0])); !slices.Equal(got, c[1]) {
			t.Fatalf("%v are %v, not %v", c[0], got, c[1])
		}
	}
}
