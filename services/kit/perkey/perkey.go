// Package perkey bounds how much is done at once for each key, such as an account: what is more waits in line or is
// refused, and one key's line is nothing to another's.
package perkey

import (
	"context"
	"math"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Limit lets so much be done at once for each key, and for all keys together. It keeps nothing of a key for which
// nothing is done.
type Limit[K comparable] struct {
	most  int64
	all   *semaphore.Weighted
	mu    sync.Mutex
	lines map[K]*line
}

// line is where those stand who do something for a key; it goes with the last of them.
type line struct {
	places *semaphore.Weighted
	// users are those who do something and those who wait.
	users int
}

// New returns a limit of most at once for each key.
func New[K comparable](most int64) *Limit[K] { return NewWithin[K](most, math.MaxInt64) }

// NewWithin returns a limit of most at once for each key, and of all for all keys together.
func NewWithin[K comparable](most, all int64) *Limit[K] {
	return &Limit[K]{most: most, all: semaphore.NewWeighted(all), lines: map[K]*line{}}
}

// Enter waits for a place of the key and returns how it is left. It fails with the context's error if that ends first.
func (l *Limit[K]) Enter(ctx context.Context, key K) (leave func(), err error) {
	at := l.join(key)
	err = at.places.Acquire(ctx, 1)
	if err == nil {
		if err = l.all.Acquire(ctx, 1); err == nil {
			return func() { l.leave(key, at) }, nil
		}
		at.places.Release(1)
	}
	l.part(key, at)
	return nil, err
}

// TryEnter is Enter without waiting: ok is false when the key has no place free.
func (l *Limit[K]) TryEnter(key K) (leave func(), ok bool) {
	at := l.join(key)
	if at.places.TryAcquire(1) {
		if l.all.TryAcquire(1) {
			return func() { l.leave(key, at) }, true
		}
		at.places.Release(1)
	}
	l.part(key, at)
	return nil, false
}

func (l *Limit[K]) leave(key K, at *line) {
	l.all.Release(1)
	at.places.Release(1)
	l.part(key, at)
}

func (l *Limit[K]) join(key K) *line {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.lines[key]
	if at == nil {
		at = &line{places: semaphore.NewWeighted(l.most)}
		l.lines[key] = at
	}
	at.users++
	return at
}

func (l *Limit[K]) part(key K, at *line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at.users--; at.users == 0 {
		delete(l.lines, key)
	}
}
