package figure_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/figure"
)

func TestPercentsAndAveragesRoundHalfUp(t *testing.T) {
	require.InDelta(t, 33.33, figure.Percent(1, 3), 0)
	require.InDelta(t, 66.67, figure.Percent(2, 3), 0)
	require.InDelta(t, 0.01, figure.Percent(1, 20000), 0, "0.005 is rounded up")
	require.InDelta(t, 17.63, figure.Average(141, 8), 0, "141 eighths are 17.625")
	require.InDelta(t, 0, figure.Percent(0, 0), 0)
	require.InDelta(t, 0, figure.Average(0, 0), 0)
}

func TestATallyHasEveryScore(t *testing.T) {
	var scores figure.Scores
	for score := range scores {
		scores[score] = 1
	}
	tally := scores.Tally()
	require.Equal(t, figure.Tally{Bands: figure.Bands{21, 20, 20, 20, 20}, Sum: 5050}, tally)
	require.Equal(t, 101, tally.Total())
	require.InDelta(t, 50, tally.Average(), 0)
}

func TestTalliesAddUpAndComeApart(t *testing.T) {
	var all, known figure.Scores
	all.Add([]int32{3, 2})
	all.Add([]int32{1})
	known.Add([]int32{1, 1})
	rest := all.Tally().Minus(known.Tally())
	require.Equal(t, figure.Tally{Bands: figure.Bands{4}, Sum: 1}, rest)
	require.Equal(t, all.Tally(), rest.Plus(known.Tally()))
}
