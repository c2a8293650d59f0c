package file

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// NDJSON finds rows that are flat JSON objects, one per line. Values are strings, whole numbers, true and false (read
// as their text) or null (read as absent).
type NDJSON struct {
	window
	keys map[string]int
}

// NewNDJSON returns a scanner. Keys maps each key to the row's field that it fills.
func NewNDJSON(source Source, start Start, keys map[string]int, fields int) *NDJSON {
	return &NDJSON{window: newWindow(source, start, fields), keys: keys}
}

// Next finds the next row of the window.
func (n *NDJSON) Next() bool {
	for {
		text, length, found := n.line()
		if !found || text == nil {
			return found
		}
		n.take(text, length)
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if n.row.Defect == nil {
			n.row.Defect = n.object(text)
		}
		return true
	}
}

// object fills the fields of one line.
func (n *NDJSON) object(text []byte) *Defect {
	clear(n.row.Fields)
	i := spaces(text, 0)
	if i == len(text) || text[i] != '{' {
		return BadJSON
	}
	i = spaces(text, i+1)
	if i < len(text) && text[i] == '}' {
		return trailing(text, i+1)
	}
	for {
		key, next, ok := n.quotedText(text, i)
		if !ok {
			return BadJSON
		}
		i = spaces(text, next)
		if i == len(text) || text[i] != ':' {
			return BadJSON
		}
		field, known := n.keys[string(key)]
		if !known {
			return UnknownKey
		}
		value, next, ok := n.value(text, spaces(text, i+1))
		if !ok {
			return BadJSON
		}
		if n.row.Fields[field] != nil {
			return RepeatedKey
		}
		n.row.Fields[field] = value
		i = spaces(text, next)
		switch {
		case i < len(text) && text[i] == ',':
			i = spaces(text, i+1)
		case i < len(text) && text[i] == '}':
			return trailing(text, i+1)
		default:
			return BadJSON
		}
	}
}

func trailing(text []byte, i int) *Defect {
	if spaces(text, i) != len(text) {
		return BadJSON
	}
	return nil
}

func spaces(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i
}

// value reads the value of a key. Null and "" are both empty, but not nil, so that a repeated key is detected.
func (n *NDJSON) value(text []byte, i int) (value []byte, end int, ok bool) {
	switch {
	case i == len(text):
		return nil, 0, false
	case text[i] == '"':
		return n.quotedText(text, i)
	case bytes.HasPrefix(text[i:], []byte("null")):
		return text[i:i], i + 4, true
	case bytes.HasPrefix(text[i:], []byte("true")):
		return text[i : i+4], i + 4, true
	case bytes.HasPrefix(text[i:], []byte("false")):
		return text[i : i+5], i + 5, true
	}
	from := i
	if text[i] == '-' {
		i++
	}
	digits := i
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	leadingZero := i-digits > 1 && text[digits] == '0'
	return text[from:i], i, i > digits && !leadingZero
}

// quotedText reads one JSON string from its opening quote on.
func (n *NDJSON) quotedText(text []byte, i int) (value []byte, end int, ok bool) {
	if i == len(text) || text[i] != '"' {
		return nil, 0, false
	}
	from := i + 1
	quote := bytes.IndexByte(text[from:], '"')
	if quote < 0 {
		return nil, 0, false
	}
	plain := text[from : from+quote]
	if bytes.IndexByte(plain, '\\') < 0 {
		if n.row.Rough && bytes.IndexByte(plain, '\t') >= 0 {
			return nil, 0, false // JSON has no bare control characters
		}
		return plain, from + quote + 1, true
	}
	n.row.Rough = true
	return n.escaped(text, from)
}

func (n *NDJSON) escaped(text []byte, i int) (value []byte, end int, ok bool) {
	mark := len(n.scratch)
	for i < len(text) {
		switch b := text[i]; {
		case b == '"':
			return n.scratch[mark:], i + 1, true
		case b < ' ':
			return nil, 0, false
		case b != '\\':
			n.scratch = append(n.scratch, b)
			i++
		default:
			if i = n.escape(text, i+1); i < 0 {
				return nil, 0, false
			}
		}
	}
	return nil, 0, false
}

// escape decodes an escape sequence after its backslash and returns its end, or -1.
func (n *NDJSON) escape(text []byte, i int) int {
	if i == len(text) {
		return -1
	}
	switch b := text[i]; b {
	case '"', '\\', '/':
		n.scratch = append(n.scratch, b)
	case 'b', 'f', 'n', 'r', 't':
		n.scratch = append(n.scratch, ' '-1) // any control character: no identifier may have one
	case 'u':
		first, ok := hex4(text, i+1)
		if !ok {
			return -1
		}
		i += 4
		if utf16.IsSurrogate(first) {
			if i+2 >= len(text) || text[i+1] != '\\' || text[i+2] != 'u' {
				return -1
			}
			second, ok := hex4(text, i+3)
			if first = utf16.DecodeRune(first, second); !ok || first == utf8.RuneError {
				return -1
			}
			i += 6
		}
		n.scratch = utf8.AppendRune(n.scratch, first)
	default:
		return -1
	}
	return i + 1
}

func hex4(text []byte, i int) (rune, bool) {
	if i+4 > len(text) {
		return 0, false
	}
	var r rune
	for _, b := range text[i : i+4] {
		switch {
		case b >= '0' && b <= '9':
			r = r<<4 | rune(b-'0')
		case b|0x20 >= 'a' && b|0x20 <= 'f':
			r = r<<4 | rune(b|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
