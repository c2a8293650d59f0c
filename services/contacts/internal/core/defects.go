package core

import (
	"strings"
	"unicode/utf8"

	"puls.app/services/contacts/internal/engine/file"
)

// RefusedRow is a row that was not taken, and why.
type RefusedRow struct {
	Line   int
	Defect *file.Defect
	// Text is the row as it came; what is too long for a row is cut. Empty when it holds an address that was erased.
	Text []byte
	// Column of the file that is to blame, from 1; 0 when the row as a whole is. Name is what the file calls it, and
	// Value what stands there: the one is known of rows that were kept, the other of those that are kept now.
	Column      int
	Name, Value string
	// Unknown is the address in Database that no contact has, of a row of engagement that is refused for that.
	Unknown  string
	Database DatabaseID
}

// Forget takes the text from a row that names an address that was erased.
func (r *RefusedRow) Forget() { r.Text, r.Unknown, r.Value = nil, "", "" }

// Erased refuses a row for naming an address that was erased.
func (r *RefusedRow) Erased() {
	r.Forget()
	r.Defect = erasedAddress
}

// keptValue bounds, in characters, what is shown of a cell.
const keptValue = 100

// valueOf returns what is shown of a cell.
func valueOf(cell []byte) string {
	text := strings.ToValidUTF8(string(cell[:min(len(cell), utf8.UTFMax*keptValue)]), "\ufffd")
	if runes := []rune(text); len(runes) > keptValue {
		return string(runes[:keptValue])
	}
	return text
}

// placesOf returns the column of each field, from 1; 0 for a field that the file has not.
func placesOf(targets []int, fields int) []int {
	places := make([]int, fields+1)
	for column, field := range targets {
		places[field] = column + 1
	}
	places[fields] = 0 // where ignored columns go
	return places
}

// DefectFrom returns the defect that was stored as its String.
func DefectFrom(stored string) *file.Defect {
	code, text, _ := strings.Cut(stored, ": ")
	return &file.Defect{Code: code, Text: text}
}

func defect(code, text string) *file.Defect { return &file.Defect{Code: code, Text: text} }

// The defects of rows of either kind.
var (
	unknownUID     = defect("UNKNOWN_UID", "the account has no such uid")
	fieldTooLong   = defect("FIELD_TOO_LONG", "a field has more than 255 bytes")
	erasedAddress  = defect("ERASED_ADDRESS", "an address of the row was erased for ever")
	fieldCharacter = defect("BAD_CHARACTER", "a field holds a tab or a line break")
	roundedNumber  = defect("ROUNDED_NUMBER",
		"a spreadsheet has rounded the number, as in 4.85E+10; format the column as text and fill it in again")
	cellError = defect("CELL_ERROR", "a spreadsheet could not calculate the cell, as in #N/A")
)

// The defects of rows of contacts.
var (
	badEmail     = defect("BAD_EMAIL", "the e-mail address is not one")
	badGSM       = defect("BAD_GSM", "the phone number is not one of E.164, such as +48500000001")
	badCreatedAt = defect("BAD_TIME",
		"the time is neither one of RFC 3339 nor a date YYYY-MM-DD between 1970 and 2100")
	badFlag         = defect("BAD_FLAG", "nobody said what the value means: consents, blocks and machine are yes, no or empty")
	badGroup        = defect("BAD_GROUP", "the name of a group has more than 100 characters")
	badNumber       = defect("BAD_NUMBER", "the property is a number, with a point before decimals")
	badProperty     = defect("PROPERTY_TOO_LONG", "a property has more than 1000 characters")
	unknownProperty = defect("UNKNOWN_PROPERTY", "the uid has no property of a column that has a value here")
	missingAddress  = defect("MISSING_ADDRESS", "the row has no external_id, email or gsm")
	addressTaken    = defect("ADDRESS_TAKEN", "another address of the row belongs to another contact")
	tooManyGroups   = defect("TOO_MANY_GROUPS", "the uid has as many groups as it may, and this row names another")
	tooMany         = defect("TOO_MANY_CONTACTS", "the uid has as many contacts as it can hold")
)

// unknownChannel is a defect of rows of unsubscriptions.
var unknownChannel = defect("UNKNOWN_CHANNEL", "the channel is mailing, sms or empty")

// The defects of rows of engagement.
var (
	unknownType      = defect("UNKNOWN_TYPE", "the type is not one of the known ones, such as mailing.sent")
	unknownCategory  = defect("UNKNOWN_CATEGORY", "the category is not one of the channel's")
	unknownRecipient = defect("UNKNOWN_RECIPIENT", "no contact of the uid has this address")
	missingRecipient = defect("MISSING_RECIPIENT", "the row names no external_id, email or gsm")
	missingMessage   = defect("MISSING_MESSAGE_ID", "mailing and SMS rows need a message_id")
	missingEvent     = defect("MISSING_EVENT_ID", "web rows need an event_id")
	missingVisitor   = defect("MISSING_VISITOR_ID", "web rows need a visitor_id")
	badTime          = defect("BAD_TIME", "occurred_at is not a time of RFC 3339, such as 2026-03-29T01:30:00Z")
	futureTime       = defect("FUTURE_TIME", "occurred_at is more than a day ahead")
	ancientTime      = defect("ANCIENT_TIME", "occurred_at is more than 40 years ago")
)
