package core

import (
	"strconv"

	"puls.app/services/kit/sheet"
)

// Line is one recipient of an export.
type Line struct {
	UID                               UID
	ExternalID, Email, GSM, VisitorID string
	// Known is set for web only.
	Known *bool
	// Score is -1 for an excluded contact.
	Score  int
	Reason string
	// Before is the cell of an earlier result, in files that compare.
	Before Cell
}

// CSV is the format for spreadsheets, in the words of a language or, if that is empty, with the names of the API. A
// file with ";" begins with a byte-order mark, without which Polish Excel reads it as cp1250.
func CSV(delimiter byte, language string) Format {
	newTable := func(compares bool) Table { return newCSV(delimiter, language, compares) }
	return Format{Extension: "csv", Language: language, NewTable: newTable}
}

// csv appends lines of CSV (RFC 4180, CRLF) to a buffer that it owns.
type csv struct {
	delimiter byte
	words     Words
	compares  bool
	buf       []byte
}

// exportColumns are the columns of an export; the last two are those of an earlier result.
var exportColumns = [...]string{
	"uid", "external_id", "email", "gsm", "visitor_id", "known", "score", "excluded_reason", "score_before",
	"excluded_reason_before",
}

// newCSV begins a file with the header. A file that compares has two columns for an earlier result.
func newCSV(delimiter byte, language string, compares bool) *csv {
	w := &csv{delimiter: delimiter, words: WordsOf(language), compares: compares}
	if delimiter == ';' {
		w.buf = append(w.buf, sheet.ByteOrderMark...)
	}
	columns := exportColumns[:]
	if !compares {
		columns = columns[:8]
	}
	for i, name := range columns {
		w.cell(i, w.words.Column(name))
	}
	w.end()
	return w
}

func (w *csv) Append(l *Line) error {
	w.cell(0, string(l.UID))
	w.cell(1, l.ExternalID)
	w.cell(2, l.Email)
	w.cell(3, l.GSM)
	w.cell(4, l.VisitorID)
	known := ""
	if l.Known != nil {
		known = w.words.Value(strconv.FormatBool(*l.Known))
	}
	w.cell(5, known)
	w.score(6, l.Score)
	w.cell(7, w.words.Value(l.Reason))
	if w.compares {
		w.score(8, l.Before.Score)
		w.cell(9, w.words.Value(l.Before.Reason))
	}
	w.end()
	return nil
}

func (*csv) Close() error { return nil }

// score writes a score; -1 becomes an empty cell.
func (w *csv) score(index, score int) {
	w.cell(index, "")
	if score >= 0 {
		w.buf = strconv.AppendInt(w.buf, int64(score), 10)
	}
}

func (w *csv) Len() int { return len(w.buf) }

func (w *csv) Take() []byte {
	taken := w.buf
	w.buf = w.buf[:0]
	return taken
}

func (w *csv) end() { w.buf = append(w.buf, "\r\n"...) }

func (w *csv) cell(index int, text string) {
	if text == "" && index > 0 {
		w.buf = append(w.buf, w.delimiter)
		return
	}
	w.buf = sheet.AppendText(w.buf, w.delimiter, index == 0, text)
}
