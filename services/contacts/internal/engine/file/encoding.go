package file

import (
	"bytes"
	"unicode/utf8"
)

// Encoding is the character encoding of a file.
type Encoding string

// The encodings.
const (
	UTF8        Encoding = "utf-8"
	Windows1250 Encoding = "windows-1250"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
)

// ByteOrderMark begins UTF-8 files of some programs.
const ByteOrderMark = "\ufeff"

// HeadEncoding returns the encoding shown by the first bytes of a file: UTF-16 by its mark or by its zero bytes, else
// UTF-8.
func HeadEncoding(head []byte) Encoding {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return UTF16LE
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return UTF16BE
	}
	line, _, _ := bytes.Cut(head[:min(len(head), 256)], []byte{'\n'})
	even, odd := 0, 0
	for i, b := range line {
		if b == 0 && i%2 == 0 {
			even++
		} else if b == 0 {
			odd++
		}
	}
	switch {
	case (even+odd)*3 <= len(line):
		return UTF8
	case even > odd:
		return UTF16BE
	default:
		return UTF16LE
	}
}

// IsNoTable detects by its first bytes a file that was uploaded by mistake: images, documents, web pages named .xls,
// and spreadsheets that are older than XLSX or have a password.
func IsNoTable(head []byte) bool {
	for _, magic := range []string{
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "%PDF-", "{\\rtf", "\x89PNG\r\n", "\xff\xd8\xff", "GIF8", "RIFF",
		"II*\x00", "MM\x00*", "Rar!\x1a", "7z\xbc\xaf\x27\x1c", "SQLite format 3\x00", "MZ\x90\x00", "\x7fELF",
	} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	if len(head) >= 8 && string(head[4:8]) == "ftyp" { // photos and videos of phones
		return true
	}
	text := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(head, []byte(ByteOrderMark))))
	for _, tag := range []string{"<!doctype", "<html", "<table", "<?xml"} {
		if bytes.HasPrefix(text, []byte(tag)) {
			return true
		}
	}
	return false
}

// Sniffer reads a whole file as a stream and distinguishes UTF-8 with some broken rows from windows-1250.
type Sniffer struct {
	tail []byte
	// multi counts characters of several bytes, invalid counts bytes outside of valid characters, and foreign counts those
	// of the invalid bytes that are not Polish letters in windows-1250.
	multi, invalid, foreign int64
}

// Write reads the next piece; it never fails.
func (s *Sniffer) Write(piece []byte) (int, error) {
	if len(s.tail) > 0 {
		n := min(len(piece), utf8.UTFMax)
		joined := append(s.tail, piece[:n]...)
		used := s.look(joined, n == len(piece))
		if used >= len(s.tail) {
			rest := piece[used-len(s.tail):]
			s.tail = s.tail[:0]
			s.whole(rest)
			return len(piece), nil
		}
		s.tail = append(s.tail[:0], joined[used:]...)
		return len(piece), nil
	}
	s.whole(piece)
	return len(piece), nil
}

func (s *Sniffer) whole(piece []byte) {
	used := s.look(piece, true)
	s.tail = append(s.tail, piece[used:]...)
}

// look counts the characters of text and returns the start of an incomplete one at its end. If the text is not the end
// of a piece, look stops when fewer bytes are left than the longest character has.
func (s *Sniffer) look(text []byte, end bool) int {
	i := 0
	for i < len(text) {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		if len(text)-i < utf8.UTFMax && (!end || !utf8.FullRune(text[i:])) {
			return i
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			s.invalid++
			if !isPolish(text[i]) {
				s.foreign++
			}
		} else {
			s.multi++
		}
		i += size
	}
	return i
}

// Encoding returns the encoding of the file. Windows-1250 has no mark. It is assumed if the file has no byte order
// mark, more invalid bytes than multi-byte characters of UTF-8, and either the semicolons of Excel or only Polish
// letters among the invalid bytes. All other files are UTF-8, in which broken rows are refused one by one.
func (s *Sniffer) Encoding(marked bool, delimiter byte) Encoding {
	for _, b := range s.tail {
		s.invalid++
		if !isPolish(b) {
			s.foreign++
		}
	}
	s.tail = nil
	if marked || s.invalid == 0 || s.invalid < s.multi || (delimiter != ';' && s.foreign > 0) {
		return UTF8
	}
	return Windows1250
}

func isPolish(b byte) bool {
	switch b {
	case 0x8C, 0x8F, 0x9C, 0x9F, 0xA3, 0xA5, 0xAF, 0xB3, 0xB9, 0xBF, 0xC6, 0xCA, 0xD1, 0xD3, 0xE6, 0xEA, 0xF1, 0xF3:
		return true
	default:
		return false
	}
}

// AppendWindows1250 appends windows-1250 text to to in UTF-8.
func AppendWindows1250(to, text []byte) []byte {
	for _, b := range text {
		if b < utf8.RuneSelf {
			to = append(to, b)
			continue
		}
		to = utf8.AppendRune(to, windows1250[b-utf8.RuneSelf])
	}
	return to
}

// windows1250 is the upper half of the code page.
var windows1250 = [128]rune{
	0x20AC, 0xFFFD, 0x201A, 0xFFFD, 0x201E, 0x2026, 0x2020, 0x2021,
	0xFFFD, 0x2030, 0x0160, 0x2039, 0x015A, 0x0164, 0x017D, 0x0179,
	0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
	0xFFFD, 0x2122, 0x0161, 0x203A, 0x015B, 0x0165, 0x017E, 0x017A,
	0x00A0, 0x02C7, 0x02D8, 0x0141, 0x00A4, 0x0104, 0x00A6, 0x00A7,
	0x00A8, 0x00A9, 0x015E, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x017B,
	0x00B0, 0x00B1, 0x02DB, 0x0142, 0x00B4, 0x00B5, 0x00B6, 0x00B7,
	0x00B8, 0x0105, 0x015F, 0x00BB, 0x013D, 0x02DD, 0x013E, 0x017C,
	0x0154, 0x00C1, 0x00C2, 0x0102, 0x00C4, 0x0139, 0x0106, 0x00C7,
	0x010C, 0x00C9, 0x0118, 0x00CB, 0x011A, 0x00CD, 0x00CE, 0x010E,
	0x0110, 0x0143, 0x0147, 0x00D3, 0x00D4, 0x0150, 0x00D6, 0x00D7,
	0x0158, 0x016E, 0x00DA, 0x0170, 0x00DC, 0x00DD, 0x0162, 0x00DF,
	0x0155, 0x00E1, 0x00E2, 0x0103, 0x00E4, 0x013A, 0x0107, 0x00E7,
	0x010D, 0x00E9, 0x0119, 0x00EB, 0x011B, 0x00ED, 0x00EE, 0x010F,
	0x0111, 0x0144, 0x0148, 0x00F3, 0x00F4, 0x0151, 0x00F6, 0x00F7,
	0x0159, 0x016F, 0x00FA, 0x0171, 0x00FC, 0x00FD, 0x0163, 0x02D9,
}
