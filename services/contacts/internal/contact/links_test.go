package contact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"puls.app/services/contacts/internal/engine/fact"
)

// FuzzLinks reads arbitrary tokens: only those that were made with a key are valid, and they return their link.
func FuzzLinks(f *testing.F) {
	links := Links{Base: "https://puls.example", Keys: [][]byte{[]byte("a key"), []byte("the one before")}}
	made := map[string]Link{}
	for _, link := range []Link{{1, 7, fact.Mailing, 0}, {1 << 30, 1 << 30, fact.SMS, 3}} {
		for _, with := range []Links{links, {Base: links.Base, Keys: links.Keys[1:]}} {
			token := strings.TrimPrefix(with.URL(link), links.Base+linkPath)
			made[token] = link
			f.Add(token)
			f.Add(token + "A")
			f.Add(token[1:])
		}
	}
	f.Add(strings.TrimPrefix(Links{Keys: [][]byte{[]byte("another")}}.URL(Link{1, 7, fact.Mailing, 0}), linkPath))
	f.Fuzz(func(t *testing.T, token string) {
		got, err := links.Read(token)
		// Read skips line breaks, which a mail program may put into a long link.
		want, known := made[strings.NewReplacer("\r", "", "\n", "").Replace(token)]
		if !known {
			require.ErrorIs(t, err, ErrLinkUnknown, "%q", token)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}
