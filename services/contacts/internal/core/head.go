package core

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/engine/file"
)

const (
	// HeadLimit is how much of a file is looked at for its first line.
	HeadLimit = 64 << 10
	// PropertyPrefix begins the columns of properties.
	PropertyPrefix = "property:"
)

// Head is what the first line of a file lays down for the rest.
type Head struct {
	// Delimiter of CSV; 0 for NDJSON.
	Delimiter byte
	// Marked files begin with a byte order mark.
	Marked bool
	// Columns of CSV in the file's order, in lower case but for the names of properties.
	Columns []string
	// Size in bytes and Lines that come before the first row.
	Size  int64
	Lines int
}

// ReadHead reads the beginning of a file, at least HeadLimit bytes of it if it has so many.
func ReadHead(kind FileKind, format Format, encoding file.Encoding, head []byte) (Head, error) {
	head = head[:min(len(head), HeadLimit)]
	if len(bytes.TrimSpace(head)) == 0 {
		return Head{}, ErrImportEmpty
	}
	if file.HeadEncoding(head) == file.UTF16 {
		return Head{}, ErrImportEncoding
	}
	text := bytes.TrimPrefix(head, []byte(file.ByteOrderMark))
	h := Head{Marked: len(text) < len(head)}
	h.Size = int64(len(head) - len(text))
	if len(bytes.TrimSpace(text)) == 0 {
		return Head{}, ErrImportEmpty
	}
	if format == FormatNDJSON {
		return h, checkNDJSON(kind, text)
	}
	// Blank lines before the header are no reason to refuse a file.
	for len(text) > 0 && (text[0] == '\n' || text[0] == '\r') {
		if text[0] == '\n' {
			h.Lines++
		}
		h.Size++
		text = text[1:]
	}
	line, _, ended := bytes.Cut(text, []byte{'\n'})
	if !ended && len(head) == HeadLimit {
		return Head{}, ErrImportHeader.Withf("the first line has more than %d bytes; it must name the columns", HeadLimit)
	}
	h.Size += int64(len(line))
	if ended {
		h.Size++
	}
	h.Lines++
	if encoding == file.Windows1250 {
		line = file.AppendWindows1250(nil, line)
	}
	return h, h.readColumns(kind, string(bytes.TrimSuffix(line, []byte{'\r'})))
}

func checkNDJSON(kind FileKind, text []byte) error {
	if kind != KindEngagement {
		return ErrImportFormat
	}
	if bytes.TrimSpace(text)[0] != '{' {
		return ErrImportHeader.Withf("the first line is no JSON object")
	}
	return nil
}

func (h *Head) readColumns(kind FileKind, line string) error {
	h.Delimiter = delimiterOf(line)
	reader := csv.NewReader(strings.NewReader(line))
	reader.Comma = rune(h.Delimiter)
	names, err := reader.Read()
	if err != nil {
		return ErrImportHeader.Withf("the first line is no row of CSV; it must name the columns")
	}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if prefix := strings.ToLower(name[:min(len(name), len(PropertyPrefix))]); prefix == PropertyPrefix {
			name = prefix + name[len(prefix):]
		} else {
			name = strings.ToLower(name)
		}
		h.Columns = append(h.Columns, name)
	}
	return checkColumns(kind, h.Columns)
}

// delimiterOf returns which of comma, semicolon and tab stands most often outside quotes.
func delimiterOf(line string) byte {
	counts := map[byte]int{}
	quoted := false
	for i := range len(line) {
		if line[i] == '"' {
			quoted = !quoted
		} else if !quoted {
			counts[line[i]]++
		}
	}
	best := byte(',')
	for _, delimiter := range []byte{';', '\t'} {
		if counts[delimiter] > counts[best] {
			best = delimiter
		}
	}
	return best
}

// unknownColumn names a column by its place: what stands there is not repeated, since a file without a header has
// somebody's address in its first line.
func unknownColumn(at int) error {
	return ErrImportHeader.Withf("column %d of the first line names a property that no uid of the account has", at+1)
}

func checkColumns(kind FileKind, columns []string) error {
	known := engagementColumns()
	if kind == KindContacts {
		known = contactColumns()
	}
	for i, name := range columns {
		property := kind == KindContacts && len(name) > len(PropertyPrefix) && strings.HasPrefix(name, PropertyPrefix)
		if !property && !slices.Contains(known, name) {
			return ErrImportHeader.Withf(
				"column %d of the first line has no known name; known are %s", i+1, strings.Join(known, ", "))
		}
		if slices.Contains(columns[:i], name) {
			return ErrImportHeader.Withf("column %d of the first line has the name of one before it", i+1)
		}
	}
	if kind == KindContacts {
		if !slices.ContainsFunc(columns, isAddressColumn) {
			return ErrImportHeader.Withf("one of the columns external_id, email and gsm must be there")
		}
		return nil
	}
	for _, name := range []string{"occurred_at", "type"} {
		if !slices.Contains(columns, name) {
			return ErrImportHeader.Withf("the column %q is missing", name)
		}
	}
	return nil
}

func isAddressColumn(name string) bool {
	return name == "external_id" || name == "email" || name == "gsm"
}
