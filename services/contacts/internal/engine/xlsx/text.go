package xlsx

import (
	"bytes"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"puls.app/services/contacts/internal/engine/file"
)

// maxExact is the power of ten below which a spreadsheet stores whole numbers exactly: it has 15 digits.
const maxExact = 1e15

// appendNumber appends a number in plain notation, or the date that its format shows. A number whose digits are lost is
// written as 4.85E+10, which is invalid as a phone number or an id.
func (b *Book) appendNumber(text []byte, value, style string) []byte {
	number, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
		return append(text, value...)
	}
	if at, err := strconv.Atoi(style); err == nil && at >= 0 && at < len(b.dates) && b.dates[at] && number >= 0 {
		return b.appendDate(text, number)
	}
	if math.Abs(number) >= maxExact || lostDigits(value) {
		return strconv.AppendFloat(text, number, 'E', -1, 64)
	}
	return strconv.AppendFloat(text, number, 'f', -1, 64)
}

// lostDigits reports whether a large number is written with fewer digits than it has.
func lostDigits(value string) bool {
	mantissa, exponent, found := strings.Cut(strings.ToUpper(value), "E")
	if !found {
		return false
	}
	places, err := strconv.Atoi(exponent)
	digits := len(strings.TrimLeft(strings.Replace(strings.TrimLeft(mantissa, "+-"), ".", "", 1), "0"))
	return err == nil && places >= 5 && digits < places+1
}

// lastSerial is the day 9999-12-31.
const lastSerial = 2_958_465

// appendDate appends a date, a time of day, or both.
func (b *Book) appendDate(text []byte, serial float64) []byte {
	seconds := int64(math.Round(math.Mod(serial, 1) * 86400))
	days := int64(serial) + int64(b.days)
	if days > lastSerial {
		return strconv.AppendFloat(text, serial, 'f', -1, 64)
	}
	if days < 60 {
		days++ // the 1900 date system has a 29 February in that year
	}
	at := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(days)).Add(time.Duration(seconds) * time.Second)
	switch {
	case serial < 1 && b.days == 0:
		return at.AppendFormat(text, time.TimeOnly)
	case seconds == 0:
		return at.AppendFormat(text, time.DateOnly)
	default:
		return at.AppendFormat(text, time.DateTime)
	}
}

// text is a sheet as CSV with commas.
type text struct {
	rows *Rows
	// width is the number of cells of the header row; 0 above it.
	width int
	// header is the number of that row; 0 for the first one that is not empty.
	header int
	lines  int
	ready  []byte
	at     int
}

// Text returns the rows of a sheet as lines of CSV with commas, each on the line of its number; line breaks within a
// cell become blanks. A row that is too long becomes a line that is too long, so that its reader refuses it. The header
// row, or the first row for 0, determines the number of columns: a later row with more columns also has more in the
// text.
func (b *Book) Text(sheet Sheet, header int) (io.ReadCloser, error) {
	rows, err := b.readRows(sheet)
	if err != nil {
		return nil, err
	}
	return &text{rows: rows, header: header}, nil
}

// Close implements io.Closer.
func (t *text) Close() error { return t.rows.Close() }

// Read implements io.Reader.
func (t *text) Read(to []byte) (int, error) {
	if t.at == len(t.ready) {
		t.ready, t.at = t.ready[:0], 0
		for len(t.ready) < 64<<10 && t.rows.Next() {
			t.line()
		}
		if len(t.ready) == 0 {
			if err := t.rows.Err(); err != nil {
				return 0, err
			}
			return 0, io.EOF
		}
	}
	n := copy(to, t.ready[t.at:])
	t.at += n
	return n, nil
}

// line writes the present row, and empty lines for the rows that the sheet leaves out.
func (t *text) line() {
	for ; t.lines < t.rows.Number-1; t.lines++ {
		t.ready = append(t.ready, '\n')
	}
	t.lines++
	from := len(t.ready)
	defer func() {
		for t.rows.TooLong && len(t.ready)-from <= file.MaxRow {
			t.ready = append(t.ready, ' ') // so that it is too long as a line, too
		}
		t.ready = append(t.ready, '\n')
	}()
	cells := t.rows.Cells
	for len(cells) > 0 && len(bytes.TrimSpace(cells[len(cells)-1].Text)) == 0 {
		cells = cells[:len(cells)-1]
	}
	if len(cells) == 0 {
		return
	}
	own := cells[len(cells)-1].Column + 1
	if t.width == 0 && t.rows.Number >= t.header {
		t.width = own
	}
	width := t.width
	if width == 0 {
		width = own
	}
	column := 0
	for _, cell := range cells {
		for ; column < min(cell.Column, width-1); column++ {
			t.ready = append(t.ready, ',')
		}
		if cell.Column >= width {
			t.ready = append(t.ready, ',')
		}
		t.cell(cell.Text)
	}
	for ; column < width-1; column++ {
		t.ready = append(t.ready, ',')
	}
}

func (t *text) cell(text []byte) {
	quoted := bytes.IndexByte(text, ',') >= 0 || bytes.IndexByte(text, '"') >= 0
	if quoted {
		t.ready = append(t.ready, '"')
	}
	for i, b := range text {
		switch {
		case b == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case b == '\n' || b == '\r':
			t.ready = append(t.ready, ' ')
		case b == '"':
			t.ready = append(t.ready, '"', '"')
		default:
			t.ready = append(t.ready, b)
		}
	}
	if quoted {
		t.ready = append(t.ready, '"')
	}
}
