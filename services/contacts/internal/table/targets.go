package table

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// PlacesOf returns the column of each field, from 1; 0 for a field that the file has not.
func PlacesOf(targets []int, fields int) []int {
	places := make([]int, fields+1)
	for column, field := range targets {
		places[field] = column + 1
	}
	places[fields] = 0 // where ignored columns go
	return places
}

// TargetsOf returns for each column which field it is; those that are ignored are the one behind the last.
func TargetsOf(fields, columns []string) []int {
	targets := make([]int, len(columns))
	for column, name := range columns {
		if targets[column] = slices.Index(fields, name); targets[column] < 0 {
			targets[column] = len(fields)
		}
	}
	return targets
}

// ValueOf returns what is shown of a cell.
func ValueOf(cell []byte) string {
	text := strings.ToValidUTF8(string(cell[:min(len(cell), utf8.UTFMax*keptValue)]), "\ufffd")
	if runes := []rune(text); len(runes) > keptValue {
		return string(runes[:keptValue])
	}
	return text
}

// keptValue bounds, in characters, what is shown of a cell.
const keptValue = 100

// OneLine is text of a file or a sender as it may be kept and shown: of one line and with so many bytes at most.
func OneLine(text string, most int) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd")))
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") // what is cut is the last letter
	}
	return text
}

// SecondsOfDay is how far ahead an event may be, for clocks that go wrong.
const SecondsOfDay = 86400
