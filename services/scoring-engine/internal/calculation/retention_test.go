package calculation_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-engine/internal/calculation"
)

func TestRetentionBeginsWithAWeekAndFactsReachBehindIt(t *testing.T) {
	retention := calculation.Retention{Results: 100, Facts: 100 + calculation.LongestWindow + 7}
	for day := range 14 {
		now := time.Date(2026, 11, 2+day, 23, 30, 0, 0, time.UTC)
		from := retention.ResultsFrom(now)
		require.Equal(t, time.Monday, from.Weekday())
		age := now.Truncate(24 * time.Hour).Sub(from)
		require.GreaterOrEqual(t, age, 101*24*time.Hour, "as many days as were asked for, wherever it is yesterday still")
		require.Less(t, age, 108*24*time.Hour)
		require.LessOrEqual(
			t, retention.FactsFrom(now), calculation.DayOf(from)-calculation.LongestWindow, "facts of the oldest",
		)
	}
	all := calculation.Retention{}
	require.False(t, all.Limited())
	require.True(t, all.ResultsFrom(time.Now()).IsZero())
	require.Less(t, all.FactsFrom(time.Now()), calculation.DayOf(time.Unix(0, 0)))
}
