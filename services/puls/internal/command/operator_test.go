package command

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheNightlyTakesNoDayThatHasNotBegunAnywhere(t *testing.T) {
	now := time.Date(2026, 11, 2, 11, 0, 0, 0, time.UTC)
	for date, message := range map[string]string{
		"2026-11-04": "not begun", "0001-01-01": "not a day", "today": "not a day",
	} {
		require.ErrorContains(t, checkNightlyDate(date, now), message)
	}
	require.NoError(t, checkNightlyDate("2026-11-03", now), "it has begun on Kiritimati")
	require.NoError(t, checkNightlyDate("", now))
}
