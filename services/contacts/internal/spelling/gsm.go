package spelling

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// AppendGSM appends a phone number as strict E.164 to to: a plus, then 8 to 15 digits of which the first is not 0.
// Spaces, dashes, dots and brackets are dropped, 00 counts as the plus, and digits of all scripts are accepted. As the
// service is Polish, nine digits are a Polish number. So are eleven digits that begin with 48, the form that a
// spreadsheet makes of +48. A leading apostrophe, which marks text in a spreadsheet, is dropped.
func AppendGSM(to, text []byte) ([]byte, bool) {
	text = bytes.TrimPrefix(text, []byte("'"))
	mark := len(to)
	plus := false
	for _, b := range text {
		switch {
		case b >= '0' && b <= '9':
			to = append(to, b)
		case b == '+' && !plus && len(to) == mark:
			plus = true
		case b == ' ' || b == '-' || b == '.' || b == '(' || b == ')':
		case b >= utf8.RuneSelf:
			if narrow := narrowNumber(string(text)); isASCII(narrow) {
				return AppendGSM(to[:mark], narrow)
			}
			return to[:mark], false
		default:
			return to[:mark], false
		}
	}
	digits := to[mark:]
	switch {
	case plus:
	case bytes.HasPrefix(digits, []byte("00")):
		digits = digits[2:]
	case len(digits) == 9:
		digits = append([]byte("48"), digits...)
	case len(digits) == 11 && bytes.HasPrefix(digits, []byte("48")):
	default:
		return to[:mark], false
	}
	if len(digits) < 8 || len(digits) > 15 || digits[0] == '0' {
		return to[:mark], false
	}
	number := append([]byte{'+'}, digits...)
	return append(to[:mark], number...), true
}

// narrowNumber replaces the digits, dashes, spaces and signs of other scripts and widths by those of ASCII.
func narrowNumber(text string) []byte {
	return []byte(strings.Map(func(r rune) rune {
		switch {
		case unseen(r):
			return -1
		case r < utf8.RuneSelf:
			return r
		case unicode.Is(unicode.Nd, r):
			return digit(r)
		case unicode.Is(unicode.Pd, r), r == '\u2212': // the minus sign
			return '-'
		case unicode.Is(unicode.Zs, r):
			return ' '
		default:
			return r
		}
	}, norm.NFKC.String(text)))
}

// digit returns the ASCII digit for a digit of another script. Each script has its ten digits in a row.
func digit(r rune) rune {
	for _, in := range unicode.Nd.R16 {
		if rune(in.Lo) <= r && r <= rune(in.Hi) {
			return '0' + (r-rune(in.Lo))%10
		}
	}
	for _, in := range unicode.Nd.R32 {
		if rune(in.Lo) <= r && r <= rune(in.Hi) {
			return '0' + (r-rune(in.Lo))%10
		}
	}
	return r
}

// IsGSM reports whether a number is already in the form of AppendGSM, which saves normalising it.
func IsGSM(text []byte) bool {
	if len(text) < 9 || len(text) > 16 || text[0] != '+' || text[1] == '0' {
		return false
	}
	for _, b := range text[1:] {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}
