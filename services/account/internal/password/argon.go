// Package password makes and checks password hashes behind a bounded queue: one hash takes 19 MiB and tens of
// milliseconds, so an unbounded number would starve everything else.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"

	"puls.app/services/account/internal/core"
)

// The parameters that OWASP's password storage sheet recommends for argon2id.
const (
	memoryKiB  = 19 * 1024
	iterations = 2
	lanes      = 1
	saltBytes  = 16
	keyBytes   = 32
	// maxStored bounds what a stored hash may ask for.
	maxStoredMemory = 256 * 1024
)

// queue is how many may wait.
const queue = 64

// atOnce leaves half of the processors to everybody else: a hash is bound by memory, so that twice as many at once are
// hardly faster, but everything beside them would stand still.
func atOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// Argon hashes with argon2id and keeps hashes as PHC strings.
type Argon struct {
	waiting chan struct{}
	running chan struct{}
	dummy   string
}

// NewArgon makes a hasher.
func NewArgon() *Argon {
	a := &Argon{waiting: make(chan struct{}, queue), running: make(chan struct{}, atOnce())}
	a.dummy = format(make([]byte, saltBytes), make([]byte, keyBytes))
	return a
}

// Full reports whether whoever comes now is turned away.
func (a *Argon) Full() bool { return len(a.waiting) == cap(a.waiting) }

// enter returns core.ErrBusy at once when the queue is full.
func (a *Argon) enter(ctx context.Context) (leave func(), err error) {
	select {
	case a.waiting <- struct{}{}:
	default:
		return nil, core.ErrBusy
	}
	defer func() { <-a.waiting }()
	select {
	case a.running <- struct{}{}:
		return func() { <-a.running }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for hashing: %w", ctx.Err())
	}
}

// Hash returns a PHC string with a new salt.
func (a *Argon) Hash(ctx context.Context, password string) (string, error) {
	leave, err := a.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	salt := make([]byte, saltBytes)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make salt: %w", err)
	}
	return format(salt, argon2.IDKey([]byte(password), salt, iterations, memoryKiB, lanes, keyBytes)), nil
}

// Matches compares a password with a PHC string; an empty one costs the same and never matches.
func (a *Argon) Matches(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = a.dummy
	}
	p, err := parse(hash)
	if err != nil {
		return false, err
	}
	leave, err := a.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	key := argon2.IDKey([]byte(password), p.salt, p.iterations, p.memory, p.lanes, uint32(len(p.key)))
	return subtle.ConstantTimeCompare(key, p.key) == 1 && known, nil
}

// Outdated reports whether a stored hash asks for less than today's parameters, so that it should be made anew.
func (a *Argon) Outdated(hash string) bool {
	p, err := parse(hash)
	return err == nil &&
		(p.memory < memoryKiB || p.iterations < iterations || len(p.salt) < saltBytes || len(p.key) < keyBytes)
}

func format(salt, key []byte) string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf(
		"$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memoryKiB, iterations, lanes, encode(salt), encode(key),
	)
}

type parsed struct {
	memory, iterations uint32
	lanes              uint8
	salt, key          []byte
}

func parse(hash string) (parsed, error) {
	var p parsed
	var version int
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return p, fmt.Errorf("stored password hash is not argon2id")
	}
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return p, fmt.Errorf("stored password hash has another version")
	}
	if _, err := fmt.Sscanf(
		parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.iterations, &p.lanes,
	); err != nil || p.memory > maxStoredMemory {
		return p, fmt.Errorf("stored password hash has wrong parameters")
	}
	var err error
	if p.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return p, fmt.Errorf("read stored salt: %w", err)
	}
	if p.key, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil {
		return p, fmt.Errorf("read stored hash: %w", err)
	}
	return p, nil
}
