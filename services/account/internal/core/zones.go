package core

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // images without timezone files need them
)

// zoneNames is the IANA list, sorted, one name a line. zones.sh generates it.
//
//go:embed zones.txt
var zoneNames string

// Zone is a timezone with its current offset.
type Zone struct {
	Name string
	// OffsetMinutes is the offset east of UTC.
	OffsetMinutes int
}

// zoneList returns the names, sorted.
func zoneList() []string { return strings.Split(strings.TrimSpace(zoneNames), "\n") }

// CheckTimezone returns ErrTimezoneUnknown unless name is in the IANA database.
func CheckTimezone(name string) error {
	if _, found := slices.BinarySearch(zoneList(), name); !found {
		return ErrTimezoneUnknown.WithField("timezone", ErrTimezoneUnknown.Detail)
	}
	return nil
}

// locations are loaded once, as loading is slow.
var locations = sync.OnceValue(func() []*time.Location {
	names := zoneList()
	list := make([]*time.Location, 0, len(names))
	for _, name := range names {
		if location, err := time.LoadLocation(name); err == nil {
			list = append(list, location)
		}
	}
	return list
})

func timezones(now time.Time) []Zone {
	known := locations()
	list := make([]Zone, len(known))
	for i, location := range known {
		_, offset := now.In(location).Zone()
		list[i] = Zone{Name: location.String(), OffsetMinutes: offset / 60}
	}
	return list
}
