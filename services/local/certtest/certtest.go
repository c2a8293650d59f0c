// Package certtest writes certificates of a test's own authorities to files with the names that cert-manager uses.
package certtest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"puls.app/services/kit/auth"
)

// Authority signs certificates that are valid for a day.
type Authority struct{ *auth.Authority }

// NewAuthority makes an authority.
func NewAuthority(t testing.TB, name string) *Authority {
	t.Helper()
	authority, err := auth.NewAuthority(name, time.Now(), 24*time.Hour)
	require.NoError(t, err)
	return &Authority{authority}
}

// Write writes tls.crt and tls.key, for names and addresses, and ca.crt with the trusted authorities to a folder, and
// replaces existing files.
func (a *Authority) Write(t testing.TB, dir string, names []string, trusted ...*Authority) {
	t.Helper()
	certificate, key, err := a.Issue(names...)
	require.NoError(t, err)
	var signers bytes.Buffer
	for _, authority := range trusted {
		signers.Write(authority.Certificate())
	}
	for name, content := range map[string][]byte{"tls.crt": certificate, "tls.key": key, "ca.crt": signers.Bytes()} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
}
