package table

// FileKind is the kind of a file's rows.
type FileKind string

// The kinds of files.
const (
	KindContacts     FileKind = "contacts"
	KindEngagement   FileKind = "engagement"
	KindUnsubscribes FileKind = "unsubscribes"
)

// Format is the format of a file.
type Format string

// The formats.
const (
	FormatCSV    Format = "csv"
	FormatNDJSON Format = "ndjson"
	FormatXLSX   Format = "xlsx"
)

// TextFormat is the format of the text that is read of a file.
func (f Format) TextFormat() Format {
	if f == FormatXLSX {
		return FormatCSV
	}
	return f
}

// OfText returns the options for reading the text that was made of a file of a format.
func (o ReadOptions) OfText(format Format) ReadOptions {
	if format == FormatXLSX {
		o.Delimiter = ","
	}
	return o
}

// FormatAsked is the format to request for a stored file: that text is CSV or NDJSON was detected at its upload.
func FormatAsked(format Format) Format {
	if format == FormatXLSX {
		return ""
	}
	return format
}
