// Package sheet writes foreign texts to CSV files so that no spreadsheet runs them. It assumes the worst reader: one
// that splits cells at another delimiter than the file's, as Excel does by the language of its Windows, and one that
// ignores blanks and quotes before a formula. Every service that exports CSV uses this one rule.
package sheet

import (
	"strings"
	"unicode/utf8"
)

const (
	// starts are the characters that begin a formula, full-width forms included; some readers drop control characters.
	starts = "=+-@\t\r\n\x00＝＋－＠"
	// ends are the characters that some reader takes for the end of a cell.
	ends = ";,\t\r\n|"
	// skipped are the characters that some reader ignores at the beginning of a cell.
	skipped = " \"'\u00a0\u200b\u2060\ufeff"
)

// Harmless returns a text with an apostrophe before everything that some reader would run as a formula: the text
// itself, and each part after a delimiter within it. Phone numbers of strict E.164 and plain numbers stay unchanged.
// Invalid UTF-8 and NUL are replaced.
func Harmless(text string) string {
	if isPlain(text) {
		return text
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
	if isPhone(text) || isNumber(text) {
		return text
	}
	var safe strings.Builder
	if dangerous(text) {
		safe.WriteByte('\'')
	}
	for {
		end := strings.IndexAny(text, ends)
		if end < 0 {
			safe.WriteString(text)
			return safe.String()
		}
		safe.WriteString(text[:end+1])
		text = text[end+1:]
		piece := text
		if next := strings.IndexAny(text, ends); next >= 0 {
			piece = text[:next]
		}
		if dangerous(piece) && !isPhone(piece) && !isNumber(piece) {
			safe.WriteByte('\'')
		}
	}
}

// Original reverses Harmless, so that an exported file can be imported again. It also removes an apostrophe before a
// phone number or a negative number, which other programs write and Harmless does not.
func Original(cell string) string {
	if !strings.Contains(cell, "'") {
		return cell
	}
	var text strings.Builder
	rest, piece := cell, cell // Harmless examines the whole text first, then each piece
	numbers := true
	for {
		if without, quoted := strings.CutPrefix(piece, "'"); quoted && dangerous(without) {
			rest = rest[1:]
			numbers = numbers && (isPhone(without) || isNumber(without))
		}
		end := strings.IndexAny(rest, ends) + 1
		if end == 0 {
			text.WriteString(rest)
			break
		}
		text.WriteString(rest[:end])
		rest = rest[end:]
		piece = rest
		if next := strings.IndexAny(rest, ends); next >= 0 {
			piece = rest[:next]
		}
	}
	if !numbers && Harmless(text.String()) != cell {
		return cell // not written by Harmless
	}
	return text.String()
}

// isPlain reports whether a text, like most, needs no treatment at all.
func isPlain(text string) bool {
	for i := range len(text) {
		if !plain[text[i]] {
			return false
		}
	}
	return text == "" || text[0] != '@' && text[0] != '-' && text[0] != '+'
}

// plain are the bytes that are harmless everywhere; some of them matter only at the beginning.
var plain = func() (set [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@-+") {
		set[c] = true
	}
	return set
}()

// dangerous reports whether a cell begins like a formula, ignoring blanks and quotes before it.
func dangerous(cell string) bool {
	return startsFormula(cell) || startsFormula(strings.TrimLeft(cell, skipped))
}

func startsFormula(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return cell != "" && (strings.ContainsRune(starts, first) || first == utf8.RuneError)
}

// isPhone reports whether a text is a phone number of strict E.164.
func isPhone(text string) bool {
	return len(text) >= 3 && len(text) <= 16 && text[0] == '+' && text[1] >= '1' && text[1] <= '9' && isDigits(text[2:])
}

// isNumber reports whether a text is a decimal number, with or without a minus.
func isNumber(text string) bool {
	whole, fraction, has := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	return isDigits(whole) && (!has || isDigits(fraction))
}

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// AppendCell adds a cell to a row: a delimiter before every cell but the first, and quotes around text that some reader
// would split.
func AppendCell(row []byte, delimiter byte, first bool, text string) []byte {
	if !first {
		row = append(row, delimiter)
	}
	if !strings.ContainsAny(text, "\"',;\t\r\n") && !strings.HasPrefix(text, " ") && !strings.HasSuffix(text, " ") {
		return append(row, text...)
	}
	row = append(row, '"')
	for i := range len(text) {
		if text[i] == '"' {
			row = append(row, '"')
		}
		row = append(row, text[i])
	}
	return append(row, '"')
}

// AppendText adds a cell with a foreign text, made harmless.
func AppendText(row []byte, delimiter byte, first bool, text string) []byte {
	if !isPlain(text) && !isPhone(text) {
		return AppendCell(row, delimiter, first, Harmless(text))
	}
	if !first {
		row = append(row, delimiter)
	}
	return append(row, text...)
}

// AppendRow adds a row of cells with its line ending.
func AppendRow(rows []byte, delimiter byte, cells ...string) []byte {
	for i, cell := range cells {
		rows = AppendCell(rows, delimiter, i == 0, cell)
	}
	return append(rows, "\r\n"...)
}

// ByteOrderMark begins files with semicolons as delimiters: without it Polish Excel reads them as cp1250.
const ByteOrderMark = "\xef\xbb\xbf"

// Begin returns the beginning of a CSV file: the names of its columns.
func Begin(delimiter byte, columns ...string) []byte {
	var file []byte
	if delimiter == ';' {
		file = append(file, ByteOrderMark...)
	}
	return AppendRow(file, delimiter, columns...)
}
