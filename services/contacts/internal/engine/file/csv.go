package file

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// CSV finds the rows of a file with a delimiter by RFC 4180: fields in quotes may contain delimiters, quotes (doubled)
// and line breaks. Only the first line of an invalid row is lost: the search continues in the next line, so an unclosed
// quote swallows nothing. ADR 26 explains why encoding/csv is not used.
type CSV struct {
	window
	delimiter byte
	pattern   uint64
	// header is the line of the names; a row that repeats it is refused.
	header []byte
	// targets has the field of each column of the file.
	targets []int
}

// NewCSV returns a scanner. Columns has for each column of the file the number of the row's field that it fills, each
// number below fields and used once.
func NewCSV(source Source, start Start, delimiter byte, columns []int, fields int) *CSV {
	return &CSV{
		window: newWindow(source, start, fields), delimiter: delimiter,
		pattern: uint64(delimiter) * lowBits, targets: columns, header: start.Header,
	}
}

// Next finds the next row of the window. Like a spreadsheet, it skips rows without content.
func (c *CSV) Next() bool {
	text, length, found := c.line()
	for found && text != nil && IsBlankRow(text, c.delimiter) {
		c.lines++
		c.at += length
		text, length, found = c.line()
	}
	if !found || text == nil {
		return found
	}
	if bytes.IndexByte(text, '"') >= 0 {
		return c.quoted(text, length)
	}
	c.take(text, length)
	switch {
	case c.row.Defect != nil:
	case c.isHeader(text):
		c.row.Defect = RepeatedHeader
	case c.split(text) != len(c.targets):
		c.row.Defect = WrongColumns
	}
	return true
}

// isHeader reports whether a row repeats the header, as in files that were concatenated.
func (c *CSV) isHeader(text []byte) bool {
	return len(c.header) > 0 && bytes.Equal(bytes.TrimPrefix(text, []byte(ByteOrderMark)), c.header)
}

// IsBlankRow reports whether a line has only delimiters, blanks and empty quoted fields.
func IsBlankRow(line []byte, delimiter byte) bool {
	quotes := 0
	for _, b := range line {
		switch b {
		case delimiter, ' ', '\t', '\r':
		case '"':
			quotes++
		default:
			return false
		}
	}
	return quotes%2 == 0
}

// split fills the fields of a row without quotes, eight bytes at a time, and returns their number.
func (c *CSV) split(text []byte) int {
	n, from, i := 0, 0, 0
	for ; i+8 <= len(text); i += 8 {
		hits := zeroBytes(binary.LittleEndian.Uint64(text[i:]) ^ c.pattern)
		for ; hits != 0; hits &= hits - 1 {
			end := i + bits.TrailingZeros64(hits)/8
			c.put(n, text[from:end])
			n++
			from = end + 1
		}
	}
	for ; i < len(text); i++ {
		if text[i] == c.delimiter {
			c.put(n, text[from:i])
			n++
			from = i + 1
		}
	}
	c.put(n, text[from:])
	return n + 1
}

func (c *CSV) put(column int, field []byte) {
	if column < len(c.targets) {
		c.row.Fields[c.targets[column]] = field
	}
}

// quoted reads a row that has a quote in its first line. It returns false when the end of the row is not in the window
// yet.
func (c *CSV) quoted(first []byte, length int) bool {
	rest := c.text[c.at:]
	limited := rest[:min(len(rest), MaxRow)]
	columns, end, lines, why := c.unquote(limited)
	if why == UnclosedQuote && !c.ended && len(rest) <= MaxRow {
		return false
	}
	if why != nil {
		c.refuse(first, why)
		c.lines++
		c.at += length
		return true
	}
	text := bytes.TrimRight(rest[:end], "\r\n")
	c.take(text, end)
	c.lines += lines - 1
	c.row.Rough = true
	if c.row.Defect == nil {
		c.row.Defect = checkText(text)
	}
	switch {
	case c.row.Defect != nil:
	case c.isHeader(text):
		c.row.Defect = RepeatedHeader
	case columns != len(c.targets):
		c.row.Defect = WrongColumns
	}
	return true
}

// unquote fills the fields of one row of any form, and returns their number, the end of the row and its number of
// lines.
func (c *CSV) unquote(text []byte) (columns, end, lines int, why *Defect) {
	i := 0
	for {
		var field []byte
		field, i, why = c.field(text, i)
		if why != nil {
			return 0, 0, 0, why
		}
		c.put(columns, field)
		columns++
		switch {
		case i >= len(text):
			if len(text) == MaxRow || !c.ended {
				return 0, 0, 0, UnclosedQuote // cut by the limit or by the window
			}
			return columns, i, 1 + bytes.Count(text[:i], []byte{'\n'}), nil
		case text[i] == '\n':
			return columns, i + 1, bytes.Count(text[:i+1], []byte{'\n'}), nil
		default:
			i++
		}
	}
}

// field reads one field from i on, up to its delimiter, its line feed or the end of the text.
func (c *CSV) field(text []byte, i int) (field []byte, end int, why *Defect) {
	if i < len(text) && text[i] == '"' {
		return c.quotedField(text, i+1)
	}
	from := i
	for ; i < len(text) && text[i] != c.delimiter && text[i] != '\n'; i++ {
		if text[i] == '"' {
			return nil, 0, StrayQuote
		}
	}
	field = text[from:i]
	if i == len(text) || text[i] == '\n' {
		field = bytes.TrimSuffix(field, []byte{'\r'})
	}
	return field, i, nil
}

func (c *CSV) quotedField(text []byte, i int) (field []byte, end int, why *Defect) {
	from, copied := i, false
	mark := len(c.scratch)
	for {
		quote := bytes.IndexByte(text[i:], '"')
		if quote < 0 {
			c.scratch = c.scratch[:mark]
			return nil, 0, UnclosedQuote
		}
		quote += i
		if quote+1 < len(text) && text[quote+1] == '"' {
			c.scratch = append(c.scratch, text[from:quote+1]...)
			copied = true
			i, from = quote+2, quote+2
			continue
		}
		field = text[from:quote]
		if copied {
			c.scratch = append(c.scratch, field...)
			field = c.scratch[mark:]
		}
		end = quote + 1
		break
	}
	if end < len(text) && text[end] == '\r' && (end+1 == len(text) || text[end+1] == '\n') {
		end++
	}
	if end < len(text) && text[end] != c.delimiter && text[end] != '\n' {
		return nil, 0, StrayQuote
	}
	return field, end, nil
}
