package table

import (
	"errors"
	"io"
	"math"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/engine/xlsx"
)

// soughtSheets is how many sheets are searched for addresses.
const soughtSheets = 32

// How likely it is that a sheet has the data.
const (
	sheetOther = iota
	sheetAddresses
	// sheetTable has a header that names an address, and addresses below it.
	sheetTable
)

// chooseSheet returns the sheet to read and the row of its header. It is the requested one, else the first visible one
// that is a table of addresses, else the first that has addresses, else the first.
func chooseSheet(book *xlsx.Book, o ReadOptions) (chosen xlsx.Sheet, header int, err error) {
	chosen, found := book.Find(o.Sheet)
	if !found {
		return chosen, 0, ErrSheet
	}
	header, best, err := lookAtSheet(book, chosen, o)
	if err != nil || o.Sheet != "" {
		return chosen, header, err
	}
	first := chosen
	for _, sheet := range book.Sheets[:min(len(book.Sheets), soughtSheets)] {
		if best == sheetTable {
			break
		}
		if sheet.Hidden || sheet == first {
			continue
		}
		at, is, err := lookAtSheet(book, sheet, o)
		switch {
		case errors.Is(err, ErrArchive): // this sheet was not requested
		case err != nil:
			return chosen, 0, err
		case is > best:
			chosen, header, best = sheet, at, is
		}
	}
	return chosen, header, nil
}

// lookAtSheet returns the row of a sheet's header, 0 for the first, and how likely it is that the sheet has the data.
func lookAtSheet(book *xlsx.Book, sheet xlsx.Sheet, o ReadOptions) (header, is int, err error) {
	text, err := book.Text(sheet, math.MaxInt)
	if err != nil {
		return 0, sheetOther, BrokenArchive(err)
	}
	defer func() { err = errors.Join(err, text.Close()) }()
	head := make([]byte, HeadLimit)
	n, err := io.ReadFull(text, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, sheetOther, BrokenArchive(err)
	}
	o = o.OfText(FormatXLSX)
	lines := linesOf(head[:n], file.UTF8, o)
	at := findHeader(lines, o)
	for row, line := range lines {
		if !line.cut && LooksLikeData(line.cells(',')) {
			is = sheetAddresses
			if row > at && at >= 0 && named(lines[at].cells(',')) > 0 {
				return at + 1, sheetTable, nil
			}
		}
	}
	return at + 1, is, nil
}
