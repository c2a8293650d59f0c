package auth

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// ErrToken is any reason for which a token proves nothing: missing, malformed, expired, wrongly signed, for somebody
// else.
var ErrToken = errors.New("token is not valid")

const (
	personIssuer   = "puls"
	personAudience = "puls-api"
	// serviceLife bounds how long a service's token can be used again.
	serviceLife = time.Minute
	// leeway allows for clocks that differ between machines.
	leeway = 5 * time.Second
	// keyHeader names the key by which a token was signed.
	keyHeader = "kid"
)

type claims struct {
	jwt.RegisteredClaims
	Account int32    `json:"acc,omitempty"`
	Home    int32    `json:"home,omitempty"`
	Session string   `json:"sid,omitempty"`
	Roles   []string `json:"roles,omitempty"`
	Email   string   `json:"email,omitempty"`
	Key     string   `json:"key,omitempty"`
	Link    int64    `json:"link,omitempty"`
}

// Sign makes a person's token that is valid until expires.
func (k Keys) Sign(id Identity, now, expires time.Time) (string, error) {
	if k.person == nil {
		return "", errors.New("sign token: this service has no private key")
	}
	return signed(k.person, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			// Without an id of its own, a token made within the same second would be the one before it.
			ID:     rand.Text(),
			Issuer: personIssuer, Audience: jwt.ClaimStrings{personAudience}, Subject: strconv.FormatInt(id.User, 10),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(expires),
		},
		Account: id.Account, Home: id.Home, Session: id.Session, Roles: id.Roles, Email: id.Email,
		Key: id.Key, Link: id.Link,
	})
}

// SignService makes a token by which a service proves its name to another one, for a minute.
func (k Keys) SignService(name, audience string, now time.Time) (string, error) {
	if err := k.Check(name); err != nil {
		return "", err
	}
	return signed(k.own(name), claims{RegisteredClaims: jwt.RegisteredClaims{
		Issuer: name, Audience: jwt.ClaimStrings{audience}, Subject: name,
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(serviceLife)),
	}})
}

func signed(key ed25519.PrivateKey, c claims) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, c)
	token.Header[keyHeader] = keyID(publicOf(key))
	text, err := token.SignedString(key)
	if err != nil {
		return "", fmt.Errorf("sign token: %w", err)
	}
	return text, nil
}

// Verify returns who a token speaks for to the service that asks, or ErrToken. The key decides what sort of token it
// can be: a service's key signs nothing for a person, nor for another service.
func (k Keys) Verify(token, asking string, now time.Time) (Identity, error) {
	var c claims
	var person bool
	find := func(t *jwt.Token) (any, error) {
		id, _ := t.Header[keyHeader].(string)
		key, known := k.people[id]
		if person = known; !known && c.Issuer != "" {
			key, known = ring(k.callers(c.Issuer))[id]
		}
		if !known || (!key.until.IsZero() && !now.Before(key.until)) {
			return nil, ErrToken
		}
		return key.public, nil
	}
	parser := jwt.NewParser(jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithTimeFunc(func() time.Time { return now }),
		jwt.WithLeeway(leeway), jwt.WithExpirationRequired())
	if _, err := parser.ParseWithClaims(token, &c, find); err != nil {
		return Identity{}, ErrToken
	}
	if person {
		return c.person()
	}
	if c.Subject != c.Issuer || !slices.Equal(c.Audience, jwt.ClaimStrings{asking}) {
		return Identity{}, ErrToken
	}
	return Identity{Service: c.Issuer}, nil
}

func (c claims) person() (Identity, error) {
	user, err := strconv.ParseInt(c.Subject, 10, 64)
	if err != nil || c.Account <= 0 || c.Home <= 0 || c.Issuer != personIssuer ||
		!slices.Equal(c.Audience, jwt.ClaimStrings{personAudience}) {
		return Identity{}, ErrToken
	}
	return Identity{
		Account: c.Account, Home: c.Home, User: user, Session: c.Session, Roles: c.Roles, Email: c.Email,
		Key: c.Key, Link: c.Link,
	}, nil
}
