package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/spec"
)

func TestEveryScoreIsInOneBand(t *testing.T) {
	next := 0
	for band := range spec.Bands {
		lowest, highest := spec.Limits(band)
		require.Equal(t, next, lowest)
		for score := lowest; score <= highest; score++ {
			require.Equal(t, band, spec.BandOf(score))
		}
		next = highest + 1
	}
	require.Equal(t, 101, next)
}
