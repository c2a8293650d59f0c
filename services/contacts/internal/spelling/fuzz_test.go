package spelling_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/spelling"
)

// FuzzAddresses normalises any text as an address, a number, an id and a name: a canonical form is its own canonical
// form.
func FuzzAddresses(f *testing.F) {
	for _, text := range []string{
		"Anna.Nowak@Example.COM", "anna@münchen.test", "anna@xn--mnchen-3ya.test", "p2@example.com\u200b", "ＡＮＮＡ@example.com",
		"\u212aelvin@example.com", "a@b", "@", "a@b@c.example", "e\u0301@example.com", "\u202eanna@example.com",
		"ß@straße.example",
		"+48 600-000-007", "0048600000007", "(600) 000 007", "'+48600000007", "\x00", "\xff@example.com", " X-1 ", "a\u00adb",
		"żółw",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for name, canonical := range map[string]func(to, text []byte) ([]byte, bool){
			"e-mail": spelling.AppendEmail, "number": spelling.AppendGSM, "id": spelling.AppendID,
		} {
			once, ok := canonical(nil, text)
			if !ok {
				continue
			}
			twice, ok := canonical(nil, once)
			require.True(t, ok, "%s %q of %q is refused", name, once, text)
			require.Equal(t, string(once), string(twice), "%s of %q", name, text)
			behind, _ := canonical([]byte("kept"), text)
			require.Equal(t, "kept"+string(once), string(behind), "%s of %q", name, text)
		}
		if same, ok := spelling.AppendEmail(nil, text); ok && spelling.IsEmail(text) {
			require.Equal(t, string(text), string(same))
		}
		if spelling.IsGSM(text) {
			same, ok := spelling.AppendGSM(nil, text)
			require.True(t, ok)
			require.Equal(t, string(text), string(same))
		}
		name := spelling.Name(string(text))
		require.Equal(t, name, spelling.Name(name))
		require.True(t, utf8.ValidString(name))
	})
}
