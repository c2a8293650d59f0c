// Package password makes and checks password hashes, only a few at a time: a hash takes 19 MiB and 50 ms of a
// processor, so that many at once would starve all other work. Calls over a bound are refused instead of waiting.
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
	"golang.org/x/sync/semaphore"

	"puls.app/services/account/internal/core"
	"puls.app/services/kit/perkey"
)

const (
	lanes     = 1
	saltBytes = 16
	keyBytes  = 32
	// maxStoredMemory bounds the memory of a stored hash, in KiB.
	maxStoredMemory = 256 * 1024
)

// Cost is the cost of a new hash.
type Cost struct{ MemoryKiB, Iterations uint32 }

// OWASP is the recommendation of OWASP's password storage sheet for argon2id.
var OWASP = Cost{MemoryKiB: 19 * 1024, Iterations: 2}

const (
	// placesPerHash is the number of places for each concurrent hash. A hash takes 50 ms alone and twice that on a busy
	// machine, so that the last place is served in about five seconds.
	placesPerHash = 50
	// share bounds the places of one address to a quarter; the others stay free for other addresses.
	share = 4
)

// Argon hashes with argon2id. Stored hashes are PHC strings.
type Argon struct {
	// calls bounds the calls that hash or wait, of all addresses and of each.
	calls *perkey.Limit[string]
	// hashing bounds the concurrent hashes, in the order of arrival.
	hashing *semaphore.Weighted
	cost    Cost
	dummy   string
}

// NewArgon returns a hasher that uses half of the processors. Hashing is bound by memory: twice as many hashes at once
// are hardly faster, but would stall all other work.
func NewArgon(cost Cost) *Argon { return newArgon(cost, int64(max(1, runtime.GOMAXPROCS(0)/2))) }

func newArgon(cost Cost, atOnce int64) *Argon {
	places := atOnce * placesPerHash
	return &Argon{
		calls: perkey.NewWithin[string](places/share, places), hashing: semaphore.NewWeighted(atOnce), cost: cost,
		dummy: cost.format(make([]byte, saltBytes), make([]byte, keyBytes)),
	}
}

// place allows its holder to hash.
type place struct {
	argon *Argon
	leave func()
}

// Take reserves a place for a call from an address, or returns core.ErrBusy at once.
func (a *Argon) Take(from string) (core.Place, error) {
	leave, ok := a.calls.TryEnter(from)
	if !ok {
		return nil, core.ErrBusy
	}
	return &place{argon: a, leave: leave}, nil
}

// Leave frees the place.
func (p *place) Leave() { p.leave() }

// Hash returns a PHC string with a new salt.
func (p *place) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make salt: %w", err)
	}
	cost := p.argon.cost
	with := parsed{memory: cost.MemoryKiB, iterations: cost.Iterations, lanes: lanes, salt: salt}
	key, err := p.argon.key(ctx, password, with, keyBytes)
	if err != nil {
		return "", err
	}
	return cost.format(salt, key), nil
}

// Matches compares a password with a PHC string. An empty hash costs the same and never matches.
func (p *place) Matches(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = p.argon.dummy
	}
	stored, err := parse(hash)
	if err != nil {
		return false, err
	}
	key, err := p.argon.key(ctx, password, stored, len(stored.key))
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(key, stored.key) == 1 && known, nil
}

// key derives a key, after it has waited for a free slot.
func (a *Argon) key(ctx context.Context, password string, with parsed, bytes int) ([]byte, error) {
	if err := a.hashing.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for hashing: %w", err)
	}
	defer a.hashing.Release(1)
	return argon2.IDKey([]byte(password), with.salt, with.iterations, with.memory, with.lanes, uint32(bytes)), nil
}

// Outdated reports whether a stored hash is weaker than the current parameters, so that it should be replaced.
func (a *Argon) Outdated(hash string) bool {
	p, err := parse(hash)
	return err == nil &&
		(p.memory < a.cost.MemoryKiB || p.iterations < a.cost.Iterations || len(p.salt) < saltBytes || len(p.key) < keyBytes)
}

func (c Cost) format(salt, key []byte) string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf(
		"$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.MemoryKiB, c.Iterations, lanes, encode(salt),
		encode(key),
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
