package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/scoring-config/internal/core"
)

// shows returns the time on a wall clock, as if it were UTC.
func shows(at time.Time, zone *time.Location) time.Time {
	local := at.In(zone)
	year, month, day := local.Date()
	return time.Date(year, month, day, local.Hour(), local.Minute(), local.Second(), local.Nanosecond(), time.UTC)
}

func TestEveryLocalDayHasOneNightDespiteClockChanges(t *testing.T) {
	for name, from := range map[string]int{
		"Europe/Warsaw": 2025, "America/New_York": 2025, "Australia/Lord_Howe": 2025, "Asia/Kolkata": 2025,
		"America/Sao_Paulo": 2017, // changed at midnight until 2019
		"Africa/Monrovia":   1971, // went forward by 44 minutes and a half, once
	} {
		zone, err := time.LoadLocation(name)
		require.NoError(t, err)
		for hour := range 24 {
			clock := core.Clock{Zone: zone, NightHour: hour}
			var last time.Time
			for day := time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < from+2; day = day.AddDate(0, 0, 1) {
				night, wanted := clock.Night(day), day.Add(time.Duration(hour)*time.Hour)
				// The wall clock shows the hour or more from now on, and at no time before.
				require.False(t, shows(night, zone).Before(wanted), "%s %d %s", name, hour, night)
				for before := time.Duration(1); before < 4*time.Hour; before += 30*time.Minute - 1 {
					require.True(t, shows(night.Add(-before), zone).Before(wanted), "%s %d %s", name, hour, night)
				}
				require.True(t, night.After(last), "%s %d %s", name, hour, night)
				require.Equal(t, day, clock.Due(night), "%s %d", name, hour)
				require.Equal(t, day.AddDate(0, 0, -1), clock.Due(night.Add(-1)), "%s %d", name, hour)
				last = night
			}
		}
	}
}

func TestAnHourThatIsLeftOutIsTheMomentAfterAndOneThatComesTwiceTheFirst(t *testing.T) {
	for _, c := range []struct {
		zone, day string
		hour      int
		want      string
	}{
		{"Europe/Warsaw", "2026-03-29", 2, "2026-03-29T03:00:00+02:00"},
		{"Europe/Warsaw", "2026-10-25", 2, "2026-10-25T02:00:00+02:00"},
		{"America/New_York", "2026-03-08", 2, "2026-03-08T03:00:00-04:00"},
		{"America/New_York", "2026-11-01", 1, "2026-11-01T01:00:00-04:00"},
		{"Australia/Lord_Howe", "2026-10-04", 2, "2026-10-04T02:30:00+11:00"},
		{"Australia/Lord_Howe", "2026-04-05", 2, "2026-04-05T02:00:00+10:30"},
		{"America/Sao_Paulo", "2018-11-04", 0, "2018-11-04T01:00:00-02:00"},
		{"Asia/Kolkata", "2026-10-25", 2, "2026-10-25T02:00:00+05:30"},
	} {
		zone, err := time.LoadLocation(c.zone)
		require.NoError(t, err)
		day, err := time.Parse(time.DateOnly, c.day)
		require.NoError(t, err)
		require.Equal(t, c.want, core.Clock{Zone: zone, NightHour: c.hour}.Night(day).Format(time.RFC3339), c.zone)
	}
}
