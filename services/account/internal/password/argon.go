// Package password makes and checks password hashes, in a process of its own and behind a bounded queue in which
// addresses take turns: one hash takes 19 MiB and tens of milliseconds, so that many of them would starve everything
// else.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"time"

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

// atOnce leaves half of the processors to everybody else: a hash is bound by memory, so that twice as many at once are
// hardly faster, but everything beside them would stand still.
func atOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// Argon hashes with argon2id and keeps hashes as PHC strings.
type Argon struct {
	queue  queue
	derive func(context.Context, Input) []byte
	dummy  string
}

// NewArgon makes a hasher that derives keys beside the program, or in it when beside is nil.
func NewArgon(beside *Beside) *Argon {
	a := &Argon{
		queue:  queue{lanes: atOnce(), average: usual},
		derive: func(_ context.Context, input Input) []byte { return input.derive() },
		dummy:  format(make([]byte, saltBytes), make([]byte, keyBytes)),
	}
	if beside != nil {
		a.derive = beside.derive
	}
	return a
}

// Take keeps a place in the queue for somebody, or returns core.ErrBusy with how long it would take.
func (a *Argon) Take(from string) (core.Place, error) {
	p := &place{argon: a, from: from, gone: make(chan struct{})}
	if err := a.queue.take(p); err != nil {
		return nil, err
	}
	return p, nil
}

// Leave frees the place.
func (p *place) Leave() { p.argon.queue.leave(p) }

// Hash returns a PHC string with a new salt.
func (p *place) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make salt: %w", err)
	}
	key, err := p.key(ctx, Input{
		Password: []byte(password), Salt: salt, Iterations: iterations, Memory: memoryKiB, Lanes: lanes, Bytes: keyBytes,
	})
	if err != nil {
		return "", err
	}
	return format(salt, key), nil
}

// Matches compares a password with a PHC string; an empty one costs the same and never matches.
func (p *place) Matches(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = p.argon.dummy
	}
	stored, err := parse(hash)
	if err != nil {
		return false, err
	}
	key, err := p.key(ctx, Input{
		Password: []byte(password), Salt: stored.salt, Iterations: stored.iterations, Memory: stored.memory,
		Lanes: stored.lanes, Bytes: uint32(len(stored.key)),
	})
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(key, stored.key) == 1 && known, nil
}

// key derives a key once it is the place's turn.
func (p *place) key(ctx context.Context, input Input) ([]byte, error) {
	q := &p.argon.queue
	if err := q.begin(ctx, p); err != nil {
		return nil, err
	}
	began := time.Now()
	defer func() { q.end(p, time.Since(began)) }()
	return p.argon.derive(ctx, input), nil
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
