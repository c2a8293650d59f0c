package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

const (
	// windowSize is how much of a part is in memory, in bytes. The window grows for a longer tag, up to maxTag.
	windowSize = 32 << 10
	maxTag     = 256 << 10
	// maxEntity is the length of the longest character reference: &#x0010FFFF;
	maxEntity = 12
	// maxEmptyReads is how many successive reads of a part may return no bytes.
	maxEmptyReads = 100
)

// Pace is called with the number of bytes of XML read since the last call, at most maxTag, before they are parsed. It
// may block; its error ends the reading.
type Pace func(bytes int) error

// token is a token of XML.
type token int

const (
	tokenStart token = iota + 1
	tokenEnd
	// tokenText is a piece of text; a long text has several.
	tokenText
)

// scanner is a tokenizer for XML in UTF-8 that uses bounded memory. It supports the syntax of parts of spreadsheets:
// tags, texts, CDATA sections, character references, comments and processing instructions, but no document types. It
// does not check that end tags match their start tags.
type scanner struct {
	source io.Reader
	pace   Pace
	window []byte
	at     int
	ended  bool
	// taken counts the bytes before the window.
	taken int64
	// Of the present token: the name without its prefix, the attributes, and the text. They are valid until the next
	// token.
	name, attrs, text []byte
	// closing is set at the start of an element without content, raw within a CDATA section.
	closing, raw bool
	scratch      []byte
}

func newScanner(source io.Reader, pace Pace) *scanner {
	return &scanner{source: source, pace: pace, window: make([]byte, 0, windowSize)}
}

// offset is the number of bytes before the next token.
func (s *scanner) offset() int64 { return s.taken + int64(s.at) }

// next finds the next token. It fails with io.EOF after the last one.
func (s *scanner) next() (token, error) {
	if s.closing {
		s.closing = false
		return tokenEnd, nil
	}
	for {
		rest := s.window[s.at:]
		var found token
		var err error
		switch {
		case len(rest) == 0:
			err = s.fill()
		case s.raw:
			found, err = s.rawText(rest)
		case rest[0] != '<':
			found, err = s.plainText(rest)
		case len(rest) < 2:
			err = s.more()
		case rest[1] == '!':
			err = s.declaration(rest)
		case rest[1] == '?':
			err = s.skip("?>")
		default:
			found, err = s.tag(rest)
		}
		if found != 0 || err != nil {
			return found, err
		}
	}
}

// inside is next where the part may not end.
func (s *scanner) inside() (token, error) {
	found, err := s.next()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return found, err
}

// fill drops the consumed part of the window and reads more. It fails with io.EOF after the last byte.
func (s *scanner) fill() error {
	if s.ended {
		return io.EOF
	}
	left := copy(s.window[:cap(s.window)], s.window[s.at:])
	s.taken, s.at, s.window = s.taken+int64(s.at), 0, s.window[:left]
	if left == cap(s.window) {
		if left >= maxTag {
			return fmt.Errorf("%w: a tag has more than %d bytes", errTooMuch, maxTag)
		}
		s.window = append(make([]byte, 0, 2*left), s.window...)
	}
	n, empty := 0, 0
	for n < windowSize/2 && left+n < cap(s.window) && !s.ended {
		read, err := s.source.Read(s.window[left+n : cap(s.window)])
		if empty++; read > 0 {
			empty = 0
		}
		switch n += read; {
		case errors.Is(err, io.EOF):
			s.ended = true
		case err != nil:
			return err
		case empty > maxEmptyReads:
			return io.ErrNoProgress
		}
	}
	s.window = s.window[:left+n]
	return s.pace(n)
}

// more reads the rest of a token that has begun.
func (s *scanner) more() error {
	err := s.fill()
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// plainText takes the available part of a text, without cutting a character reference.
func (s *scanner) plainText(rest []byte) (token, error) {
	end := bytes.IndexByte(rest, '<')
	if end < 0 {
		end = len(rest)
		if cut := bytes.LastIndexByte(rest[max(0, end-maxEntity):], '&'); cut >= 0 && !s.ended {
			cut += max(0, end-maxEntity)
			if bytes.IndexByte(rest[cut:], ';') < 0 {
				if end = cut; end == 0 {
					return 0, s.more()
				}
			}
		}
	}
	s.at += end
	var err error
	s.text, err = s.decoded(rest[:end])
	return tokenText, err
}

// rawText takes the available part of a CDATA section.
func (s *scanner) rawText(rest []byte) (token, error) {
	const mark = "]]>"
	end := bytes.Index(rest, []byte(mark))
	switch {
	case end >= 0:
		s.text, s.raw = rest[:end], false
		s.at += end + len(mark)
	case len(rest) < len(mark):
		return 0, s.more()
	default:
		s.text = rest[:len(rest)-len(mark)+1]
		s.at += len(s.text)
	}
	return tokenText, nil
}

// declaration skips a comment or begins a CDATA section.
func (s *scanner) declaration(rest []byte) error {
	const raw = "<![CDATA["
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.at += len("<!--")
		return s.skip("-->")
	case bytes.HasPrefix(rest, []byte(raw)):
		s.at += len(raw)
		s.raw = true
		return nil
	case bytes.HasPrefix([]byte("<!--"), rest) || bytes.HasPrefix([]byte(raw), rest):
		return s.more()
	default:
		return fmt.Errorf("%w: a part has a document type", errBroken)
	}
}

// skip skips to the end of a mark.
func (s *scanner) skip(mark string) error {
	for {
		rest := s.window[s.at:]
		if end := bytes.Index(rest, []byte(mark)); end >= 0 {
			s.at += end + len(mark)
			return nil
		}
		s.at += max(0, len(rest)-len(mark)+1)
		if err := s.more(); err != nil {
			return err
		}
	}
}

// tag parses a start or an end tag.
func (s *scanner) tag(rest []byte) (token, error) {
	end := endOfTag(rest)
	if end < 0 {
		return 0, s.more()
	}
	s.at += end + 1
	inner := rest[1:end]
	if bytes.IndexByte(inner, 0) >= 0 {
		return 0, fmt.Errorf("%w: a part is not in UTF-8", errBroken)
	}
	if inner[0] == '/' {
		s.name, s.attrs = localName(bytes.TrimRight(inner[1:], " \t\r\n")), nil
		return tokenEnd, nil
	}
	if inner[len(inner)-1] == '/' {
		s.closing = true
		inner = inner[:len(inner)-1]
	}
	name := bytes.IndexAny(inner, " \t\r\n")
	if name < 0 {
		name = len(inner)
	}
	if name == 0 {
		return 0, fmt.Errorf("%w: a tag has no name", errBroken)
	}
	s.name, s.attrs = localName(inner[:name]), inner[name:]
	return tokenStart, nil
}

// endOfTag returns the end of the tag at the beginning of the text, outside of quotes; -1 if more text is needed.
func endOfTag(text []byte) int {
	quote := byte(0)
	for i := 2; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '>':
			return i
		case c == '"' || c == '\'':
			quote = c
		}
	}
	return -1
}

func localName(name []byte) []byte { return name[bytes.IndexByte(name, ':')+1:] }

// is reports whether the present tag has the name.
func (s *scanner) is(name string) bool { return string(s.name) == name }

// attr returns an attribute of the present start tag. If prefixed is set, it matches the local name of attributes with
// any prefix.
func (s *scanner) attr(name string, prefixed bool) string {
	rest := s.attrs
	for {
		equals := bytes.IndexByte(rest, '=')
		if equals < 0 {
			return ""
		}
		key := bytes.TrimSpace(rest[:equals])
		rest = bytes.TrimLeft(rest[equals+1:], " \t\r\n")
		if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
			return ""
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 {
			return ""
		}
		value := rest[1 : 1+end]
		if rest = rest[end+2:]; string(key) == name || prefixed && string(localName(key)) == name {
			if decoded, err := s.decoded(value); err == nil {
				value = decoded
			}
			return string(value)
		}
	}
}

// decoded returns text with character references replaced. It is never longer than before.
func (s *scanner) decoded(text []byte) ([]byte, error) {
	at := bytes.IndexByte(text, '&')
	if at < 0 {
		return text, nil
	}
	s.scratch = s.scratch[:0]
	for at >= 0 {
		s.scratch = append(s.scratch, text[:at]...)
		text = text[at+1:]
		end := bytes.IndexByte(text[:min(len(text), maxEntity)], ';')
		if end < 0 {
			return nil, fmt.Errorf("%w: a reference to a character has no end", errBroken)
		}
		r := character(string(text[:end]))
		if r < 0 {
			return nil, fmt.Errorf("%w: &%s; is no character", errBroken, text[:end])
		}
		s.scratch = utf8.AppendRune(s.scratch, r)
		text = text[end+1:]
		at = bytes.IndexByte(text, '&')
	}
	s.scratch = append(s.scratch, text...)
	return s.scratch, nil
}

// character returns the character of a reference; -1 if it is invalid.
func character(name string) rune {
	switch name {
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	if len(name) < 2 || name[0] != '#' {
		return -1
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	number, err := strconv.ParseUint(digits, base, 32)
	if err != nil || !utf8.ValidRune(rune(number)) || number > utf8.MaxRune {
		return -1
	}
	return rune(number)
}
