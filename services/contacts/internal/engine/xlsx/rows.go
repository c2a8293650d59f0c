package xlsx

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"puls.app/services/contacts/internal/engine/file"
)

const (
	// maxRows and maxColumns are the limits of the format.
	maxRows    = 1 << 20
	maxColumns = 1 << 14
	// maxRowXML bounds the XML of a row in bytes. The texts of its cells are bounded by file.MaxRow; this bounds
	// everything else.
	maxRowXML = 4 << 20
)

// Rows iterates over the rows of a sheet.
type Rows struct {
	// Number of the row, from 1, and its cells by column, from 0; empty cells are missing.
	Number int
	Cells  []Cell
	// TooLong is set if the texts of the cells have more than file.MaxRow bytes together. Cells are then the first ones,
	// and the last may be cut.
	TooLong bool
	// Formula, Hidden and Merged are the first places found so far, such as C4. Merged cells are listed after the last
	// row.
	Formula, Hidden, Merged string

	book *Book
	part io.ReadCloser
	xml  *scanner
	// texts is set if the texts of cells are read.
	texts  bool
	shared *table
	text   []byte
	value  []byte
	// whole is unset if value is only the beginning of a cell's content.
	whole bool
	ended bool
	err   error
}

// Cell is a cell that is not empty. Its text is valid until the next row.
type Cell struct {
	Column int
	Text   []byte
}

// Rows starts to iterate over the rows of a sheet, without the texts of their cells.
func (b *Book) Rows(sheet Sheet) (*Rows, error) {
	part, err := b.open(sheet.part)
	if err != nil {
		return nil, err
	}
	return &Rows{book: b, part: part, xml: newScanner(part, b.pace)}, nil
}

// readRows starts to read a sheet.
func (b *Book) readRows(sheet Sheet) (*Rows, error) {
	r, err := b.Rows(sheet)
	if err != nil {
		return nil, err
	}
	r.texts = true
	if b.strings == "" {
		return r, nil
	}
	shared, err := b.open(b.strings)
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	r.shared = newTable(shared, b.pace)
	return r, nil
}

// Close ends the reading.
func (r *Rows) Close() error { return errors.Join(r.part.Close(), r.shared.close()) }

// Err returns the error that ended the reading early.
func (r *Rows) Err() error { return r.err }

// Read is how many bytes of the sheet's XML were read.
func (r *Rows) Read() int64 { return r.xml.offset() }

// Next finds the next row.
func (r *Rows) Next() bool {
	for r.err == nil && !r.ended {
		found, err := r.xml.next()
		switch {
		case errors.Is(err, io.EOF):
			r.ended = true
		case err != nil:
			r.err = err
		case found == tokenStart && r.xml.is("row"):
			r.err = r.readRow()
			return r.err == nil
		case found == tokenStart && r.xml.is("mergeCell") && r.Merged == "":
			r.Merged = r.xml.attr("ref", false)
		}
	}
	return false
}

func (r *Rows) readRow() error {
	number := r.Number + 1
	if given := r.xml.attr("r", false); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < number || n > maxRows {
			return fmt.Errorf("%w: row %.20q follows row %d", errBroken, given, r.Number)
		}
		number = n
	}
	r.Number, r.Cells, r.text, r.TooLong = number, r.Cells[:0], r.text[:0], false
	if hidden := r.xml.attr("hidden", false); r.Hidden == "" && (hidden == "1" || hidden == "true") {
		r.Hidden = "A" + strconv.Itoa(number)
	}
	next, end := 0, r.xml.offset()+maxRowXML
	for {
		found, err := r.inRow(end)
		if err != nil {
			return err
		}
		switch {
		case found == tokenStart && r.xml.is("c"):
			column := next
			if place := r.xml.attr("r", false); place != "" {
				if column = columnOf(place); column < next {
					return fmt.Errorf("%w: cell %.20q is out of order", errBroken, place)
				}
			}
			if column >= maxColumns {
				return fmt.Errorf("%w: row %d has too many columns", errBroken, number)
			}
			next = column + 1
			if err := r.readCell(column, end); err != nil {
				return err
			}
		case found == tokenEnd && r.xml.is("row"):
			return nil
		}
	}
}

// inRow finds the next token of a row whose XML may extend up to end.
func (r *Rows) inRow(end int64) (token, error) {
	if r.xml.offset() > end {
		return 0, fmt.Errorf("%w: row %d is written in over %d bytes", errTooMuch, r.Number, maxRowXML)
	}
	return r.xml.inside()
}

// readCell reads one cell up to its end.
func (r *Rows) readCell(column int, rowEnd int64) error {
	kind, style := r.xml.attr("t", false), r.xml.attr("s", false)
	r.value, r.whole = r.value[:0], true
	inValue, valued, formula := false, false, false
	for done := false; !done; {
		found, err := r.inRow(rowEnd)
		if err != nil {
			return err
		}
		switch found {
		case tokenStart:
			inValue = r.xml.is("v")
			valued = valued || inValue
			switch {
			case r.xml.is("f"):
				if formula = true; r.Formula == "" {
					r.Formula = ColumnName(column) + strconv.Itoa(r.Number)
				}
			case r.xml.is("is"):
				next := func() (token, error) { return r.inRow(rowEnd) }
				if r.value, r.whole, err = readString(r.xml, next, "is", r.value); err != nil {
					return err
				}
			}
		case tokenEnd:
			inValue = false
			done = r.xml.is("c")
		case tokenText:
			if inValue {
				r.value, r.whole = appendWithin(r.value, r.xml.text, r.whole)
			}
		}
	}
	if len(r.value) == 0 {
		if !formula || valued {
			return nil
		}
		r.value, kind = append(r.value, noValue...), "e" // no program has calculated it
	}
	return r.addCell(kind, style, column)
}

// appendWithin appends next to text, up to file.MaxRow bytes in total; whole reports whether nothing was cut so far.
func appendWithin(text, next []byte, whole bool) ([]byte, bool) {
	if room := file.MaxRow - len(text); len(next) > room {
		next, whole = next[:room], false
	}
	return append(text, next...), whole
}

func (r *Rows) addCell(kind, style string, column int) error {
	if !r.texts {
		return nil
	}
	value, whole := r.value, r.whole
	switch kind {
	case "s":
		number, err := strconv.Atoi(string(value))
		if err != nil || r.shared == nil {
			return fmt.Errorf("%w: a cell names no string", errBroken)
		}
		if r.TooLong {
			return nil // it will not be used
		}
		if value, whole, err = r.shared.find(number); err != nil {
			return err
		}
	case "b":
		value = strconv.AppendBool(nil, string(value) == "1" || string(value) == "true")
	case "", "n":
		if whole {
			value = r.book.appendNumber(nil, string(value), style)
		}
	default: // inlineStr, str, e, d
	}
	if len(value) == 0 || r.TooLong {
		return nil
	}
	from := len(r.text)
	r.text, whole = appendWithin(r.text, value, whole)
	r.TooLong = !whole
	r.Cells = append(r.Cells, Cell{column, r.text[from:len(r.text):len(r.text)]})
	return nil
}

// columnOf returns the column of a place such as C4, from 0; -1 if it is invalid.
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
