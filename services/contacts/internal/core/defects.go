package core

import (
	"strings"

	"puls.app/services/contacts/internal/engine/file"
)

// RefusedRow is a row that was not taken, and why.
type RefusedRow struct {
	Line   int
	Defect *file.Defect
	// Text is the row as it came, cut after a few kilobytes; empty when it holds an address that was erased.
	Text []byte
	// Unknown is the address in Database that no contact has, of a row of engagement that is refused for that.
	Unknown  string
	Database DatabaseID
}

// Forget takes the text from a row that names an address that was erased.
func (r *RefusedRow) Forget() { r.Text, r.Unknown = nil, "" }

// Erased refuses a row for naming an address that was erased.
func (r *RefusedRow) Erased() {
	r.Forget()
	r.Defect = erasedAddress
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
)

// The defects of rows of contacts.
var (
	badEmail     = defect("BAD_EMAIL", "the e-mail address is not one")
	badGSM       = defect("BAD_GSM", "the phone number is not one of E.164, such as +48500000001")
	badCreatedAt = defect("BAD_TIME",
		"created_at is neither a time of RFC 3339 nor a date YYYY-MM-DD between 1970 and 2100")
	badFlag         = defect("BAD_FLAG", "consents and blocks are true, false or empty")
	badGroup        = defect("BAD_GROUP", "the name of a group has more than 100 characters")
	badNumber       = defect("BAD_NUMBER", "the property is a number, with a point before decimals")
	badProperty     = defect("PROPERTY_TOO_LONG", "a property has more than 1000 characters")
	unknownProperty = defect("UNKNOWN_PROPERTY", "the uid has no property of a column that has a value here")
	missingAddress  = defect("MISSING_ADDRESS", "the row has no external_id, email or gsm")
	addressTaken    = defect("ADDRESS_TAKEN", "another address of the row belongs to another contact")
	tooManyGroups   = defect("TOO_MANY_GROUPS", "the uid has as many groups as it may, and this row names another")
	tooMany         = defect("TOO_MANY_CONTACTS", "the uid has as many contacts as it can hold")
)

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
