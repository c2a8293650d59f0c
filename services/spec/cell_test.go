package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/spec"
)

func TestACellHoldsAScoreOrAReason(t *testing.T) {
	for cell := range 256 {
		_, scored := spec.CellScore(byte(cell), false)
		require.Equal(t, cell <= spec.MaxScore, scored)
		reason := spec.SMS.Reason(byte(cell))
		require.Equal(t, cell >= spec.CellNoConsent && cell <= spec.CellNoAddress, reason != "", cell)
		if reason != "" {
			require.Contains(t, spec.SMS.Reasons(), reason)
		}
	}
	score, scored := spec.CellScore(spec.CellKnown|70, true)
	require.True(t, scored)
	require.Equal(t, 70, score)
}
