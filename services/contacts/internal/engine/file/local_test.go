package file

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestDatesOfOtherToolsAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"18-06-2024":             "2024-06-18T00:00:00Z day",
		"18.06.2024":             "2024-06-18T00:00:00Z day",
		"18/06/2024":             "2024-06-18T00:00:00Z day",
		"06/18/2024":             "2024-06-18T00:00:00Z day",
		"1.2.2024":               "2024-02-01T00:00:00Z day",
		"2024/06/18":             "2024-06-18T00:00:00Z day",
		"2018-10-11 09:55:14":    "2018-10-11T09:55:14Z",
		"2018-10-11T09:55":       "2018-10-11T09:55:00Z",
		"18-06-2024 9:05":        "2024-06-18T09:05:00Z",
		"06/18/2024, 9:05:07 PM": "2024-06-18T21:05:07Z",
		"06/18/2024 12:30 am":    "2024-06-18T00:30:00Z",
		"07/06/2024 12:30PM":     "2024-06-07T12:30:00Z",
		"46110.5":                "2026-03-29T12:00:00Z",
	} {
		seconds, isTime, ok := NewZone(time.UTC).ParseLocal([]byte(text))
		require.True(t, ok, text)
		got := time.Unix(seconds, 0).UTC().Format(time.RFC3339)
		if !isTime {
			got += " day"
		}
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"", "18", "18-06", "18-06-24", "18-06.2024", "06.18.2024", "31-04-2024", "13/13/2024", "2024-13-01", "0-1-2024",
		"18-06-2024x", "18-06-2024 ", "18-06-2024 9", "18-06-2024 9:5", "18-06-2024 24:00", "18-06-2024 13:00 PM",
		"18-06-2024 9:05 XM", "18-06-2024 09:05:60", "2024-6-", "123-06-2024", "180-06-2024", "18-06-20245",
	} {
		_, _, ok := NewZone(time.UTC).ParseLocal([]byte(text))
		require.False(t, ok, text)
	}
}

func TestTheOrderOfAColumnDecidesAboutAmbiguousDates(t *testing.T) {
	z := NewZone(time.UTC)
	z.MonthFirst = true
	for text, want := range map[string]string{
		"07/06/2024": "2024-07-06", "18/06/2024": "2024-06-18", "07.06.2024": "2024-06-07", "07-06-2024": "2024-07-06",
	} {
		seconds, _, ok := z.ParseLocal([]byte(text))
		require.True(t, ok)
		require.Equal(t, want, time.Unix(seconds, 0).UTC().Format(time.DateOnly), text)
	}
	for text, want := range map[string][2]bool{
		"06/18/2024": {true, false}, "18-06-2024": {false, true},
		"07/06/2024": {}, "18.06.2024": {}, "2024-06-18": {}, "x": {},
	} {
		monthFirst, dayFirst := DateOrder([]byte(text))
		require.Equal(t, want, [2]bool{monthFirst, dayFirst}, text)
	}
}

func TestDatesWithNamesOfMonthsAndWithoutSeparators(t *testing.T) {
	z := NewZone(time.UTC)
	for text, want := range map[string]string{
		"Jun 09, 2018 09:30 pm": "2018-06-09 21:30:00", "June 9, 2018": "2018-06-09 00:00:00",
		"9 Sept. 2018, 7:05": "2018-09-09 07:05:00", "9 czerwca 2018": "2018-06-09 00:00:00",
		"1 paź 2024 10:00": "2024-10-01 10:00:00",
		"20110122T113000":  "2011-01-22 11:30:00", "20190612": "2019-06-12 00:00:00", "1 MAJ 2024": "2024-05-01 00:00:00",
	} {
		seconds, _, ok := z.ParseLocal([]byte(text))
		require.True(t, ok, text)
		require.Equal(t, want, time.Unix(seconds, 0).UTC().Format(time.DateTime), text)
	}
	for _, text := range []string{
		"Ju 09, 2018", "Jun 31, 2018", "Juny 9, 2018", "Jun 9 18", "Jun, 2018", "9 9 2018",
		"Jun 9x, 2018", "20181301", "20180609T2530",
		"20180609T250000", "201806091", "Jun 09, 2018 25:00",
	} {
		_, _, ok := z.ParseLocal([]byte(text))
		require.False(t, ok, text)
	}
}

func TestReadingADateAllocatesNothing(t *testing.T) {
	z := NewZone(time.UTC)
	for _, text := range [][]byte{[]byte("2018-10-11 09:55:14"), []byte("18.06.2024"), []byte("06/18/2024 9:05 PM")} {
		require.Zero(t, testing.AllocsPerRun(100, func() { _, _, _ = z.ParseLocal(text) }))
	}
}
