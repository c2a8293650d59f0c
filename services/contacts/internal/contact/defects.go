package contact

import (
	"bytes"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/spelling"
)

// RefusedRow is a row that was not imported, with its defect.
type RefusedRow struct {
	Line   int
	Defect *file.Defect
	// Text is the row of the file, cut when it is too long. It is empty when the row has an erased address.
	Text []byte
	// Column is the column of the file with the defect, from 1; 0 for the row as a whole. Name is its name in the file,
	// and Value its value. Name is set for rows that were read back from the store, Value for rows that are about to be
	// stored.
	Column      int
	Name, Value string
	// Unknown is the address that no contact of Database has, for a row of engagement that is refused for that.
	Unknown  string
	Database DatabaseID
}

// Forget removes the text of a row that names an erased address.
func (r *RefusedRow) Forget() { r.Text, r.Unknown, r.Value = nil, "", "" }

// Erased refuses a row for naming an erased address.
func (r *RefusedRow) Erased() {
	r.Forget()
	r.Defect = erasedAddress
}

// Cells returns the pieces of a row's text that may be addresses, in the forms in which addresses are stored.
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

// Names reports whether the text of the row contains one of some addresses.
func (r *RefusedRow) Names(addresses []string) bool {
	lower := strings.ToLower(string(r.Text))
	for _, address := range addresses {
		if strings.Contains(address, "@") && strings.Contains(lower, strings.ToLower(address)) {
			return true
		}
	}
	return slices.ContainsFunc(r.Cells(), func(cell string) bool { return slices.Contains(addresses, cell) })
}

// ends are the characters that end a cell of CSV, or a text of JSON.
const ends = ",;|:\t\r\n\"'{}[]\x00"

// DefectFrom returns the defect that was stored as its String.
func DefectFrom(stored string) *file.Defect {
	code, text, _ := strings.Cut(stored, ": ")
	return &file.Defect{Code: code, Text: text}
}

// Defect returns a defect of a row: a code for clients and a text for users.
func Defect(code, text string) *file.Defect { return &file.Defect{Code: code, Text: text} }

// The defects of several kinds of rows, and those that only a look into the database finds.
var (
	erasedAddress  = Defect("ERASED_ADDRESS", "an address of the row was erased for ever")
	BadNumber      = Defect("BAD_NUMBER", "the property is a number, with a point before decimals")
	BadProperty    = Defect("PROPERTY_TOO_LONG", "a property has more than 1000 characters")
	addressTaken   = Defect("ADDRESS_TAKEN", "another address of the row belongs to another contact")
	tooManyGroups  = Defect("TOO_MANY_GROUPS", "the uid has reached its limit of groups, and this row names another")
	tooMany        = Defect("TOO_MANY_CONTACTS", "the uid has as many contacts as it can hold")
	FieldTooLong   = Defect("FIELD_TOO_LONG", "a field has more than 255 bytes")
	FieldCharacter = Defect("BAD_CHARACTER", "a field holds a tab or a line break")
)
