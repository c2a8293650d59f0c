package scoringengine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/calculation"
)

func TestSettingsThatWouldCutResultsOffFromTheirFactsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		results, facts int
		refused        string
	}{
		{90, 0, "at least 91"},
		{-1, 0, "at least 91"},
		{0, 1000, "needs PULS_KEEP_RESULTS"},
		{100, 197, "98 more"},
		{100, -1, "98 more"},
		{0, 0, ""},
		{91, 0, ""},
		{100, 198, ""},
	} {
		retention, err := (&settings{KeepResults: c.results, KeepFacts: c.facts}).retention()
		if c.refused != "" {
			require.ErrorContains(t, err, c.refused, "%+v", c)
			continue
		}
		require.NoError(t, err, "%+v", c)
		require.Equal(t, calculation.Retention{Results: c.results, Facts: c.facts}, retention)
	}
}
