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
		stand := weights.standIn(Web)
		require.True(t, stand.whole(Web), stand)
		for _, name := range names {
			require.Equal(t, chosen == 0 || weights[name] > 0, stand[name] > 0, "%v for %v", stand, weights)
		}
	}
	require.True(t, Weights(nil).standIn(SMS).whole(SMS))
	for _, weights := range []Weights{nil, {"ctr": 100}, {"ctr": 60, "delivery": 50}, {"ctr": -10, "delivery": 110}} {
		require.False(t, weights.whole(SMS), weights)
	}
}
