// Package perkey limits concurrent work for each key, such as an account. Work over the limit waits in the key's own
// queue or is refused; it does not delay other keys.
package perkey

import (
	"context"
	"math"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Limit bounds the concurrent work for each key, and for all keys together. It uses no memory for idle keys.
type Limit[K comparable] struct {
	most  int64
	all   *semaphore.Weighted
	mu    sync.Mutex
	lines map[K]*line
}

// line is the queue of a key; it is removed with its last user.
type line struct {
	places *semaphore.Weighted
	// users counts running and waiting calls.
	users int
}

// New returns a limit of most concurrent users for each key.
func New[K comparable](most int64) *Limit[K] { return NewWithin[K](most, math.MaxInt64) }

// NewWithin returns a limit of most concurrent users for each key, and of all users for all keys together.
func NewWithin[K comparable](most, all int64) *Limit[K] {
	return &Limit[K]{most: most, all: semaphore.NewWeighted(all), lines: map[K]*line{}}
}

// Enter waits for a place of the key and returns a function that frees it. It fails with the context's error if ctx
// ends first.
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

// TryEnter is Enter without waiting: ok is false if no place is free.
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
