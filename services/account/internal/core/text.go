package core

import (
	"strings"
	"unicode"
)

// Printable returns a text in one line of visible characters: others (control characters, line and paragraph
// separators, direction marks) become question marks. So no entry of a list can look like another.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}
