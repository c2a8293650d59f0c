package destination

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"hash"
	"strconv"

	"github.com/google/uuid"
)

// Fingerprint is a keyed hash of an address in one destination. It cannot be computed without the key.
type Fingerprint [16]byte

// Keys hash and encrypt the addresses of one destination, for one caller at a time. Separate keys limit how many
// addresses one key encrypts.
type Keys struct {
	mac  hash.Hash
	aead cipher.AEAD
}

// NewKeys returns the keys of a destination, derived from a master key of 32 bytes.
func NewKeys(master []byte, of uuid.UUID) (*Keys, error) {
	block, err := aes.NewCipher(derive(master, "addresses", of))
	if err != nil {
		return nil, fmt.Errorf("make key: %w", err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("make key: %w", err)
	}
	return &Keys{hmac.New(sha256.New, derive(master, "fingerprints", of)), aead}, nil
}

func derive(master []byte, purpose string, of uuid.UUID) []byte {
	mac := hmac.New(sha256.New, master)
	mac.Write([]byte(purpose))
	mac.Write(of[:])
	return mac.Sum(nil)
}

// Fingerprint returns the fingerprint of an address.
func (k *Keys) Fingerprint(address string) (f Fingerprint) {
	k.mac.Reset()
	k.mac.Write([]byte(address))
	copy(f[:], k.mac.Sum(nil))
	return f
}

// Close encrypts an address.
func (k *Keys) Close(address string) []byte {
	return k.aead.Seal(nil, nil, []byte(address), nil) //nolint:gosec // this one makes the nonce itself
}

// Open decrypts an address.
func (k *Keys) Open(sealed []byte) (string, error) {
	address, err := k.aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return "", fmt.Errorf("open address: %w", err)
	}
	return string(address), nil
}

// bandName returns the text of a band for the field of a member.
func bandName(lowest, highest int) string { return strconv.Itoa(lowest) + "-" + strconv.Itoa(highest) }
