package file

import (
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF16Reader converts UTF-16 to UTF-8, without the byte order mark. An invalid sequence becomes a character that no
// row may have, so that only its row is refused.
type UTF16Reader struct {
	source io.Reader
	order  binary.ByteOrder
	raw    []byte
	left   int // bytes of raw that wait for the rest of their character
	text   []byte
	begun  bool
	err    error
}

// brokenCharacter replaces half a character.
const brokenCharacter = 0

// NewUTF16Reader reads from source, which is UTF16BE or UTF16LE.
func NewUTF16Reader(source io.Reader, encoding Encoding) *UTF16Reader {
	r := &UTF16Reader{source: source, order: binary.LittleEndian, raw: make([]byte, 32<<10)}
	if encoding == UTF16BE {
		r.order = binary.BigEndian
	}
	return r
}

// Read implements io.Reader; it fails as its source does.
func (r *UTF16Reader) Read(to []byte) (int, error) {
	for len(r.text) == 0 && r.err == nil {
		n, err := r.source.Read(r.raw[r.left:])
		r.err = err
		r.decode(r.raw[:r.left+n], errors.Is(err, io.EOF))
	}
	n := copy(to, r.text)
	if r.text = r.text[n:]; n > 0 {
		return n, nil
	}
	return 0, r.err
}

func (r *UTF16Reader) decode(raw []byte, ended bool) {
	r.text = r.text[:0]
	at := 0
	for ; len(raw)-at >= 2; at += 2 {
		c := rune(r.order.Uint16(raw[at:]))
		if utf16.IsSurrogate(c) {
			if len(raw)-at < 4 && !ended {
				break
			}
			c = brokenCharacter
			if len(raw)-at >= 4 {
				pair := utf16.DecodeRune(rune(r.order.Uint16(raw[at:])), rune(r.order.Uint16(raw[at+2:])))
				if pair != utf8.RuneError {
					c = pair
					at += 2
				}
			}
		}
		if c != 0xfeff || r.begun {
			r.text = utf8.AppendRune(r.text, c)
		}
		r.begun = true
	}
	if ended && at < len(raw) {
		r.text = append(r.text, brokenCharacter)
		at = len(raw)
	}
	r.left = copy(r.raw, raw[at:])
}
