package post

import (
	"crypto/aes"
	"crypto/cipher"
	"fmt"

	"github.com/google/uuid"
)

// Seal encrypts secrets with a key.
type Seal struct{ aead cipher.AEAD }

// NewSeal returns a Seal with a key of 32 bytes.
func NewSeal(key []byte) (Seal, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return Seal{}, fmt.Errorf("make seal: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return Seal{}, fmt.Errorf("make seal: %w", err)
	}
	return Seal{aead}, nil
}

// Close encrypts the secret of a webhook; Open fails for any other webhook.
func (s Seal) Close(secret []byte, of uuid.UUID) []byte {
	return s.aead.Seal(nil, nil, secret, of[:]) //nolint:gosec // this one makes the nonce itself
}

// Open decrypts the secret of a webhook.
func (s Seal) Open(sealed []byte, of uuid.UUID) ([]byte, error) {
	secret, err := s.aead.Open(nil, nil, sealed, of[:])
	if err != nil {
		return nil, fmt.Errorf("open secret of webhook: %w", err)
	}
	return secret, nil
}
