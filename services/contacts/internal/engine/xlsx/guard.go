package xlsx

import (
	"bytes"
	"fmt"
	"io"
)

// maxToken bounds a tag, a text or a comment in bytes, so that none of a hostile file fills the memory. A cell holds
// 32,767 characters.
const maxToken = 1 << 20

// guard fails once a token is too long, or at a document type, which no part of a spreadsheet has.
type guard struct {
	source io.Reader
	// since counts the bytes since the last token began, tail holds the last bytes.
	since int
	tail  [3]byte
	// closing ends a comment or a section of raw text; 0 outside of them.
	closing byte
}

func newGuard(source io.Reader) *guard { return &guard{source: source} }

// Read implements io.Reader.
func (g *guard) Read(to []byte) (int, error) {
	n, err := g.source.Read(to)
	rest := to[:n]
	for len(rest) > 0 && g.since <= maxToken {
		if g.closing == 0 && g.tail[2] != '<' && g.tail[2] != '!' {
			plain := bytes.IndexByte(rest, '<')
			if plain < 0 {
				plain = len(rest)
			}
			if g.since += plain; plain > 0 {
				g.tail = [3]byte{}
			}
			if rest = rest[plain:]; len(rest) == 0 {
				break
			}
			g.since = 0
		}
		if refused := g.next(rest[0]); refused {
			return 0, fmt.Errorf("%w: a part has a document type", errBroken)
		}
		rest = rest[1:]
	}
	if g.since > maxToken {
		return 0, fmt.Errorf("%w: a cell or a tag has more than %d bytes", errBroken, maxToken)
	}
	return n, err
}

// next looks at one byte, and reports whether it begins a document type.
func (g *guard) next(b byte) (refused bool) {
	g.since++
	switch {
	case g.closing != 0:
		if b == '>' && g.tail[1] == g.closing && g.tail[2] == g.closing {
			g.closing = 0
		}
	case g.tail[1] == '<' && g.tail[2] == '!':
		switch b {
		case '-', '[':
			g.closing = map[byte]byte{'-': '-', '[': ']'}[b]
		default:
			return true
		}
	}
	g.tail = [3]byte{g.tail[1], g.tail[2], b}
	return false
}
