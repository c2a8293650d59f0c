package post

import (
	"crypto/aes"
	"crypto/cipher"
	"fmt"

	"github.com/google/uuid"
)

// Seal closes secrets by a key.
type Seal struct{ aead cipher.AEAD }

// NewSeal returns one with a key of 32 bytes.
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

// Close seals the secret of a webhook: as that of another it does not open.
func (s Seal) Close(secret []byte, of uuid.UUID) []byte {
	return s.aead.Seal(nil, nil, secret, of[:]) //nolint:gosec // this one makes the nonce itself
}

// Open returns the secret.
func (s Seal) Open(sealed []byte, of uuid.UUID) ([]byte, error) {
	secret, err := s.aead.Open(nil, nil, sealed, of[:])
	if err != nil {
		return nil, fmt.Errorf("open secret of webhook: %w", err)
	}
	return secret, nil
}
