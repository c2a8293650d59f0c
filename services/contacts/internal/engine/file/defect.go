package file

// Defect is the reason why a row is refused.
type Defect struct {
	// Code is for programs, in capitals; Text is a sentence for users.
	Code, Text string
}

// String returns the form in which defects are stored and shown.
func (d *Defect) String() string { return d.Code + ": " + d.Text }

// The defects of rows that cannot be read.
var (
	RowTooLong   = &Defect{"ROW_TOO_LONG", "the row has more than 65536 bytes"}
	BadEncoding  = &Defect{"BAD_ENCODING", "the row is not valid UTF-8"}
	BadCharacter = &Defect{"BAD_CHARACTER", "the row holds a control character"}
	WrongColumns = &Defect{"WRONG_COLUMNS", "the row has more or fewer columns than the header"}
	// RepeatedHeader rows repeat the names of the columns.
	RepeatedHeader = &Defect{"REPEATED_HEADER", "the row repeats the names of the columns"}
	UnclosedQuote  = &Defect{"UNCLOSED_QUOTE", "a quoted field never ends"}
	StrayQuote     = &Defect{
		"STRAY_QUOTE", "a quote stands inside a field; put the whole field in quotes and double the quote",
	}
	BadJSON     = &Defect{"BAD_JSON", "the line is not a flat JSON object of texts"}
	UnknownKey  = &Defect{"UNKNOWN_KEY", "the object has a key that engagement rows do not have"}
	RepeatedKey = &Defect{"REPEATED_KEY", "the object has the same key twice"}
)
