// Package spelling normalises user input to one canonical form: e-mail addresses, phone numbers, identifiers and names.
// Two texts that name the same thing are equal in canonical form, so all inputs are compared and stored in that form
// only (ADR 72). ASCII text, which is nearly all of it, takes a fast path.
package spelling

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// unseen reports whether a character is invisible: default-ignorable in Unicode (soft hyphens, joiners, direction
// marks, variation selectors, tags, fillers) or another format character.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// seen returns text without unseen characters.
func seen(text string) string {
	return strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}, text)
}

// foldRounds is more rounds than any text needs until folding no longer changes it.
const foldRounds = 4

// fold returns text as Unicode compares identifiers (NFKC_Casefold): compatibility forms such as fullwidth letters and
// the case of every script folded, composed, without unseen characters. It is independent of the locale.
func fold(text string) string {
	for range foldRounds {
		// cases.Fold does not fold Cherokee.
		next := norm.NFKC.String(seen(strings.ToLower(cases.Fold().String(norm.NFD.String(text)))))
		if next == text {
			break
		}
		text = next
	}
	return text
}

// isWritten reports whether text is valid UTF-8 and has visible characters only: no spaces, no controls, no private or
// unassigned characters.
func isWritten(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for _, r := range text {
		if r == utf8.RuneError || r == '\u2800' || !unicode.IsGraphic(r) || unicode.IsSpace(r) || unicode.Is(unicode.Z, r) {
			return false
		}
	}
	return true
}

func isASCII(text []byte) bool {
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// AppendID appends an external identifier, such as a customer number, to to: composed (NFC), without unseen characters
// and without spaces at its ends; letters keep their case. An apostrophe before digits, which marks text in a
// spreadsheet, is dropped. It returns false for an identifier with controls.
func AppendID(to, text []byte) ([]byte, bool) {
	text = bytes.TrimSpace(text)
	if digits, quoted := bytes.CutPrefix(text, []byte{'\''}); quoted && isDigits(digits) {
		text = digits
	}
	if !isASCII(text) {
		text = bytes.TrimSpace([]byte(norm.NFC.String(seen(string(text)))))
	}
	to = append(to, text...)
	return to, !bytes.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) })
}

func isDigits(text []byte) bool {
	return len(text) > 0 && !bytes.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

// IsID reports whether an identifier is already in the form of AppendID, which saves normalising it.
func IsID(text []byte) bool {
	if bytes.HasPrefix(text, []byte{'\''}) {
		return false
	}
	for _, b := range text {
		if b <= ' ' || b >= 0x7f {
			return false
		}
	}
	return true
}

// Name returns the stored form of a name: composed (NFC), without controls and unseen characters, with single spaces
// between words and none at the ends. It may be empty.
func Name(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unseen(r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(norm.NFC.String(text)), " ")
}
