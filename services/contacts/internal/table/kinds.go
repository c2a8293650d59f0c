package table

// FileKind is what a file's rows are.
type FileKind string

// The kinds of files.
const (
	KindContacts     FileKind = "contacts"
	KindEngagement   FileKind = "engagement"
	KindUnsubscribes FileKind = "unsubscribes"
)

// Format is how rows are written.
type Format string

// The formats.
const (
	FormatCSV    Format = "csv"
	FormatNDJSON Format = "ndjson"
	FormatXLSX   Format = "xlsx"
)

// TextFormat is how the text is written that is read of a file.
func (f Format) TextFormat() Format {
	if f == FormatXLSX {
		return FormatCSV
	}
	return f
}

// OfText returns the options by which the text is read that was made of a file of a format.
func (o ReadOptions) OfText(format Format) ReadOptions {
	if format == FormatXLSX {
		o.Delimiter = ","
	}
	return o
}

// FormatAsked is the format to look for: whether text is CSV was found out when it came.
func FormatAsked(format Format) Format {
	if format == FormatXLSX {
		return ""
	}
	return format
}
