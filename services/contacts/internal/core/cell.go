package core

import (
	"strings"
	"unicode/utf8"
)

// formulaStarts are the characters with which a spreadsheet begins a formula, full-width forms included.
const formulaStarts = "=+-@\t\r\x00＝＋－＠"

// SafeCell makes a text harmless in a spreadsheet: what would run as a formula gets an apostrophe before it. Phone
// numbers of strict E.164 and numbers stay as they are. What is no UTF-8 is replaced.
func SafeCell(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
	first, _ := utf8.DecodeRuneInString(text)
	if text == "" || (!strings.ContainsRune(formulaStarts, first) && first != utf8.RuneError) || isNumber(text) {
		return text
	}
	return "'" + text
}

// isNumber knows signed decimals, which include phone numbers.
func isNumber(text string) bool {
	if text[0] == '+' || text[0] == '-' {
		text = text[1:]
	}
	whole, fraction, point := strings.Cut(text, ".")
	return isDigits(whole) && (!point || isDigits(fraction))
}

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// GroupName answers how a group's name is kept: single spaces, none at the ends. It fails with ErrGroupName.
func GroupName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || utf8.RuneCountInString(name) > maxGroupName || strings.Contains(name, "|") {
		return "", ErrGroupName
	}
	return name, nil
}
