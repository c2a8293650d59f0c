package auth

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"puls.app/services/kit/conf"
)

// ErrToken is any reason for which a token proves nothing: missing, malformed, expired, wrongly signed.
var ErrToken = errors.New("token is not valid")

const (
	issuer          = "puls"
	personAudience  = "puls-api"
	serviceAudience = "puls-service"
	// serviceLife bounds how long a service's token can be used again.
	serviceLife = time.Minute
	// leeway allows for clocks that differ between machines.
	leeway = 5 * time.Second
)

// Keys holds what a service needs to prove and check identities.
type Keys struct {
	// Public verifies people's tokens.
	Public ed25519.PublicKey
	// Private signs people's tokens; only the service that signs people in has it.
	Private ed25519.PrivateKey
	// Shared signs and verifies services' tokens.
	Shared []byte
}

// KeysFromSecret derives all keys from one secret, for installations that run every service on one machine.
func KeysFromSecret(secret conf.Secret) (Keys, error) {
	if len(secret.Reveal()) < 32 {
		return Keys{}, errors.New("PULS_SECRET must have at least 32 characters")
	}
	seed := sha256.Sum256([]byte("puls person tokens\x00" + secret.Reveal()))
	shared := sha256.Sum256([]byte("puls service tokens\x00" + secret.Reveal()))
	private := ed25519.NewKeyFromSeed(seed[:])
	public, _ := private.Public().(ed25519.PublicKey)
	return Keys{Public: public, Private: private, Shared: shared[:]}, nil
}

// KeysFromSettings reads keys of their own for each purpose (base64): what a service on a machine of its own gets.
// An empty private key is fine for services that only verify.
func KeysFromSettings(public string, private, shared conf.Secret) (Keys, error) {
	var keys Keys
	pub, err := base64.StdEncoding.DecodeString(public)
	if err != nil || len(pub) != ed25519.PublicKeySize {
		return Keys{}, errors.New("PULS_TOKEN_PUBLIC_KEY must be an Ed25519 public key in base64")
	}
	keys.Public = pub
	if private != "" {
		seed, err := base64.StdEncoding.DecodeString(private.Reveal())
		if err != nil || len(seed) != ed25519.SeedSize {
			return Keys{}, errors.New("PULS_TOKEN_PRIVATE_KEY must be an Ed25519 seed in base64")
		}
		keys.Private = ed25519.NewKeyFromSeed(seed)
	}
	if keys.Shared, err = base64.StdEncoding.DecodeString(shared.Reveal()); err != nil || len(keys.Shared) < 32 {
		return Keys{}, errors.New("PULS_SERVICE_KEY must be at least 32 bytes in base64")
	}
	return keys, nil
}

// Derive answers a key for a purpose of the service that signs people in: of its private key, so that no other service
// can make it. Without one it comes from the shared key, for tests and commands.
func (k Keys) Derive(purpose string) []byte {
	source := k.Shared
	if k.Private != nil {
		source = k.Private.Seed()
	}
	mac := hmac.New(sha256.New, source)
	mac.Write([]byte("puls derived key\x00" + purpose))
	return mac.Sum(nil)
}

type claims struct {
	jwt.RegisteredClaims
	Account int32    `json:"acc,omitempty"`
	Home    int32    `json:"home,omitempty"`
	Session string   `json:"sid,omitempty"`
	Roles   []string `json:"roles,omitempty"`
	Key     string   `json:"key,omitempty"`
	Link    int64    `json:"link,omitempty"`
}

// Sign makes a person's token that is valid until expires.
func (k Keys) Sign(id Identity, now, expires time.Time) (string, error) {
	if k.Private == nil {
		return "", errors.New("sign token: this service has no private key")
	}
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			// Without an id of its own, a token made within the same second would be the one before it.
			ID:     rand.Text(),
			Issuer: issuer, Audience: jwt.ClaimStrings{personAudience}, Subject: strconv.FormatInt(id.User, 10),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(expires),
		},
		Account: id.Account, Home: id.Home, Session: id.Session, Roles: id.Roles, Key: id.Key, Link: id.Link,
	})
	signed, err := token.SignedString(k.Private)
	if err != nil {
		return "", fmt.Errorf("sign token: %w", err)
	}
	return signed, nil
}

// SignService makes a token that proves the name of a service for a minute.
func (k Keys) SignService(name string, now time.Time) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{RegisteredClaims: jwt.RegisteredClaims{
		Issuer: issuer, Audience: jwt.ClaimStrings{serviceAudience}, Subject: name,
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(serviceLife)),
	}})
	signed, err := token.SignedString(k.Shared)
	if err != nil {
		return "", fmt.Errorf("sign service token: %w", err)
	}
	return signed, nil
}

// Verify answers who a token speaks for, or ErrToken.
func (k Keys) Verify(token string, now time.Time) (Identity, error) {
	clock := jwt.WithTimeFunc(func() time.Time { return now })
	common := []jwt.ParserOption{clock, jwt.WithIssuer(issuer), jwt.WithLeeway(leeway), jwt.WithExpirationRequired()}
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return k.Public, nil },
		append(common, jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithAudience(personAudience))...)
	if err == nil {
		user, parseErr := strconv.ParseInt(c.Subject, 10, 64)
		if parseErr != nil || c.Account <= 0 || c.Home <= 0 {
			return Identity{}, ErrToken
		}
		return Identity{Account: c.Account, Home: c.Home, User: user, Session: c.Session, Roles: c.Roles, Key: c.Key, Link: c.Link}, nil
	}
	c = claims{}
	_, err = jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return k.Shared, nil },
		append(common, jwt.WithValidMethods([]string{"HS256"}), jwt.WithAudience(serviceAudience))...)
	if err != nil || c.Subject == "" {
		return Identity{}, ErrToken
	}
	return Identity{Service: c.Subject}, nil
}
