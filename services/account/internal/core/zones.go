package core

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // the zones must be there in an image that has no files of its own
)

// zoneNames is the IANA list, sorted, one a line. It is made by zones.sh.
//
//go:embed zones.txt
var zoneNames string

// Zone is a timezone with its present offset.
type Zone struct {
	Name string
	// OffsetMinutes is east of UTC.
	OffsetMinutes int
}

// zoneList answers the names, sorted.
func zoneList() []string { return strings.Split(strings.TrimSpace(zoneNames), "\n") }

// CheckTimezone answers ErrTimezoneUnknown unless name is in the IANA database.
func CheckTimezone(name string) error {
	if _, found := slices.BinarySearch(zoneList(), name); !found {
		return ErrTimezoneUnknown.WithField("timezone", ErrTimezoneUnknown.Detail)
	}
	return nil
}

// zones loads all locations once: reading them takes long.
func zones() func() []*time.Location {
	return sync.OnceValue(func() []*time.Location {
		names := zoneList()
		locations := make([]*time.Location, 0, len(names))
		for _, name := range names {
			if location, err := time.LoadLocation(name); err == nil {
				locations = append(locations, location)
			}
		}
		return locations
	})
}

// Timezones answers every IANA zone by name with its offset now.
func (a *App) Timezones() []Zone {
	now := a.now()
	locations := a.zones()
	list := make([]Zone, len(locations))
	for i, location := range locations {
		_, offset := now.In(location).Zone()
		list[i] = Zone{Name: location.String(), OffsetMinutes: offset / 60}
	}
	return list
}
