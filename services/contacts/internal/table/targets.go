package table

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// PlacesOf returns the column of each field, from 1; 0 for a field that the file does not have.
func PlacesOf(targets []int, fields int) []int {
	places := make([]int, fields+1)
	for column, field := range targets {
		places[field] = column + 1
	}
	places[fields] = 0 // the index of ignored columns
	return places
}

// TargetsOf returns the field of each column. Ignored columns get the index after the last field.
func TargetsOf(fields, columns []string) []int {
	targets := make([]int, len(columns))
	for column, name := range columns {
		if targets[column] = slices.Index(fields, name); targets[column] < 0 {
			targets[column] = len(fields)
		}
	}
	return targets
}

// ValueOf returns the shown part of a cell.
func ValueOf(cell []byte) string {
	text := strings.ToValidUTF8(string(cell[:min(len(cell), utf8.UTFMax*keptValue)]), "\ufffd")
	if runes := []rune(text); len(runes) > keptValue {
		return string(runes[:keptValue])
	}
	return text
}

// keptValue bounds the shown part of a cell, in characters.
const keptValue = 100

// OneLine returns text of a file or a sender in the form in which it is stored and shown: one line of at most so many
// bytes.
func OneLine(text string, most int) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd")))
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") // drops a last letter that was cut
	}
	return text
}

// SecondsOfDay is the length of a day, and how far in the future an event may be, as clocks may be wrong.
const SecondsOfDay = 86400
