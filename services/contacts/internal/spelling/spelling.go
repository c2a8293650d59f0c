// Package spelling gives what people write one canonical form: e-mail addresses, phone numbers, identifiers and names.
// Two texts that name the same thing are equal once they are canonical, so every way in compares and keeps that form
// alone (ADR 72). Text of ASCII, which nearly all of it is, takes a path of its own.
package spelling

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// unseen reports whether a character has no look of its own: what Unicode calls default-ignorable (soft hyphens,
// joiners, direction marks, variation selectors, tags, fillers) and the other format characters.
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

// foldRounds is more than any text needs until folding changes it no more.
const foldRounds = 4

// fold returns text as Unicode compares identifiers (NFKC_Casefold): compatibility forms such as fullwidth letters and
// the case of every script folded, composed, without unseen characters. No locale has a say.
func fold(text string) string {
	for range foldRounds {
		// Fold leaves Cherokee as it is.
		next := norm.NFKC.String(seen(strings.ToLower(cases.Fold().String(norm.NFD.String(text)))))
		if next == text {
			break
		}
		text = next
	}
	return text
}

// isWritten reports whether text holds nothing but characters that can be seen: no spaces, no controls, none that are
// private or not assigned, and no bytes that are no UTF-8.
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

// AppendID adds an identifier that somebody else gave, such as a customer's number, to to: composed (NFC), without
// unseen characters and spaces at its ends; letters keep their case. An apostrophe that keeps digits from a spreadsheet
// is no part of it. It returns false for one with controls.
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

// IsID reports whether an identifier is in the form of AppendID already, which saves the work.
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

// Name returns the name of something as it is kept: composed (NFC), without controls and unseen characters, single
// spaces between words and none at the ends. It may be empty.
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
