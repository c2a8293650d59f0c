package webhook

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"puls.app/services/spec"
)

// Whatever the contacts are, no body reaches the limit of the specification.
func TestTheLongestBodiesAreBelowTheLimit(t *testing.T) {
	at := time.Date(2026, 11, 27, 23, 59, 59, 999_999_999, time.UTC)
	taken := &Taken{Delivery: Delivery{OccurredAt: at, Parts: 99_999, Content: Content{Result: &Result{
		Scoring: uuid.New(), Name: strings.Repeat("\u2028", 100), Channel: int32(spec.Mailing), Date: "2026-11-27",
		Revision: math.MaxInt32, From: "2026-11-26",
	}}}}
	changes := slices.Repeat([]Change{{
		UID: "999999999", Place: Place{Number: math.MaxInt32}, Before: spec.CellNotInGroup, After: spec.CellNotInGroup,
	}}, maxChanges)
	longest, err := encode(taken, bandsOf(taken, changes, false))
	require.NoError(t, err)
	taken.Content.Result.Channel = int32(spec.Web)
	for i := range changes {
		changes[i].Before, changes[i].After = 100, spec.CellKnown+100
	}
	visitors, err := encode(taken, bandsOf(taken, changes, false))
	require.NoError(t, err)
	departed, err := encode(taken, departureData{
		"999999999", "mailing", strings.Repeat("X", 20), slices.Repeat([]int32{math.MaxInt32}, 1500),
	})
	require.NoError(t, err)
	for _, body := range [][]byte{longest, visitors, departed} {
		require.Less(t, len(body), MaxBytes)
		require.True(t, json.Valid(body))
	}
	t.Logf("%d, %d and %d bytes", len(longest), len(visitors), len(departed))
}

func TestPausesGrowAndDiffer(t *testing.T) {
	one, two := &Taken{}, &Taken{}
	two.ID[15] = 255
	require.Equal(t, 4*time.Second, one.pause(1, longestPause))
	require.Equal(t, 6*time.Second, two.pause(1, longestPause))
	require.Equal(t, 48*time.Minute, one.pause(40, longestPause))
	attempts, waited := 0, time.Duration(0)
	for ; waited < GiveUpAfter; waited += one.pause(attempts, longestPause) {
		attempts++
	}
	require.Less(t, attempts, 110, "an event is tried so often in three days")
	require.Greater(t, attempts, 70)
}
