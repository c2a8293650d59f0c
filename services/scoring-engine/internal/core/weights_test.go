package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStandInsJudgeTheSameVisitors(t *testing.T) {
	names := Web.Weights()
	for chosen := range 1 << len(names) {
		weights := Weights{}
		for i, name := range names {
			weights[name] = chosen >> i & 1 * (i + 1)
		}
		stand := standIn(weights, Web)
		require.True(t, stand.Whole(Web), stand)
		for _, name := range names {
			require.Equal(t, chosen == 0 || weights[name] > 0, stand[name] > 0, "%v for %v", stand, weights)
		}
	}
	require.True(t, standIn(nil, SMS).Whole(SMS))
	for _, weights := range []Weights{nil, {"ctr": 100}, {"ctr": 60, "delivery": 50}, {"ctr": -10, "delivery": 110}} {
		require.False(t, weights.Whole(SMS), weights)
	}
}
