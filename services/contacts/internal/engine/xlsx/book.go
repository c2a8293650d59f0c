// Package xlsx reads the sheets of a spreadsheet as rows of text: one line of CSV for each row of a sheet, on the line
// of the row's number. It reads sheets and shared strings as streams, in bounded memory (ADR 35). Formulas are read as
// their cached values, dates by the format of their cell.
package xlsx

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"puls.app/services/contacts/internal/engine/file"
)

const (
	// maxPart bounds the parts that are read before a sheet, in bytes: lists of sheets and of formats.
	maxPart = 16 << 20
	// maxSheets, maxRelations and maxFormats bound the lists that are stored: Excel allows 65,490 formats.
	maxSheets, maxRelations, maxFormats = 1 << 10, 1 << 14, 1 << 16
	// maxName bounds the names of sheets and of parts, in bytes.
	maxName = 1 << 10
	// maxDepth bounds the nesting of elements.
	maxDepth = 64
)

var (
	// errBroken marks content that is invalid in a spreadsheet.
	errBroken = errors.New("it is no spreadsheet")
	// errTooMuch marks content that unpacks to more than is read of a spreadsheet.
	errTooMuch = errors.New("it holds too much")
)

// IsTooMuch reports whether a part of the book unpacks to more than is read of one.
func IsTooMuch(err error) bool { return errors.Is(err, errTooMuch) }

// IsBroken reports whether the archive itself is invalid, as opposed to a failure to fetch its bytes.
func IsBroken(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt) || errors.Is(err, errBroken) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) ||
		errors.Is(err, zip.ErrAlgorithm)
}

// Book is a spreadsheet.
type Book struct {
	// Sheets in their order, without charts.
	Sheets []Sheet
	// Macros is set if it has macros; they are never run.
	Macros bool

	archive *zip.Reader
	pace    Pace
	days    int // from the 1904 date system to that of 1900
	dates   []bool
	strings string
}

// Sheet is a table of a book.
type Sheet struct {
	Name   string
	Hidden bool
	part   string
}

type relation struct{ kind, target string }

// Open reads the structure of a book. The book calls pace for all XML that is read from then on.
func Open(archive *zip.Reader, pace Pace) (*Book, error) {
	b := &Book{archive: archive, pace: pace}
	b.Macros = slices.ContainsFunc(archive.File, func(f *zip.File) bool { return path.Base(f.Name) == "vbaProject.bin" })
	workbook := "xl/workbook.xml"
	roots, err := b.relations("_rels/.rels", "")
	if err != nil {
		return nil, err
	}
	for _, r := range roots {
		if strings.HasSuffix(r.kind, "/officeDocument") {
			workbook = r.target
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
		case strings.HasSuffix(r.kind, "/sharedStrings"):
			b.strings = r.target
		case strings.HasSuffix(r.kind, "/styles"):
			if err := b.readStyles(r.target); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

// relations returns the parts that a part refers to, by id.
func (b *Book) relations(part, dir string) (map[string]relation, error) {
	byID := map[string]relation{}
	return byID, b.visit(part, func(s *scanner, _ string) error {
		if !s.is("Relationship") {
			return nil
		}
		r := relation{kind: s.attr("Type", false), target: s.attr("Target", false)}
		id := s.attr("Id", false)
		if len(byID) == maxRelations || max(len(id), len(r.kind), len(r.target)) > maxName {
			return fmt.Errorf("%w: %s refers to too much", errTooMuch, part)
		}
		if rooted, is := strings.CutPrefix(r.target, "/"); is {
			r.target = rooted
		} else {
			r.target = path.Join(dir, r.target)
		}
		byID[id] = r
		return nil
	})
}

func (b *Book) readWorkbook(part string, parts map[string]relation) error {
	return b.visit(part, func(s *scanner, within string) error {
		switch {
		case s.is("workbookPr"):
			if on := s.attr("date1904", false); on == "1" || on == "true" {
				b.days = 1462
			}
		case s.is("sheet") && within == "sheets":
			r, found := parts[s.attr("id", true)]
			if !found || !strings.HasSuffix(r.kind, "/worksheet") {
				return nil
			}
			name, state := s.attr("name", false), s.attr("state", false)
			if len(b.Sheets) == maxSheets || len(name) > maxName {
				return fmt.Errorf("%w: it has over %d sheets, or one with a name of over %d bytes", errTooMuch, maxSheets, maxName)
			}
			b.Sheets = append(b.Sheets, Sheet{Name: name, Hidden: state != "" && state != "visible", part: r.target})
		}
		return nil
	})
}

// readStyles determines which formats of cells are dates.
func (b *Book) readStyles(part string) error {
	own := map[int]bool{}
	return b.visit(part, func(s *scanner, within string) error {
		format, isFormat := s.is("numFmt") && within == "numFmts", s.is("xf") && within == "cellXfs"
		if !format && !isFormat {
			return nil
		}
		id, err := strconv.Atoi(s.attr("numFmtId", false))
		switch {
		case err != nil:
			id = 0
		case len(own) == maxFormats || len(b.dates) == maxFormats:
			return fmt.Errorf("%w: it has over %d formats", errTooMuch, maxFormats)
		}
		if format {
			own[id] = isDateFormat(s.attr("formatCode", false))
			return nil
		}
		date, known := own[id]
		if !known {
			date = id >= 14 && id <= 22 || id >= 27 && id <= 36 || id >= 45 && id <= 47 || id >= 50 && id <= 58
		}
		b.dates = append(b.dates, date)
		return nil
	})
}

// isDateFormat reports whether a format shows a date or a time: it has one of their letters outside quotes and
// brackets.
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

// visit calls see with each start tag in a small part and the name of the enclosing element.
func (b *Book) visit(part string, see func(s *scanner, within string) error) error {
	body, err := b.open(part)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }()
	limited := &io.LimitedReader{R: body, N: maxPart}
	s := newScanner(limited, b.pace)
	var around []string
	for begun := false; ; {
		found, err := s.next()
		switch {
		case limited.N <= 0:
			return fmt.Errorf("%w: %s has over %d bytes", errTooMuch, part, maxPart)
		case errors.Is(err, io.EOF) && !begun:
			return fmt.Errorf("%w: %s is empty", errBroken, part)
		case errors.Is(err, io.EOF) && len(around) > 0:
			return io.ErrUnexpectedEOF
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		switch {
		case found == tokenEnd && len(around) > 0:
			around = around[:len(around)-1]
		case found == tokenStart:
			if begun = true; len(around) == maxDepth || len(s.name) > maxName {
				return fmt.Errorf("%w: %s has over %d elements within each other", errTooMuch, part, maxDepth)
			}
			within := ""
			if len(around) > 0 {
				within = around[len(around)-1]
			}
			if err := see(s, within); err != nil {
				return err
			}
			if s.closing {
				s.closing = false // its end token is not needed
				continue
			}
			around = append(around, string(s.name))
		}
	}
}

// noValue replaces a formula without its value.
const noValue = file.NoValue
