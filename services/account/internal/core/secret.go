package core

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// Secrets makes what nobody can guess and recognises it again. What is kept of a secret is its SHA-256: all of them
// have 256 bits (links, API keys and one-time tokens at least 128), so a slow hash would add nothing.
type Secrets struct{ key []byte }

// NewSecrets takes the key of which refresh tokens and the keys of limits are made; only this service has it.
func NewSecrets(key []byte) Secrets { return Secrets{key: key} }

const (
	secretBytes = 32
	tagBytes    = 16
)

// RefreshToken continues a session. It consists of the session's id, a secret, and a tag by which a token that this
// service once handed out is told from an invented one.
type RefreshToken struct {
	Session SessionID
	secret  []byte
}

// Hash returns what is kept of the token.
func (t RefreshToken) Hash() []byte { return HashSecret(string(t.secret)) }

// FirstRefresh makes the token with which a session begins.
func (s Secrets) FirstRefresh(session SessionID) RefreshToken {
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // never fails
	return RefreshToken{Session: session, secret: secret}
}

// NextRefresh returns the child of a token; the same parent has the same child.
func (s Secrets) NextRefresh(parent RefreshToken) RefreshToken {
	return RefreshToken{Session: parent.Session, secret: s.mac("refresh child", parent.Session[:], parent.secret)}
}

// FormatRefresh returns the text of a token.
func (s Secrets) FormatRefresh(t RefreshToken) string {
	raw := append(append([]byte(nil), t.Session[:]...), t.secret...)
	return base64.RawURLEncoding.EncodeToString(append(raw, s.tag(t)...))
}

// ParseRefresh reads a token; known is false unless this service once handed it out.
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

// LimitKey returns under which key attempts of one sort by one person or place are counted: not to be read back.
func (s Secrets) LimitKey(sort, who string) []byte { return s.mac("limit", []byte(sort), []byte(who)) }

func (s Secrets) mac(purpose string, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	for _, part := range append([][]byte{[]byte(purpose)}, parts...) {
		_ = binary.Write(mac, binary.BigEndian, uint32(len(part))) // a hash takes everything
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// NewSecret makes the secret of a link or one-time token: 26 characters, 130 bits.
func NewSecret() string { return rand.Text() }

// NewAPIKey makes an API key and the beginning by which a person knows it again.
func NewAPIKey() (key, prefix string) {
	prefix = fmt.Sprintf("puls_%s", rand.Text()[:6])
	return prefix + "_" + rand.Text() + rand.Text()[:6], prefix
}

// HashSecret returns what is kept of a secret.
func HashSecret(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}
