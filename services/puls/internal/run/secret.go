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

// shortest is how many characters a secret has at least from which keys and passwords are derived.
const shortest = 32

// fewestConnections is how many a service's own work takes, so that requests still find one.
const fewestConnections = 4

// Check returns what is wrong with the settings, above all with the secrets. Nothing may be derived before: a key made
// from a secret that is too short, or from none, is one that anybody can compute.
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

// RolePassword returns the password of a service's role, or says that there is nothing to make it from.
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

// Secret returns the folder's secret, made on the first start. Of two programs that start at once one makes it, and
// both answer the same.
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

// KeptSecret returns the folder's secret; os.ErrNotExist where none was made yet.
func KeptSecret(data string) (conf.Secret, error) { return readSecret(filepath.Join(data, "secret")) }

func readSecret(name string) (conf.Secret, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("read secret: %w", err)
	}
	secret := strings.TrimSpace(string(content))
	if len(secret) < shortest {
		return "", fmt.Errorf("%s holds no secret of at least %d characters; put it back from a backup, "+
			"or remove the file to have a new one made, which signs everybody out", name, shortest)
	}
	return conf.Secret(secret), nil
}

// keepSecret puts the file there whole or not at all, also when the power fails, and never in the place of another one:
// it answers os.ErrExist then.
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
