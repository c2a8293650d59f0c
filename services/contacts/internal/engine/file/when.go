package file

import "time"

const (
	secondsOfDay = 86400
	// spansKept is enough for a file whose rows jump between the years around a change of clocks.
	spansKept = 8
)

// ParseTime parses a time of RFC 3339 with any fraction and offset: seconds since 1970 in UTC and the microseconds
// after it.
func ParseTime(text []byte) (seconds int64, micros int32, ok bool) {
	if len(text) < 20 || text[4] != '-' || text[7] != '-' || (text[10]|0x20 != 't' && text[10] != ' ') ||
		text[13] != ':' || text[16] != ':' {
		return 0, 0, false
	}
	day, ok1 := parseDate(text[:10])
	hour, ok2 := twoDigits(text[11:])
	minute, ok3 := twoDigits(text[14:])
	second, ok4 := twoDigits(text[17:])
	if !ok1 || !ok2 || !ok3 || !ok4 || hour > 23 || minute > 59 || second > 60 {
		return 0, 0, false
	}
	i := 19
	if text[i] == '.' {
		if micros, i = fraction(text, i+1); i == 20 {
			return 0, 0, false
		}
	}
	offset, ok := parseOffset(text[i:])
	return day*secondsOfDay + int64(hour*3600+minute*60+second-offset), micros, ok
}

// parseDate parses YYYY-MM-DD as days since 1970.
func parseDate(text []byte) (int64, bool) {
	century, ok1 := twoDigits(text)
	rest, ok2 := twoDigits(text[2:])
	month, ok3 := twoDigits(text[5:])
	day, ok4 := twoDigits(text[8:])
	year := century*100 + rest
	if !ok1 || !ok2 || !ok3 || !ok4 || year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, false
	}
	return daysFromCivil(year, month, day), true
}

func twoDigits(text []byte) (int, bool) {
	a, b := text[0]-'0', text[1]-'0'
	return int(a)*10 + int(b), a <= 9 && b <= 9
}

// fraction reads the digits after the point and returns their end. It truncates to microseconds.
func fraction(text []byte, i int) (int32, int) {
	micros, unit := int32(0), int32(100_000)
	for ; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
		micros += int32(text[i]-'0') * unit
		unit /= 10
	}
	return micros, i
}

// parseOffset parses Z or ±hh:mm as seconds.
func parseOffset(text []byte) (int, bool) {
	if len(text) == 1 {
		return 0, text[0]|0x20 == 'z'
	}
	if len(text) != 6 || text[3] != ':' || (text[0] != '+' && text[0] != '-') {
		return 0, false
	}
	hours, ok1 := twoDigits(text[1:])
	minutes, ok2 := twoDigits(text[4:])
	offset := hours*3600 + minutes*60
	if text[0] == '-' {
		offset = -offset
	}
	return offset, ok1 && ok2 && hours <= 23 && minutes <= 59
}

func daysIn(year, month int) int {
	switch {
	case month == 2 && (year%4 == 0 && year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4 || month == 6 || month == 9 || month == 11:
		return 30
	default:
		return 31
	}
}

// daysFromCivil counts days since 1970-01-01 in the Gregorian calendar, years from March to February.
func daysFromCivil(year, month, day int) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	leaps := year/4 - year/100 + year/400
	return int64(365*year + leaps + (153*(month-3)+2)/5 + day - 1 - 719468)
}

// Zone counts local days. It is not safe for concurrent use.
type Zone struct {
	// MonthFirst makes ambiguous dates such as 06/07/2024 dates in June.
	MonthFirst bool

	location *time.Location
	spans    [spansKept]span
	next     int
}

// span is a period in which the zone's offset is constant.
type span struct{ from, to, offset int64 }

// NewZone returns a zone.
func NewZone(location *time.Location) *Zone { return &Zone{location: location} }

// Day returns the local day of an instant, in days since 1970.
func (z *Zone) Day(seconds int64) int32 {
	for i := range z.spans {
		if s := &z.spans[i]; seconds >= s.from && seconds < s.to {
			return floorDay(seconds + s.offset)
		}
	}
	return z.learn(seconds)
}

func (z *Zone) learn(seconds int64) int32 {
	at := time.Unix(seconds, 0).In(z.location)
	_, offset := at.Zone()
	from, to := at.ZoneBounds()
	s := span{from: -1 << 62, to: 1 << 62, offset: int64(offset)}
	if !from.IsZero() {
		s.from = from.Unix()
	}
	if !to.IsZero() {
		s.to = to.Unix()
	}
	z.spans[z.next] = s
	z.next = (z.next + 1) % spansKept
	return floorDay(seconds + s.offset)
}

// Midnight returns the first second of a local day.
func (z *Zone) Midnight(day int64) int64 { return z.At(day, 0, 0, 0) }

// At returns a time of a local day. A time that the zone skips is moved forward by the length of the gap.
func (z *Zone) At(day int64, hour, minute, second int) int64 {
	at := time.Unix(day*secondsOfDay, 0).UTC()
	return time.Date(at.Year(), at.Month(), at.Day(), hour, minute, second, 0, z.location).Unix()
}

func floorDay(seconds int64) int32 {
	day := seconds / secondsOfDay
	if seconds%secondsOfDay < 0 {
		day--
	}
	return int32(day)
}
