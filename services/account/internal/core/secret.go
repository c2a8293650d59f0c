package core

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// Secrets makes and recognises unguessable secrets. Only the SHA-256 of a secret is stored: all secrets have 256 bits
// (links, API keys and one-time tokens at least 128), so a slow hash would add nothing.
type Secrets struct{ key []byte }

// NewSecrets returns Secrets with the key for refresh tokens and limit keys; only this service has it.
func NewSecrets(key []byte) Secrets { return Secrets{key: key} }

const (
	secretBytes = 32
	tagBytes    = 16
)

// RefreshToken continues a session. It consists of the session's id, a secret, and a tag that distinguishes tokens of
// this service from invented ones.
type RefreshToken struct {
	Session SessionID
	secret  []byte
}

// Hash returns the stored form of the token.
func (t RefreshToken) Hash() []byte { return HashSecret(string(t.secret)) }

// FirstRefresh returns the first token of a session.
func (s Secrets) FirstRefresh(session SessionID) RefreshToken {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // never fails
	return RefreshToken{Session: session, secret: secret}
}

// NextRefresh returns the child of a token. A parent always has the same child.
func (s Secrets) NextRefresh(parent RefreshToken) RefreshToken {
	return RefreshToken{Session: parent.Session, secret: s.mac("refresh child", parent.Session[:], parent.secret)}
}

// FormatRefresh returns the text of a token.
func (s Secrets) FormatRefresh(t RefreshToken) string {
	raw := append(append([]byte(nil), t.Session[:]...), t.secret...)
	return base64.RawURLEncoding.EncodeToString(append(raw, s.tag(t)...))
}

// ParseRefresh parses a token; known is false unless this service issued it.
func (s Secrets) ParseRefresh(text string) (token RefreshToken, known bool) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) != len(SessionID{})+secretBytes+tagBytes {
		return RefreshToken{}, false
	}
	copy(token.Session[:], raw)
	token.secret = raw[len(token.Session) : len(raw)-tagBytes]
	return token, hmac.Equal(raw[len(raw)-tagBytes:], s.tag(token))
}

func (s Secrets) tag(t RefreshToken) []byte {
	return s.mac("refresh tag", t.Session[:], t.secret)[:tagBytes]
}

// LimitKey returns the key under which attempts of one sort by one user or address are counted. The values cannot be
// derived from it.
func (s Secrets) LimitKey(sort, who string) []byte { return s.mac("limit", []byte(sort), []byte(who)) }

func (s Secrets) mac(purpose string, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	for _, part := range append([][]byte{[]byte(purpose)}, parts...) {
		_ = binary.Write(mac, binary.BigEndian, uint32(len(part))) // writing to a hash never fails
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// NewSecret returns the secret of a link or one-time token: 26 characters, 130 bits.
func NewSecret() string { return rand.Text() }

// NewAPIKey returns an API key and the prefix by which users recognise it.
func NewAPIKey() (key, prefix string) {
	prefix = fmt.Sprintf("puls_%s", rand.Text()[:6])
	return prefix + "_" + rand.Text() + rand.Text()[:6], prefix
}

// HashSecret returns the stored form of a secret.
func HashSecret(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
