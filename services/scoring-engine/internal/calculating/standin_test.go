package calculating

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/calculation"
)

func TestStandInsJudgeTheSameVisitors(t *testing.T) {
	names := calculation.Web.Weights()
	for chosen := range 1 << len(names) {
		weights := calculation.Weights{}
		for i, name := range names {
			weights[name] = chosen >> i & 1 * (i + 1)
		}
		stand := standIn(weights, calculation.Web)
		require.True(t, stand.Whole(calculation.Web), stand)
		for _, name := range names {
			require.Equal(t, chosen == 0 || weights[name] > 0, stand[name] > 0, "%v for %v", stand, weights)
		}
	}
	require.True(t, standIn(nil, calculation.SMS).Whole(calculation.SMS))
	for _, weights := range []calculation.Weights{
		nil, {"ctr": 100}, {"ctr": 60, "delivery": 50}, {"ctr": -10, "delivery": 110},
	} {
		require.False(t, weights.Whole(calculation.SMS), weights)
	}
}
