package table

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/words"
)

// soughtLines is how many lines that are not blank are searched for the header.
const soughtLines = 20

// line is a line at the beginning of a file.
type line struct {
	// text is without the line end; size includes it, in bytes of the file.
	text string
	size int64
	// number is the first line number, from 1; lines is the number of lines: a quoted cell may have line breaks.
	number, lines int
	// cut lines continue after the beginning.
	cut bool
}

// maxBreaks bounds the line breaks in the cells of a line, so that a stray quote in a title swallows no rows.
const maxBreaks = 20

// linesOf returns the first lines of the beginning of a file, including blank ones.
func linesOf(beginning []byte, encoding file.Encoding, o ReadOptions) []line {
	var lines []line
	most := max(o.HeaderLine, soughtLines)
	number := 1
	for filled := 0; len(beginning) > 0 && filled < most; {
		l := wholeLine(beginning, o)
		text := beginning[:l.size]
		beginning = beginning[l.size:]
		if encoding == file.Windows1250 {
			text = file.AppendWindows1250(nil, text)
		}
		l.text = strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
		l.number, number = number, number+l.lines
		if !l.isBlank(o) || o.HeaderLine > 0 {
			filled++
		}
		lines = append(lines, l)
	}
	return lines
}

// wholeLine returns the first line of a text, with the lines that continue its last quoted cell if they make a CSV row
// together.
func wholeLine(text []byte, o ReadOptions) line {
	var first line
	for size, lines := 0, 1; lines <= maxBreaks; lines++ {
		end := bytes.IndexByte(text[size:], '\n')
		l := line{size: int64(size + end + 1), lines: lines}
		if end < 0 {
			l.size, l.cut = int64(len(text)), true
		}
		if lines == 1 {
			first = l
		}
		l.text = string(text[:l.size])
		switch {
		case bytes.Count(text[:l.size], []byte{'"'})%2 == 0 && (lines == 1 || l.cells(o.delimiterOf(l.text)) != nil):
			return line{size: l.size, lines: lines, cut: l.cut}
		case l.cut:
			return first
		}
		size = int(l.size)
	}
	return first
}

// shownCells bounds how many cells of a line are shown.
const shownCells = 8

// shown returns the first lines that are not blank, so that a user can choose the header.
func shown(lines []line, o ReadOptions) []FileRow {
	var rows []FileRow
	for _, l := range lines {
		if l.isBlank(o) {
			continue
		}
		cells := l.cells(o.delimiterOf(l.text))
		if cells == nil {
			cells = []string{l.text}
		}
		row := FileRow{Line: l.number}
		for _, cell := range cells[:min(len(cells), shownCells)] {
			row.Cells = append(row.Cells, OneLine(cell, keptValue))
		}
		if rows = append(rows, row); len(rows) == shownRows/2 {
			break
		}
	}
	return rows
}

func (l line) isBlank(o ReadOptions) bool {
	return file.IsBlankRow([]byte(l.text), o.delimiterOf(l.text))
}

// cells splits a line; nil if it is not a CSV row.
func (l line) cells(delimiter byte) []string {
	reader := csv.NewReader(strings.NewReader(strings.ToValidUTF8(l.text, "\ufffd")))
	reader.Comma = rune(delimiter)
	cells, err := reader.Read()
	if err != nil {
		return nil
	}
	return cells
}

func filled(cells []string) int {
	n := 0
	for _, cell := range cells {
		if strings.TrimSpace(cell) != "" {
			n++
		}
	}
	return n
}

// findHeader returns the index of the line that names the columns; -1 if all lines are blank. It is the first line that
// is not blank, unless that is a title or a row of merged headings: then a later line names more fields, an address
// among them, and fills as many cells, or the first line is a single cell above a table.
func findHeader(lines []line, o ReadOptions) int {
	first := slices.IndexFunc(lines, func(l line) bool { return !l.isBlank(o) && l.number >= o.HeaderLine })
	if first < 0 || o.HeaderLine > 0 {
		return first
	}
	best := first
	if !o.NoHeader {
		best = bestNamed(lines, first, o)
	}
	if best != first || lines[first].cut || named(lines[first].cells(o.delimiterOf(lines[first].text))) > 0 {
		return best
	}
	for at := first + 1; at < len(lines) && !lines[at].cut; at++ {
		delimiter := o.delimiterOf(lines[at].text)
		cells, above := lines[at].cells(delimiter), lines[first].cells(delimiter)
		switch {
		case filled(cells) < 2:
		case filled(above) != 1 || LooksLikeData(above):
			return first
		case len(cells) > len(above), !o.NoHeader && !LooksLikeData(cells):
			return at
		default:
			return first
		}
	}
	return first
}

// bestNamed returns the line that names the most fields.
func bestNamed(lines []line, first int, o ReadOptions) int {
	best := first
	for at := first + 1; at < len(lines) && !lines[at].cut; at++ {
		delimiter := o.delimiterOf(lines[at].text)
		cells, above := lines[at].cells(delimiter), lines[best].cells(delimiter)
		n := named(cells)
		if n > named(above) && filled(cells) >= filled(above) && (n > 1 || filled(above) < 2) && !LooksLikeData(cells) {
			best = at
		}
	}
	return best
}

// named returns how many cells are names of fields; 0 if none of them names an address.
func named(cells []string) int {
	n, address := 0, false
	for _, cell := range cells {
		plain, field := words.Name(cell), false
		// A name such as clientid belongs to two fields, of which one is an address.
		for of := range words.Columns {
			if words.IsColumn(of, plain) {
				field, address = true, address || isAddressColumn(of)
			}
		}
		if field {
			n++
		}
	}
	if !address {
		return 0
	}
	return n
}
