package auth

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/maypok86/otter/v2"

	"puls.app/services/kit/conf"
)

// Keys holds the keys that prove and verify identities. A verifier has the public keys of all services; a signer has
// only the private key of its own name. On one machine all keys are derived from one secret.
type Keys struct {
	// people verify people's tokens, by key id.
	people map[string]verifier
	// person signs people's tokens; only the service that signs people in has it.
	person ed25519.PrivateKey
	// callers returns the keys that verify a service's tokens; own returns the key that signs them, or nil.
	callers func(name string) []verifier
	own     func(name string) ed25519.PrivateKey
	// root is the secret that Derive derives from; nil without one.
	root []byte
	// proofs caches the results of verified tokens; nil in keys that hold nothing.
	proofs *otter.Cache[proofKey, proof]
}

// remembered is the number of verified tokens in the cache, some 700 bytes each: enough for the users of one gateway.
const remembered = 4096

func newProofs() *otter.Cache[proofKey, proof] {
	return otter.Must(&otter.Options[proofKey, proof]{MaximumSize: remembered})
}

// verifier is a public key. It is accepted until the given moment, or for ever when that is zero.
type verifier struct {
	public ed25519.PublicKey
	until  time.Time
}

// KeySettings are separate keys for each purpose, in base64, for a service on a machine of its own. A public key may be
// followed by "@" and the moment (RFC 3339) after which it is no longer accepted.
type KeySettings struct {
	// PersonPublic are the keys that verify people's tokens: the one in use and, while keys are exchanged, the previous or
	// the next one. PersonPrivate signs; only the service that signs people in has it.
	PersonPublic  []string
	PersonPrivate conf.Secret
	// ServicePublic are the keys of all services, such as "reports=…"; a name may occur twice. ServicePrivate are the keys
	// of the services of this process.
	ServicePublic  []string
	ServicePrivate conf.Secret
	// Root is the secret from which the service that signs people in derives other keys; 32 characters or more.
	Root conf.Secret
}

const shortestSecret = 32

// KeysFromSecret derives all keys from one secret, for installations that run every service on one machine.
func KeysFromSecret(secret conf.Secret) (Keys, error) {
	if len(secret.Reveal()) < shortestSecret {
		return Keys{}, fmt.Errorf("PULS_SECRET must have at least %d characters", shortestSecret)
	}
	derive := func(purpose string) ed25519.PrivateKey {
		seed := sha256.Sum256([]byte(purpose + "\x00" + secret.Reveal()))
		return ed25519.NewKeyFromSeed(seed[:])
	}
	person := derive("puls person tokens")
	own := func(name string) ed25519.PrivateKey { return derive("puls service tokens\x00" + name) }
	return Keys{
		people: ring([]verifier{{public: publicOf(person)}}), person: person, own: own, root: person.Seed(),
		proofs:  newProofs(),
		callers: func(name string) []verifier { return []verifier{{public: publicOf(own(name))}} },
	}, nil
}

// KeysFromSettings reads separate keys. It returns an error for keys that do not match, so that they do not fail at the
// first call.
func KeysFromSettings(s KeySettings) (Keys, error) {
	people, err := readVerifiers("PULS_TOKEN_PUBLIC_KEYS", s.PersonPublic)
	if err != nil || len(people) == 0 {
		return Keys{}, errors.Join(errors.New("PULS_TOKEN_PUBLIC_KEYS must hold a key"), err)
	}
	k := Keys{people: ring(people), proofs: newProofs()}
	callers, own := map[string][]verifier{}, map[string]ed25519.PrivateKey{}
	for _, entry := range s.ServicePublic {
		name, text, _ := strings.Cut(strings.TrimSpace(entry), "=")
		keys, err := readVerifiers("PULS_SERVICE_PUBLIC_KEYS, "+name, []string{text})
		if err != nil {
			return Keys{}, err
		}
		callers[name] = append(callers[name], keys...)
	}
	for entry := range strings.SplitSeq(s.ServicePrivate.Reveal(), ",") {
		name, text, _ := strings.Cut(strings.TrimSpace(entry), "=")
		if name == "" {
			continue
		}
		if own[name], err = readPrivate("PULS_SERVICE_PRIVATE_KEYS, "+name, text); err != nil {
			return Keys{}, err
		}
		if _, listed := ring(callers[name])[keyID(publicOf(own[name]))]; !listed {
			return Keys{}, fmt.Errorf(
				"PULS_SERVICE_PRIVATE_KEYS: the key of %s has no public one in PULS_SERVICE_PUBLIC_KEYS", name,
			)
		}
	}
	k.callers = func(name string) []verifier { return callers[name] }
	k.own = func(name string) ed25519.PrivateKey { return own[name] }
	if s.PersonPrivate == "" {
		return k, nil
	}
	if k.person, err = readPrivate("PULS_TOKEN_PRIVATE_KEY", s.PersonPrivate.Reveal()); err != nil {
		return Keys{}, err
	}
	if _, listed := k.people[keyID(publicOf(k.person))]; !listed {
		return Keys{}, errors.New("PULS_TOKEN_PRIVATE_KEY has no public one in PULS_TOKEN_PUBLIC_KEYS")
	}
	if len(s.Root.Reveal()) < shortestSecret {
		return Keys{}, fmt.Errorf(
			"PULS_SESSION_SECRET must have at least %d characters where PULS_TOKEN_PRIVATE_KEY is set", shortestSecret,
		)
	}
	k.root = []byte(s.Root.Reveal())
	return k, nil
}

// Check returns an error if there is no private key to sign calls of the named service.
func (k Keys) Check(name string) error {
	if k.own == nil || k.own(name) == nil {
		return fmt.Errorf("PULS_SERVICE_PRIVATE_KEYS holds no key of %s", name)
	}
	return nil
}

// Derive returns a key for one purpose of the service that signs people in; no other service can derive it. It stays
// the same when the token keys are exchanged.
func (k Keys) Derive(purpose string) ([]byte, error) {
	if k.root == nil {
		return nil, errors.New("derive key: PULS_SESSION_SECRET is not set")
	}
	mac := hmac.New(sha256.New, k.root)
	mac.Write([]byte("puls derived key\x00" + purpose))
	return mac.Sum(nil), nil
}

// NewPair makes a key pair in the form that KeySettings takes.
func NewPair() (public, private string, err error) {
	pub, priv, err := ed25519.GenerateKey(nil)
	if err != nil {
		return "", "", fmt.Errorf("make key: %w", err)
	}
	return base64.StdEncoding.EncodeToString(pub), base64.StdEncoding.EncodeToString(priv.Seed()), nil
}

// keyID names a key in the header of a token: the beginning of its SHA-256.
func keyID(public ed25519.PublicKey) string {
	sum := sha256.Sum256(public)
	return hex.EncodeToString(sum[:8])
}

func ring(keys []verifier) map[string]verifier {
	byID := map[string]verifier{}
	for _, key := range keys {
		byID[keyID(key.public)] = key
	}
	return byID
}

// publicOf returns the public half. The assertion holds for every Ed25519 key.
func publicOf(private ed25519.PrivateKey) ed25519.PublicKey {
	public, _ := private.Public().(ed25519.PublicKey)
	return public
}

func readVerifiers(name string, texts []string) (keys []verifier, err error) {
	for _, text := range texts {
		encoded, until, limited := strings.Cut(strings.TrimSpace(text), "@")
		public, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || len(public) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("%s: must be Ed25519 public keys in base64", name)
		}
		key := verifier{public: public}
		if limited {
			if key.until, err = time.Parse(time.RFC3339, until); err != nil {
				return nil, fmt.Errorf("%s: %q is no moment such as 2026-12-01T00:00:00Z", name, until)
			}
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func readPrivate(name, text string) (ed25519.PrivateKey, error) {
	seed, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s: must be an Ed25519 seed in base64", name)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
