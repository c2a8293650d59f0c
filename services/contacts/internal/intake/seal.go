package intake

import (
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"fmt"
)

// Seal encrypts secrets that the service must be able to use, so that the database alone does not reveal them.
type Seal struct {
	// Key has 32 bytes; without one both methods fail.
	Key []byte
}

var errNoSeal = errors.New("there is no secret to seal with: PULS_PROVIDER_SECRET is not set")

func (s Seal) aead() (cipher.AEAD, error) {
	if s.Key == nil {
		return nil, errNoSeal
	}
	block, err := aes.NewCipher(s.Key)
	if err != nil {
		return nil, fmt.Errorf("make seal: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("make seal: %w", err)
	}
	return aead, nil
}

// Close seals a secret. It can only be opened under the same name.
func (s Seal) Close(secret, of string) ([]byte, error) {
	aead, err := s.aead()
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, []byte(secret), []byte(of)), nil //nolint:gosec // this one makes the nonce itself
}

// Open returns the secret.
func (s Seal) Open(sealed []byte, of string) (string, error) {
	aead, err := s.aead()
	if err != nil {
		return "", err
	}
	secret, err := aead.Open(nil, nil, sealed, []byte(of))
	if err != nil {
		return "", fmt.Errorf("open secret of %s: %w", of, err)
	}
	return string(secret), nil
}
