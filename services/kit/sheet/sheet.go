// Package sheet decides how texts of other people stand in a CSV file, so that no spreadsheet runs them. It is written
// for the worst reader: one that takes another delimiter than the file has, as Excel does by the language of its
// Windows, and one that looks past blanks and quotes for the beginning of a formula. Every service that hands out CSV
// uses this one rule.
package sheet

import (
	"strings"
	"unicode/utf8"
)

const (
	// starts begin a formula, full-width forms included; control characters are dropped by some readers.
	starts = "=+-@\t\r\n\x00＝＋－＠"
	// ends are what some reader takes for the end of a cell.
	ends = ";,\t\r\n|"
	// skipped stand before the beginning of a cell without being part of it for some reader.
	skipped = " \"'\u00a0\u200b\u2060\ufeff"
)

// Harmless returns a text with an apostrophe before everything that some reader would run as a formula: the text
// itself, and what follows a delimiter within it. Phone numbers of strict E.164 and plain numbers stay as they are.
// What is no UTF-8 is replaced, so is NUL.
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

// Original returns the text that Harmless made a cell of: a file that was exported may be imported again. An apostrophe
// before a phone number or a negative number, which other programs write where Harmless does not, is no part of it
// either.
func Original(cell string) string {
	if !strings.Contains(cell, "'") {
		return cell
	}
	var text strings.Builder
	rest, piece := cell, cell // Harmless looks at all of the text first, then at each piece
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
		return cell // somebody else wrote it so
	}
	return text.String()
}

// isPlain reports whether nothing of a text can matter, as in most texts.
func isPlain(text string) bool {
	for i := range len(text) {
		if !plain[text[i]] {
			return false
		}
	}
	return text == "" || text[0] != '@' && text[0] != '-' && text[0] != '+'
}

// plain are the bytes that matter nowhere but, some of them, at the beginning.
var plain = func() (set [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@-+") {
		set[c] = true
	}
	return set
}()

// dangerous reports whether a cell begins as a formula does, blanks and quotes before it apart.
func dangerous(cell string) bool {
	return startsFormula(cell) || startsFormula(strings.TrimLeft(cell, skipped))
}

func startsFormula(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	return cell != "" && (strings.ContainsRune(starts, first) || first == utf8.RuneError)
}

// isPhone knows strict E.164.
func isPhone(text string) bool {
	return len(text) >= 3 && len(text) <= 16 && text[0] == '+' && text[1] >= '1' && text[1] <= '9' && isDigits(text[2:])
}

// isNumber knows decimals with or without a minus.
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

// AppendCell adds a cell to a row: a delimiter before every cell but the first, and quotes around what some reader
// would take apart.
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

// AppendText adds a cell with a text of other people, as AppendCell does with what Harmless makes of it.
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

// ByteOrderMark begins files that are cut at semicolons: without it Polish Excel reads them as cp1250.
const ByteOrderMark = "\xef\xbb\xbf"

// Begin begins a file of CSV with the names of its columns.
func Begin(delimiter byte, columns ...string) []byte {
	var file []byte
	if delimiter == ';' {
		file = append(file, ByteOrderMark...)
	}
	return AppendRow(file, delimiter, columns...)
}
