package spelling

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// punycode is the prefix of a domain label that encodes non-ASCII letters.
const punycode = "xn--"

// domains maps domain names by UTS 46, nontransitionally: ß does not become ss.
var domains = idna.New(
	idna.MapForLookup(), idna.Transitional(false), idna.CheckJoiners(true), idna.BidiRule(),
	idna.StrictDomainName(false), idna.VerifyDNSLength(true),
)

// AppendEmail appends the canonical form of an e-mail address to to: the local part folded (NFKC_Casefold), the domain
// in ASCII (UTS 46). An address has exactly one @ with a local part before it and a dotted name after it, and no
// spaces, controls or unassigned characters. For other text AppendEmail appends the folded text and returns false.
func AppendEmail(to, text []byte) ([]byte, bool) {
	text = bytes.TrimSpace(text)
	mark := len(to)
	for _, b := range text {
		if b >= utf8.RuneSelf {
			return appendWideEmail(to[:mark], text)
		}
		if b >= 'A' && b <= 'Z' {
			b |= 0x20
		}
		to = append(to, b)
	}
	if bytes.Contains(to[mark:], []byte(punycode)) {
		return appendWideEmail(to[:mark], text)
	}
	return to, isEmail(to[mark:])
}

// appendWideEmail appends an address with non-ASCII characters or a punycode domain.
func appendWideEmail(to, text []byte) ([]byte, bool) {
	if email, ok := wideEmail(string(text)); ok {
		return append(to, email...), true
	}
	return append(to, fold(string(text))...), false
}

// wideAt replaces the other forms of @; an address typed in fullwidth letters has one of them.
var wideAt = strings.NewReplacer("\uff20", "@", "\ufe6b", "@")

func wideEmail(text string) (string, bool) {
	local, domain, found := strings.Cut(wideAt.Replace(text), "@")
	if !found || !utf8.ValidString(text) {
		return "", false
	}
	domain, ok := asciiDomain(domain)
	email := strings.TrimLeft(fold(local), " ") + "@" + domain
	return email, ok && isWritten(email) && isEmail([]byte(email))
}

// asciiDomain returns a domain name in its DNS form. Joiners belong to names in the scripts that need them; in all
// other scripts they are ignored.
func asciiDomain(domain string) (string, bool) {
	joined := strings.Map(func(r rune) rune {
		switch {
		case r == '\u200c', r == '\u200d':
			return r
		case r == 'ẞ': // which older tables map to ss
			return 'ß'
		case unseen(r):
			return -1
		default:
			return r
		}
	}, domain)
	name, err := domains.ToASCII(strings.TrimSpace(joined))
	if err != nil {
		name, err = domains.ToASCII(strings.TrimSpace(seen(joined)))
	}
	return name, err == nil
}

// noAddress are the ASCII bytes that no address may contain.
var noAddress = func() (no [256]bool) {
	for b := range ' ' + 1 {
		no[b] = true
	}
	for _, b := range []byte(`,;<>()[]"\:` + "\x7f") {
		no[b] = true
	}
	return no
}()

// changes are the bytes that the canonical form never has, or that need the full check.
var changes = func() (yes [256]bool) {
	for b := range yes {
		yes[b] = b <= ' ' || b >= utf8.RuneSelf || b >= 'A' && b <= 'Z'
	}
	return yes
}()

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
		if noAddress[b] || b == '@' && i != at {
			return false
		}
	}
	return true
}

// IsEmail reports whether an e-mail address is already in canonical form, which saves normalising it. It may return
// false for a canonical address.
func IsEmail(text []byte) bool {
	for _, b := range text {
		if changes[b] {
			return false
		}
	}
	return !bytes.Contains(text, []byte(punycode))
}

// FormerEmail returns the former form of an e-mail address: only lowercased.
func FormerEmail(text []byte) string {
	return string(bytes.ToLower(bytes.TrimSpace(text)))
}

// UnicodeEmail returns a canonical address with its domain in Unicode.
func UnicodeEmail(email string) string {
	local, domain, _ := strings.Cut(email, "@")
	if !strings.Contains(domain, punycode) {
		return email
	}
	name, err := domains.ToUnicode(domain)
	if err != nil {
		return email
	}
	return local + "@" + name
}
