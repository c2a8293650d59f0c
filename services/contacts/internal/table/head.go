package table

import (
	"bytes"
	"encoding/csv"
	"strings"

	"puls.app/services/contacts/internal/engine/file"
)

const (
	// HeadLimit is how much of a file is searched for its header, in bytes.
	HeadLimit = 64 << 10
	// maxColumns is how many columns a file may have.
	maxColumns = 5000
)

// Head is the layout of a file, read from its beginning.
type Head struct {
	// Delimiter of CSV; 0 for NDJSON.
	Delimiter byte
	// Marked files begin with a byte order mark.
	Marked bool
	// Names of the columns of CSV in the file; empty ones if it has no header.
	Names []string
	// Columns are the fields of the columns, empty for ignored ones.
	Columns []string
	// Size in bytes and Lines before the first row.
	Size  int64
	Lines int
	// HeaderLine is the line of the names, or of the first row if there are none; from 1.
	HeaderLine int
	// Text of the header; nil if there is none.
	Text []byte
	// First are the first lines that are not blank.
	First []FileRow
	// Titles is how many lines above the header are not blank.
	Titles int
	// MonthFirst is set if the first rows have dates with the month first.
	MonthFirst bool
}

// DelimiterText returns the delimiter of CSV as one character, empty for NDJSON.
func (h Head) DelimiterText() string {
	if h.Delimiter == 0 {
		return ""
	}
	return string(rune(h.Delimiter))
}

// ReadHead reads the beginning of a file, at least HeadLimit bytes unless the file is shorter, and determines the field
// of each column.
func ReadHead(kind FileKind, format Format, encoding file.Encoding, o ReadOptions, head []byte) (Head, error) {
	h, err := ReadLayout(kind, format, encoding, o, head)
	if err != nil {
		return h, err
	}
	if format == FormatNDJSON {
		return h, checkMeanings(kind, EngagementColumns(), EngagementColumns(), o.Values)
	}
	if h.Columns, err = o.Resolve(kind, h.Names); err != nil {
		return h, err
	}
	h.GuessDates(kind, encoding, head)
	return h, checkMeanings(kind, h.Names, h.Columns, o.Values)
}

// ReadLayout reads the beginning of a file without determining the fields of its columns.
func ReadLayout(kind FileKind, format Format, encoding file.Encoding, o ReadOptions, head []byte) (Head, error) {
	head = head[:min(len(head), HeadLimit)]
	if len(bytes.TrimSpace(head)) == 0 {
		return Head{}, ErrEmpty
	}
	if file.HeadEncoding(head) != file.UTF8 {
		return Head{}, ErrEncoding
	}
	text := bytes.TrimPrefix(head, []byte(file.ByteOrderMark))
	h := Head{Marked: len(text) < len(head)}
	h.Size = int64(len(head) - len(text))
	if len(bytes.TrimSpace(text)) == 0 {
		return Head{}, ErrEmpty
	}
	if format == FormatNDJSON {
		return h, checkNDJSON(kind, o, text)
	}
	lines := linesOf(text, encoding, o)
	at := findHeader(lines, o)
	switch {
	case at < 0 && o.HeaderLine > 0:
		return Head{}, ErrHeader.Withf("the file has no line %d, or it begins after %d bytes", o.HeaderLine, HeadLimit)
	case at < 0:
		return Head{}, ErrEmpty
	case lines[at].cut && len(head) == HeadLimit:
		return Head{}, ErrHeader.Withf("the first line has more than %d bytes; it must name the columns", HeadLimit)
	}
	if hasSums(lines, at, o) {
		return Head{}, ErrSums
	}
	for _, above := range lines[:at] {
		h.Size += above.size
		h.Lines += above.lines
		if !above.isBlank(o) {
			h.Titles++
		}
	}
	h.HeaderLine, h.First = lines[at].number, shown(lines, o)
	if err := h.readNames(o, lines[at].text); err != nil || o.NoHeader {
		return h, err
	}
	h.Text = []byte(lines[at].text)
	h.Size += lines[at].size
	h.Lines += lines[at].lines
	return h, nil
}

func checkNDJSON(kind FileKind, o ReadOptions, text []byte) error {
	switch {
	case kind != KindEngagement:
		return ErrFormat
	case bytes.TrimSpace(text)[0] != '{':
		return ErrHeader.Withf("the first line is no JSON object")
	case len(o.Mapping) > 0:
		return ErrMapping.WithField("mapping", "NDJSON has no columns")
	default:
		return nil
	}
}

// breaks replaces line breaks in the name of a column by blanks.
var breaks = strings.NewReplacer("\r\n", " ", "\n", " ")

func (h *Head) readNames(o ReadOptions, line string) error {
	h.Delimiter = o.delimiterOf(line)
	if strings.ContainsRune(line, 0) {
		return ErrEncoding
	}
	reader := csv.NewReader(strings.NewReader(strings.ToValidUTF8(line, "\ufffd")))
	reader.Comma = rune(h.Delimiter)
	names, err := reader.Read()
	if err != nil {
		return ErrHeader.Withf("the first line is no row of CSV; it must name the columns")
	}
	if len(names) > maxColumns {
		return ErrHeader.Withf("the first line has %d columns; a file may have %d", len(names), maxColumns)
	}
	for _, name := range names {
		if name = strings.TrimSpace(breaks.Replace(name)); o.NoHeader {
			name = ""
		}
		h.Names = append(h.Names, name)
	}
	return nil
}

// delimiterOf returns the requested delimiter, otherwise the most frequent of comma, semicolon and tab outside quotes.
// It returns a bar only if there are none of these, since bars also separate the groups of a contact.
func (o ReadOptions) delimiterOf(line string) byte {
	if o.Delimiter != "" {
		return o.Delimiter[0]
	}
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
	if counts[best] == 0 && counts['|'] > 0 {
		return '|'
	}
	return best
}

// UnknownColumn refers to a column by its position and does not repeat its name: the first line of a file without a
// header has personal data.
func UnknownColumn(at int) error {
	return ErrHeader.Withf("column %d of the first line names a property that no uid of the account has", at+1)
}
