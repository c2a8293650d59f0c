package table

import (
	"bytes"
	"strings"
	"unicode"

	"puls.app/services/contacts/internal/contact"
	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
	"puls.app/services/contacts/internal/words"
)

// TotalsRow is the defect of a row that sums up the rows above it. Such a row is skipped, neither kept nor refused.
var TotalsRow = contact.Defect("TOTALS_ROW", "the row sums up the ones above it and is left out")

// totalWords begin such rows, in the form of words.Plain; the longest has longestTotal bytes.
var totalWords = words.SetOf(
	"razem", "suma", "lacznie", "ogolem", "w sumie", "podsumowanie", "suma koncowa", "suma ogolna", "suma czesciowa",
	"total", "totals", "subtotal", "grand total", "sum",
)

const longestTotal = 20

// isTotals reports whether a row of CSV sums up the rows above it. Its first cell that is not empty is a word for
// totals, and it names no contact: cells for addresses have that word, figures that are not phone numbers, or nothing.
// Cells for ids have that word or nothing, since any figure may be an id.
func isTotals(text []byte, delimiter byte, addresses, ids [][]byte) bool {
	if delimiter == 0 {
		return false
	}
	for _, address := range addresses {
		if bytes.IndexByte(address, '@') >= 0 {
			return false
		}
	}
	word := firstCell(text, delimiter)
	if len(word) > longestTotal || !totalWords[words.Plain(string(word))] {
		return false
	}
	for _, id := range ids {
		if id = cellText(id); len(id) > 0 && !bytes.Equal(id, word) {
			return false
		}
	}
	for _, address := range addresses {
		address = bytes.TrimPrefix(cellText(address), word)
		if _, phone := spelling.AppendGSM(nil, address); phone || !isFigure(address) {
			return false
		}
	}
	return true
}

// isBareTotals is isTotals for a row whose cells could not be split, or that has an id: besides the word it has nothing
// but figures.
func isBareTotals(text []byte, delimiter byte) bool {
	word := firstCell(text, delimiter)
	at := bytes.Index(text, word)
	return isTotals(text, delimiter, nil, nil) && isFigure(text[at+len(word):])
}

// isBrokenTotals reports whether an invalid row is one of totals with another number of cells than the header.
func isBrokenTotals(row *file.Row, delimiter byte) bool {
	return row.Defect == file.WrongColumns && isBareTotals(row.Text, delimiter)
}

// firstCell returns the text of the first cell that is not empty, up to a colon, as in "Razem: 1200".
func firstCell(text []byte, delimiter byte) []byte {
	text = bytes.TrimLeft(text, string(rune(delimiter))+" \t\"")
	if end := bytes.IndexAny(text, string(rune(delimiter))+":"); end >= 0 {
		text = text[:end]
	}
	return cellText(text)
}

// cellText returns the text of a cell without blanks, quotes and colons around it.
func cellText(cell []byte) []byte { return bytes.Trim(cell, " \t\r\n\":") }

// isFigure reports whether a text has no letters: it is empty or has only numbers.
func isFigure(text []byte) bool {
	return strings.IndexFunc(string(text), unicode.IsLetter) < 0
}
