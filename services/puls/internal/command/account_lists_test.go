package command

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNoTextOfAListLooksLikeAnotherEntry(t *testing.T) {
	for text, want := range map[string]string{
		"POST /api/x\n2026-11-21 owner@example.com enter": `POST /api/x\n2026-11-21 owner@example.com enter`,
		"\x1b[2J\rgone": `\x1b[2J\rgone`, "a\u202eb\u2028c\u200bd": `a\u202eb\u2028c\u200bd`, "\x9b1m\xff": `\x9b1m\xff`,
		`żółć "quoted" 2 enter`: `żółć "quoted" 2 enter`, "tab\tled": `tab\tled`,
	} {
		got := oneLine(text)
		require.Equal(t, want, got)
		require.False(t, strings.ContainsAny(got, "\n\r\t\x1b\u2028\u202e"))
	}
}
