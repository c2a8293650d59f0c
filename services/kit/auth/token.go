package auth

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// ErrToken means that a token is not accepted: missing, malformed, expired, wrongly signed, or made for another
// service.
var ErrToken = errors.New("token is not valid")

const (
	personIssuer   = "puls"
	personAudience = "puls-api"
	// ServiceLife is how long a service's token can be reused.
	ServiceLife = time.Minute
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
			// Without a unique id, two tokens made within the same second would be equal.
			ID:     rand.Text(),
			Issuer: personIssuer, Audience: jwt.ClaimStrings{personAudience}, Subject: strconv.FormatInt(id.User, 10),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(expires),
		},
		Account: id.Account, Home: id.Home, Session: id.Session, Roles: id.Roles, Email: id.Email,
		Key: id.Key, Link: id.Link,
	})
}

// SignService makes a token that proves a service's name to another service, for a minute.
func (k Keys) SignService(name, audience string, now time.Time) (string, error) {
	if err := k.Check(name); err != nil {
		return "", err
	}
	return signed(k.own(name), claims{RegisteredClaims: jwt.RegisteredClaims{
		Issuer: name, Audience: jwt.ClaimStrings{audience}, Subject: name,
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(ServiceLife)),
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

// proofKey is a token and the service that verifies it.
type proofKey struct{ token, asking string }

// proof is the cached result of a verified token, valid until the given moment: a signature cannot become invalid
// earlier.
type proof struct {
	id    Identity
	until time.Time
}

// Verify returns the identity that a token proves to the asking service, or ErrToken. The key decides the kind of
// token: a service's key cannot sign for a person or for another service. Results are cached, because verifying a
// signature costs more than the rest of a small call and people send the same token for minutes.
func (k Keys) Verify(token, asking string, now time.Time) (Identity, error) {
	if k.proofs == nil {
		return Identity{}, ErrToken
	}
	known, found := k.proofs.GetIfPresent(proofKey{token, asking})
	if found && now.Before(known.until) {
		return known.id, nil
	}
	proven, err := k.prove(token, asking, now)
	if err != nil {
		return Identity{}, err
	}
	k.proofs.Set(proofKey{token, asking}, proven)
	return proven.id, nil
}

// prove verifies a token. The result is valid until the token or its key expires, whichever is first.
func (k Keys) prove(token, asking string, now time.Time) (proof, error) {
	if strings.ContainsAny(token, "\r\n") { // base64 decoding skips these
		return proof{}, ErrToken
	}
	var c claims
	var person bool
	var key verifier
	find := func(t *jwt.Token) (any, error) {
		var known bool
		id, _ := t.Header[keyHeader].(string)
		key, known = k.people[id]
		if person = known; !known && c.Issuer != "" {
			key, known = ring(k.callers(c.Issuer))[id]
		}
		if !known || (!key.until.IsZero() && !now.Before(key.until)) {
			return nil, ErrToken
		}
		return key.public, nil
	}
	parser := jwt.NewParser(jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithTimeFunc(func() time.Time { return now }),
		jwt.WithLeeway(leeway), jwt.WithExpirationRequired(),
		jwt.WithStrictDecoding()) // otherwise four last letters of a signature are valid
	if _, err := parser.ParseWithClaims(token, &c, find); err != nil {
		return proof{}, ErrToken
	}
	proven := proof{until: c.ExpiresAt.Add(leeway)}
	if !key.until.IsZero() && key.until.Before(proven.until) {
		proven.until = key.until
	}
	if person {
		var err error
		proven.id, err = c.person()
		return proven, err
	}
	if c.Subject != c.Issuer || !slices.Equal(c.Audience, jwt.ClaimStrings{asking}) {
		return proof{}, ErrToken
	}
	proven.id = Identity{Service: c.Issuer}
	return proven, nil
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
