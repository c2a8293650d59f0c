package spelling_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"puls.app/services/contacts/internal/spelling"
)

func Email(text string) string {
	got, ok := spelling.AppendEmail([]byte("x"), []byte(text))
	if !ok {
		return ""
	}
	return string(got[1:])
}

func TestAnAddressHasOneForm(t *testing.T) {
	for want, texts := range map[string][]string{
		"ada@example.com": {
			" Ada@Example.COM ", "ada@example.com", "ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example。com", "𝐚𝐝𝐚@example.com", "ADA﹫EXAMPLE.COM",
			"\u200bada@example.com", "ada\u2060@example.com", "a\ufe0fda@exam\u00adple.com", "ada@example.com\u202e",
			"\ufeff ada@example.com", "ada@example.com \u200b", "ada@exa\u200dmple.com",
		},
		"kelvin@example.com": {"\u212aelvin@example.com", "KELVIN@example.com"},
		// No locale applies: the Turkish dotless i is a letter of its own, the capital one is i with a dot above.
		"ı@example.com":       {"ı@example.com"},
		"i̇@example.com":      {"İ@example.com", "I\u0307@example.com"},
		"żółw@example.pl":     {"ŻÓŁW@example.pl", "z\u0307o\u0301łw@example.pl", "Z\u0307O\u0301ŁW@EXAMPLE.PL"},
		"οδυσσεύσ@example.gr": {"ΟΔΥΣΣΕΎΣ@example.gr", "οδυσσεύς@example.gr"},
		"strasse@example.de":  {"STRASSE@example.de", "Straße@example.de", "STRAẞE@example.de"},
		"a@xn--mnchen-3ya.test": {
			"a@münchen.test", "a@MÜNCHEN.test", "a@mu\u0308nchen.test", "a@xn--mnchen-3ya.test", "A@XN--MNCHEN-3YA.TEST",
			"a@ｍüｎｃｈｅｎ.test",
		},
		"a@xn--strae-oqa.de":      {"a@straße.de", "a@STRAẞE.de"},
		"a@strasse.de":            {"a@strasse.de"},
		"a@xn--e1afmkfd.xn--p1ai": {"a@пример.рф", "a@ПРИМЕР.РФ"},
		// The joiner is part of a Persian name, as registered.
		"a@xn--mgba3gch31f060k.com": {"a@نامه\u200cای.com"},
	} {
		for _, text := range texts {
			require.Equal(t, want, Email(text), "%+q", text)
			require.Equal(t, want, Email(want), "its own form")
		}
	}
	for _, text := range []string{
		"", "a", "a@b", "@b.c", "a@b.", "a b@c.d", "a@b@c.d", "a@b..c", "a,b@c.d", "a@.b.c", "\u200b@b.c", "ż@b", "a@ż..pl",
		"a\u0085@b.pl", "a\u00a0b@c.pl", "a\u2028b@c.pl", "a\ue000@b.pl", "a\U000e0fff\x01@b.pl", "ż\xff@b.pl",
		"a@xn--exa\u200bmple.com", "a@xn--0.com", "a@xn--ls8h=.com", "ż\ufffd@b.pl", "a＠ｂ＠c.pl", "a\u2800@b.pl",
	} {
		require.Empty(t, Email(text), "%+q", text)
	}
	require.Equal(t, "a@münchen.test", spelling.UnicodeEmail("a@xn--mnchen-3ya.test"))
	require.Equal(t, "a@example.com", spelling.UnicodeEmail("a@example.com"))
	require.True(t, spelling.IsEmail([]byte("a@example.com")))
	for _, text := range []string{"A@example.com", "ż@example.com", "a@xn--mnchen-3ya.test", " a@example.com"} {
		require.False(t, spelling.IsEmail([]byte(text)), text)
	}
}

func TestAnAddressIsNoLongerThanMailAllows(t *testing.T) {
	local, domain := strings.Repeat("a", 64), strings.Repeat("b", 249)+".pl"
	for text, taken := range map[string]bool{
		local + "@b.pl": true, local + "a@b.pl": false, "a@" + domain: true, "aa@" + domain: false,
	} {
		require.Equal(t, taken, Email(text) == text, text)
	}
}

// Everything calls visit with every character.
func Everything(visit func(r rune)) {
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if r < 0xd800 || r > 0xdfff {
			visit(r)
		}
	}
}

func TestEveryCharacterThatCannotBeSeenIsLeftOut(t *testing.T) {
	n := 0
	Everything(func(r rune) {
		ignorable := unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf)
		if !ignorable {
			return
		}
		n++
		for _, text := range []string{"%ca@b.pl", "a%c@b.pl", "a@%cb.pl", "a@b%c.pl", "a@b.pl%c"} {
			require.Equal(t, "a@b.pl", Email(fmt.Sprintf(text, r)), "%+q", r)
		}
		got, ok := spelling.AppendGSM(nil, fmt.Appendf(nil, "+48%c500000001", r))
		require.True(t, ok && string(got) == "+48500000001", "%+q", r)
		got, ok = spelling.AppendID(nil, fmt.Appendf(nil, "C%c1", r))
		require.True(t, ok && string(got) == "C1", "%+q", r)
		require.Equal(t, "VIP 1", spelling.Name(fmt.Sprintf(" VIP%c  1", r)), "%+q", r)
	})
	require.Greater(t, n, 4000)
}

func TestCaseAndCompositionOfEveryLetterMakeNoOtherAddress(t *testing.T) {
	Everything(func(r rune) {
		if unicode.In(r, unicode.Han, unicode.Hangul) && r%32 != 0 { // thousands of similar ones
			return
		}
		plain := Email(string(r) + "a@b.pl")
		if plain == "" {
			return
		}
		require.Equal(t, plain, Email(plain), "%+q is not stable", r)
		for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
			require.Equal(t, plain, Email(form.String(string(r))+"a@b.pl"), "%+q", r)
		}
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			require.Equal(t, plain, Email(string(other)+"a@b.pl"), "%+q and %+q", r, other)
		}
		if !strings.ContainsRune("ıİ", r) { // the capital of the dotless i is I, which is also that of i
			require.Equal(t, plain, Email(strings.ToUpper(string(r))+"a@b.pl"), "%+q", r)
		}
	})
}

func TestDigitsOfEveryScriptMakeAPhoneNumber(t *testing.T) {
	for _, in := range unicode.Nd.R16 {
		require.Zero(t, (in.Hi-in.Lo+1)%10)
	}
	for _, in := range unicode.Nd.R32 {
		require.Zero(t, (in.Hi-in.Lo+1)%10)
	}
	for text, want := range map[string]string{
		"+48500000001": "+48500000001", "+48 500-000-001": "+48500000001", "500 000 001": "+48500000001",
		"48500000001": "+48500000001", "0048500000001": "+48500000001", "+1 (212) 555.0100": "+12125550100",
		"＋４８ ５００ ０００ ００１": "+48500000001", "٥٠٠ ٠٠٠ ٠٠١": "+48500000001", "+४८५०००००००१": "+48500000001",
		"𝟓𝟎𝟎000001": "+48500000001", "500\u00a0000\u202f001": "+48500000001", "500‑000–001": "+48500000001",
		"\u202a+48500000001\u202c": "+48500000001", "﹢48500000001": "+48500000001", "(500)　000 001": "+48500000001",
		"": "", "12": "", "+0500000001": "", "+485000000011234567": "", "5000000012": "", "+48x": "", "++48500000001": "",
		"48+500000001": "", "５００ｘ": "", "+48żółw000001": "", "500\xff000001": "",
	} {
		got, ok := spelling.AppendGSM([]byte("x"), []byte(text))
		require.Equal(t, want != "", ok, text)
		if ok {
			require.Equal(t, "x"+want, string(got))
			require.True(t, spelling.IsGSM(got[1:]))
		}
	}
}

func TestAPhoneNumberHasEightToFifteenDigits(t *testing.T) {
	for digits := range 20 {
		number := "+" + strings.Repeat("1", digits)
		_, ok := spelling.AppendGSM(nil, []byte(number))
		require.Equal(t, digits >= 8 && digits <= 15, ok, number)
		require.Equal(t, ok, spelling.IsGSM([]byte(number)), number)
	}
}

func TestIdentifiersAndNamesAreComposedAndSeen(t *testing.T) {
	for text, want := range map[string]string{
		" C-17 ": "C-17", "z\u0307ó": "żó", "C\u200b17": "C17", "\ufeffC17\u00ad": "C17", "a b": "a b", "K²": "K²",
		"Ab": "Ab",
	} {
		got, ok := spelling.AppendID(nil, []byte(text))
		require.True(t, ok)
		require.Equal(t, want, string(got))
		require.Equal(t, want == text && !strings.Contains(text, " ") && len(text) < 5 && text != "K²" && text != "żó",
			spelling.IsID([]byte(text)), text)
	}
	for _, text := range []string{"a\tb", "a\x00b", "a\u0085b", "a\u2028b"} {
		_, ok := spelling.AppendID(nil, []byte(text))
		require.False(t, ok, "%+q", text)
	}
	for text, want := range map[string]string{
		"  Stali   klienci ": "Stali klienci", "z\u0307ółwie": "żółwie", "a\u00a0b\tc\nd": "a b c d", "❤\ufe0f": "❤",
		"a\x00b": "ab", "\u200b": "", "VIP\u202e": "VIP", "Ⅷ": "Ⅷ", "a\xff": "a",
	} {
		require.Equal(t, want, spelling.Name(text), "%+q", text)
	}
}

// BenchmarkAddresses normalises the addresses of rows as files of engagement and of contacts do.
func BenchmarkAddresses(b *testing.B) {
	var rows [][]byte
	for i := range 1000 {
		rows = append(rows, fmt.Appendf(nil, "jan.kowalski-%d@poczta%d.example.com", i*7919, i%13))
	}
	to := make([]byte, 0, 100)
	for name, read := range map[string]func(text []byte){
		"known/email":  func(text []byte) { spelling.IsEmail(text) },
		"append/email": func(text []byte) { to, _ = spelling.AppendEmail(to[:0], text) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, text := range rows {
					read(text)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(rows)), "ns/address")
		})
	}
}
