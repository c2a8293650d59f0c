package spelling

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// punycode begins a label of a domain that stands for letters beyond ASCII.
const punycode = "xn--"

// domains maps the names of domains as UTS 46 says, without the rules of transition: ß is not ss.
var domains = idna.New(
	idna.MapForLookup(), idna.Transitional(false), idna.CheckJoiners(true), idna.BidiRule(),
	idna.StrictDomainName(false), idna.VerifyDNSLength(true),
)

// AppendEmail adds an e-mail address in its canonical form to to: the part before the @ folded (NFKC_Casefold), the
// domain in ASCII (UTS 46). It returns false for what is no address (something before one @, a dotted name behind it,
// no spaces, controls or characters that are not assigned) and adds the text folded then.
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

// appendWideEmail adds an address with characters beyond ASCII or a domain that stands for such.
func appendWideEmail(to, text []byte) ([]byte, bool) {
	if email, ok := wideEmail(string(text)); ok {
		return append(to, email...), true
	}
	return append(to, fold(string(text))...), false
}

// wideAt are the other forms of @, of which one stands in an address typed in fullwidth letters.
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

// asciiDomain returns the name of a domain as it stands in the DNS. Joiners are part of a name in scripts that write
// with them, and unseen in all others.
func asciiDomain(domain string) (string, bool) {
	joined := strings.Map(func(r rune) rune {
		switch {
		case r == '\u200c', r == '\u200d':
			return r
		case r == 'ẞ': // which stands for ss in older tables
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

// noAddress are the bytes of ASCII that no address holds.
var noAddress = func() (no [256]bool) {
	for b := range ' ' + 1 {
		no[b] = true
	}
	for _, b := range []byte(`,;<>()[]"\:` + "\x7f") {
		no[b] = true
	}
	return no
}()

// changes are the bytes with which an address is not in its form, or may not be.
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

// IsEmail reports whether an e-mail address, if it is one, is in its canonical form already, which saves the work. It
// does not know that of all that are.
func IsEmail(text []byte) bool {
	for _, b := range text {
		if changes[b] {
			return false
		}
	}
	return !bytes.Contains(text, []byte(punycode))
}

// FormerEmail returns an e-mail address as it was kept before it had a canonical form: in lower case alone.
func FormerEmail(text []byte) string {
	return string(bytes.ToLower(bytes.TrimSpace(text)))
}

// UnicodeEmail returns a canonical address with its domain in letters.
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
