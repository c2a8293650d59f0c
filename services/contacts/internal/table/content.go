package table

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"puls.app/services/contacts/internal/engine/file"
	"puls.app/services/contacts/internal/engine/xlsx"
)

// The compressions of a file.
const (
	PackedGzip = "gzip"
	PackedZip  = "zip"
)

const (
	// maxDirectory bounds how much of an archive is read before its files, in bytes.
	maxDirectory = 1 << 20
	// BombSize and BombRatio define a zip bomb, an archive made to fill disks: it unpacks to more than BombSize bytes and
	// to more than BombRatio times its size. Tables pack to a tenth or twentieth.
	BombSize  = 256 << 20
	BombRatio = 500
	// glanceXML bounds, in bytes, the XML that is read to inspect the beginning of a spreadsheet: about a second of work.
	glanceXML = 48 << 20
)

// Content is the detected content of a file.
type Content struct {
	Format      Format
	Compression string
	// Encoding of the file; UTF-8 may turn out to be windows-1250.
	Encoding file.Encoding
	// Folded contents must be converted to text before they are read.
	Folded bool
	Book   *xlsx.Book
	Sheet  xlsx.Sheet
	Open   func() (io.ReadCloser, error)
}

// isArchive detects zip, which includes spreadsheets, and gzip by their first bytes.
func isArchive(head []byte) bool {
	return IsZip(head) || IsGzip(head)
}

// IsGzip and IsZip detect packed files by their first bytes.
func IsGzip(head []byte) bool { return bytes.HasPrefix(head, []byte{0x1f, 0x8b, 0x08}) }

func IsZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// File is a file before inspection.
type File struct {
	Source io.ReaderAt
	Size   int64
	Kind   FileKind
	// Asked is the requested format of the file; empty if the content decides.
	Asked Format
	// Compression is how the file was packed when it was uploaded, before it was unpacked.
	Compression string
}

// LookAt detects the format of a file. It calls pace for all XML that it reads.
func LookAt(f File, o ReadOptions, pace xlsx.Pace) (*Content, error) {
	head := make([]byte, min(f.Size, 512))
	if _, err := f.Source.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read beginning of file: %w", err)
	}
	switch {
	case file.IsNoTable(head):
		return nil, ErrFile
	case isArchive(head) && f.Compression != "":
		return nil, ErrArchive.Withf("the archive holds an archive")
	case IsZip(head):
		return lookIntoZip(f, o, pace)
	case f.Asked == FormatXLSX:
		return nil, ErrArchive.Withf("the file is no spreadsheet of the kind XLSX")
	}
	c := &Content{Compression: f.Compression}
	c.Open = func() (io.ReadCloser, error) { return io.NopCloser(io.NewSectionReader(f.Source, 0, f.Size)), nil }
	c.lookAtText(head, f.Kind, f.Asked, o)
	return c, nil
}

// lookAtText detects the encoding and format of text that begins with head.
func (c *Content) lookAtText(head []byte, kind FileKind, asked Format, o ReadOptions) {
	if c.Encoding = o.Encoding; c.Encoding == "" {
		c.Encoding = file.HeadEncoding(head)
	}
	if raw := c.Open; c.Encoding == file.UTF16LE || c.Encoding == file.UTF16BE {
		c.Folded = true
		c.Open = func() (io.ReadCloser, error) {
			text, err := raw()
			if err != nil {
				return nil, err
			}
			return readCloser{file.NewUTF16Reader(text, c.Encoding), text}, nil
		}
	}
	if c.Format = asked; asked != FormatCSV && asked != FormatNDJSON {
		c.Format = FormatCSV
		text := bytes.TrimSpace(bytes.TrimPrefix(bytes.ReplaceAll(head, []byte{0}, nil), []byte(file.ByteOrderMark)))
		text = bytes.TrimLeft(text, "\xff\xfe")
		if kind == KindEngagement && bytes.HasPrefix(text, []byte("{")) {
			c.Format = FormatNDJSON
		}
	}
}

type readCloser struct {
	io.Reader
	io.Closer
}

// sparing fails once more than left bytes were read: the directory of a valid archive is short.
type sparing struct {
	io.ReaderAt
	left int64
}

func (s *sparing) ReadAt(to []byte, at int64) (int, error) {
	if s.left -= int64(len(to)); s.left < 0 {
		return 0, ErrArchive.Withf("the archive holds too many files")
	}
	return s.ReaderAt.ReadAt(to, at)
}

func lookIntoZip(of File, o ReadOptions, pace xlsx.Pace) (*Content, error) {
	spare := &sparing{of.Source, maxDirectory}
	archive, err := zip.NewReader(spare, of.Size)
	if err != nil {
		return nil, BrokenArchive(err)
	}
	spare.left = 1 << 62
	var files []*zip.File
	var unpacked uint64
	for _, f := range archive.File {
		if f.Flags&1 != 0 {
			return nil, ErrArchive.Withf("the archive is locked by a password")
		}
		if unpacked += f.UncompressedSize64; unpacked > MaxFile || f.UncompressedSize64 > MaxFile {
			return nil, ErrTooLarge.Withf("the archive would unpack to over 2 GiB; send it in parts")
		}
		name := f.Name[strings.LastIndexByte(f.Name, '/')+1:]
		if name != "" && !strings.HasPrefix(f.Name, "__MACOSX/") && name != ".DS_Store" {
			files = append(files, f)
		}
	}
	if IsBomb(int64(unpacked), of.Size) {
		return nil, ErrArchive.Withf("the archive unpacks to %d times its size", unpacked/uint64(max(of.Size, 1)))
	}
	if slices.ContainsFunc(files, isOfDocument) {
		return nil, ErrFile
	}
	if slices.ContainsFunc(files, func(f *zip.File) bool { return f.Name == "[Content_Types].xml" }) {
		return lookAtBook(archive, o, pace)
	}
	if len(files) != 1 {
		return nil, ErrArchive.Withf("the archive holds %d files; it may hold one", len(files))
	}
	c := &Content{Compression: PackedZip, Folded: true, Open: files[0].Open}
	head, err := c.Head(512)
	if err != nil {
		return nil, err
	}
	switch {
	case isArchive(head):
		return nil, ErrArchive.Withf("the archive holds an archive")
	case file.IsNoTable(head):
		return nil, ErrFile
	}
	c.lookAtText(head, of.Kind, of.Asked, o)
	return c, nil
}

// isOfDocument detects archives of documents and spreadsheets other than XLSX: Word, PowerPoint, XLSB, LibreOffice and
// Numbers.
func isOfDocument(f *zip.File) bool {
	switch f.Name {
	case "word/document.xml", "ppt/presentation.xml", "xl/workbook.bin", "mimetype", "Index/Document.iwa", "Index.zip":
		return true
	}
	return false
}

func lookAtBook(archive *zip.Reader, o ReadOptions, pace xlsx.Pace) (*Content, error) {
	book, err := xlsx.Open(archive, pace)
	if err != nil {
		return nil, BrokenArchive(err)
	}
	sheet, header, err := chooseSheet(book, o)
	if err != nil {
		return nil, err
	}
	return &Content{
		Format: FormatXLSX, Folded: true, Book: book, Sheet: sheet,
		Open: func() (io.ReadCloser, error) { return book.Text(sheet, header) },
	}, nil
}

// Glance returns the pace of an inspection. Its work is bounded by bytes, not by time, so that a file is inspected or
// refused alike however busy the machine is.
func Glance() xlsx.Pace {
	left := glanceXML
	return func(bytes int) error {
		if left -= bytes; left < 0 {
			return ErrComplex.Withf(
				"the first rows are found behind over %d MiB of XML; save the sheet as CSV", glanceXML>>20)
		}
		return nil
	}
}

// IsBomb detects an archive made to fill disks by its unpacked size.
func IsBomb(unpacked, packed int64) bool {
	return unpacked > BombSize && unpacked/max(packed, 1) > BombRatio
}

// BrokenArchive converts an error of reading an archive into the fault for the client. A failure to fetch its bytes is
// not the archive's.
func BrokenArchive(err error) error {
	switch {
	case errors.Is(err, ErrArchive) || errors.Is(err, ErrComplex):
		return err
	case xlsx.IsTooMuch(err):
		return ErrComplex.Withf("the spreadsheet cannot be read: %v; save the sheet as CSV", err)
	case xlsx.IsBroken(err):
		return ErrArchive.Withf("the archive is broken: %v", err)
	default:
		return fmt.Errorf("read archive: %w", err)
	}
}

// Head returns the first bytes of the text.
func (c *Content) Head(size int) ([]byte, error) {
	text, err := c.Open()
	if err != nil {
		return nil, BrokenArchive(err)
	}
	defer func() { _ = text.Close() }()
	head := make([]byte, size)
	n, err := io.ReadFull(text, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, BrokenArchive(err)
	}
	return head[:n], nil
}

// BrokenGzip returns ErrArchive for an unreadable gzip stream.
func BrokenGzip(err error) error { return ErrArchive.Withf("the archive is broken: %v", err) }

// GunzipHead unpacks the beginning of a packed file.
func GunzipHead(packed []byte) ([]byte, error) {
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, BrokenGzip(err)
	}
	head, err := io.ReadAll(io.LimitReader(text, InspectLimit))
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, BrokenGzip(err)
	}
	return head, nil
}

// MaxFile is the maximum size of a file in bytes.
const MaxFile = 2 << 30
