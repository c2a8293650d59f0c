package table

import (
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/file"
)

func TestTheHeaderIsFoundBelowTitles(t *testing.T) {
	for text, want := range map[string]int{
		"email;gsm\na@x.co;1\n":                             1,
		"\n\nemail\na@x.co\n":                               3,
		"Title, of, many, words\n\nE-mail;Name\na@x.co;A\n": 3,
		"Title;\nE-mail;Name\na@x.co;A\n":                   2,
		";Contact;;Consents\nName;E-mail;Phone;Consent\n":   2,
		"Address;Name\na@x.co;email\n":                      1,
		"Client;Channel;When\nK-1;email;2026\n":             1,
		"Who;What\nx;y\na@x.co;z\n":                         1,
		"a@x.co;;\nb@x.co;A;B\n":                            1,
		"Adresses\na@x.co\n":                                1,
		"\"a;b\nE-mail;Phone\n":                             2,
		"Title\nk1;v1\nk2;v2\n":                             2,
	} {
		lines := linesOf([]byte(text), file.UTF8, ReadOptions{})
		require.Equal(t, want, findHeader(lines, ReadOptions{})+1, text)
	}
	// A file without a header loses no row above a longer one.
	o := ReadOptions{NoHeader: true}
	for text, want := range map[string]int{
		"a@x.co;;\nb@x.co;A;B\n": 1, "Name;;\nb@x.co;A;B\n": 1, "Title\nb@x.co;A;B\n": 2, "E-mail\nPhone;Name\n": 1,
	} {
		require.Equal(t, want, findHeader(linesOf([]byte(text), file.UTF8, o), o)+1, text)
	}
}

func TestTheLineOfTheHeaderCanBeSaid(t *testing.T) {
	text := []byte("one\ntwo\nE-mail\na@x.co\n")
	head, err := ReadHead(KindContacts, FormatCSV, file.UTF8, ReadOptions{HeaderLine: 2, Mapping: []string{"email"}}, text)
	require.NoError(t, err)
	require.Equal(t, []string{"two"}, head.Names)
	require.Equal(t, [2]int64{8, 2}, [2]int64{head.Size, int64(head.Lines)})
	o := ReadOptions{HeaderLine: 4, NoHeader: true, Mapping: []string{"email"}}
	head, err = ReadHead(KindContacts, FormatCSV, file.UTF8, o, text)
	require.NoError(t, err)
	require.Equal(t, [2]int64{15, 3}, [2]int64{head.Size, int64(head.Lines)})
	o.HeaderLine = 9
	_, err = ReadHead(KindContacts, FormatCSV, file.UTF8, o, text)
	require.ErrorIs(t, err, ErrHeader)
}
