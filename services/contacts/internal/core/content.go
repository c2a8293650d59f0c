package core

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/engine/xlsx"
)

const (
	// TextBlocks is the number of the first piece of the text that was made of a folded file.
	TextBlocks = 1 << 16
	// maxDirectory bounds what is read of an archive before its files.
	maxDirectory = 1 << 20
	// bombSize and bombRatio tell an archive that was made to fill disks: what unpacks to more than the one and to so many
	// times its size. Tables pack to a tenth or twentieth.
	bombSize  = 256 << 20
	bombRatio = 500
	// glanceXML bounds, in bytes, the XML that is read to look at the beginning of a spreadsheet: the time of a second.
	glanceXML = 48 << 20
)

// The ways in which a file may be packed.
const (
	packedGzip = "gzip"
	packedZip  = "zip"
)

// content is what a file turned out to be.
type content struct {
	format      Format
	compression string
	// encoding of the file; UTF-8 may turn out to be windows-1250.
	encoding file.Encoding
	// folded contents are no text that can be read as it came.
	folded bool
	book   *xlsx.Book
	sheet  xlsx.Sheet
	open   func() (io.ReadCloser, error)
}

// blockSource reads the pieces of a file at any place. It is not safe for concurrent use.
type blockSource struct {
	ctx    context.Context // io.ReaderAt takes none; it lives for one call
	store  FileStore
	id     ImportID
	size   int64
	pieces [8]piece
	next   int
}

type piece struct {
	number int
	data   []byte
}

func newBlockSource(ctx context.Context, store FileStore, id ImportID, size int64) *blockSource {
	s := &blockSource{ctx: ctx, store: store, id: id, size: size}
	for i := range s.pieces {
		s.pieces[i].number = -1
	}
	return s
}

// ReadAt implements io.ReaderAt.
func (s *blockSource) ReadAt(to []byte, at int64) (int, error) {
	read := 0
	for read < len(to) {
		if at >= s.size {
			return read, io.EOF
		}
		data, err := s.piece(int(at / BlockSize))
		if err != nil {
			return read, err
		}
		within := int(at % BlockSize)
		if within >= len(data) {
			return read, io.ErrUnexpectedEOF
		}
		n := copy(to[read:], data[within:])
		read += n
		at += int64(n)
	}
	return read, nil
}

func (s *blockSource) piece(number int) ([]byte, error) {
	for i := range s.pieces {
		if s.pieces[i].number == number {
			return s.pieces[i].data, nil
		}
	}
	p := &s.pieces[s.next]
	s.next = (s.next + 1) % len(s.pieces)
	p.number = -1
	data, found, err := s.store.Block(s.ctx, s.id, number, p.data[:0])
	if err != nil {
		return nil, fmt.Errorf("read piece of file: %w", err)
	}
	if !found {
		return nil, errIncomplete
	}
	p.number, p.data = number, data
	return data, nil
}

// isArchive knows zip, of which spreadsheets are a kind, and gzip by their first bytes.
func isArchive(head []byte) bool {
	return isZip(head) || isGzip(head)
}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b, 0x08}) }

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// lookAt finds out what a file is. Compression is what it was packed with when it came; pace is told of all XML that is
// read of it.
func lookAt(
	source io.ReaderAt, size int64, kind FileKind, asked Format, compression string, o ReadOptions, pace xlsx.Pace,
) (*content, error) {
	head := make([]byte, min(size, 512))
	if _, err := source.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read beginning of file: %w", err)
	}
	switch {
	case file.IsNoTable(head):
		return nil, ErrImportFile
	case isArchive(head) && compression != "":
		return nil, ErrImportArchive.Withf("the archive holds an archive")
	case isZip(head):
		return lookIntoZip(source, size, kind, asked, o, pace)
	case asked == FormatXLSX:
		return nil, ErrImportArchive.Withf("the file is no spreadsheet of the kind XLSX")
	}
	c := &content{compression: compression}
	c.open = func() (io.ReadCloser, error) { return io.NopCloser(io.NewSectionReader(source, 0, size)), nil }
	c.lookAtText(head, kind, asked, o)
	return c, nil
}

// lookAtText finds out how text is written, of which head is the beginning.
func (c *content) lookAtText(head []byte, kind FileKind, asked Format, o ReadOptions) {
	if c.encoding = o.Encoding; c.encoding == "" {
		c.encoding = file.HeadEncoding(head)
	}
	if raw := c.open; c.encoding == file.UTF16LE || c.encoding == file.UTF16BE {
		c.folded = true
		c.open = func() (io.ReadCloser, error) {
			text, err := raw()
			if err != nil {
				return nil, err
			}
			return readCloser{file.NewUTF16Reader(text, c.encoding), text}, nil
		}
	}
	if c.format = asked; asked != FormatCSV && asked != FormatNDJSON {
		c.format = FormatCSV
		text := bytes.TrimSpace(bytes.TrimPrefix(bytes.ReplaceAll(head, []byte{0}, nil), []byte(file.ByteOrderMark)))
		text = bytes.TrimLeft(text, "\xff\xfe")
		if kind == KindEngagement && bytes.HasPrefix(text, []byte("{")) {
			c.format = FormatNDJSON
		}
	}
}

type readCloser struct {
	io.Reader
	io.Closer
}

// sparing fails once more than some bytes were read: the list of an archive's files is short.
type sparing struct {
	io.ReaderAt
	left int64
}

func (s *sparing) ReadAt(to []byte, at int64) (int, error) {
	if s.left -= int64(len(to)); s.left < 0 {
		return 0, ErrImportArchive.Withf("the archive holds too many files")
	}
	return s.ReaderAt.ReadAt(to, at)
}

func lookIntoZip(
	source io.ReaderAt, size int64, kind FileKind, asked Format, o ReadOptions, pace xlsx.Pace,
) (*content, error) {
	spare := &sparing{source, maxDirectory}
	archive, err := zip.NewReader(spare, size)
	if err != nil {
		return nil, brokenArchive(err)
	}
	spare.left = 1 << 62
	var files []*zip.File
	var unpacked uint64
	for _, f := range archive.File {
		if f.Flags&1 != 0 {
			return nil, ErrImportArchive.Withf("the archive is locked by a password")
		}
		if unpacked += f.UncompressedSize64; unpacked > MaxFile || f.UncompressedSize64 > MaxFile {
			return nil, ErrImportTooLarge.Withf("the archive would unpack to over 2 GiB; send it in parts")
		}
		name := f.Name[strings.LastIndexByte(f.Name, '/')+1:]
		if name != "" && !strings.HasPrefix(f.Name, "__MACOSX/") && name != ".DS_Store" {
			files = append(files, f)
		}
	}
	if isBomb(int64(unpacked), size) {
		return nil, ErrImportArchive.Withf("the archive unpacks to %d times its size", unpacked/uint64(max(size, 1)))
	}
	if slices.ContainsFunc(files, isOfDocument) {
		return nil, ErrImportFile
	}
	if slices.ContainsFunc(files, func(f *zip.File) bool { return f.Name == "[Content_Types].xml" }) {
		return lookAtBook(archive, o, pace)
	}
	if len(files) != 1 {
		return nil, ErrImportArchive.Withf("the archive holds %d files; it may hold one", len(files))
	}
	c := &content{compression: packedZip, folded: true, open: files[0].Open}
	head, err := c.head(512)
	if err != nil {
		return nil, err
	}
	switch {
	case isArchive(head):
		return nil, ErrImportArchive.Withf("the archive holds an archive")
	case file.IsNoTable(head):
		return nil, ErrImportFile
	}
	c.lookAtText(head, kind, asked, o)
	return c, nil
}

// isOfDocument knows documents and spreadsheets that are archives, but not XLSX: of Word and PowerPoint, XLSB, of
// LibreOffice and of Numbers.
func isOfDocument(f *zip.File) bool {
	switch f.Name {
	case "word/document.xml", "ppt/presentation.xml", "xl/workbook.bin", "mimetype", "Index/Document.iwa", "Index.zip":
		return true
	}
	return false
}

func lookAtBook(archive *zip.Reader, o ReadOptions, pace xlsx.Pace) (*content, error) {
	book, err := xlsx.Open(archive, pace)
	if err != nil {
		return nil, brokenArchive(err)
	}
	sheet, found := book.Find(o.Sheet)
	if !found {
		return nil, ErrImportSheet
	}
	return &content{
		format: FormatXLSX, folded: true, book: book, sheet: sheet,
		open: func() (io.ReadCloser, error) { return book.Text(sheet) },
	}, nil
}

// glance returns the pace of somebody who looks at the beginning of a file: the work is bounded by what it is, so that
// a file is looked at or refused alike however busy the machine is.
func glance() xlsx.Pace {
	left := glanceXML
	return func(bytes int) error {
		if left -= bytes; left < 0 {
			return ErrImportComplex.Withf(
				"the first rows are found behind over %d MiB of XML; save the sheet as CSV", glanceXML>>20)
		}
		return nil
	}
}

func isBomb(unpacked, packed int64) bool {
	return unpacked > bombSize && unpacked/max(packed, 1) > bombRatio
}

// brokenArchive says what an archive that cannot be read is. A failure to get its bytes is none of the archive's.
func brokenArchive(err error) error {
	switch {
	case errors.Is(err, ErrImportArchive) || errors.Is(err, ErrImportComplex):
		return err
	case xlsx.IsTooMuch(err):
		return ErrImportComplex.Withf("the spreadsheet cannot be read: %v; save the sheet as CSV", err)
	case xlsx.IsBroken(err):
		return ErrImportArchive.Withf("the archive is broken: %v", err)
	default:
		return fmt.Errorf("read archive: %w", err)
	}
}

// head returns the first bytes of the text.
func (c *content) head(size int) ([]byte, error) {
	text, err := c.open()
	if err != nil {
		return nil, brokenArchive(err)
	}
	defer func() { _ = text.Close() }()
	head := make([]byte, size)
	n, err := io.ReadFull(text, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, brokenArchive(err)
	}
	return head[:n], nil
}

// textFormat is how the text is written that is read of a file.
func (f Format) textFormat() Format {
	if f == FormatXLSX {
		return FormatCSV
	}
	return f
}

// ofText returns the options by which the text is read that was made of a file of a format.
func (o ReadOptions) ofText(format Format) ReadOptions {
	if format == FormatXLSX {
		o.Delimiter = ","
	}
	return o
}

// firstBlock is the number of the first piece of the text.
func (i *Import) firstBlock() int {
	if i.Folded {
		return TextBlocks
	}
	return 0
}

// unpacked is what the pieces of the file have been unpacked of: gzip, as they came.
func (i *Import) unpacked() string {
	if i.Compression == packedGzip {
		return packedGzip
	}
	return ""
}
