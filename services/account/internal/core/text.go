package core

import (
	"strings"
	"unicode"
)

// Printable returns a text in one line in which every sign can be seen: what is not printable (control characters, line
// and paragraph separators, marks of direction) becomes a question mark. No entry of a list can then look like another.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}
