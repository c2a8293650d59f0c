package core

import (
	"strconv"
	"strings"
)

// Header is the first line of an export.
var Header = [...]string{"uid", "external_id", "email", "gsm", "visitor_id", "known", "score", "excluded_reason"}

// Line is one recipient of an export.
type Line struct {
	UID, ExternalID, Email, GSM, VisitorID string
	// Known is set for web only.
	Known *bool
	// Score is -1 for an excluded contact.
	Score  int
	Reason string
}

// Writer appends lines of CSV (RFC 4180, CRLF) to a buffer that it owns.
type Writer struct {
	delimiter byte
	buf       []byte
}

// NewWriter begins a file with the header. With ";" a byte-order mark comes first, without which Polish Excel reads
// the file as cp1250.
func NewWriter(delimiter byte) *Writer {
	w := &Writer{delimiter: delimiter}
	if delimiter == ';' {
		w.buf = append(w.buf, "\xef\xbb\xbf"...)
	}
	for i, name := range Header {
		w.cell(i, name)
	}
	w.end()
	return w
}

// Append adds one recipient.
func (w *Writer) Append(l *Line) {
	w.cell(0, l.UID)
	w.cell(1, Harmless(l.ExternalID))
	w.cell(2, Harmless(l.Email))
	w.cell(3, Harmless(l.GSM))
	w.cell(4, Harmless(l.VisitorID))
	known := ""
	if l.Known != nil {
		known = strconv.FormatBool(*l.Known)
	}
	w.cell(5, known)
	score := ""
	if l.Score >= 0 {
		score = strconv.Itoa(l.Score)
	}
	w.cell(6, score)
	w.cell(7, l.Reason)
	w.end()
}

// Len answers the bytes that wait to be taken.
func (w *Writer) Len() int { return len(w.buf) }

// Take answers the bytes so far; they are good until the next Append.
func (w *Writer) Take() []byte {
	taken := w.buf
	w.buf = w.buf[:0]
	return taken
}

func (w *Writer) end() { w.buf = append(w.buf, "\r\n"...) }

func (w *Writer) cell(index int, text string) {
	if index > 0 {
		w.buf = append(w.buf, w.delimiter)
	}
	if !strings.ContainsAny(text, "\",;\r\n") && !strings.HasPrefix(text, " ") && !strings.HasSuffix(text, " ") {
		w.buf = append(w.buf, text...)
		return
	}
	w.buf = append(w.buf, '"')
	for i := range len(text) {
		if text[i] == '"' {
			w.buf = append(w.buf, '"')
		}
		w.buf = append(w.buf, text[i])
	}
	w.buf = append(w.buf, '"')
}

// formulaStarts begin a formula in some spreadsheet, the full-width forms too.
const formulaStarts = "=+-@\t\r\n\x00＝＋－＠"

// Harmless puts an apostrophe before text that a spreadsheet would run as a formula (OWASP ASVS 5, 1.2.10). Phone
// numbers in strict E.164 form and numbers stay as they are.
func Harmless(text string) string {
	if text == "" || !strings.ContainsAny(firstRune(text), formulaStarts) || isPhone(text) || isNumber(text) {
		return text
	}
	return "'" + text
}

func firstRune(text string) string {
	for i := range text {
		if i > 0 {
			return text[:i]
		}
	}
	return text
}

// isPhone tells a strict E.164 number: "+", a digit from 1 to 9, and 1 to 14 digits more.
func isPhone(text string) bool {
	return len(text) >= 3 && len(text) <= 16 && text[0] == '+' && text[1] >= '1' && text[1] <= '9' && isDigits(text[2:])
}

func isNumber(text string) bool {
	rest := strings.TrimPrefix(text, "-")
	whole, fraction, has := strings.Cut(rest, ".")
	return isDigits(whole) && (!has || isDigits(fraction))
}

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
