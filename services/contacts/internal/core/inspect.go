package core

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
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
	// InspectLimit is how much of a file is looked at.
	InspectLimit = 256 << 10
	// shownRows and shownExamples are how many rows, and values of a column, are shown.
	shownRows     = 20
	shownExamples = 3
	// shownCell bounds what is shown of a cell, in bytes.
	shownCell = 1000
	// noticeRows and noticeXML, in bytes, bound how much of a sheet is looked at for what has to be known before it is
	// read.
	noticeRows, noticeXML = 20_000, 16 << 20
)

// Inspection is what a file seems to be, and its first rows.
type Inspection struct {
	Kind        FileKind
	Format      Format
	Compression string
	Encoding    file.Encoding
	Delimiter   string
	Sheets      []xlsx.Sheet
	Sheet       string
	NoHeader    bool
	Columns     []FileColumn
	Rows        []FileRow
	// MappedAs is when the file came whose mapping was taken over; nil when none was.
	MappedAs *time.Time
	Notices  []FileNotice
	Fields   []string
	// Counted is in how many rows the values of columns were counted; Whole when these are all.
	Counted int
	Whole   bool
}

// FileColumn is a column of a file, with the field that it seems to be.
type FileColumn struct {
	Name     string
	Examples []string
	Field    string
	Because  Because
	// Values of a column that has meanings, and how many cells hold others.
	Values []ValueCount
	Other  int
	tally  tally
}

// FileRow is a row of a file, and why it would be refused as far as it can tell alone.
type FileRow struct {
	Line   int
	Cells  []string
	Reason *file.Defect
}

// FileNotice is something that has to be known about a file.
type FileNotice struct{ Notice, Cell string }

// InspectFile looks at the beginning of a file. Kind may be empty where the columns decide.
func (a *App) InspectFile(
	ctx context.Context, account AccountID, kind FileKind, o ReadOptions, head []byte,
) (Inspection, error) {
	if len(head) == 0 {
		return Inspection{}, ErrImportEmpty
	}
	leave, err := a.looks.begin(ctx, account)
	if err != nil {
		return Inspection{}, err
	}
	defer leave()
	compression := ""
	cut := len(head) == InspectLimit
	if isGzip(head) {
		text, err := gunzipHead(head)
		if err != nil {
			return Inspection{}, err
		}
		head, compression = text, packedGzip
	}
	c, err := lookAt(bytes.NewReader(head), int64(len(head)), cmp.Or(kind, KindEngagement), "", compression, o, glance())
	if err != nil {
		if cut && isZip(head) {
			return Inspection{}, ErrImportCutOff.Withf("a spreadsheet or an archive must be whole to be looked at")
		}
		return Inspection{}, err
	}
	seen, err := a.inspect(ctx, account, kind, c, o)
	seen.Whole = seen.Whole && !cut
	return seen, err
}

// gunzipHead unpacks the beginning of a packed file.
func gunzipHead(packed []byte) ([]byte, error) {
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, brokenGzip(err)
	}
	head, err := io.ReadAll(io.LimitReader(text, InspectLimit))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, brokenGzip(err)
	}
	return head, nil
}

// InspectImport looks at the file of a draft.
func (a *App) InspectImport(ctx context.Context, account AccountID, id ImportID, o ReadOptions) (Inspection, error) {
	i, err := a.store.GetImport(ctx, account, id)
	if err != nil {
		return Inspection{}, err
	}
	if _, err := isDraft(&i); err != nil {
		return Inspection{}, err
	}
	leave, err := a.looks.begin(ctx, account)
	if err != nil {
		return Inspection{}, err
	}
	defer leave()
	seen, err := a.inspectDraft(ctx, &i, o)
	if err != nil {
		return Inspection{}, a.unlessEnded(ctx, &i, err)
	}
	return seen, nil
}

func (a *App) inspectDraft(ctx context.Context, i *Import, o ReadOptions) (Inspection, error) {
	source := newBlockSource(ctx, a.store, i.ID, i.Size)
	c, err := lookAt(source, i.Size, i.Kind, formatAsked(i.Format), i.unpacked(), o, glance())
	if err != nil {
		return Inspection{}, err
	}
	if o.Encoding == "" && i.Options.Encoding == "" && i.Encoding == file.Windows1250 && !i.Folded {
		c.encoding = file.Windows1250
	}
	return a.inspect(ctx, i.Account, i.Kind, c, o)
}

func (a *App) inspect(
	ctx context.Context, account AccountID, kind FileKind, c *content, o ReadOptions,
) (Inspection, error) {
	i := Inspection{
		Kind: kind, Format: c.format, Compression: c.compression, Encoding: c.encoding, Sheet: c.sheet.Name,
	}
	text, err := c.head(InspectLimit)
	if err != nil {
		return i, err
	}
	i.Whole = len(text) < InspectLimit
	encoding := c.encoding
	if c.folded && encoding != file.Windows1250 {
		encoding = file.UTF8
	}
	switch {
	case c.book != nil:
		i.Sheets, i.Encoding = c.book.Sheets, ""
		if i.Notices, err = noticesOf(c.book, c.sheet); err != nil {
			return i, err
		}
	case c.format == FormatCSV && o.Encoding == "" && encoding == file.UTF8:
		if encoding = sniff(text, o); encoding == file.Windows1250 {
			i.Encoding = encoding
		}
	}
	if encoding == file.Windows1250 {
		text = file.AppendWindows1250(nil, text)
	}
	if c.format == FormatNDJSON {
		i.Kind, i.Fields = KindEngagement, engagementColumns()
		return i, i.readLines(text, o)
	}
	return i, a.inspectTable(ctx, account, &i, o.ofText(c.format), text)
}

// inspectTable looks at text of CSV in UTF-8.
func (a *App) inspectTable(
	ctx context.Context, account AccountID, i *Inspection, o ReadOptions, text []byte,
) error {
	head, err := readLayout(cmp.Or(i.Kind, KindContacts), FormatCSV, file.UTF8, o, text)
	if err != nil {
		return err
	}
	if i.Format == FormatCSV {
		i.Delimiter = head.delimiter()
	}
	names := head.Names
	if i.NoHeader = o.NoHeader || !o.Header && looksLikeData(names); i.NoHeader && !o.NoHeader {
		i.Notices = append(i.Notices, FileNotice{Notice: "NO_HEADER"})
		o.NoHeader = true
		if head, err = readLayout(cmp.Or(i.Kind, KindContacts), FormatCSV, file.UTF8, o, text); err != nil {
			return err
		}
	}
	i.noticeNames(head.Names, head.Lines)
	i.Columns = make([]FileColumn, len(head.Names))
	for at, name := range head.Names {
		i.Columns[at].Name = name
	}
	if err := i.readTable(head, text); err != nil {
		return err
	}
	if i.Kind == "" {
		i.Kind = kindOf(i.Columns)
	}
	return a.name(ctx, account, i, o, head, text)
}

// looksLikeData reports whether a first row names no columns: it holds somebody's address.
func looksLikeData(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, email := spelling.AppendEmail(nil, []byte(name))
		_, gsm := spelling.AppendGSM(nil, []byte(name))
		return email || gsm
	})
}

func (i *Inspection) noticeNames(names []string, line int) {
	for at, name := range names {
		same := func(other string) bool { return name != "" && strings.EqualFold(other, name) }
		if slices.ContainsFunc(names[:at], same) {
			i.Notices = append(i.Notices, FileNotice{"DUPLICATE_HEADER", i.place(at, line)})
			return
		}
	}
}

// readTable reads the first rows as they are.
func (i *Inspection) readTable(head Head, text []byte) error {
	targets := make([]int, len(head.Names))
	for at := range targets {
		targets[at] = at
	}
	scanner := file.NewCSV(
		&sample{text[head.Size:]}, file.Start{Position: head.Size, Lines: head.Lines}, head.Delimiter, targets, len(targets),
	)
	rounded := false
	for scanner.Fill() {
		for scanner.Next() {
			row := scanner.Row()
			i.Counted++
			shown := FileRow{Line: row.Line, Reason: row.Defect}
			for at, cell := range row.Fields {
				if row.Defect != nil {
					break
				}
				value := oneLine(string(cell), shownCell)
				shown.Cells = append(shown.Cells, value)
				c := &i.Columns[at]
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
				shown.Cells = []string{oneLine(string(row.Text), shownCell)}
			}
			if len(i.Rows) < shownRows {
				i.Rows = append(i.Rows, shown)
			}
		}
	}
	return scanner.Err()
}

func (i *Inspection) place(column, line int) string {
	if i.Format == FormatXLSX {
		return xlsx.ColumnName(column) + strconv.Itoa(line)
	}
	return strconv.Itoa(column + 1)
}

// sample is text that is there already.
type sample struct{ rest []byte }

// Append implements file.Source. What is cut of the last row is left out with its line.
func (s *sample) Append(text []byte) ([]byte, error) {
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

// name finds out what the columns are, and which of the rows that are shown would be refused for that.
func (a *App) name(
	ctx context.Context, account AccountID, i *Inspection, o ReadOptions, head Head, text []byte,
) error {
	properties, err := a.store.Properties(ctx, account)
	if err != nil {
		return fmt.Errorf("read properties: %w", err)
	}
	var names []string
	i.Fields = fieldsOf(i.Kind)
	for _, p := range properties {
		if i.Kind == KindContacts && !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
			i.Fields = append(i.Fields, PropertyPrefix+p.Name)
		}
	}
	learned, err := a.store.LearnedMapping(ctx, account, i.Kind)
	if err != nil {
		return fmt.Errorf("read learned mapping: %w", err)
	}
	guess(i.Kind, i.Columns, learned.learned(), names)
	if slices.ContainsFunc(i.Columns, func(c FileColumn) bool { return c.Because == ByLearned }) {
		i.MappedAs = &learned.At
	}
	o.Values = learned.Learn(o.Values)
	mapping := o.Mapping
	if len(mapping) == 0 {
		for _, c := range i.Columns {
			mapping = append(mapping, c.Field)
		}
	}
	o.Mapping = mapping
	i.nameValues(head.Names, mapping, o.Values)
	if head.Columns, err = o.resolve(i.Kind, head.Names); err != nil {
		return nil //nolint:nilerr // not everything that is needed is named yet: nothing can be said of rows
	}
	return a.judge(ctx, account, i, o, head, properties, text)
}

// noticesOf looks at the first rows of a sheet for what has to be known before it is read.
func noticesOf(book *xlsx.Book, sheet xlsx.Sheet) ([]FileNotice, error) {
	var notices []FileNotice
	if book.Macros {
		notices = append(notices, FileNotice{Notice: "MACROS"})
	}
	rows, err := book.Rows(sheet)
	if err != nil {
		return nil, brokenArchive(err)
	}
	defer func() { _ = rows.Close() }()
	for n := 0; n < noticeRows && rows.Read() < noticeXML && rows.Next(); n++ {
		continue
	}
	if err := rows.Err(); err != nil {
		return nil, brokenArchive(err)
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

// readLines looks at text of NDJSON: the keys of its objects are its columns.
func (i *Inspection) readLines(text []byte, o ReadOptions) error {
	text = bytes.TrimPrefix(text, []byte(file.ByteOrderMark))
	index := make(map[string]int, engagementFields)
	for field, name := range engagementColumns() {
		index[name] = field
		i.Columns = append(i.Columns, FileColumn{Name: name, Field: name, Because: ByName})
	}
	scanner := file.NewNDJSON(&sample{text}, file.Start{}, index, engagementFields)
	for scanner.Fill() {
		for scanner.Next() {
			row := scanner.Row()
			i.Counted++
			shown := FileRow{Line: row.Line, Reason: row.Defect}
			for at, cell := range row.Fields {
				value := oneLine(string(cell), shownCell)
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
	i.nameValues(engagementColumns(), engagementColumns(), o.Values)
	return scanner.Err()
}
