package account_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	accountv1 "puls.app/proto/gen/go/puls/account/v1"
	"puls.app/services/account"
)

// TestHowLongItTakesTellsNothing compares a user's e-mail address, an unknown one, and one of a disabled account, in
// turn. PULS_TIMING_ROUNDS sets more rounds than the few of every run.
func TestHowLongItTakesTellsNothing(t *testing.T) {
	rounds := 40
	if more, err := strconv.Atoi(os.Getenv("PULS_TIMING_ROUNDS")); err == nil {
		rounds = more
	}
	s := startService(t, account.Service())
	s.create(t, "known@example.com")
	off := s.create(t, "inactive@example.com")
	_, err := s.admin.SetAccountActive(t.Context(), &accountv1.SetAccountActiveRequest{AccountId: off})
	require.NoError(t, err)
	emails := []string{"known@example.com", "unknown@example.com", "inactive@example.com"}
	for name, call := range map[string]func(email string){
		"login": func(email string) {
			_, err := s.tryLogin(t, email, "Wrong-Horse-99", "")
			require.Error(t, err)
		},
		"reset": func(email string) { s.requestReset(t, email) },
	} {
		took := map[string][]time.Duration{}
		for i := range rounds {
			for turn := range emails {
				email := emails[(i+turn)%len(emails)]
				begun := time.Now()
				call(email)
				took[email] = append(took[email], time.Since(begun))
			}
			s.Advance(10 * time.Minute) // beyond all limits
		}
		medians := map[string]time.Duration{}
		for email, list := range took {
			slices.Sort(list)
			medians[email] = list[len(list)/2]
		}
		known, list := medians["known@example.com"], took["known@example.com"]
		// A few rounds on a busy machine scatter even without a difference.
		noise := (list[len(list)*3/4] - list[len(list)/4]).Seconds() / 2
		for email, median := range medians {
			require.InDelta(t, known.Seconds(), median.Seconds(), max(0.005, noise), "%s: %v", name, medians)
			t.Log(name, email, median, fmt.Sprintf("KS %.3f", distance(took["known@example.com"], took[email])))
		}
	}
}

// distance is the Kolmogorov-Smirnov statistic of two sorted samples: above 1.63·√(2/n) they differ (p < 0.01).
func distance(a, b []time.Duration) float64 {
	largest := 0.0
	for i, x := range a {
		below, _ := slices.BinarySearch(b, x)
		largest = max(largest, abs(float64(i)/float64(len(a))-float64(below)/float64(len(b))))
	}
	return largest
}

func abs(x float64) float64 { return max(x, -x) }
