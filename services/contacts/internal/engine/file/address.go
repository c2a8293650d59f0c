package file

import (
	"bytes"
	"unicode/utf8"
)

// AppendEmail adds an e-mail address in lower case to to. It returns false for what is no address: something
// before one @, a dotted name behind it, no spaces.
func AppendEmail(to, text []byte) ([]byte, bool) {
	text = bytes.TrimSpace(text)
	mark := len(to)
	ascii := true
	for _, b := range text {
		if b >= utf8.RuneSelf {
			ascii = false
			break
		}
		if b >= 'A' && b <= 'Z' {
			b |= 0x20
		}
		to = append(to, b)
	}
	if !ascii {
		to = append(to[:mark], bytes.ToLower(text)...)
	}
	return to, isEmail(to[mark:])
}

func isEmail(text []byte) bool {
	at := bytes.IndexByte(text, '@')
	if at < 1 || at > 64 || len(text) > 254 {
		return false
	}
	domain := text[at+1:]
	dot := bytes.LastIndexByte(domain, '.')
	if dot < 1 || dot == len(domain)-1 || domain[0] == '.' || bytes.Contains(domain, []byte("..")) {
		return false
	}
	for i, b := range text {
		if b <= ' ' || b == 0x7f || bytes.IndexByte([]byte(`,;<>()[]"\:`), b) >= 0 || (b == '@' && i != at) {
			return false
		}
	}
	return true
}

// AppendGSM adds a phone number as strict E.164 to to: a plus, then 8 to 15 digits of which the first is not 0.
// Spaces, dashes, dots and brackets are dropped and 00 counts as the plus. As the service is Polish, nine digits
// are a Polish number, and so are eleven that begin with 48: that is what a spreadsheet leaves of +48.
func AppendGSM(to, text []byte) ([]byte, bool) {
	mark := len(to)
	plus := false
	for _, b := range text {
		switch {
		case b >= '0' && b <= '9':
			to = append(to, b)
		case b == '+' && !plus && len(to) == mark:
			plus = true
		case b == ' ' || b == '-' || b == '.' || b == '(' || b == ')':
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

// IsNormalGSM reports whether a number is in the form of AppendGSM already, which saves the work.
func IsNormalGSM(text []byte) bool {
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

// IsNormalEmail reports whether an e-mail address, if it is one, is in the form of AppendEmail already.
func IsNormalEmail(text []byte) bool {
	for _, b := range text {
		if b >= utf8.RuneSelf || b <= ' ' || (b >= 'A' && b <= 'Z') {
			return false
		}
	}
	return true
}
