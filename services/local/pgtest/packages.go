package pgtest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// findPackages returns the installed npm packages of this checkout and a short name for the versions that its lock file
// pins: checkouts with other versions get their own server.
func findPackages() (packages, version string, err error) {
	here, err := os.Getwd()
	if err != nil {
		return "", "", fmt.Errorf("find the Postgres packages: %w", err)
	}
	for root := here; ; root = filepath.Dir(root) {
		home := filepath.Join(root, "deploy", "postgres")
		text, err := os.ReadFile(filepath.Join(home, "package-lock.json"))
		if err == nil {
			sum := sha256.Sum256(text)
			return filepath.Join(home, "node_modules"), hex.EncodeToString(sum[:4]), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", fmt.Errorf("find the Postgres packages: %w", err)
		}
		if root == filepath.Dir(root) {
			return "", "", fmt.Errorf("no deploy/postgres above %s: set %s to the address of a Postgres", here, serverVariable)
		}
	}
}
