package xlsx

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
)

const (
	// maxRows and maxColumns are those of the format.
	maxRows    = 1 << 20
	maxColumns = 1 << 14
)

// Rows walks through the rows of a sheet.
type Rows struct {
	// Number of the row, from 1, and its cells by column, from 0; empty cells are missing.
	Number int
	Cells  []Cell
	// Formula, Hidden and Merged are the first places where there is one, such as C4, so far: merged cells are listed
	// behind the last row.
	Formula, Hidden, Merged string

	book   *Book
	part   io.ReadCloser
	tokens *xml.Decoder
	shared *table
	text   []byte
	value  []byte
	ended  bool
	err    error
}

// Cell is a cell with something in it. Its text lives until the next row.
type Cell struct {
	Column int
	Text   []byte
}

// Rows begins to read a sheet.
func (b *Book) Rows(sheet Sheet) (*Rows, error) {
	part, err := b.open(sheet.part)
	if err != nil {
		return nil, err
	}
	r := &Rows{book: b, part: part, tokens: xml.NewDecoder(newGuard(part))}
	if b.strings != "" {
		shared, err := b.open(b.strings)
		if err != nil {
			_ = part.Close()
			return nil, err
		}
		r.shared = newTable(shared)
	}
	return r, nil
}

// Close ends the reading.
func (r *Rows) Close() error { return errors.Join(r.part.Close(), r.shared.close()) }

// Err returns what ended the reading early.
func (r *Rows) Err() error { return r.err }

// Next finds the next row.
func (r *Rows) Next() bool {
	for r.err == nil && !r.ended {
		token, err := r.tokens.RawToken()
		if errors.Is(err, io.EOF) {
			r.ended = true
			break
		}
		if err != nil {
			r.err = err
			break
		}
		start, is := token.(xml.StartElement)
		switch {
		case !is:
		case start.Name.Local == "row":
			r.err = r.readRow(start)
			return r.err == nil
		case start.Name.Local == "mergeCell" && r.Merged == "":
			r.Merged = attr(start, "ref")
		}
	}
	return false
}

func (r *Rows) readRow(start xml.StartElement) error {
	number := r.Number + 1
	if given := attr(start, "r"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < number || n > maxRows {
			return fmt.Errorf("%w: row %q follows row %d", errBroken, given, r.Number)
		}
		number = n
	}
	r.Number, r.Cells, r.text = number, r.Cells[:0], r.text[:0]
	if hidden := attr(start, "hidden"); r.Hidden == "" && (hidden == "1" || hidden == "true") {
		r.Hidden = "A" + strconv.Itoa(number)
	}
	next := 0
	for {
		token, err := r.tokens.RawToken()
		if err != nil {
			return unexpected(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local != "c" {
				continue
			}
			column := next
			if place := attr(e, "r"); place != "" {
				if column = columnOf(place); column < next {
					return fmt.Errorf("%w: cell %q is out of order", errBroken, place)
				}
			}
			if column >= maxColumns {
				return fmt.Errorf("%w: row %d has too many columns", errBroken, number)
			}
			next = column + 1
			if err := r.readCell(e, column); err != nil {
				return err
			}
		case xml.EndElement:
			if e.Name.Local == "row" {
				return nil
			}
		}
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readCell reads one cell up to its end.
func (r *Rows) readCell(start xml.StartElement, column int) error {
	r.value = r.value[:0]
	kind, inValue, valued, formula := attr(start, "t"), false, false, false
	for done := false; !done; {
		token, err := r.tokens.RawToken()
		if err != nil {
			return unexpected(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			inValue = e.Name.Local == "v"
			switch valued = valued || inValue; e.Name.Local {
			case "f":
				if formula = true; r.Formula == "" {
					r.Formula = ColumnName(column) + strconv.Itoa(r.Number)
				}
			case "is":
				if r.value, err = readString(r.tokens, "is", r.value); err != nil {
					return err
				}
			}
		case xml.EndElement:
			inValue = false
			done = e.Name.Local == "c"
		case xml.CharData:
			if inValue && len(r.value)+len(e) <= maxToken {
				r.value = append(r.value, e...)
			}
		}
	}
	if len(r.value) == 0 {
		if !formula || valued {
			return nil
		}
		r.value, kind = append(r.value, noValue...), "e" // no program has calculated it
	}
	return r.addCell(kind, attr(start, "s"), column)
}

func (r *Rows) addCell(kind, style string, column int) error {
	from := len(r.text)
	switch kind {
	case "s":
		number, err := strconv.Atoi(string(r.value))
		if err != nil || r.shared == nil {
			return fmt.Errorf("%w: a cell names no string", errBroken)
		}
		if r.text, err = r.shared.add(r.text, number); err != nil {
			return err
		}
	case "b":
		r.text = strconv.AppendBool(r.text, string(r.value) == "1" || string(r.value) == "true")
	case "", "n":
		r.text = r.book.appendNumber(r.text, string(r.value), style)
	default: // inlineStr, str, e, d
		r.text = append(r.text, r.value...)
	}
	if text := r.text[from:len(r.text):len(r.text)]; len(text) > 0 {
		r.Cells = append(r.Cells, Cell{column, text})
	}
	return nil
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// columnOf returns the column of a place such as C4, from 0; -1 for what is none.
func columnOf(place string) int {
	column := 0
	for i := 0; i < len(place) && place[i] >= 'A' && place[i] <= 'Z'; i++ {
		if column = column*26 + int(place[i]-'A') + 1; column > maxColumns {
			break
		}
	}
	return column - 1
}

// ColumnName returns the letters of a column, from 0.
func ColumnName(column int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}
