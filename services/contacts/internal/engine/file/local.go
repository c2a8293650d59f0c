package file

import (
	"bytes"
	"strconv"
)

// ParseLocal parses the forms in which people, tools and spreadsheets write a time without a zone, as local time of the
// zone: a date, alone or with a time of day, or the serial number of a spreadsheet, such as 46110.5. It returns seconds
// since 1970; for a date alone it returns its midnight, and isTime is false.
func (z *Zone) ParseLocal(text []byte) (seconds int64, isTime, ok bool) {
	day, clock, ok := z.parseDay(text)
	if !ok {
		day, second, ok := parseSerial(text)
		if !ok {
			return 0, false, false
		}
		return z.At(day, int(second/3600), int(second/60%60), int(second%60)), true, true
	}
	if len(clock) == 0 {
		return z.Midnight(day), false, true
	}
	second, ok := parseClock(clock)
	if !ok {
		return 0, false, false
	}
	return z.At(day, second/3600, second/60%60, second%60), true, true
}

// dateParts are the numbers of a date in the order of its text.
type dateParts struct {
	first, second, third int
	// yearFirst dates begin with a year of four digits; the others end with one.
	yearFirst bool
	separator byte
}

// parseDay parses a date with the name of its month, or of three numbers between dots, hyphens or slashes, and returns
// the text after it. With dots the day is first. Otherwise MonthFirst decides, unless the date is invalid in that
// order.
func (z *Zone) parseDay(text []byte) (day int64, rest []byte, ok bool) {
	d, rest, ok := splitDate(text)
	year, month, dayOfMonth := d.first, d.second, d.third
	switch {
	case !ok && isBasic(text):
		number, _ := strconv.Atoi(string(text[:8]))
		year, month, dayOfMonth, rest = number/1e4, number/100%100, number%100, text[8:]
	case !ok:
		if year, month, dayOfMonth, rest, ok = splitNamedDate(text); !ok {
			return 0, nil, false
		}
	case !d.yearFirst:
		year, month, dayOfMonth = d.third, d.second, d.first
		if d.monthFirst(z.MonthFirst) {
			month, dayOfMonth = dayOfMonth, month
		}
	}
	if year < 1 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysIn(year, month) {
		return 0, nil, false
	}
	return daysFromCivil(year, month, dayOfMonth), rest, true
}

// isBasic detects dates without separators (ISO 8601): 20240618, 20240618T095514.
func isBasic(text []byte) bool {
	return len(text) >= 8 && (len(text) == 8 || text[8] == 'T') &&
		!bytes.ContainsFunc(text[:8], func(r rune) bool { return r < '0' || r > '9' })
}

// monthFirst reports whether the month is first; usual is the order of the column.
func (d dateParts) monthFirst(usual bool) bool {
	switch {
	case d.separator == '.' || d.first > 12:
		return false
	case d.second > 12:
		return true
	default:
		return usual
	}
}

// splitDate splits a date off the beginning of a text: 2026-01-31, 31.01.2026, 31-01-2026, 1/31/2026.
func splitDate(text []byte) (d dateParts, rest []byte, ok bool) {
	first, n := leadingNumber(text)
	if n == 0 || n == 3 || n > 4 || n >= len(text) {
		return d, nil, false
	}
	if d.separator = text[n]; d.separator != '-' && d.separator != '.' && d.separator != '/' {
		return d, nil, false
	}
	second, m := leadingNumber(text[n+1:])
	if m == 0 || m > 2 || n+m+1 >= len(text) || text[n+m+1] != d.separator {
		return d, nil, false
	}
	third, k := leadingNumber(text[n+m+2:])
	d.first, d.second, d.third, d.yearFirst = first, second, third, n == 4
	if d.yearFirst && (k == 0 || k > 2) || !d.yearFirst && k != 4 {
		return d, nil, false
	}
	return d, text[n+m+k+2:], true
}

// leadingNumber reads up to five digits and returns their number.
func leadingNumber(text []byte) (number, digits int) {
	for digits < len(text) && digits < 5 && text[digits] >= '0' && text[digits] <= '9' {
		number = number*10 + int(text[digits]-'0')
		digits++
	}
	return number, digits
}

// parseClock parses the time after a date as a second of the day: " 9:30", "T09:30:00", ", 9:30 PM".
func parseClock(text []byte) (second int, ok bool) {
	text = bytes.TrimPrefix(text, []byte{','})
	if len(text) == 0 || text[0] != ' ' && text[0] != 'T' {
		return 0, false
	}
	text = text[1:]
	if len(text) == len("095514") && text[2] != ':' { // the basic form, as in isBasic
		text = []byte{text[0], text[1], ':', text[2], text[3], ':', text[4], text[5]}
	}
	var parts [3]int
	read := 0
	for ; read < len(parts); read++ {
		number, n := leadingNumber(text)
		if n == 0 || n > 2 || read > 0 && n != 2 {
			return 0, false
		}
		parts[read], text = number, text[n:]
		if len(text) == 0 || text[0] != ':' {
			read++
			break
		}
		text = text[1:]
	}
	hour, half := parts[0], bytes.TrimPrefix(text, []byte{' '})
	switch {
	case len(half) == 0 && len(text) == 0:
	case len(half) != 2 || half[1]|0x20 != 'm' || hour < 1 || hour > 12:
		return 0, false
	case half[0]|0x20 == 'a':
		hour %= 12
	case half[0]|0x20 == 'p':
		hour = hour%12 + 12
	default:
		return 0, false
	}
	if read < 2 || hour > 23 || parts[1] > 59 || parts[2] > 59 {
		return 0, false
	}
	return hour*3600 + parts[1]*60 + parts[2], true
}

// DateOrder reports whether a date proves that the month, or the day, is first in its column. Most dates prove neither.
func DateOrder(text []byte) (monthFirst, dayFirst bool) {
	d, _, ok := splitDate(text)
	if !ok || d.yearFirst || d.separator == '.' {
		return false, false
	}
	return d.first <= 12 && d.second > 12, d.first > 12 && d.second <= 12
}
