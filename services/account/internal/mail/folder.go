package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Folder stores every mail as a file instead of sending it, for a machine without a mail server. Mails carry secrets,
// so only the owner of the folder can read it.
type Folder struct {
	dir  string
	from string
}

// NewFolder creates the folder if it does not exist.
func NewFolder(dir, from string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make mail folder: %w", err)
	}
	if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a folder needs x to be entered; nobody else gets in
		return nil, fmt.Errorf("close mail folder: %w", err)
	}
	return &Folder{dir: dir, from: from}, nil
}

// Send writes TIME-RECIPIENT.eml, the mail as it would have been sent, and .html for a browser. RECIPIENT is the
// beginning of the address's SHA-256.
func (f *Folder) Send(_ context.Context, m Message, now time.Time) error {
	text, err := encode(m, f.from, now)
	if err != nil {
		return &Refused{cause: err}
	}
	sum := sha256.Sum256([]byte(m.To))
	name := filepath.Join(f.dir, now.UTC().Format("20060102T150405.000000Z")+"-"+hex.EncodeToString(sum[:4]))
	for extension, content := range map[string][]byte{".eml": text, ".html": []byte(m.HTML)} {
		if err := os.WriteFile(name+extension, content, 0o600); err != nil {
			return fmt.Errorf("keep mail: %w", err)
		}
	}
	return nil
}
