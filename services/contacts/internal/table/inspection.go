package table

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/engine/xlsx"
	"puls.app/services/contacts/internal/spelling"
)

const (
	// InspectLimit is how much of a file is inspected, in bytes.
	InspectLimit = 256 << 10
	// shownRows and shownExamples are how many rows, and values of a column, are shown.
	shownRows     = 20
	shownExamples = 3
	// ShownCell bounds the shown part of a cell, in bytes.
	ShownCell = 1000
)

const (

	// noticeRows and noticeXML, in bytes, bound how much of a sheet is searched for notices.
	noticeRows, noticeXML = 20_000, 16 << 20
)

// Inspection is the detected layout of a file, and its first rows.
type Inspection struct {
	Kind        FileKind
	Format      Format
	Compression string
	Encoding    file.Encoding
	Delimiter   string
	Sheets      []xlsx.Sheet
	Sheet       string
	NoHeader    bool
	HeaderLine  int
	// Tool is the name of the program whose export it seems to be; empty if unknown.
	Tool string
	// Other is the kind that its columns look like if it is not the one it is read as; empty otherwise.
	Other FileKind
	// First are the first rows of the file, among which the header is searched for.
	First   []FileRow
	Columns []FileColumn
	Rows    []FileRow
	// MappedAs is the time of the file whose mapping was reused; nil if none was.
	MappedAs *time.Time
	Notices  []FileNotice
	Fields   []string
	// Counted is in how many rows the values of columns were counted; Whole is set if these are all rows.
	Counted int
	Whole   bool
}

// FileColumn is a column of a file, with the field that it seems to be.
type FileColumn struct {
	Name     string
	Examples []string
	Field    string
	Because  Because
	// Values of a column with meanings, and how many cells have other values.
	Values []ValueCount
	Other  int
	tally  tally
}

// FileRow is a row of a file, and the defect for which it would be refused, as far as the row alone shows it.
type FileRow struct {
	Line   int
	Cells  []string
	Reason *file.Defect
}

// FileNotice is a warning about a file.
type FileNotice struct{ Notice, Cell string }

// LooksLikeData reports whether a first row is data instead of names of columns: it has an address.
func LooksLikeData(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, email := spelling.AppendEmail(nil, []byte(name))
		_, gsm := spelling.AppendGSM(nil, []byte(name))
		return email || gsm
	})
}

// NoticeNames adds a notice if two columns have the same name.
func (i *Inspection) NoticeNames(names []string, line int) {
	for at, name := range names {
		same := func(other string) bool { return name != "" && strings.EqualFold(other, name) }
		if slices.ContainsFunc(names[:at], same) {
			i.Notices = append(i.Notices, FileNotice{"DUPLICATE_HEADER", i.place(at, line)})
			return
		}
	}
}

// ReadTable reads the first rows unchanged.
func (i *Inspection) ReadTable(head Head, text []byte) error {
	targets := make([]int, len(head.Names))
	for at := range targets {
		targets[at] = at
	}
	scanner := file.NewCSV(
		NewSample(text[head.Size:]), file.Start{
			Position: head.Size, Lines: head.Lines, Header: head.Text,
		}, head.Delimiter, targets, len(targets),
	)
	rounded := false
	for scanner.Fill() {
		for scanner.Next() {
			row := scanner.Row()
			shown := FileRow{Line: row.Line, Reason: row.Defect}
			totals := row.Defect == nil && isTotals(row.Text, head.Delimiter, row.Fields, nil)
			if !totals {
				i.Counted++
			}
			for at, cell := range row.Fields {
				if row.Defect != nil {
					break
				}
				value := OneLine(string(cell), ShownCell)
				shown.Cells = append(shown.Cells, value)
				c := &i.Columns[at]
				if totals {
					continue
				}
				c.tally.add(value)
				if value != "" && len(c.Examples) < shownExamples && !slices.Contains(c.Examples, value) {
					c.Examples = append(c.Examples, value)
				}
				if !rounded && file.IsRounded(bytes.TrimSpace(cell)) {
					rounded = true
					i.Notices = append(i.Notices, FileNotice{"ROUNDED_NUMBERS", i.place(at, row.Line)})
				}
			}
			if row.Defect != nil {
				shown.Cells = []string{OneLine(string(row.Text), ShownCell)}
			}
			if len(i.Rows) < shownRows {
				i.Rows = append(i.Rows, shown)
			}
		}
	}
	if i.Tool = toolOf(i.Columns); i.Tool == "" && i.Format == FormatXLSX {
		i.Tool = "Excel"
	}
	return scanner.Err()
}

func (i *Inspection) place(column, line int) string {
	if i.Format == FormatXLSX {
		return xlsx.ColumnName(column) + strconv.Itoa(line)
	}
	return strconv.Itoa(column + 1)
}

// Sample is text in memory as a source.
type Sample struct{ rest []byte }

// NewSample returns text as a source.
func NewSample(text []byte) *Sample { return &Sample{text} }

// Append implements file.Source. It leaves out a last line that was cut.
func (s *Sample) Append(text []byte) ([]byte, error) {
	if len(s.rest) == 0 {
		return text, io.EOF
	}
	whole := s.rest
	if end := bytes.LastIndexByte(whole, '\n'); end >= 0 && len(whole) > InspectLimit/2 {
		whole = whole[:end+1]
	}
	s.rest = nil
	return append(text, whole...), nil
}

// NoticesOf searches the first rows of a sheet for notices.
func NoticesOf(book *xlsx.Book, sheet xlsx.Sheet) ([]FileNotice, error) {
	var notices []FileNotice
	if book.Macros {
		notices = append(notices, FileNotice{Notice: "MACROS"})
	}
	rows, err := book.Rows(sheet)
	if err != nil {
		return nil, BrokenArchive(err)
	}
	defer func() { _ = rows.Close() }()
	for n := 0; n < noticeRows && rows.Read() < noticeXML && rows.Next(); n++ {
		continue
	}
	if err := rows.Err(); err != nil {
		return nil, BrokenArchive(err)
	}
	for _, n := range []FileNotice{
		{"FORMULAS", rows.Formula}, {"HIDDEN_ROWS", rows.Hidden}, {"MERGED_CELLS", rows.Merged},
	} {
		if n.Cell != "" {
			n.Cell, _, _ = strings.Cut(n.Cell, ":")
			notices = append(notices, n)
		}
	}
	return notices, nil
}

// ReadLines inspects NDJSON text: the keys of its objects are its columns.
func (i *Inspection) ReadLines(text []byte, o ReadOptions) error {
	text = bytes.TrimPrefix(text, []byte(file.ByteOrderMark))
	index := make(map[string]int, EngagementFields)
	for field, name := range EngagementColumns() {
		index[name] = field
		i.Columns = append(i.Columns, FileColumn{Name: name, Field: name, Because: ByName})
	}
	scanner := file.NewNDJSON(NewSample(text), file.Start{}, index, EngagementFields)
	for scanner.Fill() {
		for scanner.Next() {
			row := scanner.Row()
			i.Counted++
			shown := FileRow{Line: row.Line, Reason: row.Defect}
			for at, cell := range row.Fields {
				value := OneLine(string(cell), ShownCell)
				shown.Cells = append(shown.Cells, value)
				i.Columns[at].tally.add(value)
				if c := &i.Columns[at]; value != "" && len(c.Examples) < shownExamples {
					c.Examples = append(c.Examples, value)
				}
			}
			if len(i.Rows) < shownRows {
				i.Rows = append(i.Rows, shown)
			}
		}
	}
	i.NameValues(EngagementColumns(), EngagementColumns(), o.Values)
	return scanner.Err()
}

// Judged returns the defects of the shown rows that would be refused, by line.
func Judged(scanner file.Scanner, read func(*file.Row) *file.Defect) map[int]*file.Defect {
	reasons := map[int]*file.Defect{}
	for rows := 0; scanner.Fill(); {
		for ; rows < shownRows && scanner.Next(); rows++ {
			row := scanner.Row()
			line, why := row.Line, row.Defect
			if why == nil {
				why = read(row)
			}
			if why != nil {
				reasons[line] = why
			}
		}
		if rows == shownRows {
			break
		}
	}
	return reasons
}
