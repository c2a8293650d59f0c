// Package xlsx decides what the sheets of a spreadsheet say, as rows of text: one line of CSV for each row of a sheet,
// on the line of the row's number. It reads sheets and shared strings as streams, in memory that does not grow with
// them (ADR 35). Cached values stand for formulas; dates are those of the cell's format.
package xlsx

import (
	"archive/zip"
	"compress/flate"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/engine/file"
)

// maxPart bounds the parts that are read whole: lists of sheets and of formats.
const maxPart = 16 << 20

// errBroken marks what no spreadsheet holds.
var errBroken = errors.New("it is no spreadsheet")

// IsBroken reports whether a failure is the archive's own and not one to get its bytes.
func IsBroken(err error) bool {
	var syntax *xml.SyntaxError
	var corrupt flate.CorruptInputError
	return errors.As(err, &syntax) || errors.As(err, &corrupt) || errors.Is(err, errBroken) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) ||
		errors.Is(err, zip.ErrAlgorithm)
}

// Book is a spreadsheet.
type Book struct {
	// Sheets in their order; charts are none.
	Sheets []Sheet
	// Macros are in it; nothing runs them.
	Macros bool

	archive *zip.Reader
	days    int // from the system of 1904 to that of 1900
	dates   []bool
	strings string
}

// Sheet is a table of a book.
type Sheet struct {
	Name   string
	Hidden bool
	part   string
}

type relation struct {
	ID     string `xml:"Id,attr"`
	Type   string `xml:"Type,attr"`
	Target string `xml:"Target,attr"`
}

// Open reads what a book consists of.
func Open(archive *zip.Reader) (*Book, error) {
	b := &Book{archive: archive}
	b.Macros = slices.ContainsFunc(archive.File, func(f *zip.File) bool { return path.Base(f.Name) == "vbaProject.bin" })
	workbook := "xl/workbook.xml"
	roots, err := b.relations("_rels/.rels", "")
	if err != nil {
		return nil, err
	}
	for _, r := range roots {
		if strings.HasSuffix(r.Type, "/officeDocument") {
			workbook = r.Target
		}
	}
	dir, name := path.Split(workbook)
	parts, err := b.relations(path.Join(dir, "_rels", name+".rels"), dir)
	if err != nil {
		return nil, err
	}
	if err := b.readWorkbook(workbook, parts); err != nil {
		return nil, err
	}
	for _, r := range parts {
		switch {
		case strings.HasSuffix(r.Type, "/sharedStrings"):
			b.strings = r.Target
		case strings.HasSuffix(r.Type, "/styles"):
			if err := b.readStyles(r.Target); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// relations returns what a part refers to, by id.
func (b *Book) relations(part, dir string) (map[string]relation, error) {
	var list struct {
		Relations []relation `xml:"Relationship"`
	}
	if err := b.decode(part, &list); err != nil {
		return nil, err
	}
	byID := make(map[string]relation, len(list.Relations))
	for _, r := range list.Relations {
		if rooted, is := strings.CutPrefix(r.Target, "/"); is {
			r.Target = rooted
		} else {
			r.Target = path.Join(dir, r.Target)
		}
		byID[r.ID] = r
	}
	return byID, nil
}

func (b *Book) readWorkbook(part string, parts map[string]relation) error {
	var workbook struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string     `xml:"name,attr"`
			State string     `xml:"state,attr"`
			Attrs []xml.Attr `xml:",any,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := b.decode(part, &workbook); err != nil {
		return err
	}
	if on := workbook.Properties.Date1904; on == "1" || on == "true" {
		b.days = 1462
	}
	for _, s := range workbook.Sheets {
		for _, a := range s.Attrs {
			r, found := parts[a.Value]
			if a.Name.Local == "id" && found && strings.HasSuffix(r.Type, "/worksheet") {
				b.Sheets = append(b.Sheets, Sheet{Name: s.Name, Hidden: s.State != "" && s.State != "visible", part: r.Target})
			}
		}
	}
	return nil
}

// readStyles finds out which formats of cells are dates.
func (b *Book) readStyles(part string) error {
	var styles struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := b.decode(part, &styles); err != nil {
		return err
	}
	own := map[int]bool{}
	for _, f := range styles.Formats {
		own[f.ID] = isDateFormat(f.Code)
	}
	for _, c := range styles.Cells {
		date, known := own[c.Format]
		if !known {
			date = c.Format >= 14 && c.Format <= 22 || c.Format >= 27 && c.Format <= 36 ||
				c.Format >= 45 && c.Format <= 47 || c.Format >= 50 && c.Format <= 58
		}
		b.dates = append(b.dates, date)
	}
	return nil
}

// isDateFormat reports whether a format shows a date or a time: a letter of those outside quotes and brackets.
func isDateFormat(code string) bool {
	code, _, _ = strings.Cut(code, ";")
	quoted, bracket := false, 0
	for i := 0; i < len(code); i++ {
		switch c := code[i] | 0x20; {
		case code[i] == '"':
			quoted = !quoted
		case code[i] == '\\' || code[i] == '_' || code[i] == '*':
			i++
		case quoted:
		case code[i] == '[':
			if bracket++; i+1 < len(code) && strings.IndexByte("hms", code[i+1]|0x20) >= 0 {
				return true // [h]:mm
			}
		case code[i] == ']':
			bracket--
		case bracket == 0 && strings.IndexByte("dmyhs", c) >= 0:
			return true
		}
	}
	return false
}

// Find returns a sheet by its name, or the first that is not hidden.
func (b *Book) Find(name string) (Sheet, bool) {
	for _, s := range b.Sheets {
		if name == "" && !s.Hidden || name != "" && strings.EqualFold(s.Name, name) {
			return s, true
		}
	}
	if name == "" && len(b.Sheets) > 0 {
		return b.Sheets[0], true
	}
	return Sheet{}, false
}

func (b *Book) open(part string) (io.ReadCloser, error) {
	for _, f := range b.archive.File {
		if strings.EqualFold(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"), part) {
			return f.Open()
		}
	}
	return nil, fmt.Errorf("%w: %s is missing", errBroken, part)
}

// decode reads a small part whole.
func (b *Book) decode(part string, to any) error {
	body, err := b.open(part)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	limited := &io.LimitedReader{R: body, N: maxPart}
	err = xml.NewDecoder(newGuard(limited)).Decode(to)
	if limited.N <= 0 {
		return fmt.Errorf("%w: %s is too long", errBroken, part)
	}
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: %s is empty", errBroken, part)
	}
	return err
}

// noValue stands for a formula without its value.
const noValue = file.NoValue
