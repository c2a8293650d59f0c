package core

import (
	"bytes"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/spelling"
)

// ends are the characters that end a cell of CSV, or a text of JSON.
const ends = ",;|:\t\r\n\"'{}[]\x00"

// Cells returns what the text of a row may hold as addresses, in the forms in which they are kept.
func (r *RefusedRow) Cells() []string {
	var cells []string
	for _, piece := range bytes.FieldsFunc(r.Text, func(c rune) bool { return strings.ContainsRune(ends, c) }) {
		text := strings.TrimSpace(string(piece))
		if text == "" {
			continue
		}
		cells = append(cells, text, strings.ToLower(text))
		if id, ok := spelling.AppendID(nil, []byte(text)); ok {
			cells = append(cells, string(id))
		}
		if email, ok := spelling.AppendEmail(nil, []byte(text)); ok {
			cells = append(cells, string(email))
		}
		if number, ok := spelling.AppendGSM(nil, []byte(text)); ok {
			cells = append(cells, string(number))
		}
	}
	return cells
}

// Names reports whether the text of the row holds one of some addresses.
func (r *RefusedRow) Names(addresses []string) bool {
	lower := strings.ToLower(string(r.Text))
	for _, address := range addresses {
		if strings.Contains(address, "@") && strings.Contains(lower, strings.ToLower(address)) {
			return true
		}
	}
	return slices.ContainsFunc(r.Cells(), func(cell string) bool { return slices.Contains(addresses, cell) })
}
