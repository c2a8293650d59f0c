package file

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

const (
	// MaxRow bounds a row of any kind of file in bytes, so that an endless row takes no memory and an unclosed quote loses
	// only its own line.
	MaxRow = 64 << 10
	// keptText bounds the shown part of a row that is too long, in bytes.
	keptText = 4 << 10
)

// Source is the text of a file in UTF-8, piece by piece.
type Source interface {
	// Append appends the next piece to text and returns the result; io.EOF after the last one.
	Append(text []byte) ([]byte, error)
}

// Row is one row of a file. Its slices are valid until the next Fill of its scanner.
type Row struct {
	// Fields are the requested columns; nil if the file has no such column.
	Fields [][]byte
	// Text is the unchanged row without its line ending, cut after a few kilobytes.
	Text []byte
	// Line counts from 1, including the header.
	Line int
	// Defect is the reason why the row cannot be read; nil if it can.
	Defect *Defect
	// Rough rows may have tabs and line breaks within fields; all others are known to have none.
	Rough bool
}

// Scanner finds rows. Fill reads the next piece of text, Next iterates over the rows in it:
//
//	for s.Fill() {
//		for s.Next() {
//			… s.Row() …
//		}
//	}
//	err := s.Err()
type Scanner interface {
	Fill() bool
	Next() bool
	Row() *Row
	// Position is the number of bytes of the file, as it was sent, up to the end of the last row.
	Position() int64
	// Lines is the number of the last line that was read.
	Lines() int
	Err() error
}

// Start is where a scanner begins: after the header or after the committed rows.
type Start struct {
	Position int64
	Lines    int
	// SingleByte is set when the source decodes a single-byte encoding, so that the position advances by characters
	// instead of bytes.
	SingleByte bool
	// Header of CSV as in the text; nil if there is none.
	Header []byte
}

// window is the part of a file in memory, shared by both scanners.
type window struct {
	source   Source
	text     []byte
	at       int // start of the next row
	counted  int // position includes the text up to here
	position int64
	lines    int
	single   bool
	ended    bool
	// skipping is set within a line that is too long. long has its shown part, and longStart its start, since no other
	// scanner could continue in its middle.
	skipping  bool
	long      []byte
	longStart int64
	clean     bool
	row       Row
	scratch   []byte
	err       error
}

func newWindow(source Source, start Start, fields int) window {
	return window{
		source: source, position: start.Position, lines: start.Lines, single: start.SingleByte,
		row: Row{Fields: make([][]byte, fields)},
	}
}

// Fill moves the rest of an incomplete row to the front and appends the next piece.
func (w *window) Fill() bool {
	if w.err != nil || (w.ended && w.at == len(w.text) && !w.skipping) {
		return false
	}
	w.count()
	left := copy(w.text, w.text[w.at:])
	w.text, w.at, w.counted, w.scratch = w.text[:left], 0, 0, w.scratch[:0]
	text, err := w.source.Append(w.text)
	switch {
	case errors.Is(err, io.EOF):
		w.ended = true
	case err != nil:
		w.err = err
		return false
	}
	w.text = text
	w.clean = isClean(w.text)
	return len(w.text) > 0 || !w.ended || w.skipping
}

// Row returns the row that Next found.
func (w *window) Row() *Row { return &w.row }

// Err returns the error that ended the scan early.
func (w *window) Err() error { return w.err }

// Lines returns the number of the last line that was read.
func (w *window) Lines() int { return w.lines }

// Position returns the end of the last row found.
func (w *window) Position() int64 {
	w.count()
	if w.skipping {
		return w.longStart
	}
	return w.position
}

func (w *window) count() {
	read := w.text[w.counted:w.at]
	w.counted = w.at
	if w.single {
		w.position += int64(utf8.RuneCount(read))
		return
	}
	w.position += int64(len(read))
}

// line finds the next line that is not blank, without consuming it: its text without the line ending and its length
// with it. It returns false when more text is needed or there is no more. A line that is too long becomes an invalid
// row; then text is nil.
func (w *window) line() (text []byte, length int, found bool) {
	for w.at < len(w.text) && !w.skipping {
		rest := w.text[w.at:]
		end := bytes.IndexByte(rest, '\n')
		switch {
		case end > MaxRow || (end < 0 && len(rest) > MaxRow):
			w.longStart = w.Position()
			w.long = append(w.long[:0], rest[:keptText]...)
			w.skipping = true
			continue
		case end < 0 && !w.ended:
			return nil, 0, false
		case end < 0:
			text, length = rest, len(rest)
		default:
			text, length = rest[:end], end+1
		}
		text = bytes.TrimSuffix(text, []byte{'\r'})
		if len(text) > 0 {
			return text, length, true
		}
		w.lines++
		w.at += length
	}
	return nil, 0, w.skipping && w.skip()
}

// skip skips to the end of a line that is too long and reports whether it is in the window.
func (w *window) skip() bool {
	end := bytes.IndexByte(w.text[w.at:], '\n')
	if end < 0 {
		w.at = len(w.text)
		if !w.ended {
			return false
		}
	} else {
		w.at += end + 1
	}
	w.skipping = false
	w.refuse(w.long, RowTooLong)
	w.lines++
	return true
}

// take consumes a line and makes it the present row.
func (w *window) take(text []byte, length int) {
	w.lines++
	w.at += length
	w.row.Line, w.row.Defect, w.row.Rough = w.lines, nil, !w.clean
	w.row.Text = text
	if !w.clean {
		w.row.Defect = checkText(text)
	}
}

// refuse makes an invalid row of a line that is not consumed yet.
func (w *window) refuse(text []byte, why *Defect) {
	w.row.Line, w.row.Defect, w.row.Rough = w.lines+1, why, true
	w.row.Text = text
}

// checkText finds invalid UTF-8 and characters that no row may have.
func checkText(text []byte) *Defect {
	if !utf8.Valid(text) {
		return BadEncoding
	}
	for _, b := range text {
		if (b < ' ' && b != '\t' && b != '\r' && b != '\n') || b == 0x7f {
			return BadCharacter
		}
	}
	return nil
}

// isClean reports whether text is valid and has no control characters except line endings, so that its rows need no
// checks of their own. The last line may be cut; its own row is checked later.
func isClean(text []byte) bool {
	end := bytes.LastIndexByte(text, '\n')
	if end < 0 || !utf8.Valid(text[:end]) {
		return false
	}
	return !hasControls(text[:end])
}
