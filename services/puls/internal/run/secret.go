package run

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"puls.app/services/kit/conf"
)

// shortest is the minimum number of characters of a secret from which keys and passwords are derived.
const shortest = 32

// fewestConnections is the minimum size of a pool, so that requests still get a connection beside a service's own work.
const fewestConnections = 4

// Check validates the settings, above all the secrets. It must run before anything is derived: a key made from a short
// or empty secret can be computed by an attacker.
func (s Settings) Check() error {
	for name, secret := range map[string]conf.Secret{"PULS_SECRET": s.Secret, "PULS_DATABASE_SECRET": s.DatabaseSecret} {
		if secret != "" && len(strings.TrimSpace(secret.Reveal())) < shortest {
			return fmt.Errorf("%s must have at least %d characters", name, shortest)
		}
	}
	if s.DatabaseConnections != 0 && s.DatabaseConnections < fewestConnections {
		return fmt.Errorf("PULS_DATABASE_CONNECTIONS must be at least %d", fewestConnections)
	}
	_, err := s.Keys()
	return err
}

// RolePassword returns the password of a service's role, or an error without a secret to derive it from.
func (s Settings) RolePassword(schema string) (string, error) {
	if err := s.Check(); err != nil {
		return "", err
	}
	source := s.DatabaseSecret
	if source == "" {
		source = s.Secret
	}
	if source == "" {
		return "", errors.New("the roles' passwords come from PULS_DATABASE_SECRET or PULS_SECRET; set one of them")
	}
	mac := hmac.New(sha256.New, []byte(source.Reveal()))
	mac.Write([]byte("puls database role\x00" + schema))
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// Secret returns the folder's secret, and creates it at the first start. If two programs start at once, one creates it
// and both return it.
func Secret(data string) (conf.Secret, error) {
	name := filepath.Join(data, "secret")
	secret, err := readSecret(name)
	if !errors.Is(err, os.ErrNotExist) {
		return secret, err
	}
	if err := keepSecret(name, rand.Text()+rand.Text()); err != nil && !errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("keep secret: %w", err)
	}
	return readSecret(name)
}

// KeptSecret returns the folder's secret, or os.ErrNotExist if there is none yet.
func KeptSecret(data string) (conf.Secret, error) { return readSecret(filepath.Join(data, "secret")) }

func readSecret(name string) (conf.Secret, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("read secret: %w", err)
	}
	secret := strings.TrimSpace(string(content))
	if len(secret) < shortest {
		return "", fmt.Errorf("%s holds no secret of at least %d characters; put it back from a backup, "+
			"or remove the file to create a new one, which signs out all users", name, shortest)
	}
	return conf.Secret(secret), nil
}

// keepSecret creates the file atomically, also if the power fails. It never replaces a file and returns os.ErrExist
// then.
func keepSecret(name, secret string) (err error) {
	dir := filepath.Dir(name)
	file, err := os.CreateTemp(dir, ".secret-*") // only its owner can read it
	if err != nil {
		return fmt.Errorf("make file: %w", err)
	}
	defer func() { err = errors.Join(err, os.Remove(file.Name())) }()
	_, err = file.WriteString(secret + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write file: %w", err)
	}
	if err := os.Link(file.Name(), name); err != nil {
		return fmt.Errorf("put file in place: %w", err)
	}
	folder, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("open folder: %w", err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}
