package scoring_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/engine/scoring"
)

func TestWeightsAre100PercentTogether(t *testing.T) {
	for _, c := range []struct {
		delivery, open, click int
		refused               bool
	}{
		{25, 45, 30, false},
		{0, 0, 100, false},
		{25, 45, 29, true},
		{25, 45, 31, true},
		{-10, 60, 50, true},
		{0, 0, 0, true},
	} {
		weights := scoring.Weights{Delivery: c.delivery, Open: c.open, Click: c.click}
		_, messages := scoring.NewScorer(weights, scoring.References{})
		visits := scoring.VisitWeights{c.delivery, c.open, c.click}
		_, rates := scoring.NewVisitRates(visits)
		_, scorer := scoring.NewVisitScorer(visits, scoring.VisitReferences{})
		for _, err := range []error{messages, rates, scorer} {
			if c.refused {
				require.ErrorIs(t, err, scoring.ErrWeights, "%+v", c)
			} else {
				require.NoError(t, err, "%+v", c)
			}
		}
	}
}
