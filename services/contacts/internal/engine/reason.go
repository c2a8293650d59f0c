package engine

// Reason says why a row was refused: a code, a colon and a sentence for a person.
type Reason string

// Reasons of rows that cannot be read.
const (
	RowTooLong    Reason = "ROW_TOO_LONG: the row has more than 65536 bytes"
	BadEncoding   Reason = "BAD_ENCODING: the row is not valid UTF-8"
	BadCharacter  Reason = "BAD_CHARACTER: the row holds a control character"
	WrongColumns  Reason = "WRONG_COLUMNS: the row has more or fewer columns than the header"
	UnclosedQuote Reason = "UNCLOSED_QUOTE: a quoted field never ends"
	StrayQuote    Reason = "STRAY_QUOTE: a quote stands inside a field; put the whole field in quotes and double the quote"
	BadJSON       Reason = "BAD_JSON: the line is not a flat JSON object of texts"
	UnknownKey    Reason = "UNKNOWN_KEY: the object has a key that engagement rows do not have"
	RepeatedKey   Reason = "REPEATED_KEY: the object has the same key twice"
)

// Reasons of engagement rows that say nothing Puls can keep.
const (
	UnknownType      Reason = "UNKNOWN_TYPE: the type is not one of the known ones, such as mailing.sent"
	UnknownUID       Reason = "UNKNOWN_UID: the account has no such uid"
	UnknownCategory  Reason = "UNKNOWN_CATEGORY: the category is not one of the channel's"
	UnknownRecipient Reason = "UNKNOWN_RECIPIENT: no contact of the uid has this address"
	MissingRecipient Reason = "MISSING_RECIPIENT: the row names no external_id, email or gsm"
	MissingMessage   Reason = "MISSING_MESSAGE_ID: mailing and SMS rows need a message_id"
	MissingEvent     Reason = "MISSING_EVENT_ID: web rows need an event_id"
	MissingVisitor   Reason = "MISSING_VISITOR_ID: web rows need a visitor_id"
	BadTime          Reason = "BAD_TIME: occurred_at is not a time of RFC 3339, such as 2026-03-29T01:30:00Z"
	FutureTime       Reason = "FUTURE_TIME: occurred_at is more than a day ahead"
	AncientTime      Reason = "ANCIENT_TIME: occurred_at is more than 40 years ago"
	FieldTooLong     Reason = "FIELD_TOO_LONG: a field has more than 255 bytes"
	FieldCharacter   Reason = "BAD_CHARACTER: a field holds a tab or a line break"
)
