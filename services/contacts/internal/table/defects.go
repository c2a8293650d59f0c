package table

import "puls.app/services/contacts/internal/contact"

// The defects of rows of either kind.
var (
	unknownUID = contact.Defect("UNKNOWN_UID", "the account has no such uid")

	roundedNumber = contact.Defect("ROUNDED_NUMBER",
		"a spreadsheet has rounded the number, as in 4.85E+10; format the column as text and fill it in again")
	cellError = contact.Defect("CELL_ERROR", "a spreadsheet could not calculate the cell, as in #N/A")
)

// The defects of rows of contacts.
var (
	badEmail     = contact.Defect("BAD_EMAIL", "the e-mail address is not one")
	badGSM       = contact.Defect("BAD_GSM", "the phone number is not one of E.164, such as +48500000001")
	badCreatedAt = contact.Defect("BAD_TIME",
		"the time is neither one of RFC 3339 nor a date YYYY-MM-DD between 1970 and 2100")
	badFlag  = contact.Defect("BAD_FLAG", "the value has no known meaning: consents, blocks and machine are yes, no or empty")
	badGroup = contact.Defect("BAD_GROUP", "the name of a group has more than 100 characters")

	unknownProperty = contact.Defect("UNKNOWN_PROPERTY", "the uid has no property of a column that has a value here")
	missingAddress  = contact.Defect("MISSING_ADDRESS", "the row has no external_id, email or gsm")
)

// unknownChannel is a defect of rows of unsubscriptions.
var unknownChannel = contact.Defect("UNKNOWN_CHANNEL", "the channel is neither empty nor one that carries messages")

// The defects of rows of engagement.
var (
	unknownType      = contact.Defect("UNKNOWN_TYPE", "the type is not one of the known ones, such as mailing.sent")
	unknownCategory  = contact.Defect("UNKNOWN_CATEGORY", "the category is not one of the channel's")
	unknownRecipient = contact.Defect("UNKNOWN_RECIPIENT", "no contact of the uid has this address")
	missingRecipient = contact.Defect("MISSING_RECIPIENT", "the row names no external_id, email or gsm")
	missingMessage   = contact.Defect("MISSING_MESSAGE_ID", "rows about messages need a message_id")
	missingEvent     = contact.Defect("MISSING_EVENT_ID", "web rows need an event_id")
	missingVisitor   = contact.Defect("MISSING_VISITOR_ID", "web rows need a visitor_id")
	badTime          = contact.Defect("BAD_TIME", "occurred_at is not a time of RFC 3339, such as 2026-03-29T01:30:00Z")
	futureTime       = contact.Defect("FUTURE_TIME", "occurred_at is more than a day ahead")
	ancientTime      = contact.Defect("ANCIENT_TIME", "occurred_at is more than 40 years ago")
)
