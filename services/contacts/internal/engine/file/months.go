package file

import (
	"bytes"
	"strings"
)

// months are the names of the months, in English and in both Polish cases used in dates.
var months = [12][]string{
	{"january", "styczeń", "stycznia"},
	{"february", "luty", "lutego"},
	{"march", "marzec", "marca"},
	{"april", "kwiecień", "kwietnia"},
	{"may", "maj", "maja"},
	{"june", "czerwiec", "czerwca"},
	{"july", "lipiec", "lipca"},
	{"august", "sierpień", "sierpnia"},
	{"september", "wrzesień", "września"},
	{"october", "październik", "października"},
	{"november", "listopad", "listopada"},
	{"december", "grudzień", "grudnia"},
}

// shortMonth is the minimum length of a month's name in a date, in bytes.
const shortMonth = 3

// monthOf returns the number of a month by its name, which may be abbreviated and end with a full stop.
func monthOf(word []byte) (month int, ok bool) {
	text := strings.ToLower(string(bytes.TrimSuffix(word, []byte{'.'})))
	if len(text) < shortMonth {
		return 0, false
	}
	for at, names := range months {
		for _, name := range names {
			if strings.HasPrefix(name, text) {
				return at + 1, true
			}
		}
	}
	return 0, false
}

// splitNamedDate splits a date with the name of its month off the beginning of a text: Jun 09, 2018 or 9 czerwca 2018.
func splitNamedDate(text []byte) (year, month, day int, rest []byte, ok bool) {
	first, rest, _ := bytes.Cut(text, []byte{' '})
	second, rest, _ := bytes.Cut(rest, []byte{' '})
	month, ok = monthOf(first)
	number := bytes.TrimSuffix(second, []byte{','})
	if !ok {
		month, ok = monthOf(second)
		number = first
	}
	day, n := leadingNumber(number)
	year, k := leadingNumber(rest)
	if !ok || n == 0 || n > 2 || n != len(number) || k != 4 {
		return 0, 0, 0, nil, false
	}
	return year, month, day, rest[k:], true
}
